package hooks_test

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// planOf returns the query plan of a query.
func planOf(t *testing.T, app *testkit.App, query string) string {
	t.Helper()
	var steps []struct {
		Detail string `db:"detail"`
	}
	if err := app.ConcurrentDB().NewQuery("EXPLAIN QUERY PLAN " + query).All(&steps); err != nil {
		t.Fatalf("%v in %s", err, query)
	}
	var plan []string
	for _, step := range steps {
		plan = append(plan, step.Detail)
	}
	return strings.Join(plan, "; ")
}

// multiply adds 600 copies of each row to a table, so that a list is read in more
// than one batch.
func multiply(t *testing.T, app *testkit.App, table string) {
	t.Helper()
	columns, err := app.TableColumns(table)
	if err != nil {
		t.Fatal(err)
	}
	values := slices.Clone(columns)
	for i, column := range columns {
		values[i] = "[[" + column + "]]"
		switch column {
		case "id", "tokenKey", "reference":
			values[i] = "lower(hex(randomblob(16)))"
		case "email":
			values[i] = "lower(hex(randomblob(8))) || '@example.com'"
		}
		columns[i] = "[[" + column + "]]"
	}
	_, err = app.DB().NewQuery(fmt.Sprintf(
		"WITH RECURSIVE copies(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < 600) INSERT INTO {{%s}} (%s) SELECT %s FROM {{%s}}, copies",
		table, strings.Join(columns, ", "), strings.Join(values, ", "), table)).Execute()
	if err != nil {
		t.Fatal(err)
	}
}

// analyse collects the statistics of the database, as PocketBase does every night.
func analyse(t *testing.T, app *testkit.App) {
	t.Helper()
	if _, err := app.DB().NewQuery("ANALYZE").Execute(); err != nil {
		t.Fatal(err)
	}
}

// withAndWithoutStatistics runs a test before and after the first night.
func withAndWithoutStatistics(t *testing.T, app *testkit.App, test func(t *testing.T)) {
	t.Helper()
	t.Run("without statistics", test)
	analyse(t, app)
	t.Run("with statistics", test)
}

// A list is read in batches, each of which continues where the last one ended. If
// each batch sorted the table, or everything that matches a filter, the time for a
// list would grow with the square of its length.
func TestNoBatchOfAListSortsTheTable(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	app.HandIn(t, robin.Token, nil)
	app.AskForQuote(t)
	for _, table := range []string{store.Users, store.Assignments, store.Activities, store.Quotes, store.Outbox} {
		multiply(t, app, table)
	}
	withAndWithoutStatistics(t, app, func(t *testing.T) {
		for _, list := range []struct {
			path    string
			orders  map[string]string
			filters []string
		}{
			{"/api/assignments/all", store.AssignmentOrders, []string{"status=submitted", "status=submitted,graded", "priority=High", "subject=Physics", "due=upcoming"}},
			{"/api/users", store.UserOrders, []string{"role=student", "status=active"}},
			{"/api/quotes", store.QuoteOrders, []string{"status=new"}},
			{"/api/activities", store.ActivityOrders, []string{"kind=account.opened", "from=1999-01-01", "before=2999-01-01", "person=" + robin.Id}},
			{"/api/mails", store.MailOrders, []string{"status=queued", "status=queued,failed"}},
		} {
			for _, name := range slices.Sorted(maps.Keys(list.orders)) {
				for _, filter := range append([]string{""}, list.filters...) {
					for _, sort := range []string{name, "-" + name} {
						path := list.path + "?sort=" + sort + "&" + filter
						queries := app.RecordQueries(func() { app.Call(t, "GET", path, admin.Token, nil).Granted(t, 200, nil) })
						batches := 0
						for _, query := range queries {
							plan := planOf(t, app, query)
							if strings.HasPrefix(query, "SELECT count(*)") && filter == "" {
								t.Errorf("%s counts rows instead of reading tallies: %s", path, query)
							}
							if strings.Contains(query, "FROM `tallies`") && !strings.HasPrefix(plan, "SEARCH tallies USING PRIMARY KEY (scope=? AND kind=?") {
								t.Errorf("the plan for the total of %s is %s", path, plan)
							}
							if !strings.Contains(query, " AS `sortKey`") {
								continue
							}
							batches++
							// With a filter, the first batch may sort the matches once.
							if strings.Contains(plan, "TEMP B-TREE") && (filter == "" || batches > 1) {
								t.Errorf("the plan for %s is %s\n%s", path, plan, query)
							}
						}
						if batches < 3 {
							t.Errorf("%s was read in %d batches, want at least 3", path, batches)
						}
					}
				}
			}
		}
	})
}

