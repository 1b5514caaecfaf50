package accounts_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestSignUpRefusesInvalidInput(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	app.Person(t, domain.RoleStudent, "Robin Vale")
	for _, c := range []struct {
		body     string
		status   int
		sentence string
	}{
		{`{}`, 400, "Name is required"},
		{`{"name":" ","email":"a@example.com","password":"quill-1"}`, 400, "Name is required"},
		{`{"name":"A","password":"quill-1"}`, 400, "Email is required"},
		{`{"name":"A","email":"a@host","password":"quill-1"}`, 400, "Email is invalid"},
		{`{"name":"A","email":"Ä <a@example.com>","password":"quill-1"}`, 400, "Email is invalid"},
		{`{"name":"A","email":"a@exa\u0000mple.com","password":"quill-1"}`, 400, "Email is invalid"},
		{`{"name":"A","email":"a@example.com"}`, 400, "Password is required"},
		{`{"name":"A","email":"a@example.com","password":"      "}`, 400, "Password is too easy to guess"},
		{`{"name":"A","email":"a@example.com","password":"12345"}`, 400, "Password must be at least 6 characters"},
		{`{"name":"A","email":"a@example.com","password":"` + strings.Repeat("x", 73) + `"}`, 400, "Password is too long"},
		{`{"name":"` + strings.Repeat("n", 201) + `","email":"a@example.com","password":"quill-1"}`, 400, "Name is too long (at most 200 characters)"},
		{`{"name":"A","email":"robin.vale@example.com","password":"quill-1"}`, 409, "Email is already registered"},
		{`{"name":"A","email":" Robin.Vale@EXAMPLE.com ","password":"quill-1"}`, 409, "Email is already registered"},
		{`{"name":"A","email":"a@example.com","password":"quill-1","role":"tutor"}`, 403, "Tutor accounts are created by an administrator"},
		{`{"name":"A","email":"a@example.com","password":"quill-1","role":"owner"}`, 400, "Invalid role value"},
		{`{"name":"A","email":"a@example.com","password":"quill-1","role":"Admin"}`, 400, "Invalid role value"},
		{`{"name":"A","email":"a@example.com","password":"quill-1","role":5}`, 400, "role must be text"},
		{`{"role":"admin"}`, 400, "Name is required"},
		{`{"name":"A","email":"a@example.com","password":"quill-1","role":"admin"}`, 400, "Admin key is required"},
		{`{"name":"A","email":"a@example.com","password":"quill-1","role":"admin","adminKey":" "}`, 400, "Admin key is required"},
		{`{"name":"A","email":"a@example.com","password":"quill-1","role":"admin","adminKey":"guess"}`, 403, "Invalid admin key"},
		{`{"name":"A","email":"robin.vale@example.com","password":"quill-1","role":"admin","adminKey":"guess"}`, 403, "Invalid admin key"},
		{`{"name":"A","email":"robin.vale@example.com","password":"quill-1","role":"admin","adminKey":"` + testkit.AdminKey + `"}`, 409, "Email is already registered"},
	} {
		t.Run(c.sentence, func(t *testing.T) {
			app.Call(t, "POST", "/api/auth/signup", "", c.body).Refused(t, c.status, c.sentence)
		})
	}
	if count, err := app.CountRecords(store.Users); err != nil || count != 1 {
		t.Errorf("got %d accounts, %v, want only the first one", count, err)
	}
}

func TestSignUpCreatesAnActiveUnverifiedStudent(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	password := strings.Repeat("x", 72)
	var got session
	app.Call(t, "POST", "/api/auth/signup", "", map[string]any{
		"name": "  Robin Vale ", "email": " Robin.VALE@Example.com ", "password": password,
		"status": "inactive", "verified": true, "id": "robin0000000000", "_id": "x", "tokenKey": "known", "unknown": []int{1}, "listed": true,
	}).Granted(t, 201, &got)
	if user := got.User; user.Name != "Robin Vale" || user.Email != "robin.vale@example.com" || user.Role != domain.RoleStudent ||
		user.Status != domain.StatusActive || user.Verified || user.ID == "robin0000000000" || user.ID == "" {
		t.Errorf("got %+v", got.User)
	}
	if _, ok := domain.ParseTime(got.User.CreatedAt); !ok || !strings.HasSuffix(got.User.CreatedAt, "Z") {
		t.Errorf("createdAt is %q", got.User.CreatedAt)
	}
	app.Call(t, "GET", "/api/auth/me", got.Token, nil).Granted(t, 200, nil)
	app.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: "ROBIN.vale@example.com", Password: password}).Granted(t, 200, nil)
	user, err := app.FindRecordById(store.Users, got.User.ID)
	if err != nil || user.GetBool("listed") || user.TokenKey() == "known" {
		t.Errorf("the request set fields that clients must not set, %v", err)
	}
}

func TestSignUpWithTheAdminKeyCreatesAnAdmin(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	var got session
	app.Call(t, "POST", "/api/auth/signup", "", map[string]string{
		"name": "Ada Quill", "email": "ada@example.com", "password": "quill-1", "role": "admin", "adminKey": testkit.AdminKey,
	}).Granted(t, 201, &got)
	if got.User.Role != domain.RoleAdmin {
		t.Errorf("registered as %q", got.User.Role)
	}
	app.Call(t, "GET", "/api/assignments/all", got.Token, nil).Granted(t, 200, nil)
}

func TestConcurrentSignUpsWithOneAddressCreateOneAccount(t *testing.T) {
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
			answers[i] = app.Call(t, "POST", "/api/auth/signup", "", domain.SignUp{Name: fmt.Sprint("Robin ", i), Email: email, Password: "quill-1"})
		})
	}
	racing.Wait()
	created := 0
	for _, answer := range answers {
		if answer.Status == http.StatusCreated {
			created++
			continue
		}
		answer.Refused(t, 409, "Email is already registered")
	}
	if created != 1 {
		t.Errorf("%d accounts were created, want 1", created)
	}
}
