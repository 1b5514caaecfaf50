package auth_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/testkit"
	"deskmate/records"
	"deskmate/rules"
)

func TestMain(m *testing.M) { testkit.Main(m) }

type session struct {
	Token string
	User  struct {
		ID                          string `json:"_id"`
		Name, Email, Role, Status   string
		Verified                    bool
		CreatedAt                   string
		Password, TokenKey, AuthKey string // must stay empty
	}
}

func TestSigningUpSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	app.Person(t, rules.RoleStudent, "Robin Vale")
	for _, c := range []struct {
		body     string
		status   int
		sentence string
	}{
		{`{}`, 400, "Name is required"},
		{`{"name":" ","email":"a@example.com","password":"secret1"}`, 400, "Name is required"},
		{`{"name":"A","password":"secret1"}`, 400, "Email is required"},
		{`{"name":"A","email":"a@host","password":"secret1"}`, 400, "Email is invalid"},
		{`{"name":"A","email":"Ä <a@example.com>","password":"secret1"}`, 400, "Email is invalid"},
		{`{"name":"A","email":"a@exa\u0000mple.com","password":"secret1"}`, 400, "Email is invalid"},
		{`{"name":"A","email":"a@example.com"}`, 400, "Password is required"},
		{`{"name":"A","email":"a@example.com","password":"      "}`, 400, "Password is required"},
		{`{"name":"A","email":"a@example.com","password":"12345"}`, 400, "Password must be at least 6 characters"},
		{`{"name":"A","email":"a@example.com","password":"` + strings.Repeat("x", 73) + `"}`, 400, "Password is too long"},
		{`{"name":"` + strings.Repeat("n", 201) + `","email":"a@example.com","password":"secret1"}`, 400, "Name is too long (at most 200 characters)"},
		{`{"name":"A","email":"robin.vale@example.com","password":"secret1"}`, 409, "Email is already registered"},
		{`{"name":"A","email":" Robin.Vale@EXAMPLE.com ","password":"secret1"}`, 409, "Email is already registered"},
		{`{"name":"A","email":"a@example.com","password":"secret1","role":"tutor"}`, 403, "Tutor accounts are created by an administrator"},
		{`{"name":"A","email":"a@example.com","password":"secret1","role":"owner"}`, 400, "Invalid role value"},
		{`{"name":"A","email":"a@example.com","password":"secret1","role":"Admin"}`, 400, "Invalid role value"},
		{`{"name":"A","email":"a@example.com","password":"secret1","role":5}`, 400, "role must be text"},
		{`{"role":"admin"}`, 400, "Name is required"},
		{`{"name":"A","email":"a@example.com","password":"secret1","role":"admin"}`, 400, "Admin key is required"},
		{`{"name":"A","email":"a@example.com","password":"secret1","role":"admin","adminKey":" "}`, 400, "Admin key is required"},
		{`{"name":"A","email":"a@example.com","password":"secret1","role":"admin","adminKey":"guess"}`, 403, "Invalid admin key"},
		{`{"name":"A","email":"robin.vale@example.com","password":"secret1","role":"admin","adminKey":"guess"}`, 403, "Invalid admin key"},
		{`{"name":"A","email":"robin.vale@example.com","password":"secret1","role":"admin","adminKey":"` + testkit.AdminKey + `"}`, 409, "Email is already registered"},
	} {
		t.Run(c.sentence, func(t *testing.T) {
			app.Call(t, "POST", "/api/auth/signup", "", c.body).Refused(t, c.status, c.sentence)
		})
	}
	if count, err := app.CountRecords(records.Users); err != nil || count != 1 {
		t.Errorf("%d accounts after refusals alone, %v", count, err)
	}
}

func TestSigningUpOpensAnActiveUnprovenStudent(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	password := strings.Repeat("x", 72)
	var got session
	app.Call(t, "POST", "/api/auth/signup", "", map[string]any{
		"name": "  Robin Vale ", "email": " Robin.VALE@Example.com ", "password": password,
		"status": "inactive", "verified": true, "id": "robin0000000000", "_id": "x", "tokenKey": "known", "unknown": []int{1}, "listed": true,
	}).Granted(t, 201, &got)
	if user := got.User; user.Name != "Robin Vale" || user.Email != "robin.vale@example.com" || user.Role != rules.RoleStudent ||
		user.Status != rules.StatusActive || user.Verified || user.ID == "robin0000000000" || user.ID == "" {
		t.Errorf("signed up as %+v", got.User)
	}
	if _, ok := rules.ParseTime(got.User.CreatedAt); !ok || !strings.HasSuffix(got.User.CreatedAt, "Z") {
		t.Errorf("made at %q", got.User.CreatedAt)
	}
	app.Call(t, "GET", "/api/auth/me", got.Token, nil).Granted(t, 200, nil)
	app.Call(t, "POST", "/api/auth/login", "", rules.LogIn{Email: "ROBIN.vale@example.com", Password: password}).Granted(t, 200, nil)
	user, err := app.FindRecordById(records.Users, got.User.ID)
	if err != nil || user.GetBool("listed") || user.TokenKey() == "known" {
		t.Errorf("the body reached fields that are not its own: %v", err)
	}
}

