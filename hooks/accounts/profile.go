package accounts

import (
	"context"
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
)

// profileRoutes returns the routes of this package.
func profileRoutes() []api.Route {
	return []api.Route{
		{Method: "GET", Path: "/users/profile", Who: api.SignedIn, Handler: showProfile},
		{Method: "PUT", Path: "/users/profile", Who: api.SignedIn, Handler: updateProfile},
		{Method: "PUT", Path: "/users/change-password", Who: api.SignedIn, Handler: changePassword},
		{Method: "DELETE", Path: "/users/delete-account", Who: api.SignedIn, Handler: deleteAccount},
	}
}

// changeEmailLimit is the label of the limit on changes of one account's address. Each
// mails a link to the new one, which may be a stranger's.
const changeEmailLimit = "users:changeEmail"

func viewProfile(user *core.Record) domain.Profile {
	profile := domain.Profile{
		FirstName: user.GetString(store.FirstName),
		LastName:  user.GetString(store.LastName),
		Email:     user.Email(),
		Phone:     user.GetString(store.Phone),
		Bio:       user.GetString(store.Bio),
		Country:   user.GetString(store.Country),
	}
	if user.GetString(store.Role) == domain.RoleTutor {
		profile.Specialization = user.GetString(store.Specialization)
		profile.Experience = user.GetString(store.Experience)
	}
	return profile
}

func showProfile(e *core.RequestEvent) error {
	return e.JSON(http.StatusOK, viewProfile(sessions.Caller(e)))
}

// updateProfile writes the eight fields. A new address is unverified and ends all
// sessions; the answer then carries a new token for this one. It requires the password: the
// account's links are mailed to its address, so whoever sets the address has the account.
func updateProfile(e *core.RequestEvent) error {
	var input domain.ProfileChange
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	caller := sessions.Caller(e)
	if problems := input.Check(caller.GetString(store.Role)); len(problems) > 0 {
		return failures.Refuse(problems)
	}
	if domain.NormalEmail(input.Email) != caller.Email() {
		if err := checkCurrentPassword(e.App, caller, input.CurrentPassword); err != nil {
			return err
		}
		// Refused ones count too: they reveal which addresses have an account.
		if err := api.AttemptsOf(e.App, changeEmailLimit).Take(caller.Id); err != nil {
			return err
		}
	}
	var answer struct {
		domain.Profile
		Token string `json:"token,omitempty"`
	}
	err := sessions.Change(e, func(ctx context.Context, tx core.App) error {
		user, err := tx.FindRecordById(store.Users, caller.Id)
		if err != nil {
			return err
		}
		applyProfile(user, input.Profile)
		if err := tx.SaveWithContext(ctx, user); err != nil {
			return err
		}
		answer.Profile = viewProfile(user)
		if user.TokenKey() == caller.TokenKey() {
			return nil
		}
		session, err := sessions.Open(ctx, tx, user)
		answer.Token = session.Token
		return err
	})
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, answer)
}

func applyProfile(user *core.Record, input domain.Profile) {
	for field, text := range map[string]string{
		store.FirstName: input.FirstName, store.LastName: input.LastName, store.Phone: input.Phone,
		store.Bio: input.Bio, store.Country: input.Country,
	} {
		user.Set(field, strings.TrimSpace(text))
	}
	if user.GetString(store.Role) != domain.RoleTutor {
		input.Specialization, input.Experience = "", "" // only tutors have these
	}
	user.Set(store.Specialization, strings.TrimSpace(input.Specialization))
	user.Set(store.Experience, strings.TrimSpace(input.Experience))
	user.Set(store.Name, input.FullName())
	if email := domain.NormalEmail(input.Email); email != user.Email() {
		user.SetEmail(email)
		user.SetVerified(false)
	}
}

// deleteAccount deletes the account with its work. That takes many transactions, so
// that others can write in between, and has no time limit.
func deleteAccount(e *core.RequestEvent) error {
	var input struct {
		CurrentPassword string `json:"currentPassword"`
	}
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	caller := sessions.Caller(e)
	if err := checkCurrentPassword(e.App, caller, input.CurrentPassword); err != nil {
		return err
	}
	ctx, cancel := sessions.WriteContext(e)
	defer cancel()
	err := e.App.DeleteWithContext(context.WithoutCancel(ctx), caller)
	if err != nil && failures.From(err).Status == http.StatusNotFound {
		return failures.SignInFirst() // another request has deleted it since this one was admitted
	}
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, map[string]string{"message": "Your account has been permanently deleted"})
}

// currentPasswordLimit is the label of the limit on wrong passwords of signed-in
// accounts. It is not that of log-ins: a stolen session must not lock its owner out.
const currentPasswordLimit = "users:currentPassword"

// checkCurrentPassword refuses a change that a session alone must not make. All such
// changes count wrong passwords together, by account.
func checkCurrentPassword(app core.App, caller *core.Record, password string) error {
	refuse := func(code domain.Code, message string) error {
		return failures.Refuse(domain.Problems{{Field: "currentPassword", Code: code, Message: message}})
	}
	if password == "" {
		return refuse(domain.Required, "Current password is required")
	}
	attempts := api.AttemptsOf(app, currentPasswordLimit)
	if err := attempts.Take(caller.Id); err != nil {
		return err
	}
	if !caller.ValidatePassword(password) {
		return refuse(domain.Invalid, "Current password is incorrect")
	}
	attempts.Release(caller.Id)
	return nil
}

// changePassword ends every other session; the answer carries a new token for this
// one. The password is hashed before the transaction begins: it is slow, and would
// hold the only writer.
func changePassword(e *core.RequestEvent) error {
	var input domain.PasswordChange
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	if problems := input.CheckPresent(); len(problems) > 0 {
		return failures.Refuse(problems)
	}
	caller := sessions.Caller(e)
	if err := checkCurrentPassword(e.App, caller, input.CurrentPassword); err != nil {
		return err
	}
	if problems := input.CheckNew(); len(problems) > 0 {
		return failures.Refuse(problems)
	}
	changed := caller.Fresh()
	changed.SetPassword(input.NewPassword)
	var session sessions.SessionView
	err := sessions.Change(e, func(ctx context.Context, tx core.App) (err error) {
		if err := tx.SaveWithContext(ctx, changed); err != nil {
			return err
		}
		session, err = sessions.Open(ctx, tx, changed)
		return err
	})
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, struct {
		Message string `json:"message"`
		sessions.SessionView
	}{"Password changed successfully", session})
}
