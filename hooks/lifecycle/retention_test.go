package lifecycle_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/jobs"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// briefSHA is the SHA-256 hash of "The brief".
const briefSHA = "a7417797388db97c5a01faffc6aca937f4284aabff5432d7098bd762a2660ec1"

type material struct {
	ID       string `json:"_id"`
	Name     string
	Size     int64
	URL      string
	PurgedAt *string
}

type order struct {
	FileURL, FileName string
	Materials         []material
}

// What a scanner has found in a file goes with it: nobody has to deal with it any more.
func TestWhatAScannerFoundGoesWithTheFile(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.accept(t)
	files, err := store.FindOrderFiles(t.Context(), d, d.id)
	if err != nil || len(files) != 4 {
		t.Fatalf("there are %+v, %v", files, err)
	}
	for _, file := range files {
		scan := store.FileScan{Collection: file.Collection, Record: file.Owner, File: file.File, State: domain.FileInfected}
		if err := store.AddFileScan(t.Context(), d, scan, start); err != nil {
			t.Fatal(err)
		}
	}
	count := func() (infected int) {
		t.Helper()
		counts, err := store.CountFileScans(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		return counts.Infected
	}
	d.at(t, 166*day)
	if left := count(); left != 4 {
		t.Errorf("before the files are deleted, %d are infected", left)
	}
	if d.at(t, 180*day); count() != 0 {
		t.Errorf("afterwards, %d are", count())
	}
}

func TestFilesAreAnnouncedAndThenDeleted(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.accept(t)
	var before order
	d.Call(t, "GET", d.path(""), d.student.Token, nil).Granted(t, 200, &before)
	var delivered []struct {
		Receipt string
		Files   []struct {
			URL, SHA256 string
			PurgedAt    *string
		}
	}
	d.Call(t, "GET", d.path("/deliveries"), d.student.Token, nil).Granted(t, 200, &delivered)
	sums := delivered[0].Files[0].SHA256
	var zip struct{ URL string }
	d.told(t)

	d.at(t, 166*day-time.Minute)
	d.isTold(t, "a minute too early")
	d.at(t, 166*day)
	d.isTold(t, "14 days before", both("files.announced 3 May 2027")...)
	d.at(t, 166*day+time.Minute)
	d.at(t, 180*day-time.Minute)
	d.isTold(t, "a minute before they are deleted")
	d.isLeft(t, "a minute before they are deleted", all...)
	d.Call(t, "POST", d.path("/materials-zip/link"), d.student.Token, nil).Granted(t, 200, &zip)
	var link struct{ URL string }
	d.Call(t, "POST", d.path("/materials/"+before.Materials[0].ID+"/link"), d.student.Token, nil).Granted(t, 200, &link)
	d.at(t, 180*day)
	d.isTold(t, "when they are deleted", both("files.deleted")...)
	d.isLeft(t, "when they are deleted")
	d.at(t, 180*day+time.Minute)
	d.isTold(t, "a minute later")

	var after order
	d.Call(t, "GET", d.path(""), d.student.Token, nil).Granted(t, 200, &after)
	if after.FileURL != "" || after.FileName != "brief.txt" || len(after.Materials) != 2 {
		t.Errorf("the order has %+v", after)
	}
	for i, file := range after.Materials {
		was := before.Materials[i]
		if file.ID != was.ID || file.Name != was.Name || file.Size != 9 || file.URL != "" || file.PurgedAt == nil || *file.PurgedAt != "2027-05-03T10:00:00.000Z" {
			t.Errorf("of %+v, %+v is left", was, file)
		}
		d.Call(t, "POST", d.path("/materials/"+file.ID+"/link"), d.student.Token, nil).Refused(t, 404, "File not found")
	}
	for _, url := range []string{link.URL, zip.URL} {
		d.Call(t, "GET", url, "", nil).Refused(t, 404, "File not found")
	}
	d.Call(t, "POST", d.path("/materials-zip/link"), d.student.Token, nil).Refused(t, 404, "File not found")
	d.Call(t, "GET", d.path("/deliveries"), d.student.Token, nil).Granted(t, 200, &delivered)
	if file := delivered[0].Files[0]; file.URL != "" || file.PurgedAt == nil || file.SHA256 != sums {
		t.Errorf("of what was delivered, %+v is left", file)
	}
	d.Call(t, "GET", "/api/receipts/"+delivered[0].Receipt, "", nil).Granted(t, 200, nil)

	assignment, err := d.FindRecordById(store.Assignments, d.id)
	if err != nil {
		t.Fatal(err)
	}
	quote, err := d.FindRecordById(store.Quotes, assignment.GetString(store.Quote))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"the assignment": assignment.GetString(store.PurgedFiles), "the quote request": quote.GetString(store.FileNames)} {
		if !strings.Contains(text, `"sha256":"`) {
			t.Errorf("%s keeps no hash: %s", name, text)
		}
	}
	if !strings.Contains(assignment.GetString(store.PurgedFiles), briefSHA) {
		t.Errorf("the hash of the brief is not in %s", assignment.GetString(store.PurgedFiles))
	}
	storage, err := store.ReadStorage(t.Context(), d, d.student.Id, "")
	if err != nil || storage.Bytes != 0 {
		t.Errorf("the account has stored %d bytes, %v", storage.Bytes, err)
	}
	d.isInHistory(t, 1)

	// What is left survives a change that is validated.
	d.Call(t, "PATCH", d.path(""), d.admin.Token, map[string]string{"grade": "A"}).Granted(t, 200, nil)
	d.MustSave(t, quote)
	d.Call(t, "GET", d.path(""), d.student.Token, nil).Granted(t, 200, &after)
	if after.FileName != "brief.txt" || len(after.Materials) != 2 {
		t.Errorf("after a change, the order has %+v", after)
	}
	var asked struct{ Files []material }
	d.Call(t, "GET", "/api/quotes/"+quote.Id, d.admin.Token, nil).Granted(t, 200, &asked)
	if len(asked.Files) != 1 || asked.Files[0].URL != "" || asked.Files[0].PurgedAt == nil {
		t.Errorf("the quote request has %+v", asked.Files)
	}
}

