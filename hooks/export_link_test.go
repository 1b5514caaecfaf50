package hooks_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"deskmate/hooks/domain"
	"deskmate/hooks/files"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// exports are the lists that admins can export, with a query for each.
var exports = map[string]string{
	"/api/assignments/export.csv": "status=graded&search=A+%26+B",
	"/api/users/export.csv":       "role=student",
	"/api/quotes/export.csv":      "status=new",
	"/api/activities/export.csv":  "kind=account.opened",
}

func linkOf(t *testing.T, app *testkit.App, path, query, token string) string {
	t.Helper()
	var link struct{ URL string }
	app.Call(t, "POST", path+"/link?"+query, token, nil).Granted(t, http.StatusOK, &link)
	return link.URL
}

func TestAnExportLinkOpensOnlyItsOwnView(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	app.HandIn(t, robin.Token, nil)
	app.AskForQuote(t)
	for path, query := range exports {
		link := linkOf(t, app, path, query, admin.Token)
		mine, theirs := "session="+store.SessionOf(admin.Record), "session="+store.SessionOf(robin.Record)
		byLink, byToken := app.Call(t, "GET", link, "", nil), app.Call(t, "GET", path+"?"+query, admin.Token, nil)
		if byLink.Status != http.StatusOK || string(byLink.Body) != string(byToken.Body) {
			t.Errorf("%s: got %d %s, want %s", link, byLink.Status, byLink.Body, byToken.Body)
		}
		if cache := byLink.Header.Get("Cache-Control"); cache != "private, no-store" {
			t.Errorf("Cache-Control is %q", cache)
		}
		for what, changed := range map[string]string{
			"another view":        link + "&sort=-createdAt",
			"part of the view":    strings.Replace(link, query[:strings.IndexByte(query, '=')], "page", 1),
			"no view":             path + link[strings.LastIndex(link, "?"):] + "&x=1",
			"the list itself":     strings.Replace(link, "/export.csv", "", 1),
			"a wrong signature":   strings.Replace(link, "sign=", "sign=x", 1),
			"another reader":      strings.Replace(link, mine, theirs, 1),
			"a later expiry":      strings.Replace(link, "until=", "until=9", 1),
			"the route for links": strings.Replace(link, "/export.csv?", "/export.csv/link?", 1),
		} {
			method := "GET"
			if strings.Contains(changed, "/link?") {
				method = "POST"
			}
			if answer := app.Call(t, method, changed, "", nil); answer.Status != http.StatusUnauthorized {
				t.Errorf("%s of %s: got %d", what, path, answer.Status)
			}
		}
		// A query that the list refuses gets no link.
		for _, bad := range []string{"status=lost&role=lost&kind=lost", "sort=passwordHash"} {
			if answer := app.Call(t, "POST", path+"/link?"+bad, admin.Token, nil); answer.Status != http.StatusBadRequest {
				t.Errorf("a link to %s with %s: got %d", path, bad, answer.Status)
			}
		}
	}
}

func TestAnExportLinkSendsALongListWhole(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	app.HandIn(t, app.Person(t, domain.RoleStudent, "Robin Vale").Token, nil)
	entry, err := app.FindFirstRecordByData(store.Activities, store.Kind, "assignment.submitted")
	if err != nil {
		t.Fatal(err)
	}
	app.CopyRows(t, store.Activities, entry.Id, 2500, nil)
	const path, query = "/api/activities/export.csv", "kind=assignment.submitted"
	byLink := app.Call(t, "GET", linkOf(t, app, path, query, admin.Token), "", nil)
	if byToken := app.Call(t, "GET", path+"?"+query, admin.Token, nil); string(byLink.Body) != string(byToken.Body) || strings.Count(string(byLink.Body), "\n") < 2500 {
		t.Errorf("the link sent %d bytes, want %d", len(byLink.Body), len(byToken.Body))
	}
}

func TestAnExportLinkExpiresAndEndsWithItsReadersSession(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	const path = "/api/users/export.csv"
	old := files.ExportLink(path, nil, app.Person(t, domain.RoleAdmin, "Old").Record, clock.Now(app).Add(-16*time.Minute))
	app.Call(t, "GET", old, "", nil).Refused(t, http.StatusUnauthorized, "Please log in to continue")
	for what, end := range map[string]struct {
		change func(testkit.Person)
		status int
	}{
		"another role":      {func(p testkit.Person) { p.Set(store.Role, domain.RoleTutor) }, http.StatusForbidden},
		"a deactivation":    {func(p testkit.Person) { p.Set(store.Status, domain.StatusInactive) }, http.StatusUnauthorized},
		"a password change": {func(p testkit.Person) { p.SetPassword("another horse") }, http.StatusUnauthorized},
		"a new biography":   {func(p testkit.Person) { p.Set(store.Bio, "New") }, http.StatusOK},
	} {
		admin := app.Person(t, domain.RoleAdmin, "Ada "+what)
		link := linkOf(t, app, path, "", admin.Token)
		end.change(admin)
		app.MustSave(t, admin.Record)
		if answer := app.Call(t, "GET", link, "", nil); answer.Status != end.status {
			t.Errorf("after %s: got %d, want %d", what, answer.Status, end.status)
		}
	}
	// Neither kind of link lets a student open an export.
	student := app.Person(t, domain.RoleStudent, "Robin Vale")
	for _, link := range []string{
		files.Link(path, "", student.Record, clock.Now(app)), files.ExportLink(path, nil, student.Record, clock.Now(app)),
	} {
		app.Call(t, "GET", link, "", nil).Refused(t, http.StatusForbidden, "You do not have permission to do this")
	}
}
