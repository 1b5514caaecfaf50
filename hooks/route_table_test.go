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
	"deskmate/internal/testkit"
)

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
			t.Errorf("the access table lists %s, which is not a route", route)
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