func TestDeletionFromASilentStoreEndsAndIsRetried(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.accept(t)
	d.at(t, 166*day)
	clock.Set(d, start.Add(180*day))
	d.KeepRunning(t)
	disk := d.Settings().S3
	err := d.EndsAtASilentStore(t, func(ctx context.Context) error { return jobs.Run(ctx, d, job) })
	if !strings.Contains(err.Error(), "the files of ") {
		t.Errorf("the run ended with %v", err)
	}
	d.isLeft(t, "while the store is silent", all...)
	d.Settings().S3 = disk
	if err := d.Save(d.Settings()); err != nil {
		t.Fatal(err)
	}
	d.at(t, 180*day+time.Minute)
	d.isLeft(t, "once it answers")
}

// isInHistory checks how often the history says that files were deleted.
func (d desk) isInHistory(t *testing.T, want int64) {
	t.Helper()
	got, err := d.CountRecords(store.Activities, dbx.HashExp{store.Kind: "assignment.purged", store.Assignment: d.id, store.ViaField: string(store.ViaSystem)})
	if err != nil || got != want {
		t.Errorf("the history says %d times that files were deleted, want %d (%v)", got, want, err)
	}
}

func TestTheDateIsThatOfTheSite(t *testing.T) {
	t.Parallel()
	for zone, date := range map[string]string{"UTC": "3 May 2027", "Australia/Sydney": "4 May 2027"} {
		t.Run(zone, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			if _, err := d.NonconcurrentDB().Update(store.Site, dbx.Params{store.TimeZone: zone}, dbx.NewExp("true")).Execute(); err != nil {
				t.Fatal(err)
			}
			clock.Set(d, start.Add(9*time.Hour))
			d.accept(t)
			d.told(t)
			d.at(t, 166*day+9*time.Hour)
			var notices []struct{ Title string }
			d.Call(t, "GET", "/api/notices", d.student.Token, nil).Granted(t, 200, &notices)
			if want := "Your files will be deleted on " + date + ": Essay on tides"; len(notices) != 1 || notices[0].Title != want {
				t.Errorf("got the notices %+v, want %q", notices, want)
			}
			d.isTold(t, "14 days before", both("files.announced "+date)...)
		})
	}
}

