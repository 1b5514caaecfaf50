package lifecycle_test

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// asked is a site that was asked for a quote at start, with a file.
type asked struct {
	*testkit.App
	admin testkit.Person
	quote *core.Record
}

func newAsked(t *testing.T) asked {
	t.Helper()
	app := testkit.New(t)
	clock.Set(app, start)
	a := asked{App: app, admin: app.Person(t, domain.RoleAdmin, "Ada Quill")}
	a.quote = app.AskForQuote(t, testkit.File{Field: "files", Name: "brief.txt", Content: []byte("The brief")})
	a.after(t, 0)
	return a
}

// after runs the job some time after the request.
func (a asked) after(t *testing.T, passed time.Duration) {
	t.Helper()
	clock.Set(a.App, start.Add(passed))
	if passed > 0 {
		a.KeepRunning(t)
	}
	a.RunJob(t, "deleteFiles")
}

// announced returns when the board says that the files will be deleted, or "".
func (a asked) announced(t *testing.T) string {
	t.Helper()
	var things []struct{ ID, DueAt string }
	a.Call(t, "GET", "/api/desk/board?kind=request_files_expiring", a.admin.Token, nil).Granted(t, 200, &things)
	if len(things) == 0 {
		return ""
	}
	if len(things) > 1 || things[0].ID != a.quote.Id {
		t.Errorf("the board has %+v", things)
	}
	return things[0].DueAt
}

// kept counts the files that are stored.
func (a asked) kept(t *testing.T) (count int) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(a.DataDir(), core.LocalStorageDirName), func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".txt") {
			count++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return count
}

func (a asked) guestBytes(t *testing.T) int64 {
	t.Helper()
	bytes, err := store.ReadGuestBytes(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	return bytes
}

func TestFilesOfUnansweredRequestsAreAnnouncedAndDeleted(t *testing.T) {
	t.Parallel()
	a := newAsked(t)
	for _, c := range []struct {
		what      string
		passed    time.Duration
		announced bool
		kept      int
	}{
		{"a minute too early", 76*day - time.Minute, false, 1},
		{"14 days before", 76 * day, true, 1},
		{"a minute before they are deleted", 90*day - time.Minute, true, 1},
		{"when they are deleted", 90 * day, false, 0},
		{"a minute later", 90*day + time.Minute, false, 0},
	} {
		a.after(t, c.passed)
		want := ""
		if c.announced {
			want = domain.FormatTime(start.Add(90 * day))
		}
		if got := a.announced(t); got != want {
			t.Errorf("%s, the board says %q, want %q", c.what, got, want)
		}
		if got := a.kept(t); got != c.kept {
			t.Errorf("%s, %d files are stored", c.what, got)
		}
		if bytes := a.guestBytes(t); bytes != int64(c.kept*len("The brief")) {
			t.Errorf("%s, guests store %d bytes", c.what, bytes)
		}
	}
	row, err := store.FindQuoteRow(t.Context(), a, a.quote.Id)
	if err != nil {
		t.Fatal(err)
	}
	if file := row.Files[0]; file.Name != "brief.txt" || file.Size != 9 || file.PurgedAt != domain.FormatTime(start.Add(90*day)) {
		t.Errorf("of the file, %+v is left", file)
	}
}

func TestFilesOfRequestsStayWhileTheOfferStands(t *testing.T) {
	t.Parallel()
	a := newAsked(t)
	a.after(t, 76*day)
	a.Price(t, a.admin.Token, a.quote.Id, 120.5) // for a week
	if at := a.announced(t); at != "" {
		t.Errorf("after the offer, the board says %s", at)
	}
	a.after(t, 83*day)
	if at := a.announced(t); at != "" {
		t.Errorf("while the offer stands, the board says %s", at)
	}
	a.after(t, 83*day+time.Minute)
	if at := a.announced(t); at != domain.FormatTime(start.Add(97*day+time.Minute)) {
		t.Errorf("once the offer has run out, the board says %q", at)
	}
	a.after(t, 97*day+time.Minute)
	if left := a.kept(t); left != 0 {
		t.Errorf("%d files are stored at the end", left)
	}
}

func TestFilesOfRequestsAreKeptAfterALongStop(t *testing.T) {
	t.Parallel()
	a := newAsked(t)
	a.after(t, 76*day)
	clock.Set(a.App, start.Add(91*day)) // nothing ran meanwhile
	a.RunJob(t, "deleteFiles")
	if at := a.announced(t); a.kept(t) != 1 || at != domain.FormatTime(start.Add(94*day)) {
		t.Errorf("%d files are stored, and the board says %q", a.kept(t), at)
	}
	a.after(t, 94*day)
	if left := a.kept(t); left != 0 {
		t.Errorf("%d files are stored at the end", left)
	}
}
