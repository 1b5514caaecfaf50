package quotes_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nyaruka/phonenumbers"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestRefusalsListProblemsInTheOrderOfTheForm(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	empty := app.Call(t, "POST", "/api/quotes", "", map[string]string{}).Refused(t, 400, "Email is required")
	want := []string{
		"Email is required", "Phone is required", "Subject is required", "Description is required",
		"Deadline is required", "Deadline time is required", "Terms must be accepted",
	}
	if !slices.Equal(empty.Errors, want) {
		t.Errorf("an empty body: got %q, want %q", empty.Errors, want)
	}
	if empty.Data["deadlineTime"].Code != "required" || empty.Data["deadlineTime"].Message != "Deadline time is required" {
		t.Errorf("the problems by field are %v", empty.Data)
	}
	wrong := app.Call(t, "POST", "/api/quotes", "", texts(map[string]string{
		"email": "nonsense", "phone": "call me", "deadline": "soon", "timeZone": "Mars/Olympus", "pages": "10001",
	})).Refused(t, 400, "Email is invalid")
	want = []string{
		"Email is invalid", "Phone is invalid", "Deadline is invalid", "Time zone is invalid", "Pages must be at most 10,000",
	}
	if !slices.Equal(wrong.Errors, want) {
		t.Errorf("an invalid body: got %q, want %q", wrong.Errors, want)
	}
	if count, err := app.CountRecords(store.Quotes); err != nil || count != 0 {
		t.Errorf("refused requests stored %d rows, %v", count, err)
	}
}

func TestPhoneNumbersMustBePossibleInTheirCountry(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	for _, c := range []struct{ phone, country, stored string }{
		{"0491 570 006", "AU", "+61491570006"},
		{" (02) 5550-4321 ", "", "+61255504321"},
		{"021 123 4567", "nz", "+64211234567"},
		{"+44 20 7946 0958", "AU", "+442079460958"},
		{"12", "AU", ""},
		{"0491 570 006 0491 570 006", "AU", ""},
		{"ring twice", "AU", ""},
	} {
		body := texts(map[string]string{"phone": c.phone, "countryCode": c.country})
		answer := app.Call(t, "POST", "/api/quotes", "", body)
		if c.stored == "" {
			answer.Refused(t, 400, "Phone is invalid")
			continue
		}
		answer.Granted(t, 201, nil)
		if got := list(t, app, admin, "?perPage=1")[0].Phone; got != c.stored {
			t.Errorf("%q in %q is stored as %q, want %q", c.phone, c.country, got, c.stored)
		}
	}
}

func TestCountriesWithoutPhoneNumbersAreRefused(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	for _, country := range []string{"AUS", "ZZ", "AQ", "pn"} {
		body := texts(map[string]string{"email": "nonsense", "countryCode": country, "subject": ""})
		failure := app.Call(t, "POST", "/api/quotes", "", body).Refused(t, 400, "Email is invalid")
		want := []string{"Email is invalid", "Country code is invalid", "Subject is required"}
		if !slices.Equal(failure.Errors, want) || failure.Data["countryCode"].Message != "Country code is invalid" {
			t.Errorf("%s: got %q", country, failure.Errors)
		}
	}
	noPhone := app.Call(t, "POST", "/api/quotes", "", texts(map[string]string{"phone": " ", "countryCode": "ZZ"}))
	if errors := noPhone.Refused(t, 400, "Country code is invalid").Errors; !slices.Equal(errors, []string{"Country code is invalid", "Phone is required"}) {
		t.Errorf("no phone in an unknown country: got %q", errors)
	}
}

func TestProblemsAreListedInTheOrderOfTheForm(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	wrong := map[string]string{"email": "nonsense", "phone": "12", "subject": "", "terms": "false"}
	form := testkit.Form{Texts: texts(wrong), Files: []testkit.File{part("run.exe", testkit.EXE())}}
	want := []string{
		"Email is invalid", "Phone is invalid", "Subject is required",
		"Only .pdf, .doc, .docx and .txt files are accepted", "Terms must be accepted",
	}
	failure := app.Call(t, "POST", "/api/quotes", "", form).Refused(t, 400, "Email is invalid")
	if !slices.Equal(failure.Errors, want) {
		t.Errorf("got %q, want %q", failure.Errors, want)
	}
}

