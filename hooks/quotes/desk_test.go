package quotes_test

import (
	"bytes"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestOnlyAdminsDownloadTheFilesOfARequest(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	other := app.Person(t, domain.RoleAdmin, "Ira Penn")
	sent := []testkit.File{part("Brief, first – 潮.pdf", testkit.PDF("Tides")), part("notes.docx", testkit.DOCX(t, "Notes"))}
	ask(t, app, testkit.Form{Texts: testkit.NewQuote(), Files: sent})
	got := list(t, app, admin, "")[0]
	if len(got.Files) != 2 {
		t.Fatalf("the request lists %d files, want 2", len(got.Files))
	}
	for i, file := range got.Files {
		if file.Name != sent[i].Name || file.Size != int64(len(sent[i].Content)) {
			t.Errorf("the request lists %+v, want %s of %d bytes", file, sent[i].Name, len(sent[i].Content))
		}
		answer := app.Send(httptest.NewRequest("GET", file.URL, nil))
		if answer.Status != 200 || !bytes.Equal(answer.Body, sent[i].Content) {
			t.Errorf("the download of %s: got %d with %d bytes", file.Name, answer.Status, len(answer.Body))
		}
		if kind := answer.Header.Get("X-Content-Type-Options"); kind != "nosniff" {
			t.Errorf("X-Content-Type-Options is %q", kind)
		}
		if !strings.HasPrefix(answer.Header.Get("Content-Disposition"), "attachment") {
			t.Errorf("Content-Disposition is %q, want an attachment", answer.Header.Get("Content-Disposition"))
		}
		bare, _, _ := strings.Cut(file.URL, "?")
		for name, address := range map[string]string{
			"no signature":          bare,
			"another signature":     strings.Replace(file.URL, "sign=", "sign=x", 1),
			"another file":          strings.Replace(file.URL, bare, strings.TrimSuffix(bare, bare[strings.LastIndex(bare, "/"):])+"/other.pdf", 1),
			"another request":       strings.Replace(file.URL, got.ID, "aaaaaaaaaaaaaaa", 1),
			"the native file route": "/api/files/quotes/" + got.ID + bare[strings.LastIndex(bare, "/"):],
		} {
			if answer := app.Call(t, "GET", address, admin.Token, nil); answer.Status != 404 {
				t.Errorf("a link with %s: got %d, want 404", name, answer.Status)
			}
		}
	}

	// Permission is checked again: a link ends with its reader's role.
	link := list(t, app, other, "")[0].Files[0].URL
	record, err := app.FindRecordById(store.Users, other.Id)
	if err != nil {
		t.Fatal(err)
	}
	record.Set(store.Role, domain.RoleStudent)
	app.MustSave(t, record)
	app.Send(httptest.NewRequest("GET", link, nil)).Refused(t, 404, "File not found")
}

func TestTheListCanBeFilteredSearchedSortedAndPaged(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	for _, c := range []struct{ subject, email, deadline string }{
		{"Tides", "a@example.com", "2031-03-01"}, {"Heat", "b@example.com", "2031-01-01"}, {"100% of tides", "c@example.com", "2031-02-01"},
	} {
		ask(t, app, texts(map[string]string{"subject": c.subject, "email": c.email, "deadline": c.deadline}))
	}
	all := list(t, app, admin, "")
	change(t, app, admin, all[0].ID, map[string]any{"status": "quoted", "amount": 80, "validUntil": "2031-12-01"})
	for query, want := range map[string][]string{
		"":                               {"100% of tides", "Heat", "Tides"},
		"?sort=createdAt":                {"Tides", "Heat", "100% of tides"},
		"?sort=deadline":                 {"Heat", "100% of tides", "Tides"},
		"?sort=-deadline":                {"Tides", "100% of tides", "Heat"},
		"?sort=-status":                  {"100% of tides", "Heat", "Tides"},
		"?status=quoted":                 {"100% of tides"},
		"?status=New&sort=createdAt":     {"Tides", "Heat"},
		"?search=tides":                  {"100% of tides", "Tides"},
		"?search=100%25":                 {"100% of tides"},
		"?search=b@example":              {"Heat"},
		"?search=" + all[1].Reference:    {"Heat"},
		"?search=nothing":                {},
		"?page=2&perPage=1":              {"Heat"},
		"?page=9&perPage=2":              {},
		"?search=tides&page=1&perPage=1": {"100% of tides"},
	} {
		var subjects []string
		for _, quote := range list(t, app, admin, query) {
			subjects = append(subjects, quote.Subject)
		}
		if !slices.Equal(subjects, want) {
			t.Errorf("%q lists %q, want %q", query, subjects, want)
		}
	}
	if got := app.Call(t, "GET", "/api/quotes?perPage=1", admin.Token, nil).Header.Get("X-Total-Count"); got != "3" {
		t.Errorf("X-Total-Count is %q, want 3", got)
	}
	app.Call(t, "GET", "/api/quotes?page=0", admin.Token, nil).Refused(t, 400, "Invalid paging parameter")
	app.Call(t, "GET", "/api/quotes?sort=note", admin.Token, nil).Refused(t, 400, "Unknown sort field")
	app.Call(t, "GET", "/api/quotes?status=lost", admin.Token, nil).Refused(t, 400, "Invalid status filter")
}

// change updates a request as an admin and returns the answer.
func change(t *testing.T, app *testkit.App, admin testkit.Person, id string, body any) (got quote) {
	t.Helper()
	app.Call(t, "PATCH", "/api/quotes/"+id, admin.Token, body).Granted(t, 200, &got)
	return got
}

func TestAdminsSetStatusAmountNoteAndValidUntil(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	ask(t, app, testkit.NewQuote())
	before := list(t, app, admin, "")[0]

	got := change(t, app, admin, before.ID, map[string]any{
		"status": "Quoted", "amount": 120.51, "note": "  Two days.  ", "validUntil": "2031-11-30T23:59:59.999+11:00",
		"subject": "Mine", "reference": "Q-MINE", "pages": 1, "files": []string{},
	})
	want := before
	want.Status, want.Amount, want.Note, want.ValidUntil = "quoted", 120.51, "Two days.", "2031-11-30T12:59:59.999Z"
	if got.Status != want.Status || got.Amount != want.Amount || got.Note != want.Note || got.ValidUntil != want.ValidUntil {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got.Subject != before.Subject || got.Reference != before.Reference || got.Pages != before.Pages {
		t.Errorf("the body set fields that it must not: %+v", got)
	}
	app.Call(t, "PATCH", "/api/quotes/"+before.ID, admin.Token, map[string]any{"validUntil": ""}).Refused(t, 400, "Valid until is required")
	if again := change(t, app, admin, before.ID, map[string]any{}); again.Note != "Two days." || again.Amount != 120.51 || again.Status != "quoted" {
		t.Errorf("an empty change gives %+v", again)
	}
	for sentence, body := range map[string]any{
		"Invalid status value":                         map[string]any{"status": "lost"},
		"Amount must be more than zero":                map[string]any{"amount": -1},
		"Amount must be at most 1,000,000":             map[string]any{"amount": 1_000_001},
		"Note is too long (at most 10,000 characters)": map[string]any{"note": strings.Repeat("n", 10_001)},
		"Valid until is invalid":                       map[string]any{"validUntil": "soon"},
	} {
		app.Call(t, "PATCH", "/api/quotes/"+before.ID, admin.Token, body).Refused(t, 400, sentence)
	}
	app.Call(t, "PATCH", "/api/quotes/unknown", admin.Token, map[string]any{"status": "new"}).Refused(t, 404, "Quote not found")
}

func TestTheExportIsFilteredAndItsCellsAreHarmless(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	ask(t, app, texts(map[string]string{"subject": `=HYPERLINK("http://x")`}))
	ask(t, app, testkit.NewQuote())
	change(t, app, admin, list(t, app, admin, "")[1].ID, map[string]any{"amount": 99.5, "status": "quoted", "validUntil": "2031-12-01"})
	answer := app.Call(t, "GET", "/api/quotes/export.csv?status=quoted", admin.Token, nil)
	if answer.Status != 200 || !strings.HasPrefix(answer.Header.Get("Content-Type"), "text/csv") {
		t.Fatalf("the export: got %d as %s", answer.Status, answer.Header.Get("Content-Type"))
	}
	rows := answer.Rows(t)
	if len(rows) != 2 {
		t.Fatalf("the export has %d rows with its heading, want 2", len(rows))
	}
	cell := func(name string) string { return rows[1][slices.Index(rows[0], name)] }
	if cell("amount") != "99.50" || cell("status") != "quoted" || cell("currency") != "AUD" {
		t.Errorf("the exported row is %q", rows[1])
	}
	if subject := cell("subject"); strings.HasPrefix(subject, "=") {
		t.Errorf("a spreadsheet would run %q", subject)
	}
}

func TestTheExportSaysWhichOffersHaveExpired(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	app.Offer(t, admin.Token, nil)
	alterRows(t, app, "UPDATE quotes SET validUntil = '2020-01-01 00:00:00.000Z'")
	rows := app.Call(t, "GET", "/api/quotes/export.csv?status=expired", admin.Token, nil).Rows(t)
	if len(rows) != 2 {
		t.Fatalf("the export has %d rows with its heading, want 2", len(rows))
	}
	if got := rows[1][slices.Index(rows[0], "status")]; got != domain.QuoteExpired {
		t.Errorf("an expired request is exported as %q", got)
	}
}

func TestASingleRequestLooksTheSameAsInTheList(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	ask(t, app, testkit.Form{Texts: testkit.NewQuote(), Files: []testkit.File{part("brief.pdf", testkit.PDF("Tides"))}})
	listed := list(t, app, admin, "")[0]
	var one quote
	app.Call(t, "GET", "/api/quotes/"+listed.ID, admin.Token, nil).Granted(t, 200, &one)
	if len(one.Files) != 1 || app.Send(httptest.NewRequest("GET", one.Files[0].URL, nil)).Status != 200 {
		t.Errorf("the file does not open: %+v", one.Files)
	}
	one.Files, listed.Files = nil, nil // each answer has freshly signed links
	if !reflect.DeepEqual(one, listed) {
		t.Errorf("one request reads %+v, but %+v in the list", one, listed)
	}
	app.Call(t, "GET", "/api/quotes/nosuch000000000", admin.Token, nil).Refused(t, 404, "Quote not found")
	app.Call(t, "GET", "/api/quotes/nosuch000000000", robin.Token, nil).Refused(t, 403, "You do not have permission to do this")
}

func TestARequestNamesItsService(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	for _, c := range []struct{ slug, name string }{{"essay-writing", "Essay writing"}, {"no-such-service", ""}, {"", ""}} {
		ask(t, app, texts(map[string]string{"service": c.slug}))
		if got := list(t, app, admin, "")[0]; got.Service != c.slug || got.ServiceName != c.name {
			t.Errorf("a request for %q has the service %q, named %q, want %q", c.slug, got.Service, got.ServiceName, c.name)
		}
	}
}