func TestNothingIsDeletedThatWasNotAnnouncedLongEnough(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.accept(t)
	d.told(t)
	d.starts(t, 400*day) // the program was off for more than a year
	d.isTold(t, "after the stop", both("files.announced 23 Dec 2027")...)
	d.isLeft(t, "after the stop", all...)
	d.at(t, 414*day-time.Minute)
	d.isLeft(t, "a minute before the notice ends", all...)
	d.starts(t, 427*day) // and for days again
	d.isTold(t, "after the second stop", both("files.announced 8 Jan 2028")...)
	d.at(t, 430*day-time.Minute)
	d.isLeft(t, "a minute before the time after a stop is over", all...)
	d.at(t, 430*day)
	d.isTold(t, "in the end", both("files.deleted")...)
	d.isLeft(t, "in the end")
	var after order
	d.Call(t, "GET", d.path(""), d.student.Token, nil).Granted(t, 200, &after)
	if at := after.Materials[0].PurgedAt; at == nil || *at != domain.FormatTime(start.Add(430*day)) {
		t.Errorf("the files were deleted at %v", at)
	}
}

func TestAfterAStopPeopleHaveThreeDaysForTheirFiles(t *testing.T) {
	t.Parallel()
	const purge = 180 * day
	for name, c := range map[string]struct {
		seen, starts, kept time.Duration // when it stops and starts, and until when files are kept
	}{
		"off for the whole notice":           {166 * day, purge, purge + 3*day},
		"off until after the notice":         {170 * day, purge + 20*day, purge + 23*day},
		"on again a day before it ends":      {166 * day, purge - day, purge + 2*day},
		"on again three days before it ends": {166 * day, purge - 3*day, purge},
		"off for more than 36 hours":         {purge - 37*time.Hour, purge - time.Millisecond, purge - time.Millisecond + 3*day},
		"off for 36 hours":                   {purge - 36*time.Hour, purge, purge},
		"a restart":                          {purge - time.Hour, purge - time.Minute, purge},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			d.accept(t)
			d.told(t)
			d.at(t, 166*day)
			d.at(t, c.seen)
			d.isTold(t, "before the stop", both("files.announced 3 May 2027")...)
			d.starts(t, c.starts)
			if c.kept > purge {
				day := domain.PurgeDate(start.Add(c.kept), time.UTC)
				d.isTold(t, "after the stop", both("files.announced "+day)...)
			}
			if c.kept > c.starts {
				d.at(t, c.kept-time.Minute)
				d.starts(t, c.kept-time.Millisecond)
				d.isTold(t, "before the time is over")
				d.isLeft(t, "before the time is over", all...)
			}
			d.at(t, c.kept)
			d.isTold(t, "in the end", both("files.deleted")...)
			d.isLeft(t, "in the end")
		})
	}
}

func TestADryRunAfterAStopPrintsTheDeletionDates(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.accept(t)
	d.at(t, 166*day)
	d.told(t)
	clock.Set(d, start.Add(180*day))
	before := d.dump(t)
	dry, err := d.command(t, "--dry-run")
	if err != nil || strings.Count(dry, "announce\t2027-05-06T10:00:00.000Z\t") != 4 || strings.Count(dry, "\n") != 4 {
		t.Errorf("a dry run prints %q, %v", dry, err)
	}
	if d.dump(t) != before {
		t.Error("a dry run changes something")
	}
	if out, err := d.command(t); err != nil || out != dry {
		t.Errorf("a run prints %q, %v, want %q", out, err, dry)
	}
	if out, err := d.command(t); err != nil || out != "Nothing is due.\n" {
		t.Errorf("another run prints %q, %v", out, err)
	}
	d.isTold(t, "once", both("files.announced 6 May 2027")...)
	d.at(t, 180*day+time.Hour)
	d.isTold(t, "by the job")
}

