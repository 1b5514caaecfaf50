package hooks_test

import (
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks"
	"deskmate/hooks/files"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
	"deskmate/records"
	"deskmate/rules"
)

// callers are the columns of the access table. nobody stands for all who have
// no session: what one of them is answered, each of them is.
var (
	callers = []string{"nobody", "owner", "other student", "assigned tutor", "other tutor", "admin"}
	nobody  = []string{"anonymous", "superuser", "inactive", "garbage token", "deleted", "before a password change"}
)

// access says for every route what each caller is answered, in the order of
// callers. {id} is a thing of the owner's that the assigned tutor works on.
var access = []struct {
	route    string
	statuses string
	body     func(w *world, caller string) any
}{
	{"POST /auth/login", "200 200 200 200 200 200", func(w *world, _ string) any {
		return rules.LogIn{Email: w.people["owner"].Email(), Password: testkit.Password}
	}},
	{"POST /auth/signup", "201 201 201 201 201 201", func(_ *world, caller string) any {
		return rules.SignUp{Name: caller, Email: newAddress(caller), Password: testkit.Password}
	}},
	{"GET /auth/me", "401 200 200 200 200 200", nil},

	{"GET /site", "200 200 200 200 200 200", nil},
	{"GET /services", "200 200 200 200 200 200", nil},
	{"GET /services/{slug}", "200 200 200 200 200 200", nil},
	{"GET /experts", "200 200 200 200 200 200", nil},

	{"POST /quotes", "201 201 201 201 201 201", send(testkit.NewQuote())},
	{"GET /quotes", "401 403 403 403 403 200", nil},
	{"GET /quotes/export.csv", "401 403 403 403 403 200", nil},
	{"POST /quotes/export.csv/link", "401 403 403 403 403 200", nil},
	{"GET /quotes/{id}", "401 403 403 403 403 200", nil},
	{"PATCH /quotes/{id}", "401 403 403 403 403 200", send(map[string]string{"status": "quoted"})},
	{"GET /quotes/{id}/files/{file}", "404 404 404 404 404 200", nil},

	{"GET /users", "401 403 403 403 403 200", nil},
	{"GET /users/export.csv", "401 403 403 403 403 200", nil},
	{"POST /users/export.csv/link", "401 403 403 403 403 200", nil},
	{"GET /users/stats", "401 403 403 403 403 200", nil},
	{"PATCH /users/{id}", "401 403 403 403 403 200", send(map[string]string{"status": "inactive"})},

	{"GET /users/profile", "401 200 200 200 200 200", nil},
	{"PUT /users/profile", "401 200 200 200 200 200", func(_ *world, caller string) any {
		return rules.Profile{FirstName: "Nia", LastName: "Frost", Email: newAddress(caller), Specialization: "Physics", Experience: "Expert"}
	}},
	{"PUT /users/change-password", "401 200 200 200 200 200", send(rules.PasswordChange{CurrentPassword: testkit.Password, NewPassword: "new horse"})},
	{"DELETE /users/delete-account", "401 200 200 200 200 200", nil},
	{"GET /users/tutor-stats", "401 403 403 200 200 403", nil},
	{"GET /users/recent-activity", "401 200 200 200 200 200", nil},
	{"GET /tutors", "401 403 403 403 403 200", nil},
	{"GET /activities", "401 403 403 403 403 200", nil},
	{"GET /activities/export.csv", "401 403 403 403 403 200", nil},
	{"POST /activities/export.csv/link", "401 403 403 403 403 200", nil},

	{"GET /assignments", "401 200 200 200 200 200", nil},
	{"GET /assignments/all", "401 403 403 403 403 200", nil},
	{"GET /assignments/export.csv", "401 403 403 403 403 200", nil},
	{"POST /assignments/export.csv/link", "401 403 403 403 403 200", nil},
	{"GET /assignments/tutor-assignments", "401 403 403 200 200 403", nil},
	{"PATCH /assignments", "401 403 403 403 403 200", func(w *world, _ string) any {
		return rules.UpdateAssignments{IDs: []string{w.assignment}, Status: "graded"}
	}},
	{"GET /assignments/stats", "401 200 200 200 200 200", nil},
	{"POST /assignments", "401 201 201 201 201 201", send(testkit.NewAssignment())},
	{"POST /assignments/public", "201 201 201 201 201 201", send(testkit.NewAssignment())},
	{"GET /assignments/{id}", "401 200 404 200 404 200", nil},
	{"PATCH /assignments/{id}", "401 403 403 403 403 200", send(map[string]string{"status": "graded"})},
	{"DELETE /assignments/{id}", "401 200 404 403 404 200", nil},
	{"POST /assignments/{id}/link", "401 200 404 200 404 200", nil},
	{"GET /assignments/{id}/story", "401 200 404 200 404 200", nil},
	{"GET /assignments/{id}/rating", "401 200 404 200 404 200", nil},
	{"POST /assignments/{id}/rating", "401 201 404 403 404 403", send(map[string]int{"rating": 5})},
	{"GET /assignments/{id}/file", "404 200 404 200 404 200", nil},
}