// The form offers exactly the countries that the server accepts.
func TestTheFormListsAllCountriesWithPhoneNumbers(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("../../frontend/src/features/quotes/countries.json")
	if err != nil {
		t.Fatal(err)
	}
	var countries []struct{ Code string }
	if err := json.Unmarshal(content, &countries); err != nil {
		t.Fatal(err)
	}
	known := phonenumbers.GetSupportedRegions()
	for _, country := range countries {
		if !known[country.Code] {
			t.Errorf("the server accepts no number of %s", country.Code)
		}
	}
	if len(countries) != len(known) {
		t.Errorf("the form lists %d countries, the server accepts %d", len(countries), len(known))
	}
}

func TestSubjectAndServiceAreStoredOnOneLine(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	ask(t, app, texts(map[string]string{"subject": "\x00Tides\r\nBcc: all\u2028moons\x7f", "service": "essay\x00writing", "description": "One.\n\n\tTwo."}))
	got := list(t, app, admin, "")[0]
	if got.Subject != "Tides  Bcc: all moons" || got.Service != "essay writing" || got.Description != "One.\n\n\tTwo." {
		t.Errorf("the stored subject is %q, the service %q, the description %q", got.Subject, got.Service, got.Description)
	}
}

func TestRequestsAreAcceptedAsJSONAndAsForms(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	sent := texts(map[string]string{
		"email": " Visitor@Example.com ", "subject": "  Tides & <b>moons</b> 潮  ", "pages": "many",
		"status": "accepted", "amount": "5", "note": "mine", "currency": "XXX", "reference": "Q-MINE", "student": admin.Id,
	})
	anything := map[string]any{"pages": 3, "terms": true}
	for name, text := range testkit.NewQuote() {
		if anything[name] == nil {
			anything[name] = text
		}
	}
	for _, c := range []struct {
		name  string
		body  any
		pages int
	}{
		{"texts as JSON", sent, 1},
		{"numbers and booleans as JSON", anything, 3},
		{"a form", testkit.Form{Texts: sent, Files: []testkit.File{part("brief.pdf", testkit.PDF("Tides"))}}, 1},
		{"a form with an empty part for files", testkit.Form{Texts: sent, Files: []testkit.File{part("", nil)}}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			var answer struct {
				ID                 string `json:"_id"`
				Reference, Message string
			}
			app.Call(t, "POST", "/api/quotes", "", c.body).Granted(t, 201, &answer)
			if !regexp.MustCompile(`^Q-[2-9A-HJKMNP-Z]{6}$`).MatchString(answer.Reference) {
				t.Errorf("the reference is %q", answer.Reference)
			}
			if answer.Message != "Your request has been submitted successfully." {
				t.Errorf("the message is %q", answer.Message)
			}
			got := list(t, app, admin, "?perPage=1")[0]
			if got.ID != answer.ID || got.Reference != answer.Reference || got.Pages != c.pages {
				t.Errorf("admins read %+v", got)
			}
			if got.Email != "visitor@example.com" || got.Service != "essay-writing" || got.CountryCode != "AU" {
				t.Errorf("admins read %+v", got)
			}
			if got.Status != "new" || got.Amount != 0 || got.Note != "" || got.Currency != "AUD" || got.ValidUntil != "" {
				t.Errorf("the body set fields that it must not: %+v", got)
			}
			record, err := app.FindRecordById(store.Quotes, got.ID)
			if err != nil || record.GetString(store.TermsVersion) != "2024-07-01" {
				t.Errorf("the version of the terms is %v, %v", record, err)
			}
		})
	}
}

func TestARequestBelongsToWhoeverAskedWhileSignedIn(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	for token, owner := range map[string]string{robin.Token: robin.Id, "garbage": "", "": ""} {
		var received struct {
			ID string `json:"_id"`
		}
		app.Call(t, "POST", "/api/quotes", token, testkit.NewQuote()).Granted(t, 201, &received)
		quote, err := app.FindRecordById(store.Quotes, received.ID)
		if err != nil {
			t.Fatal(err)
		}
		if got := quote.GetString(store.Student); got != owner {
			t.Errorf("with the token %.12q the request belongs to %q, want %q", token, got, owner)
		}
	}
}