func TestWorkThatIsOpenAgainIsNotPostponed(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.accept(t)
	d.at(t, 166*day)
	d.claim(t, "", nil)
	d.told(t)
	d.starts(t, 180*day)
	d.isTold(t, "while a claim is open")
	d.isLeft(t, "while a claim is open", all...)
}

func TestThePolicyMayKeepFilesForLessThanTheNotice(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	if _, err := d.NonconcurrentDB().NewQuery("UPDATE policies SET retentionDays = 3").Execute(); err != nil {
		t.Fatal(err)
	}
	d.accept(t)
	d.told(t)
	d.at(t, 0) // fewer days than the notice
	d.isTold(t, "at once", both("files.announced 18 Nov 2026")...)
	d.at(t, 14*day-time.Minute)
	d.isLeft(t, "before the notice ends", all...)
	d.at(t, 14*day)
	d.isLeft(t, "when the notice ends")
}

func TestCancelledWorkWaitsForItsRefund(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	clock.Set(d, start.Add(day))
	d.Call(t, "POST", d.path("/cancel"), d.admin.Token, map[string]string{"reason": "By mistake"}).Granted(t, 200, nil)
	d.told(t)
	refund := d.claim(t, "", nil)
	d.claim(t, refund, map[string]any{store.Kind: "refund", store.Status: "approved", store.AmountCents: 500, store.DecidedAt: start.Add(day)})
	d.at(t, 300*day)
	d.isTold(t, "while the refund is not paid")
	d.claim(t, refund, map[string]any{store.Status: "paid", store.PaidAt: start.Add(300 * day)})
	d.at(t, (300+166)*day-time.Minute)
	d.isTold(t, "before the time")
	d.at(t, (300+166)*day)
	d.isTold(t, "14 days before", both("files.announced "+domain.PurgeDate(start.Add(480*day), time.UTC))...)
	d.at(t, 480*day)
	d.isLeft(t, "in the end")
}

func TestCancelledWorkIsSettledAtOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	clock.Set(d, start.Add(day))
	d.Call(t, "POST", d.path("/cancel"), d.admin.Token, map[string]string{"reason": "By mistake"}).Granted(t, 200, nil)
	d.told(t)
	d.at(t, 167*day-time.Minute)
	d.isTold(t, "before the time")
	d.at(t, 167*day)
	d.isTold(t, "14 days before", both("files.announced 4 May 2027")...)
}

func TestAClaimStopsTheDeletion(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		settle map[string]any
		paid   map[string]any
	}{
		"declined":                   {settle: map[string]any{store.Status: "declined", store.DecidedAt: start.Add(200 * day)}},
		"withdrawn":                  {settle: map[string]any{store.Status: "withdrawn"}},
		"approved without an amount": {settle: map[string]any{store.Status: "approved", store.DecidedAt: start.Add(200 * day)}},
		"paid": {
			settle: map[string]any{store.Status: "approved", store.AmountCents: 100, store.DecidedAt: start.Add(190 * day)},
			paid:   map[string]any{store.Status: "paid", store.PaidAt: start.Add(200 * day)},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			d.accept(t)
			d.told(t)
			d.at(t, 166*day)
			d.isTold(t, "14 days before", both("files.announced 3 May 2027")...)
			clock.Set(d, start.Add(170*day))
			claim := d.claim(t, "", nil)
			d.at(t, 185*day)
			if c.paid != nil {
				clock.Set(d, start.Add(190*day))
				d.claim(t, claim, c.settle)
				d.at(t, 199*day)
				c.settle = c.paid
			}
			clock.Set(d, start.Add(200*day))
			d.isTold(t, "while the claim is open")
			d.isLeft(t, "while the claim is open", all...)
			d.claim(t, claim, c.settle)
			d.at(t, (200+166)*day-time.Minute)
			d.isTold(t, "after the claim, before the time")
			d.at(t, (200+166)*day)
			d.isTold(t, "14 days before", both("files.announced "+domain.PurgeDate(start.Add(380*day), time.UTC))...)
			d.at(t, 380*day)
			d.isTold(t, "in the end", both("files.deleted")...)
			d.isLeft(t, "in the end")
		})
	}
}

