package routes_test

import (
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/tools/logger"

	"deskmate/internal/testkit"
	"deskmate/rules"
)

func TestQueryStringsStayOutOfTheLog(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	settings := app.Settings()
	settings.Logs.MaxDays = 1
	settings.Logs.MinLevel = -8
	settings.Logs.LogAuthId = true
	if err := app.Save(settings); err != nil {
		t.Fatal(err)
	}
	robin := app.Person(t, rules.RoleStudent, "Robin Vale")
	paths := []string{
		"/api/assignments?search=secretword", "/api/api/assignments?search=secretword", "/api/nosuch?sign=secretword",
		"/api/assignments/x/file?sign=secretword", "/api/assignments?page=secretword", "/api/assignments/all?search=secretword",
		"/admin/dashboard?search=secretword", "/?search=secretword",
	}
	for _, path := range paths {
		app.Call(t, "GET", path, robin.Token, nil)
	}

	// Requests are logged after they are answered.
	handler := app.Logger().Handler().(*logger.BatchHandler)
	tick, limit := time.NewTicker(5*time.Millisecond), time.After(10*time.Second)
	defer tick.Stop()
	for {
		if err := handler.WriteAll(t.Context()); err != nil {
			t.Fatal(err)
		}
		var entries []string
		if err := app.AuxDB().NewQuery("SELECT message || data FROM _logs WHERE message LIKE 'GET /%'").Column(&entries); err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			if strings.Contains(entry, "secretword") {
				t.Fatalf("the log contains %s", entry)
			}
		}
		if len(entries) == len(paths) {
			return
		}
		select {
		case <-tick.C:
		case <-limit:
			t.Fatalf("%d of %d requests were logged within ten seconds", len(entries), len(paths))
		}
	}
}