// A search that finds little must not read every row, even though SQLite knows
// nothing about how many rows match.
func TestSearchesThatFindLittleReadNoWholeTable(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	app.HandIn(t, robin.Token, map[string]string{"title": "The tides of 日本"})
	app.AskForQuote(t)
	withAndWithoutStatistics(t, app, func(t *testing.T) {
		for _, list := range []struct {
			path    string
			orders  map[string]string
			filters []string
			aliases []string // of tables of the listing
		}{
			{"/api/assignments/all", store.AssignmentOrders, []string{"", "status=graded", "due=upcoming"}, []string{"a", "s"}},
			{"/api/users", store.UserOrders, []string{"", "role=student"}, []string{"u"}},
			{"/api/quotes", store.QuoteOrders, []string{"", "status=new"}, []string{"q"}},
			{"/api/activities", store.ActivityOrders, []string{"", "kind=account.opened"}, []string{"x", "c", "u", "a", "q"}},
		} {
			searches := 0
			for name := range list.orders {
				for _, filter := range list.filters {
					for _, text := range []string{"nothing matches this", "robin", "日本", "z"} {
						path := list.path + "?page=1&search=" + url.QueryEscape(text) + "&sort=-" + name + "&" + filter
						for _, query := range app.RecordQueries(func() { app.Call(t, "GET", path, admin.Token, nil).Granted(t, 200, nil) }) {
							if !strings.Contains(query, "_pending") {
								continue
							}
							searches++
							for step := range strings.SplitSeq(planOf(t, app, query), "; ") {
								table, scans := strings.CutPrefix(step, "SCAN ")
								table, _, _ = strings.Cut(table, " ")
								if scans && slices.Contains(list.aliases, table) {
									t.Errorf("%s has the step %s\n%s", path, step, query)
								}
							}
						}
					}
				}
			}
			if searches == 0 {
				t.Errorf("%s does not use the text indexes", list.path)
			}
		}
	})
}

// SQLite does not know how common each value is. Left to itself, it finds the only tutor
// among all active accounts.
func TestMatchesAreFoundByTheirRarestProperty(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	app.HandIn(t, robin.Token, map[string]string{"title": "The tides"})
	for _, table := range []string{store.Users, store.Assignments, store.Activities} {
		multiply(t, app, table)
	}
	app.Person(t, domain.RoleTutor, "Kim Marsh")
	graded := app.HandIn(t, robin.Token, map[string]string{"title": "The tides, again"})
	app.Call(t, "PATCH", "/api/assignments/"+graded, admin.Token, map[string]string{"status": "graded"}).Granted(t, 200, nil)
	withAndWithoutStatistics(t, app, func(t *testing.T) {
		for path, want := range map[string]struct{ step, text string }{
			"/api/tutors": {step: "SEARCH u USING INDEX idx_users_by_role"},
			"/api/users?page=1&status=active&role=tutor&sort=name":                  {step: "SEARCH u USING INDEX idx_users_by_role"},
			"/api/assignments/all?page=1&subject=Physics&status=graded&sort=-title": {step: "SEARCH a USING INDEX idx_assignments_by_status"},
			"/api/assignments/all?page=1&search=tides&status=graded":                {step: "SEARCH a USING INDEX idx_assignments_by_status"},
			"/api/assignments/all?page=1&search=again&priority=High":                {text: "assignments_search"},
			"/api/activities?page=1&person=" + robin.Id:                             {step: "SCAN x USING INDEX idx_activities_created"},
		} {
			matched := false
			var tried []string
			for _, query := range app.RecordQueries(func() { app.Call(t, "GET", path, admin.Token, nil).Granted(t, 200, nil) }) {
				if !strings.Contains(query, " AS `sortKey`") {
					continue
				}
				plan := planOf(t, app, query)
				tried = append(tried, query, plan)
				matched = matched || strings.HasPrefix(plan, want.step) && strings.Contains(query, want.text)
			}
			if !matched {
				t.Errorf("%s is not read by %s%s, but by\n%s", path, want.step, want.text, strings.Join(tried, "\n"))
			}
		}
	})
}

func TestFindingAnAccountByEmailUsesTheIndex(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	for path, body := range map[string]any{
		"/api/auth/login": domain.LogIn{Email: "Robin.Vale@example.com", Password: testkit.Password},
		"/api/collections/users/request-password-reset": map[string]string{"email": robin.Email()},
	} {
		lookups := 0
		for _, query := range app.RecordQueries(func() { app.Call(t, "POST", path, "", body) }) {
			if !strings.Contains(query, "COLLATE NOCASE") {
				continue
			}
			lookups++
			if plan := planOf(t, app, query); !strings.HasPrefix(plan, "SEARCH users USING INDEX idx_email") {
				t.Errorf("the plan for the account in %s is %s", path, plan)
			}
		}
		if lookups == 0 {
			t.Errorf("%s looks up no address", path)
		}
	}
}