func newAddress(caller string) string { return strings.ReplaceAll(caller, " ", ".") + "@example.org" }

func send(body any) func(*world, string) any { return func(*world, string) any { return body } }

func TestEveryRouteAnswersEveryCallerAsTheTableSays(t *testing.T) {
	t.Parallel()
	for _, row := range access {
		t.Run(row.route, func(t *testing.T) {
			t.Parallel()
			method, path, _ := strings.Cut(row.route, " ")
			statuses := strings.Fields(row.statuses)
			if len(statuses) != len(callers) {
				t.Fatalf("%d statuses for %d callers", len(statuses), len(callers))
			}
			shared := newWorld(t)
			for i, column := range callers {
				want, err := strconv.Atoi(statuses[i])
				if err != nil {
					t.Fatal(err)
				}
				group := []string{column}
				if column == "nobody" {
					group = nobody
				}
				for _, caller := range group {
					w := shared
					if want < 300 && method != "GET" && method != "POST" {
						w = newWorld(t) // what changes things finds them fresh
					}
					var body any
					if row.body != nil {
						body = row.body(w, caller)
					}
					answer := w.app.Call(t, method, w.address(path, caller), w.tokens[caller], body)
					if answer.Status != want {
						t.Errorf("%s is answered %d %s, want %d", caller, answer.Status, answer.Body, want)
					}
				}
			}
		})
	}
}

func TestEveryRouteIsInTheAccessTable(t *testing.T) {
	t.Parallel()
	var table, routes []string
	for _, row := range access {
		table = append(table, row.route)
	}
	for _, route := range hooks.Routes() {
		routes = append(routes, route.Method+" "+route.Path)
	}
	for _, route := range routes {
		if !slices.Contains(table, route) {
			t.Errorf("%s is not in the access table", route)
		}
	}
	for _, route := range table {
		if !slices.Contains(routes, route) {
			t.Errorf("the access table names %s, which is no route", route)
		}
	}
}

