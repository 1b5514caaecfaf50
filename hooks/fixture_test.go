package hooks_test

import (
	"strings"
	"testing"

	"deskmate/hooks/files"
	"deskmate/hooks/orders"
	secrets "deskmate/hooks/tokens"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
	"deskmate/records"
	"deskmate/rules"
)

// fixture is an app with one record of each kind and every caller in the table.
type fixture struct {
	app        *testkit.App
	people     map[string]testkit.Person
	tokens     map[string]string
	links      map[string]string // to the assignment's file, made before the caller's session ended
	quoteLinks map[string]string // to the quote request's file, likewise
	materials  map[string]string // to the assignment's file as a part of the brief, likewise
	assignment string
	file       string // the stored name of the assignment's file
	quote      string
	offered    string // a quote request of the owner's with an open offer
	offer      string // the token of that offer
	notice     string // the owner's
	mail       string // has failed
	calendar   string // the path of the owner's
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	app := testkit.New(t)
	f := &fixture{
		app: app, people: map[string]testkit.Person{}, tokens: map[string]string{},
		links: map[string]string{}, quoteLinks: map[string]string{}, materials: map[string]string{},
	}
	for caller, role := range map[string]string{
		"owner": rules.RoleStudent, "other student": rules.RoleStudent,
		"assigned tutor": rules.RoleTutor, "other tutor": rules.RoleTutor,
		"admin": rules.RoleAdmin, "another admin": rules.RoleAdmin, "inactive": rules.RoleAdmin, "deleted": rules.RoleAdmin, "before a password change": rules.RoleAdmin,
	} {
		person := app.Person(t, role, caller)
		f.people[caller], f.tokens[caller] = person, person.Token
	}
	f.tokens["garbage token"] = "eyJhbGciOiJIUzI1NiJ9.garbage.garbage"
	f.tokens["superuser"] = app.Superuser(t)

	f.assignment = app.HandIn(t, f.tokens["owner"], nil, testkit.File{Field: "file", Name: "essay.pdf", Content: testkit.PDF("Tides")})
	assignment, err := app.FindRecordById(records.Assignments, f.assignment)
	if err != nil {
		t.Fatal(err)
	}
	f.file = assignment.GetString(records.File)
	assignment.Set(records.Tutor, f.people["assigned tutor"].Id)
	assignment.Set(records.Status, rules.StatusGraded)
	assignment.Set(records.PriceCents, 10_000)
	app.MustSave(t, assignment)
	if err := orders.IssueInvoice(t.Context(), app, f.assignment); err != nil {
		t.Fatal(err)
	}
	notice, err := app.FindFirstRecordByData(records.Notices, records.UserField, f.people["owner"].Id)
	if err != nil {
		t.Fatal(err)
	}
	f.notice = notice.Id
	mail, err := app.FindFirstRecordByData(records.Outbox, records.UserField, f.people["owner"].Id)
	if err != nil {
		t.Fatal(err)
	}
	mail.Set(records.Status, "failed")
	app.MustSave(t, mail)
	f.mail = mail.Id
	var calendar struct{ URL string }
	app.Call(t, "POST", "/api/users/calendar", f.tokens["owner"], nil).Granted(t, 201, &calendar)
	_, f.calendar, _ = strings.Cut(calendar.URL, "8090")
	quote := app.AskForQuote(t, testkit.File{Field: "files", Name: "brief.pdf", Content: testkit.PDF("Brief")})
	f.quote = quote.Id
	f.offered, f.offer = app.Offer(t, f.tokens["admin"], map[string]string{"email": f.people["owner"].Email()})
	for caller, person := range f.people {
		file := quote.GetStringSlice(records.Files)[0]
		f.quoteLinks[caller] = files.Link("/api/quotes/"+quote.Id+"/files/"+file, file, person.Record, clock.Now(app))
		f.materials[caller] = files.Link("/api/assignments/"+f.assignment+"/materials/"+f.file, f.file, person.Record, clock.Now(app))
		f.links[caller] = files.Link("/api/assignments/"+f.assignment+"/file", assignment.GetString(records.File), person.Record, clock.Now(app))
	}

	inactive, changed := f.people["inactive"].Record, f.people["before a password change"].Record
	inactive.Set(records.Status, rules.StatusInactive)
	app.MustSave(t, inactive)
	changed.SetPassword("another horse")
	app.MustSave(t, changed)
	if err := app.Delete(f.people["deleted"].Record); err != nil {
		t.Fatal(err)
	}
	return f
}

// address fills in the path of a route: with the caller's own link where it serves a
// file, and with the id of a record otherwise.
func (f *fixture) address(path, caller string) string {
	if strings.HasPrefix(path, "/calendar/") {
		return f.calendar
	}
	if link := f.links[caller]; strings.HasSuffix(path, "/{id}/file") && link != "" {
		return link
	}
	if link := f.materials[caller]; strings.HasSuffix(path, "/materials/{file}") && link != "" {
		return link
	}
	if link := f.quoteLinks[caller]; strings.HasSuffix(path, "/{file}") && link != "" {
		return link
	}
	id := f.assignment
	switch {
	case strings.HasPrefix(path, "/users/"):
		id = f.people["other student"].Id
	case strings.HasSuffix(path, "/offer-link"):
		id = f.offered
	case strings.HasPrefix(path, "/quotes/"):
		id = f.quote
	case strings.HasPrefix(path, "/notices/"):
		id = f.notice
	case strings.HasPrefix(path, "/mails/"):
		id = f.mail
	case strings.HasPrefix(path, "/unsubscribe/"):
		token, err := secrets.Join(f.app, "unsubscribe", "user~"+f.people["owner"].Id+"~assignment.graded")
		if err != nil {
			panic(err)
		}
		return "/api/unsubscribe/" + token
	}
	return "/api" + strings.NewReplacer("{id}", id, "{token}", f.offer, "{file}", f.file).Replace(path)
}