func TestStatsAndAdoptionScanNoTable(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	withAndWithoutStatistics(t, app, func(t *testing.T) {
		for name, do := range map[string]func(){
			"stats": func() { app.Call(t, "GET", "/api/assignments/stats", admin.Token, nil).Granted(t, 200, nil) },
			"adoption": func() {
				if _, err := store.FindGuestAssignments(app, admin.Record, 10); err != nil {
					t.Fatal(err)
				}
			},
		} {
			queries := 0
			for _, query := range app.RecordQueries(do) {
				if !strings.Contains(query, "assignments") {
					continue
				}
				queries++
				for step := range strings.SplitSeq(planOf(t, app, query), "; ") {
					if step == "SCAN assignments" || strings.Contains(step, "SCAN tallies") || strings.Contains(step, "idx_assignments_student (student=?)") {
						t.Errorf("%s: the plan for %s has the step %s", name, query, step)
					}
				}
			}
			if queries == 0 {
				t.Errorf("%s: no query reads assignments", name)
			}
		}
	})
}

// The most frequent lists are read along an index that finds exactly their rows, and
// the skipped rows of deep pages are read from the index alone, from the nearer end.
func TestPagesReadNothingButIndexAndTheirRows(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	kim := app.Person(t, domain.RoleTutor, "Kim Marsh")
	given := app.HandIn(t, robin.Token, nil)
	app.Call(t, "PATCH", "/api/assignments/"+given, admin.Token, map[string]string{"tutor": kim.Id}).Granted(t, 200, nil)
	multiply(t, app, store.Assignments)
	withAndWithoutStatistics(t, app, func(t *testing.T) {
		for _, list := range []struct {
			path, token string
			steps       []string // how each query starts to read
		}{
			{"/api/assignments?page=1", robin.Token, []string{"SEARCH a USING INDEX idx_assignments_student (student=?);"}},
			{"/api/assignments?page=3", robin.Token, []string{
				"SEARCH a USING INDEX idx_assignments_student (student=?)",
				"SEARCH a USING INDEX idx_assignments_student (student=? AND created=?",
			}},
			{"/api/assignments/tutor-assignments?page=1", kim.Token, []string{"SEARCH a USING INDEX idx_assignments_tutor (tutor=?);"}},
			{"/api/assignments/all?page=5", admin.Token, []string{
				"SCAN a USING COVERING INDEX idx_assignments_created", "SEARCH a USING INDEX idx_assignments_created (created=? AND rowid<?);",
			}},
			{"/api/assignments/all?page=12", admin.Token, []string{
				"SCAN a USING COVERING INDEX idx_assignments_created", "SEARCH a USING INDEX idx_assignments_created (created=? AND rowid<?);",
			}},
			{"/api/assignments/all?page=12&sort=title", admin.Token, []string{
				"SCAN a USING COVERING INDEX idx_assignments_title", "SEARCH a USING INDEX idx_assignments_title (title=? AND rowid>?);",
			}},
			{"/api/experts", "", []string{"SEARCH u USING INDEX idx_users_by_role (role=?);"}},
		} {
			read := 0
			for _, query := range app.RecordQueries(func() { app.Call(t, "GET", list.path, list.token, nil).Granted(t, 200, nil) }) {
				if !strings.Contains(query, " AS `sortKey`") {
					continue
				}
				plan := planOf(t, app, query)
				if read >= len(list.steps) || !strings.HasPrefix(plan+";", list.steps[read]) {
					t.Errorf("%s: query %d reads by %s\n%s", list.path, read+1, plan, query)
				}
				if _, offset, ok := strings.Cut(query, " OFFSET "); ok {
					if skipped, _, _ := strings.Cut(offset, " "); len(skipped) > 2 && skipped > "300" {
						t.Errorf("%s skips %s of 601 rows", list.path, skipped)
					}
				}
				read++
			}
			if read < len(list.steps) {
				t.Errorf("%s was read by %d queries, want %d", list.path, read, len(list.steps))
			}
		}
	})
}

// Every dashboard asks for the quotes of its account.
func TestOwnQuotesAreFoundByIndexes(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	app.Call(t, "POST", "/api/quotes", robin.Token, testkit.NewQuote()).Granted(t, 201, nil)
	app.AskForQuote(t)
	multiply(t, app, store.Quotes)
	for _, isVerified := range []bool{false, true} {
		robin.SetVerified(isVerified)
		app.MustSave(t, robin.Record)
		withAndWithoutStatistics(t, app, func(t *testing.T) {
			queries := app.RecordQueries(func() { app.Call(t, "GET", "/api/quotes/mine?perPage=20", robin.Token, nil).Granted(t, 200, nil) })
			for _, query := range queries {
				if plan := planOf(t, app, query); strings.Contains(query, "`quotes` `q`") && strings.Contains(plan, "SCAN q") {
					t.Errorf("the plan is %s\n%s", plan, query)
				}
			}
		})
	}
}