func TestFilesOfRequestsAreChecked(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	small := testkit.PDF("Tides")
	large := func(size int) []byte {
		return append(slices.Clone(small), bytes.Repeat([]byte{'\n'}, size-len(small))...)
	}
	many := func(count int) (files []testkit.File) {
		for i := range count {
			files = append(files, part(fmt.Sprintf("brief %d.pdf", i), small))
		}
		return files
	}
	const mega = 1 << 20
	for _, c := range []struct {
		name     string
		files    []testkit.File
		status   int
		sentence string
	}{
		{"another type by name", []testkit.File{part("brief.pdf", small), part("run.exe", testkit.EXE())}, 415, "Only .pdf, .doc, .docx and .txt files are accepted"},
		{"another type by content", []testkit.File{part("brief.pdf", small), part("run.pdf", testkit.EXE())}, 415, "Only .pdf, .doc, .docx and .txt files are accepted"},
		{"an empty file", []testkit.File{part("brief.pdf", nil)}, 400, "The file is empty"},
		{"a file of more than 25 MB", []testkit.File{part("brief.pdf", large(25*mega+1))}, 413, "Files may be at most 25 MB"},
		{"eleven files", many(11), 400, "At most 10 files can be attached"},
		{"more than 60 MB together", []testkit.File{part("a.pdf", large(25*mega)), part("b.pdf", large(25*mega)), part("c.pdf", large(10*mega+1))}, 413, "Files may be at most 60 MB together"},
	} {
		t.Run(c.name, func(t *testing.T) {
			failure := app.Call(t, "POST", "/api/quotes", "", testkit.Form{Texts: testkit.NewQuote(), Files: c.files}).Refused(t, c.status, c.sentence)
			if failure.Data["files"].Message != c.sentence {
				t.Errorf("the problems by field are %v", failure.Data)
			}
		})
	}
	if count, err := app.CountRecords(store.Quotes); err != nil || count != 0 {
		t.Errorf("refused requests stored %d rows, %v", count, err)
	}
	ask(t, app, testkit.Form{Texts: testkit.NewQuote(), Files: many(10)})
	ask(t, app, testkit.Form{Texts: testkit.NewQuote(), Files: []testkit.File{
		part("a.pdf", large(25*mega)), part("b.pdf", large(25*mega)), part("c.pdf", large(10*mega)),
	}})
}

func TestDeadlinesAreInTheVisitorsTimeZone(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	for _, c := range []struct{ zone, date, clock, utc, shown string }{
		{"Australia/Sydney", "2031-12-01", "21:00", "2031-12-01 10:00", "21:00"}, // summer
		{"Australia/Sydney", "2031-07-01", "21:00", "2031-07-01 11:00", "21:00"}, // winter
		{"Australia/Sydney", "2027-10-03", "02:30", "2027-10-02 16:30", "03:30"}, // skipped by daylight saving time
		{"Europe/Berlin", "2027-03-28", "02:30", "2027-03-28 01:30", "03:30"},    // skipped by daylight saving time
		{"America/New_York", "2027-11-07", "00:30", "2027-11-07 04:30", "00:30"}, // before an hour that is repeated
		{"Asia/Kathmandu", "2031-01-01", "00:00", "2030-12-31 18:15", "00:00"},   // not whole hours
		{"", "2031-01-01", "8:05", "2031-01-01 08:05", "08:05"},
		{" Local ", "2031-01-01", "08:05", "2031-01-01 08:05", "08:05"},    // not a time zone's name
		{"Etc/GMT-10", "2031-01-01", "08:05", "2030-12-31 22:05", "08:05"}, // ten hours ahead of UTC
	} {
		ask(t, app, texts(map[string]string{"timeZone": c.zone, "deadline": c.date, "deadlineTime": c.clock}))
		got := list(t, app, admin, "?perPage=1")[0]
		record, err := app.FindRecordById(store.Quotes, got.ID)
		if err != nil {
			t.Fatal(err)
		}
		if utc := record.GetDateTime(store.Deadline).Time().Format("2006-01-02 15:04"); utc != c.utc {
			t.Errorf("%s %s in %q is %s UTC, want %s", c.date, c.clock, c.zone, utc, c.utc)
		}
		if want := strings.Replace(c.utc, " ", "T", 1) + ":00.000Z"; got.DueAt != want {
			t.Errorf("%s %s in %q is due at %s, want %s", c.date, c.clock, c.zone, got.DueAt, want)
		}
		zone := strings.TrimSpace(c.zone)
		if zone == "" || zone == "Local" {
			zone = "UTC"
		}
		if got.Deadline != c.date || got.DeadlineTime != c.shown || got.TimeZone != zone {
			t.Errorf("%s %s in %q reads %s %s in %s", c.date, c.clock, c.zone, got.Deadline, got.DeadlineTime, got.TimeZone)
		}
	}
}

func TestReferencesAreUnique(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	seen := map[string]bool{}
	for range 20 {
		seen[ask(t, app, testkit.NewQuote())] = true
	}
	if len(seen) != 20 || strings.ContainsAny(fmt.Sprint(seen), "01ILO") {
		t.Errorf("20 requests have the references %v", seen)
	}
}