func TestTheAdminKeyOpensAnAdminAccount(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	var got session
	app.Call(t, "POST", "/api/auth/signup", "", map[string]string{
		"name": "Ada Quill", "email": "ada@example.com", "password": "secret1", "role": "admin", "adminKey": testkit.AdminKey,
	}).Granted(t, 201, &got)
	if got.User.Role != rules.RoleAdmin {
		t.Errorf("registered as %q", got.User.Role)
	}
	app.Call(t, "GET", "/api/assignments/all", got.Token, nil).Granted(t, 200, nil)
}

func TestOneAddressSignedUpByManyAtOnceMakesOneAccount(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	answers := make([]testkit.Answer, 8)
	var racing sync.WaitGroup
	for i := range answers {
		racing.Go(func() {
			email := "robin@example.com"
			if i%2 == 1 {
				email = "ROBIN@example.com"
			}
			answers[i] = app.Call(t, "POST", "/api/auth/signup", "", rules.SignUp{Name: fmt.Sprint("Robin ", i), Email: email, Password: "secret1"})
		})
	}
	racing.Wait()
	made := 0
	for _, answer := range answers {
		if answer.Status == http.StatusCreated {
			made++
			continue
		}
		answer.Refused(t, 409, "Email is already registered")
	}
	if made != 1 {
		t.Errorf("%d accounts were made", made)
	}
}

func TestLoggingInSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	app.Person(t, rules.RoleStudent, "Robin Vale")
	shut := app.Person(t, rules.RoleStudent, "Sam Shut")
	shut.Set(records.Status, rules.StatusInactive)
	app.MustSave(t, shut.Record)
	for _, c := range []struct {
		email, password string
		status          int
		sentence        string
	}{
		{"", "", 400, "Email and password are required"},
		{" ", testkit.Password, 400, "Email and password are required"},
		{"robin.vale@example.com", "", 400, "Email and password are required"},
		{"nobody@example.com", testkit.Password, 401, "Invalid credentials"},
		{"not an address", testkit.Password, 401, "Invalid credentials"},
		{"nobody@example.com", strings.Repeat("x", 1000), 401, "Invalid credentials"},
		{"robin.vale@example.com", "wrong horse", 401, "Invalid credentials"},
		{"robin.vale@example.com", strings.Repeat("x", 1000), 401, "Invalid credentials"},
		{"robin.vale@example.com", testkit.Password + " ", 401, "Invalid credentials"},
		{"' OR 1=1 --", testkit.Password, 401, "Invalid credentials"},
		{"sam.shut@example.com", "wrong horse", 401, "Invalid credentials"},
		{"sam.shut@example.com", testkit.Password, 403, "Your account is inactive. Please contact support."},
	} {
		t.Run(c.email+" "+c.password, func(t *testing.T) {
			app.Call(t, "POST", "/api/auth/login", "", rules.LogIn{Email: c.email, Password: c.password}).Refused(t, c.status, c.sentence)
		})
	}
}

func TestLoggingInAnswersATokenAndTheAccount(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	tutor := app.Person(t, rules.RoleTutor, "Kim Marsh")
	for _, email := range []string{"kim.marsh@example.com", "KIM.Marsh@example.COM", "  kim.marsh@example.com\n"} {
		var got session
		app.Call(t, "POST", "/api/auth/login", "", rules.LogIn{Email: email, Password: testkit.Password}).Granted(t, 200, &got)
		if got.User.ID != tutor.Id || got.User.Role != rules.RoleTutor || got.User.Password+got.User.TokenKey != "" {
			t.Errorf("%q is answered %+v", email, got.User)
		}
		app.Call(t, "GET", "/api/auth/me", got.Token, nil).Granted(t, 200, nil)
	}
}

func TestABrokenBearerNeverBlocksTheWayIn(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, rules.RoleStudent, "Robin Vale")
	stale := robin.Token
	robin.RefreshTokenKey()
	app.MustSave(t, robin.Record)
	for i, token := range []string{stale, "garbage", "a.b.c", strings.Repeat("x", 5000)} {
		app.Call(t, "GET", "/api/auth/me", token, nil).Refused(t, 401, "Please sign in to continue")
		app.Call(t, "POST", "/api/auth/login", token, rules.LogIn{Email: robin.Email(), Password: testkit.Password}).Granted(t, 200, nil)
		app.Call(t, "POST", "/api/auth/signup", token, rules.SignUp{Name: "Nia", Email: fmt.Sprintf("nia%d@example.com", i), Password: "secret1"}).Granted(t, 201, nil)
		app.Call(t, "POST", "/api/assignments/public", token, testkit.NewAssignment()).Granted(t, 201, nil)
	}
}

// Not parallel: it measures, and what runs beside it would weigh in.
func TestLoggingInTakesAsLongForAnAddressWithoutAnAccount(t *testing.T) {
	app := testkit.New(t)
	users, err := app.FindCollectionByNameOrId(records.Users)
	if err != nil {
		t.Fatal(err)
	}
	users.Fields.GetByName(records.PasswordField).(*core.PasswordField).Cost = 8 // enough for the hash to outweigh all else
	if err := app.Save(users); err != nil {
		t.Fatal(err)
	}
	app.Person(t, rules.RoleStudent, "Robin Vale")

	var known, unknown []time.Duration
	for range 15 {
		known = append(known, timeLogIn(t, app, "robin.vale@example.com"))
		unknown = append(unknown, timeLogIn(t, app, "nobody@example.com"))
	}
	// Without the same work the two would be many times apart.
	if a, b := median(known), median(unknown); a > 3*b || b > 3*a {
		t.Errorf("a known address takes %v, an unknown one %v", a, b)
	}
}
