package hooks_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"deskmate/hooks/files"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
	"deskmate/records"
	"deskmate/rules"
)

// exports are the lists that an admin takes away, with a view of each.
var exports = map[string]string{
	"/api/assignments/export.csv": "status=graded&search=A+%26+B",
	"/api/users/export.csv":       "role=student",
	"/api/quotes/export.csv":      "status=new",
	"/api/activities/export.csv":  "kind=account.opened",
}

func linkTo(t *testing.T, app *testkit.App, path, query, token string) string {
	t.Helper()
	var link struct{ URL string }
	app.Call(t, "POST", path+"/link?"+query, token, nil).Granted(t, http.StatusOK, &link)
	return link.URL
}

func TestAnExportOpensByItsLinkAlone(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, rules.RoleAdmin, "Ada Quill"), app.Person(t, rules.RoleStudent, "Robin Vale")
	app.HandIn(t, robin.Token, nil)
	app.AskForQuote(t)
	for path, query := range exports {
		link := linkTo(t, app, path, query, admin.Token)
		byLink, byBearer := app.Call(t, "GET", link, "", nil), app.Call(t, "GET", path+"?"+query, admin.Token, nil)
		if byLink.Status != http.StatusOK || string(byLink.Body) != string(byBearer.Body) {
			t.Errorf("%s is answered %d %s, want %s", link, byLink.Status, byLink.Body, byBearer.Body)
		}
		if cache := byLink.Header.Get("Cache-Control"); cache != "private, no-store" {
			t.Errorf("it may be kept: %s", cache)
		}
		// A link opens nothing but the view that it was made for.
		for what, changed := range map[string]string{
			"another view":         link + "&sort=-createdAt",
			"less of the view":     strings.Replace(link, query[:strings.IndexByte(query, '=')], "page", 1),
			"no view at all":       path + link[strings.LastIndex(link, "?"):] + "&x=1",
			"the list itself":      strings.Replace(link, "/export.csv", "", 1),
			"another signature":    strings.Replace(link, "sign=", "sign=x", 1),
			"another reader":       strings.Replace(link, "reader="+admin.Id, "reader="+robin.Id, 1),
			"a later end":          strings.Replace(link, "until=", "until=9", 1),
			"a link of the export": strings.Replace(link, "/export.csv?", "/export.csv/link?", 1),
		} {
			method := "GET"
			if strings.Contains(changed, "/link?") {
				method = "POST"
			}
			if answer := app.Call(t, method, changed, "", nil); answer.Status != http.StatusUnauthorized {
				t.Errorf("%s, %s, is answered %d", path, what, answer.Status)
			}
		}
		// What the list refuses is refused before there is a link.
		for _, bad := range []string{"status=lost&role=lost&kind=lost", "sort=passwordHash"} {
			if answer := app.Call(t, "POST", path+"/link?"+bad, admin.Token, nil); answer.Status != http.StatusBadRequest {
				t.Errorf("%s with %s is answered %d", path, bad, answer.Status)
			}
		}
	}
}

func TestTheLinkToAnExportEndsWithItsTimeAndItsReader(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	const path = "/api/users/export.csv"
	old := files.ExportLink(path, nil, app.Person(t, rules.RoleAdmin, "Old").Record, clock.Now(app).Add(-16*time.Minute))
	app.Call(t, "GET", old, "", nil).Refused(t, http.StatusUnauthorized, "Please sign in to continue")
	for what, end := range map[string]struct {
		change func(testkit.Person)
		status int
	}{
		"another role":        {func(p testkit.Person) { p.Set(records.Role, rules.RoleTutor) }, http.StatusForbidden},
		"a deactivation":      {func(p testkit.Person) { p.Set(records.Status, rules.StatusInactive) }, http.StatusUnauthorized},
		"a password change":   {func(p testkit.Person) { p.SetPassword("another horse") }, http.StatusUnauthorized},
		"nothing of the kind": {func(p testkit.Person) { p.Set(records.Bio, "New") }, http.StatusOK},
	} {
		admin := app.Person(t, rules.RoleAdmin, "Ada "+what)
		link := linkTo(t, app, path, "", admin.Token)
		end.change(admin)
		app.MustSave(t, admin.Record)
		if answer := app.Call(t, "GET", link, "", nil); answer.Status != end.status {
			t.Errorf("after %s it is answered %d, want %d", what, answer.Status, end.status)
		}
	}
	// A link made for a file's path opens no export, whoever made it.
	student := app.Person(t, rules.RoleStudent, "Robin Vale")
	for _, link := range []string{
		files.Link(path, "", student.Record, clock.Now(app)), files.ExportLink(path, nil, student.Record, clock.Now(app)),
	} {
		app.Call(t, "GET", link, "", nil).Refused(t, http.StatusForbidden, "You do not have permission to do this")
	}
}