// A claim without a record event, such as one that was written by SQL, counts too.
func TestAClaimIsLookedForBeforeFilesAreDeleted(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.accept(t)
	d.at(t, 166*day)
	claim := d.claim(t, "", nil)
	if _, err := d.NonconcurrentDB().Update(store.Assignments, dbx.Params{"settledAt": "2026-11-04 10:00:00.000Z", "purgeAt": "2027-05-03 10:00:00.000Z"},
		dbx.HashExp{"id": d.id}).Execute(); err != nil {
		t.Fatal(err)
	}
	d.told(t)
	d.at(t, 180*day)
	d.isTold(t, "while the claim is open")
	d.isLeft(t, "while the claim is open", all...)
	d.claim(t, claim, map[string]any{store.Status: "declined", store.DecidedAt: start.Add(180 * day)})
	d.at(t, 180*day+time.Minute)
	d.isLeft(t, "after the claim", all...)
}

func TestReopenedWorkKeepsItsFiles(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.accept(t)
	d.told(t)
	d.at(t, 166*day)
	d.isTold(t, "14 days before", both("files.announced 3 May 2027")...)
	clock.Set(d, start.Add(170*day))
	d.reopen(t)
	d.told(t)
	d.at(t, 300*day)
	d.isTold(t, "while it is open")
	d.isLeft(t, "while it is open", all...)
	d.Call(t, "POST", d.path("/deliveries"), d.tutor.Token, testkit.Form{Files: []testkit.File{file("files", "essay.txt", "The end")}}).Granted(t, 201, nil)
	d.accept(t)
	d.told(t)
	d.at(t, (300+166)*day)
	d.isTold(t, "14 days before", both("files.announced "+domain.PurgeDate(start.Add(480*day), time.UTC))...)
	d.at(t, 480*day)
	d.isLeft(t, "in the end")

	// Once more: only what is new is deleted, and what is left of the rest stays.
	d.reopen(t)
	d.Call(t, "POST", d.path("/deliveries"), d.tutor.Token, testkit.Form{Files: []testkit.File{file("files", "essay.txt", "The sequel")}}).Granted(t, 201, nil)
	d.accept(t)
	d.at(t, 700*day)
	d.isLeft(t, "before the second deletion", "The sequel")
	d.at(t, 714*day)
	d.isLeft(t, "after the second deletion")
	d.isInHistory(t, 2)
	var after order
	d.Call(t, "GET", d.path(""), d.student.Token, nil).Granted(t, 200, &after)
	if at := after.Materials[0].PurgedAt; len(after.Materials) != 2 || at == nil || *at != domain.FormatTime(start.Add(480*day)) {
		t.Errorf("the brief has %+v", after.Materials)
	}
}

// reopen takes the desk's order back to work, as an admin can.
func (d desk) reopen(t *testing.T) {
	t.Helper()
	d.Call(t, "PATCH", d.path(""), d.admin.Token, map[string]string{"status": domain.StatusInProgress}).Granted(t, 200, nil)
}

func TestAFileThatIsAddedIsAnnouncedFirst(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.accept(t)
	d.at(t, 166*day)
	assignment, err := d.FindRecordById(store.Assignments, d.id)
	if err != nil {
		t.Fatal(err)
	}
	assignment.Set(store.File, testkit.UnsavedFile(t, "another.txt", []byte("Another")))
	d.MustSave(t, assignment)
	d.told(t)
	d.at(t, 180*day)
	d.isTold(t, "once there is another file", both("files.announced 17 May 2027")...)
	quote, err := d.FindRecordById(store.Quotes, assignment.GetString(store.Quote))
	if err != nil {
		t.Fatal(err)
	}
	quote.Set(store.Files+"+", testkit.UnsavedFile(t, "more.txt", []byte("More")))
	d.MustSave(t, quote)
	d.at(t, 194*day)
	d.isTold(t, "once the quote request has another file", both("files.announced 31 May 2027")...)
	d.isLeft(t, "before the end", "Another", "More", "The draft", "The essay", "The notes")
	d.at(t, 208*day)
	d.isLeft(t, "in the end")
}

