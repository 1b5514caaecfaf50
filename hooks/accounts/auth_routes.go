package accounts

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"
	"golang.org/x/crypto/bcrypt"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
)

// authRoutes returns the routes of this package.
func authRoutes() []api.Route {
	return []api.Route{
		{Method: "POST", Path: "/auth/login", Who: api.Anyone, Handler: logIn, Unlimited: true},
		{Method: "POST", Path: "/auth/signup", Who: api.Anyone, Handler: signUp},
		{Method: "POST", Path: "/auth/verify-email", Who: api.Anyone, Handler: verifyEmail, Unlimited: true},
		{Method: "POST", Path: "/auth/undo-email", Who: api.Anyone, Handler: undoEmail, Unlimited: true},
		{Method: "GET", Path: "/auth/me", Who: api.SignedIn, Handler: me},
		{Method: "POST", Path: "/auth/logout", Who: api.SignedIn, Handler: logOut, Unlimited: true},
		{Method: "GET", Path: "/users/sessions", Who: api.SignedIn, Handler: listSessions},
		{Method: "DELETE", Path: "/users/sessions", Who: api.SignedIn, Handler: endOtherSessions},
		{Method: "DELETE", Path: "/users/sessions/{id}", Who: api.SignedIn, Handler: endSession},
	}
}

func me(e *core.RequestEvent) error {
	return e.JSON(http.StatusOK, sessions.ViewUser(sessions.Caller(e)))
}

func logIn(e *core.RequestEvent) error {
	var input domain.LogIn
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	if problems := input.Check(); len(problems) > 0 {
		return failures.Refuse(problems)
	}

	email := domain.NormalEmail(input.Email)
	release, err := takeGuess(e, email)
	if err != nil {
		return err
	}
	user, err := store.FindUserByEmail(e.App, email)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if err != nil {
		spendPasswordTime(e.App, input.Password)
	}
	if err != nil || !user.ValidatePassword(input.Password) {
		return failures.Unauthorized("Invalid credentials")
	}
	release()
	// Only callers who know the password learn that the account is inactive.
	if !store.IsActive(user) {
		return failures.Forbidden("Your account is inactive. Please contact support.")
	}
	ctx, cancel := sessions.WriteContextAs(e, store.Actor{Via: store.ViaSystem})
	defer cancel()
	noticeDevice(ctx, e.App, user, meet(e))
	return answerSession(ctx, e, http.StatusOK, user)
}

// spendPasswordTime takes as long as checking a password, so that the response
// time does not reveal whether an address has an account.
func spendPasswordTime(app core.App, password string) {
	cost := bcrypt.DefaultCost
	if users, err := app.FindCachedCollectionByNameOrId(store.Users); err == nil {
		if field, ok := users.Fields.GetByName(store.PasswordField).(*core.PasswordField); ok && field.Cost > 0 {
			cost = field.Cost
		}
	}
	if len(password) > domain.PasswordMaxBytes {
		password = password[:domain.PasswordMaxBytes]
	}
	_, _ = bcrypt.GenerateFromPassword([]byte(password), cost)
}

func signUp(e *core.RequestEvent) error {
	var input struct {
		domain.AdminSignUp
		Role string `json:"role"`
	}
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	role := strings.TrimSpace(input.Role)
	var problems domain.Problems
	switch role {
	case "", domain.RoleStudent:
		role, problems = domain.RoleStudent, input.SignUp.Check()
	case domain.RoleAdmin:
		problems = input.AdminSignUp.Check()
	case domain.RoleTutor:
		return failures.Forbidden("Tutor accounts are created by an administrator")
	default:
		return failures.BadRequest("Invalid role value")
	}
	if len(problems) > 0 {
		return failures.Refuse(problems)
	}
	if role == domain.RoleAdmin {
		if err := admitAdmin(e.App, strings.TrimSpace(input.AdminKey)); err != nil {
			return err
		}
	}

	user, err := store.NewUser(e.App, role)
	if err != nil {
		return err
	}
	user.Set(store.MustConfirm, role == domain.RoleAdmin && e.App.Settings().SMTP.Enabled)
	user.Set(store.Name, strings.TrimSpace(input.Name))
	user.SetEmail(input.Email)
	user.SetPassword(input.Password)
	// A bearer token is ignored: who signs up is a visitor, whoever else they are.
	ctx, cancel := sessions.WriteContextAs(e, store.Actor{Via: store.ViaGuest})
	defer cancel()
	if err := e.App.SaveWithContext(ctx, user); err != nil {
		return err
	}
	return answerSession(ctx, e, http.StatusCreated, user)
}

func answerSession(ctx context.Context, e *core.RequestEvent, status int, user *core.Record) error {
	session, err := sessions.Open(ctx, e.App, user)
	if err != nil {
		return err
	}
	return e.JSON(status, session)
}
