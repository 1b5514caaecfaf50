package hooks_test

import (
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks"
	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/internal/testkit"
)

func TestEveryRouteIsInTheAccessTable(t *testing.T) {
	t.Parallel()
	var table, paths []string
	for _, row := range access {
		table = append(table, row.route)
	}
	for _, route := range hooks.Routes() {
		paths = append(paths, route.Method+" "+route.Path)
	}
	for _, route := range paths {
		if !slices.Contains(table, route) {
			t.Errorf("%s is not in the access table", route)
		}
	}
	for _, route := range table {
		if !slices.Contains(paths, route) {
			t.Errorf("the access table lists %s, which is not a route", route)
		}
	}
}

// unlimited are the POST routes that create nothing that others see.
var unlimited = []string{
	"/auth/login", "/auth/logout", "/auth/verify-email", "/auth/undo-email", "/unsubscribe/{token}", "/offers/{token}/decline", "/quotes/{id}/offer-link",
	"/assignments/{id}/start", "/assignments/{id}/accept", "/assignments/{id}/cancel", "/claims/{id}/withdraw", "/assignments/{id}/revisions/{number}/withdraw",
	"/notices/read-all", "/mails/send-failed", "/mails/{id}/send",
}

func TestEveryPostCountsAgainstTheLimitOfItsAccount(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	settings := app.Settings()
	settings.RateLimits.Enabled = true
	settings.RateLimits.Rules = []core.RateLimitRule{{Label: "users:submit", MaxRequests: 1, Duration: 600}}
	if err := app.Save(settings); err != nil {
		t.Fatal(err)
	}
	people := map[api.Who]testkit.Person{}
	for who, role := range map[api.Who]string{api.Anyone: domain.RoleStudent, api.SignedIn: domain.RoleStudent, api.Tutors: domain.RoleTutor, api.Admins: domain.RoleAdmin} {
		people[who] = app.Person(t, role, "Person "+strings.ReplaceAll(string(who), " ", "-"))
		app.HandIn(t, people[who].Token, nil)
	}
	for _, route := range hooks.Routes() {
		if route.Method != http.MethodPost {
			continue
		}
		want := http.StatusTooManyRequests
		isListed := slices.Contains(unlimited, route.Path) || strings.HasSuffix(route.Path, "/link") // links to files
		if isListed != route.Unlimited {
			t.Errorf("that POST %s is unlimited is %v", route.Path, route.Unlimited)
		}
		answer := app.Call(t, "POST", "/api"+route.Path, app.LogIn(t, people[route.Who].Record).Token, nil) // one call ends its session
		if isLimited := answer.Status == want && answer.Header.Get("Retry-After") != ""; isLimited == route.Unlimited {
			t.Errorf("POST %s: got %d", route.Path, answer.Status)
		}
	}
}

func TestNoRouteBypassesTheRouteTables(t *testing.T) {
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
	native := routesOf(reflect.ValueOf(bare.RouterGroup), "")
	if len(native) < 20 || !slices.Contains(native, "GET /api/health") {
		t.Fatalf("the framework's own routes were not found: %q", native)
	}
	want := []string{"GET /api/{path...}"} // the 404 for unknown addresses
	for _, route := range hooks.Routes() {
		want = append(want, route.Method+" /api"+route.Path)
	}
	var got []string
	for _, route := range routesOf(reflect.ValueOf(router.RouterGroup), "") {
		if strings.Contains(route, " /api/") && !slices.Contains(native, route) {
			got = append(got, route)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the routes are\n%q\nwant\n%q", got, want)
	}
}

// routesOf returns the routes of a router group. The framework does not list its
// routes, so this reads the group's unexported children.
func routesOf(group reflect.Value, prefix string) []string {
	group = reflect.Indirect(group)
	prefix += group.FieldByName("Prefix").String()
	var found []string
	children := group.FieldByName("children")
	for i := range children.Len() {
		child := children.Index(i).Elem()
		if route := reflect.Indirect(child); route.FieldByName("Method").IsValid() {
			found = append(found, route.FieldByName("Method").String()+" "+prefix+route.FieldByName("Path").String())
			continue
		}
		found = append(found, routesOf(child, prefix)...)
	}
	return found
}