func TestNothingIsRoutedBesideTheRouteTables(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	bare, err := apis.NewRouter(app)
	if err != nil {
		t.Fatal(err)
	}
	router, err := apis.NewRouter(app)
	if err != nil {
		t.Fatal(err)
	}
	event := &core.ServeEvent{App: app, Router: router, Server: &http.Server{}}
	if err := app.OnServe().Trigger(event); err != nil {
		t.Fatal(err)
	}
	theirs := routesOf(reflect.ValueOf(bare.RouterGroup), "")
	if len(theirs) < 20 || !slices.Contains(theirs, "GET /api/health") {
		t.Fatalf("the framework's own routes are not seen: %q", theirs)
	}
	want := []string{"GET /api/{path...}"} // answers that there is nothing
	for _, route := range hooks.Routes() {
		want = append(want, route.Method+" /api"+route.Path)
	}
	var got []string
	for _, route := range routesOf(reflect.ValueOf(router.RouterGroup), "") {
		if strings.Contains(route, " /api/") && !slices.Contains(theirs, route) {
			got = append(got, route)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("routed are\n%q\nwant\n%q", got, want)
	}
}

// routesOf walks a router group. The framework does not list its routes, so
// this looks at its unexported children.
func routesOf(group reflect.Value, prefix string) []string {
	group = reflect.Indirect(group)
	prefix += group.FieldByName("Prefix").String()
	var routes []string
	children := group.FieldByName("children")
	for i := range children.Len() {
		child := children.Index(i).Elem()
		if route := reflect.Indirect(child); route.FieldByName("Method").IsValid() {
			routes = append(routes, route.FieldByName("Method").String()+" "+prefix+route.FieldByName("Path").String())
			continue
		}
		routes = append(routes, routesOf(child, prefix)...)
	}
	return routes
}

// world is an app with one thing of each kind and every caller of the table.
type world struct {
	app        *testkit.App
	people     map[string]testkit.Person
	tokens     map[string]string
	links      map[string]string // to the file of the assignment, made while the caller was well
	quoteLinks map[string]string // to the file of the quote request, likewise
	assignment string
	quote      string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	app := testkit.New(t)
	w := &world{
		app: app, people: map[string]testkit.Person{}, tokens: map[string]string{},
		links: map[string]string{}, quoteLinks: map[string]string{},
	}
	for caller, role := range map[string]string{
		"owner": rules.RoleStudent, "other student": rules.RoleStudent,
		"assigned tutor": rules.RoleTutor, "other tutor": rules.RoleTutor,
		"admin": rules.RoleAdmin, "another admin": rules.RoleAdmin, "inactive": rules.RoleAdmin, "deleted": rules.RoleAdmin, "before a password change": rules.RoleAdmin,
	} {
		person := app.Person(t, role, caller)
		w.people[caller], w.tokens[caller] = person, person.Token
	}
	w.tokens["garbage token"] = "eyJhbGciOiJIUzI1NiJ9.garbage.garbage"
	w.tokens["superuser"] = app.Superuser(t)

	w.assignment = app.HandIn(t, w.tokens["owner"], nil, testkit.File{Field: "file", Name: "essay.pdf", Content: testkit.PDF("Tides")})
	assignment, err := app.FindRecordById(records.Assignments, w.assignment)
	if err != nil {
		t.Fatal(err)
	}
	assignment.Set(records.Tutor, w.people["assigned tutor"].Id)
	assignment.Set(records.Status, rules.StatusGraded)
	app.MustSave(t, assignment)
	quote := app.AskForQuote(t, testkit.File{Field: "files", Name: "brief.pdf", Content: testkit.PDF("Brief")})
	w.quote = quote.Id
	for caller, person := range w.people {
		file := quote.GetStringSlice(records.Files)[0]
		w.quoteLinks[caller] = files.Link("/api/quotes/"+quote.Id+"/files/"+file, file, person.Record, clock.Now(app))
		w.links[caller] = files.Link("/api/assignments/"+w.assignment+"/file", assignment.GetString(records.File), person.Record, clock.Now(app))
	}

	shut, changed := w.people["inactive"].Record, w.people["before a password change"].Record
	shut.Set(records.Status, rules.StatusInactive)
	app.MustSave(t, shut)
	changed.SetPassword("another horse")
	app.MustSave(t, changed)
	if err := app.Delete(w.people["deleted"].Record); err != nil {
		t.Fatal(err)
	}
	return w
}

// address is where a caller asks for the world's thing: files by the caller's own link.
func (w *world) address(path, caller string) string {
	if link := w.links[caller]; strings.HasSuffix(path, "/{id}/file") && link != "" {
		return link
	}
	if link := w.quoteLinks[caller]; strings.HasSuffix(path, "/{file}") && link != "" {
		return link
	}
	id := w.assignment
	switch {
	case strings.HasPrefix(path, "/users/"):
		id = w.people["other student"].Id
	case strings.HasPrefix(path, "/quotes/"):
		id = w.quote
	}
	return "/api" + strings.ReplaceAll(path, "{id}", id)
}
