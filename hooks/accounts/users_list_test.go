package accounts_test

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

const (
	notAllowed = "You do not have permission to do this"
)

// fillAccounts makes accounts of every kind, the admin first.
func fillAccounts(t *testing.T) (app *testkit.App, admin testkit.Person) {
	t.Helper()
	app = testkit.New(t)
	admin = app.Person(t, domain.RoleAdmin, "ada Quill")
	app.Person(t, domain.RoleStudent, "Robin Vale")
	app.Person(t, domain.RoleTutor, "Kim Marsh")
	inactive := app.Person(t, domain.RoleStudent, "bo Lane")
	app.Call(t, "PATCH", "/api/users/"+inactive.Id, admin.Token, map[string]string{"status": "inactive"}).Granted(t, 200, nil)
	odd := app.Person(t, domain.RoleAdmin, "Odd")
	odd.Set(store.Name, "100%_odd\\")
	app.MustSave(t, odd.Record)
	return app, admin
}

func TestOnlyAdminsReadTheListOfAccounts(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	student, tutor := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleTutor, "Kim Marsh")
	for _, path := range []string{"/api/users", "/api/users/stats", "/api/users/export.csv", "/api/users?search=a", "/api/users?page=0"} {
		app.Call(t, "GET", path, "", nil).Refused(t, 401, signInFirst)
		app.Call(t, "GET", path, "garbage", nil).Refused(t, 401, signInFirst)
		for _, person := range []testkit.Person{student, tutor} {
			app.Call(t, "GET", path, person.Token, nil).Refused(t, 403, notAllowed)
		}
	}
}

func TestTheListOfAccountsRefusesInvalidParameters(t *testing.T) {
	t.Parallel()
	app, admin := fillAccounts(t)
	for query, sentence := range map[string]string{
		"page=0": "Invalid paging parameter", "page=": "Invalid paging parameter", "perPage=0": "Invalid paging parameter",
		"perPage=501": "Invalid paging parameter", "page=1.5": "Invalid paging parameter", "page=1&perPage=-1": "Invalid paging parameter",
		"sort=password": "Unknown sort field", "sort=tokenKey": "Unknown sort field", "sort=u.name": "Unknown sort field",
		"sort=verified": "Unknown sort field", "sort=--name": "Unknown sort field",
		"role=owner": "Invalid role filter", "role=": "Invalid role filter", "role=Admin": "Invalid role filter",
		"status=asleep": "Invalid status filter", "status=": "Invalid status filter",
	} {
		app.Call(t, "GET", "/api/users?"+query, admin.Token, nil).Refused(t, 400, sentence)
		if strings.Contains(sentence, "paging") {
			continue // an export is never one page
		}
		app.Call(t, "GET", "/api/users/export.csv?"+query, admin.Token, nil).Refused(t, 400, sentence)
	}
}