func TestWorkWithoutFilesIsPassedOver(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.id = d.HandIn(t, d.student.Token, nil)
	d.Call(t, "POST", d.path("/cancel"), d.student.Token, map[string]string{"reason": "By mistake"}).Granted(t, 200, nil)
	d.told(t)
	d.at(t, 170*day)
	d.at(t, 190*day)
	d.isTold(t, "at no time")
	d.isInHistory(t, 0)
	found, err := store.FindKeeping(t.Context(), d, d.id)
	if err != nil || found.PurgedAt == "" {
		t.Errorf("it is still to be done: %+v, %v", found, err)
	}
}

func TestWhatWasDeliveredForADeletedAccountIsDeletedToo(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.accept(t)
	d.Call(t, "DELETE", "/api/users/delete-account", d.student.Token, testkit.CurrentPassword).Granted(t, 200, nil)
	d.told(t)
	d.at(t, 166*day)
	d.at(t, 180*day)
	d.isTold(t, "at no time")
	d.isLeft(t, "in the end")
}

func TestOnlyAnnouncementsCannotBeSwitchedOff(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for kind, status := range map[string]int{"files.announced": 400, "files.deleted": 200} {
		answer := d.Call(t, "PUT", "/api/users/notice-settings", d.student.Token,
			map[string]any{"kinds": []map[string]any{{"kind": kind, "app": false, "mail": false}}})
		if answer.Status != status {
			t.Errorf("%s: got %d %s", kind, answer.Status, answer.Body)
		}
	}
	d.accept(t)
	d.told(t)
	d.at(t, 166*day)
	d.isTold(t, "14 days before", both("files.announced 3 May 2027")...)
	d.at(t, 180*day)
	d.isTold(t, "in the end", slices.DeleteFunc(both("files.deleted"), func(told string) bool { return strings.Contains(told, "robin") })...)
}

func TestEachOrderFollowsItsOwnPolicy(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	other := d
	other.id = d.order(t, "Another brief", "Other notes", "Another essay")
	assignment, err := d.FindRecordById(store.Assignments, other.id)
	if err != nil {
		t.Fatal(err)
	}
	newer := d.CopyRows(t, store.Policies, assignment.GetString(store.Policy), 1, dbx.Params{"retentionDays": 30, store.Version: "newer"})
	if _, err := d.NonconcurrentDB().Update(store.Assignments, dbx.Params{store.Policy: newer[0]}, dbx.HashExp{"id": other.id}).Execute(); err != nil {
		t.Fatal(err)
	}
	d.accept(t)
	other.accept(t)
	d.told(t)
	d.at(t, 16*day)
	d.isTold(t, "14 days before the shorter time", both("files.announced 4 Dec 2026")...)
	d.at(t, 30*day)
	d.isTold(t, "after the shorter time", both("files.deleted")...)
	d.isLeft(t, "after the shorter time", all...)
	d.at(t, 166*day)
	d.isTold(t, "14 days before the longer time", both("files.announced 3 May 2027")...)
}

func TestRetentionStartsWhenTheLastClaimIsWithdrawn(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.accept(t)
	var claim struct {
		ID string `json:"_id"`
	}
	d.Call(t, "POST", d.path("/claims"), d.student.Token, map[string]string{"kind": "dispute", "reason": "Off topic"}).Granted(t, 201, &claim)
	d.at(t, 40*day)
	d.Call(t, "POST", "/api/claims/"+claim.ID+"/withdraw", d.student.Token, nil).Granted(t, 200, nil)
	d.at(t, 41*day)
	d.Call(t, "PATCH", d.path(""), d.admin.Token, map[string]string{"status": "graded"}).Granted(t, 200, nil) // as before
	d.told(t)
	d.at(t, 206*day-time.Minute)
	d.isTold(t, "a minute too early")
	d.at(t, 206*day)
	d.isTold(t, "14 days before", both("files.announced 12 Jun 2027")...)
}
