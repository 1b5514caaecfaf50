package accounts

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"net/http"
	"slices"
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
	// A bearer token is ignored: whoever signs up counts as a visitor.
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

// Labels of the limits on wrong passwords for one account: those from one of its browsers or
// one network, and those from all browsers together that it has not been used from.
const (
	logInLimit   = "users:logIn"
	unknownLimit = "users:logInFromNewDevices"
)

// takeGuess counts an attempt to guess the password of an address, or refuses it.
// release gives it back, if the password was right. A browser that the account has been
// used from counts separately, so strangers do not lock the owner out. Addresses without
// an account count too, because the answer must not reveal which have one.
func takeGuess(e *core.RequestEvent, email string) (release func(), err error) {
	account, err := store.ReadGuessed(e.Request.Context(), e.App, email)
	if err != nil {
		return nil, err
	}
	// A new password changes the account's key, so the count starts again.
	key := guessKey(email, account.TokenKey)
	digest := browserDigest(account.ID, secretOf(e))
	isKnown := slices.Contains(strings.Fields(account.Browsers), digest)
	origin := guessKey(key, api.Network(e))
	if isKnown {
		origin = guessKey(key, digest)
	}
	narrow, wide := api.AttemptsOf(e.App, logInLimit), api.AttemptsOf(e.App, unknownLimit)
	if err := narrow.Take(origin); err != nil {
		return nil, err
	}
	if isKnown {
		return func() { narrow.Release(origin) }, nil
	}
	if err := wide.Take(key); err != nil {
		narrow.Release(origin)
		return nil, err
	}
	return func() {
		narrow.Release(origin)
		wide.Release(key)
	}, nil
}

// guessKey returns the key of a counter. It is a digest, because an address may be long
// and the key stays in memory until the window ends.
func guessKey(parts ...string) string {
	digest := sha256.Sum256([]byte(strings.Join(parts, "\n")))
	return string(digest[:])
}
