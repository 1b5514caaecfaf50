package accounts_test

import (
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/internal/testkit"
)

func TestEveryWayToSetAPasswordRefusesAnEasyOne(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	box := app.UseMailbox(t)
	operator := app.Superuser(t)
	robin := verified(t, app)
	request(t, app, "password-reset", robin.Email())
	reset := box.Await(t, robin.Email(), "Reset your password").Token(t, "/reset-password")
	signUp(t, app, "newcomer@example.com")
	link := box.Await(t, "newcomer@example.com", "Confirm your email address").Token(t, "/verify-email")
	both := app.Call(t, "POST", "/api/auth/signup", "", map[string]any{"name": "kim@home.example", "email": "a@example.com", "password": "123456"})
	if body := string(both.Body); !strings.Contains(body, "Name must not contain contact details") || !strings.Contains(body, domain.EasyPassword) {
		t.Errorf("a sign-up with two problems names %s", body)
	}
	for _, easy := range []string{"123456", "Password", "      ", "１２３４５６", "123456\u200b", "\x00\x00\x00\x00\x00\x00", strings.Repeat(" ", 72)} {
		ways := []struct {
			method, path, token string
			body                map[string]any
		}{
			{"POST", "/api/auth/signup", "", map[string]any{"name": "A", "email": "a@example.com", "password": easy}},
			{"POST", "/api/auth/signup", "", map[string]any{"name": "A", "email": "a@example.com", "password": easy, "role": "admin", "adminKey": testkit.AdminKey}},
			{"PUT", "/api/users/change-password", robin.Token, map[string]any{"currentPassword": testkit.Password, "newPassword": easy}},
			{"POST", "/api/auth/verify-email", "", map[string]any{"token": link, "newPassword": easy}},
			{"POST", native + "confirm-password-reset", "", map[string]any{"token": reset, "password": easy, "passwordConfirm": easy}},
			{"PATCH", native + "records/" + robin.Id, operator, map[string]any{"password": easy, "passwordConfirm": easy}},
		}
		if len(easy) >= 8 { // the framework's own minimum for operators
			ways = append(ways, struct {
				method, path, token string
				body                map[string]any
			}{"POST", "/api/collections/_superusers/records", operator, map[string]any{"email": "b@example.com", "password": easy, "passwordConfirm": easy}})
		}
		for _, way := range ways {
			answer := app.Call(t, way.method, way.path, way.token, way.body)
			if answer.Status != 400 || !strings.Contains(string(answer.Body), domain.EasyPassword) {
				t.Errorf("%s %s with %q: %d %s", way.method, way.path, easy, answer.Status, answer.Body)
			}
		}
	}
	if !confirm(t, app, "password-reset", reset) {
		t.Error("a refusal has used up the link")
	}
}