func TestAdminsPageFilterSearchAndSortAccounts(t *testing.T) {
	t.Parallel()
	app, admin := fillAccounts(t)
	const odd = `100%_odd\`
	for query, c := range map[string][2]string{
		"":                             {odd + ",bo Lane,Kim Marsh,Robin Vale,ada Quill", "5"},
		"page=1&perPage=2":             {odd + ",bo Lane", "5"},
		"page=3&perPage=2":             {"ada Quill", "5"},
		"page=4&perPage=2":             {"", "5"},
		"perPage=1":                    {odd, "5"},
		"page=1":                       {odd + ",bo Lane,Kim Marsh,Robin Vale,ada Quill", "5"},
		"role=admin":                   {odd + ",ada Quill", "2"},
		"role=student&status=active":   {"Robin Vale", "1"},
		"status=inactive":              {"bo Lane", "1"},
		"role=tutor&status=inactive":   {"", "0"},
		"search=VALE":                  {"Robin Vale", "1"},
		"search=kim.marsh%40":          {"Kim Marsh", "1"},
		"search=%25":                   {odd, "1"},
		"search=_":                     {odd, "1"},
		"search=%5C":                   {odd, "1"},
		"search=%00":                   {"", "0"},
		"search=%27+OR+1%3D1+--":       {"", "0"},
		"search=+":                     {odd + ",bo Lane,Kim Marsh,Robin Vale,ada Quill", "5"},
		"search=a&role=student":        {"bo Lane,Robin Vale", "2"},
		"sort=name":                    {odd + ",ada Quill,bo Lane,Kim Marsh,Robin Vale", "5"},
		"sort=-name&perPage=2":         {"Robin Vale,Kim Marsh", "5"},
		"sort=createdAt":               {"ada Quill,Robin Vale,Kim Marsh,bo Lane," + odd, "5"},
		"sort=-createdAt&perPage=1":    {odd, "5"},
		"sort=email":                   {"ada Quill,bo Lane,Kim Marsh," + odd + ",Robin Vale", "5"},
		"sort=role":                    {"ada Quill," + odd + ",Robin Vale,bo Lane,Kim Marsh", "5"},
		"sort=-status&status=inactive": {"bo Lane", "1"},
		"sort=":                        {odd + ",bo Lane,Kim Marsh,Robin Vale,ada Quill", "5"},
	} {
		t.Run(query, func(t *testing.T) {
			var got []user
			answer := app.Call(t, "GET", "/api/users?"+query, admin.Token, nil)
			answer.Granted(t, 200, &got)
			names := []string{}
			for _, one := range got {
				names = append(names, one.Name)
			}
			if all := strings.Join(names, ","); all != c[0] || answer.Header.Get("X-Total-Count") != c[1] {
				t.Errorf("got %s of %s, want %s of %s", all, answer.Header.Get("X-Total-Count"), c[0], c[1])
			}
			if !strings.HasPrefix(string(answer.Body), "[") {
				t.Errorf("the body is not an array: %s", answer.Body)
			}
		})
	}
}

func TestTheListShowsWhatTheOwnerSeesAndNoSecrets(t *testing.T) {
	t.Parallel()
	app, admin := fillAccounts(t)
	var listed []map[string]any
	answer := app.Call(t, "GET", "/api/users?search=ada.quill", admin.Token, nil)
	answer.Granted(t, 200, &listed)
	var me map[string]any
	app.Call(t, "GET", "/api/auth/me", admin.Token, nil).Granted(t, 200, &me)
	if len(listed) != 1 || fmt.Sprint(listed[0]) != fmt.Sprint(me) || len(me) != 7 {
		t.Errorf("the list shows\n%v\nand the owner sees\n%v", listed, me)
	}
	for _, secret := range []string{admin.TokenKey(), admin.GetString(store.PasswordField + ":hash")} {
		if secret == "" || strings.Contains(string(answer.Body), secret) {
			t.Errorf("the list contains %q", secret)
		}
	}
}

func TestALongListOfAccountsIsComplete(t *testing.T) {
	t.Parallel()
	const accounts = 1101
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	for i := range accounts {
		_, err := app.NonconcurrentDB().NewQuery(`INSERT INTO users (id, name, email, role, status, tokenKey, password, created, updated)
			VALUES ({:id}, {:name}, {:email}, 'student', 'active', {:id}, '', '2030-01-01 10:00:00.000Z', '2030-01-01 10:00:00.000Z')`).
			Bind(map[string]any{"id": fmt.Sprintf("row%012d", i), "name": []string{"same", "Same", "other"}[i%3], "email": fmt.Sprintf("p%d@example.com", i)}).Execute()
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, sort := range []string{"", "name", "-name", "email", "-createdAt", "role", "-status"} {
		var got []user
		answer := app.Call(t, "GET", "/api/users?sort="+sort, admin.Token, nil)
		answer.Granted(t, 200, &got)
		seen := map[string]bool{}
		for _, one := range got {
			seen[one.ID] = true
		}
		if len(got) != accounts+1 || len(seen) != accounts+1 || answer.Header.Get("X-Total-Count") != strconv.Itoa(accounts+1) {
			t.Errorf("sorted by %q there are %d rows, %d of them distinct", sort, len(got), len(seen))
		}
	}
	if rows := app.Call(t, "GET", "/api/users/export.csv", admin.Token, nil).Rows(t); len(rows) != accounts+2 {
		t.Errorf("the export has %d rows", len(rows))
	}
}

func TestStatsCountAccountsByRoleAndThoseWithAssignments(t *testing.T) {
	t.Parallel()
	app, admin := fillAccounts(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Reed")
	holds := func(want string) {
		t.Helper()
		answer := app.Call(t, "GET", "/api/users/stats", admin.Token, nil)
		answer.Granted(t, 200, nil)
		if got := strings.TrimSpace(string(answer.Body)); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
	counts := func(with int) string {
		return fmt.Sprintf(`{"adminUsers":2,"studentUsers":3,"totalUsers":6,"tutorUsers":1,"usersWithAssignments":%d}`, with)
	}
	holds(counts(0))
	ids := []string{app.HandIn(t, robin.Token, nil), app.HandIn(t, robin.Token, nil)}
	app.HandIn(t, "", map[string]string{"email": "robin.vale@example.com"})
	holds(counts(1))
	app.HandIn(t, admin.Token, nil)
	holds(counts(2))
	for _, id := range ids {
		app.Call(t, "DELETE", "/api/assignments/"+id, robin.Token, nil).Granted(t, 200, nil)
	}
	holds(counts(1))
}

func TestTheExportContainsTheFilteredAccounts(t *testing.T) {
	t.Parallel()
	app, admin := fillAccounts(t)
	nia := app.Person(t, domain.RoleStudent, "Nia Frost")
	nia.Set(store.Name, "=cmd|' /C calc'!A0, \"Nia\"\nFrost")
	app.MustSave(t, nia.Record)
	answer := app.Call(t, "GET", "/api/users/export.csv?role=student&status=active&sort=email&search="+url.QueryEscape("@example"), admin.Token, nil)
	if kind := answer.Header.Get("Content-Type"); answer.Status != 200 || kind != "text/csv; charset=utf-8" ||
		answer.Header.Get("Content-Disposition") != "attachment; filename=users.csv" {
		t.Fatalf("got %d %v", answer.Status, answer.Header)
	}
	rows := answer.Rows(t)
	if len(rows) != 3 {
		t.Fatalf("the export is %q", rows)
	}
	if head := strings.Join(rows[0], ","); head != "id,name,email,role,status,created" {
		t.Errorf("the header is %s", head)
	}
	if row := rows[1]; row[0] != nia.Id || row[1] != "'=cmd|' /C calc'!A0, \"Nia\"\nFrost" || row[2] != "nia.frost@example.com" || row[3] != "student" || row[4] != "active" {
		t.Errorf("the row is %q", row)
	}
	if _, ok := domain.ParseTime(rows[1][5]); !ok || rows[2][1] != "Robin Vale" {
		t.Errorf("the rows are %q", rows[1:])
	}
}