// Everything that waits is found by an index of its own, whatever the statistics say.
func TestTheBoardAndTheOpenOrdersAreFoundByIndexes(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	kim := app.Person(t, domain.RoleTutor, "Kim Marsh")
	app.HandIn(t, robin.Token, nil)
	given := app.HandIn(t, robin.Token, nil)
	app.Call(t, "PATCH", "/api/assignments/"+given, admin.Token, map[string]string{"tutor": kim.Id}).Granted(t, 200, nil)
	app.AskForQuote(t)
	site, err := store.FindSite(app)
	if err != nil {
		t.Fatal(err)
	}
	site.Set(store.RequirePayment, true)
	app.MustSave(t, site)
	for _, table := range []string{store.Users, store.Assignments, store.Quotes, store.Outbox} {
		multiply(t, app, table)
	}
	whole := []string{
		"idx_assignments_unpaid", "idx_assignments_without_tutor", "idx_assignments_open_policy", // hold nothing but what waits
		"idx_revision_requests_due", "idx_claims_due", "idx_claims_to_pay",
	}
	withAndWithoutStatistics(t, app, func(t *testing.T) {
		read := 0
		for _, query := range app.RecordQueries(func() {
			for _, path := range []string{"/api/desk/board", "/api/desk/board?overdue=true&page=2", "/api/desk/board/counts", "/api/policies"} {
				app.Call(t, "GET", path, admin.Token, nil).Granted(t, 200, nil)
			}
		}) {
			if !strings.Contains(query, "FROM assignments") {
				continue
			}
			read++
			for step := range strings.SplitSeq(planOf(t, app, query), "; ") {
				table, isScan := strings.CutPrefix(step, "SCAN ")
				table, _, _ = strings.Cut(table, " ")
				isFound := slices.ContainsFunc(whole, func(index string) bool { return strings.HasSuffix(step, " "+index) })
				if isScan && !isFound && !slices.Contains([]string{"CONSTANT", "site", "p", "page", "busy", "gone"}, table) && !strings.HasPrefix(table, "(") {
					t.Errorf("a step is %s\n%s", step, query)
				}
			}
		}
		if read != 5 { // the second page is empty, and only its things are counted
			t.Errorf("%d queries read what waits", read)
		}
	})
}

// The list of claims, those of an order, and the open one are read along indexes.
func TestClaimsAreFoundByIndexes(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.claim(true)
	multiply(t, f.app, store.Claims)
	withAndWithoutStatistics(t, f.app, func(t *testing.T) {
		for path, index := range map[string]string{
			"/api/claims?page=2":                           "idx_claims_created",
			"/api/claims?page=1&sort=createdAt":            "idx_claims_created",
			"/api/claims?page=1&status=open":               "idx_claims_status",
			"/api/claims?page=1&kind=refund":               "idx_claims_kind",
			"/api/assignments/" + f.assignment + "/claims": "idx_claims_assignment",
		} {
			looked := 0
			for _, query := range f.app.RecordQueries(func() { f.app.Call(t, "GET", path, f.tokens["admin"], nil).Granted(t, 200, nil) }) {
				if !strings.Contains(query, "`claims` `c`") || !strings.Contains(query, " AS `sortKey`") {
					continue
				}
				looked++
				if plan := planOf(t, f.app, query); !strings.Contains(plan, index) || strings.Contains(plan, "TEMP B-TREE") {
					t.Errorf("%s is read by %s\n%s", path, plan, query)
				}
			}
			if looked == 0 {
				t.Errorf("%s reads no claims", path)
			}
		}
		looked := 0
		for _, query := range f.app.RecordQueries(func() {
			if _, err := store.FindOpenClaim(f.app, f.assignment); err != nil {
				t.Error(err)
			}
			if _, err := store.HasOpenOrders(t.Context(), f.app, f.people["owner"].Id); err != nil {
				t.Error(err)
			}
		}) {
			looked++
			if plan := planOf(t, f.app, query); strings.Contains(plan, "SCAN claims") || strings.Contains(plan, "SCAN assignments") {
				t.Errorf("the plan is %s\n%s", plan, query)
			}
		}
		if looked < 2 {
			t.Errorf("%d queries were looked at", looked)
		}
	})
}
