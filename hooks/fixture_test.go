package hooks_test

import (
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/files"
	"deskmate/hooks/orders"
	secrets "deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// fixture is an app with one record of each kind and every caller in the table.
type fixture struct {
	app        *testkit.App
	people     map[string]testkit.Person
	tokens     map[string]string
	links      map[string]string // to the assignment's file, made before the caller's session ended
	quoteLinks map[string]string // to the quote request's file, likewise
	materials  map[string]string // to the assignment's file as a part of the brief, likewise
	archives   map[string]string // to the archive of the brief, likewise
	delivered  delivered
	assignment string
	file       string // the stored name of the assignment's file
	quote      string
	offered    string // a quote request of the owner's with an open offer
	offer      string // the token of that offer
	notice     string // the owner's
	mail       string // has failed
	calendar   string // the path of the owner's
	text       string // the held reason of the owner's first revision, which is closed
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	return newFixtureOn(t, testkit.New(t))
}

func newFixtureOn(t *testing.T, app *testkit.App) *fixture {
	t.Helper()
	f := &fixture{
		app: app, people: map[string]testkit.Person{}, tokens: map[string]string{},
		links: map[string]string{}, quoteLinks: map[string]string{}, materials: map[string]string{}, archives: map[string]string{},
	}
	for caller, role := range map[string]string{
		"owner": domain.RoleStudent, "other student": domain.RoleStudent,
		"assigned tutor": domain.RoleTutor, "other tutor": domain.RoleTutor,
		"admin": domain.RoleAdmin, "another admin": domain.RoleAdmin, "inactive": domain.RoleAdmin, "deleted": domain.RoleAdmin, "before a password change": domain.RoleAdmin, "logged out": domain.RoleAdmin,
		"unconfirmed admin": domain.RoleAdmin,
	} {
		person := app.Person(t, role, caller)
		f.people[caller], f.tokens[caller] = person, person.Token
	}
	f.tokens["garbage token"] = "eyJhbGciOiJIUzI1NiJ9.garbage.garbage"
	f.tokens["superuser"] = app.Superuser(t)

	f.assignment = app.HandIn(t, f.tokens["owner"], nil, testkit.File{Field: "file", Name: "essay.pdf", Content: testkit.PDF("Tides")})
	assignment, err := app.FindRecordById(store.Assignments, f.assignment)
	if err != nil {
		t.Fatal(err)
	}
	f.file = assignment.GetString(store.File)
	assignment.Set(store.Tutor, f.people["assigned tutor"].Id)
	assignment.Set(store.Status, domain.StatusGraded)
	assignment.Set(store.PriceCents, 10_000)
	app.MustSave(t, assignment)
	if err := orders.IssueInvoice(t.Context(), app, f.assignment); err != nil {
		t.Fatal(err)
	}
	revision := app.Row(t, store.Revisions, map[string]any{
		store.Assignment: f.assignment, store.Number: 1, store.Reason: "Write to owner@home.example", store.DueAt: "2031-01-01", store.ClosedAt: "2030-01-01",
	})
	f.text = app.Row(t, store.Texts, map[string]any{
		store.NounField: "revisions", store.Thing: revision, store.Assignment: f.assignment,
		store.Text: "Write to owner@home.example", store.Writer: f.people["owner"].Id, store.Status: domain.TextHeld,
	})
	notice, err := app.FindFirstRecordByData(store.Notices, store.UserField, f.people["owner"].Id)
	if err != nil {
		t.Fatal(err)
	}
	f.notice = notice.Id
	mail, err := app.FindFirstRecordByData(store.Outbox, store.UserField, f.people["owner"].Id)
	if err != nil {
		t.Fatal(err)
	}
	mail.Set(store.Status, "failed")
	app.MustSave(t, mail)
	f.mail = mail.Id
	var calendar struct{ URL string }
	app.Call(t, "POST", "/api/users/calendar", f.tokens["owner"], nil).Granted(t, 201, &calendar)
	_, f.calendar, _ = strings.Cut(calendar.URL, "example.com")
	quote := app.AskForQuote(t, testkit.File{Field: "files", Name: "brief.pdf", Content: testkit.PDF("Brief")})
	f.quote = quote.Id
	f.offered, f.offer = app.Offer(t, f.tokens["admin"], map[string]string{"email": f.people["owner"].Email()})
	f.delivered = f.deliver(t)
	for caller, person := range f.people {
		f.delivered.links[caller] = files.Link(f.delivered.path, f.delivered.file, person.Record, clock.Now(app))
		f.archives[caller] = files.Link("/api/assignments/"+f.assignment+"/materials.zip", "materials.zip", person.Record, clock.Now(app))
		file := quote.GetStringSlice(store.Files)[0]
		f.quoteLinks[caller] = files.Link("/api/quotes/"+quote.Id+"/files/"+file, file, person.Record, clock.Now(app))
		f.materials[caller] = files.Link("/api/assignments/"+f.assignment+"/materials/"+f.file, f.file, person.Record, clock.Now(app))
		f.links[caller] = files.Link("/api/assignments/"+f.assignment+"/file", assignment.GetString(store.File), person.Record, clock.Now(app))
	}

	unconfirmed := f.people["unconfirmed admin"].Record
	unconfirmed.Set(store.MustConfirm, true)
	app.MustSave(t, unconfirmed)
	inactive, changed := f.people["inactive"].Record, f.people["before a password change"].Record
	inactive.Set(store.Status, domain.StatusInactive)
	app.MustSave(t, inactive)
	changed.SetPassword("another horse")
	app.MustSave(t, changed)
	app.Call(t, "POST", "/api/auth/logout", f.tokens["logged out"], nil).Granted(t, 200, nil)
	if err := app.Delete(f.people["deleted"].Record); err != nil {
		t.Fatal(err)
	}
	return f
}

// delivered is work of the owner's that the assigned tutor has delivered.
type delivered struct {
	assignment, file, receipt string
	path                      string            // of the file
	links                     map[string]string // to the file, made before the caller's session ended
}

func (f *fixture) deliver(t *testing.T) delivered {
	t.Helper()
	d := delivered{assignment: f.app.HandIn(t, f.tokens["owner"], nil), links: map[string]string{}}
	path := "/api/assignments/" + d.assignment
	f.app.Call(t, "PATCH", path, f.tokens["admin"], map[string]string{
		"tutor": f.people["assigned tutor"].Id, "status": domain.StatusInProgress,
	}).Granted(t, 200, nil)
	var made struct {
		Receipt string
		Files   []struct {
			ID string `json:"_id"`
		}
	}
	f.app.Call(t, "POST", path+"/deliveries", f.tokens["assigned tutor"], testkit.Form{
		Files: []testkit.File{{Field: "files", Name: "Tides.txt", Content: []byte("The tides")}},
	}).Granted(t, 201, &made)
	d.receipt, d.file = made.Receipt, made.Files[0].ID
	d.path = path + "/deliveries/1/files/" + d.file
	return d
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
	if link := f.archives[caller]; strings.HasSuffix(path, "/materials.zip") && link != "" {
		return link
	}
	if strings.Contains(path, "/deliveries") {
		if link := f.delivered.links[caller]; strings.HasSuffix(path, "/{file}") && link != "" {
			return link
		}
		return "/api" + strings.NewReplacer("{id}", f.delivered.assignment, "{version}", "1", "{file}", f.delivered.file).Replace(path)
	}
	if link := f.materials[caller]; strings.HasSuffix(path, "/materials/{file}") && link != "" {
		return link
	}
	if link := f.quoteLinks[caller]; strings.HasSuffix(path, "/{file}") && link != "" {
		return link
	}
	id := f.assignment
	switch {
	case strings.HasPrefix(path, "/users/sessions/"):
		id = store.SessionOf(f.people["owner"].Record)
	case strings.HasPrefix(path, "/users/"):
		id = f.people["other student"].Id
	case strings.HasSuffix(path, "/offer-link"):
		id = f.offered
	case strings.HasPrefix(path, "/quotes/"):
		id = f.quote
	case strings.HasPrefix(path, "/claims/"):
		id = f.claim(strings.HasSuffix(path, "/pay"))
	case strings.HasPrefix(path, "/payouts/"):
		id = f.payout()
	case strings.HasPrefix(path, "/notices/"):
		id = f.notice
	case strings.HasPrefix(path, "/mails/"):
		id = f.mail
	case strings.HasPrefix(path, "/texts/"):
		id = f.text
	case strings.HasPrefix(path, "/unsubscribe/"):
		token, err := secrets.JoinToken(f.app, "unsubscribe", "user~"+f.people["owner"].Id+"~assignment.graded")
		if err != nil {
			panic(err)
		}
		return "/api/unsubscribe/" + token
	}
	return "/api" + strings.NewReplacer("{id}", id, "{number}", "1", "{token}", f.offer, "{file}", f.file, "{code}", f.delivered.receipt).Replace(path)
}

// claim returns a claim of the owner's on the assignment: an open one, or one that is
// approved and to be paid. It makes one if there is none, because a claim holds everything
// else up.
func (f *fixture) claim(isApproved bool) string {
	if known, err := f.app.FindFirstRecordByData(store.Claims, store.Assignment, f.assignment); err == nil {
		return known.Id
	}
	collection, err := f.app.FindCollectionByNameOrId(store.Claims)
	if err != nil {
		panic(err)
	}
	claim := core.NewRecord(collection)
	claim.Load(map[string]any{
		store.Assignment: f.assignment, store.OpenedBy: f.people["owner"].Id, store.OpenedAs: domain.OpenedAsStudent,
		store.Kind: domain.ClaimRefund, store.Status: domain.ClaimStatusOpen, store.AmountCents: 100,
	})
	if isApproved {
		claim.Set(store.Status, domain.ClaimApproved)
	}
	if err := f.app.Save(claim); err != nil {
		panic(err)
	}
	return claim.Id
}

// payout returns a payout, which it makes if there is none.
func (f *fixture) payout() string {
	known, err := f.app.FindFirstRecordByData(store.Payouts, store.Number, "PAY-2026-0001")
	if err != nil {
		known, err = store.NewRecord(f.app, store.Payouts, map[string]any{
			store.Number: "PAY-2026-0001", store.Method: "Bank transfer", store.Reference: "PO 1", store.ReferenceKey: "po 1", store.TotalCents: 100,
		})
		if err != nil {
			panic(err)
		}
		if err := f.app.Save(known); err != nil {
			panic(err)
		}
	}
	return known.Id
}
