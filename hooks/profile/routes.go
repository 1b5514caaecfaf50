// Package profile lets people change and delete their own account
// (docs/product.md, sections 2.5 to 2.7).
package profile

import (
	"context"
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/routes"
	"deskmate/hooks/sessions"
	"deskmate/hooks/writes"
	"deskmate/records"
	"deskmate/rules"
)

// Routes returns the routes of this package.
func Routes() []routes.Route {
	return []routes.Route{
		{Method: "GET", Path: "/users/profile", Who: routes.SignedIn, Handler: showProfile},
		{Method: "PUT", Path: "/users/profile", Who: routes.SignedIn, Handler: updateProfile},
		{Method: "PUT", Path: "/users/change-password", Who: routes.SignedIn, Handler: changePassword},
		{Method: "DELETE", Path: "/users/delete-account", Who: routes.SignedIn, Handler: deleteAccount},
	}
}

// changeEmailLimit is the label of the limit on changes of one account's address. Each
// mails a link to the new one, which may be a stranger's.
const changeEmailLimit = "users:changeEmail"

func view(user *core.Record) rules.Profile {
	profile := rules.Profile{
		FirstName: user.GetString(records.FirstName),
		LastName:  user.GetString(records.LastName),
		Email:     user.Email(),
		Phone:     user.GetString(records.Phone),
		Bio:       user.GetString(records.Bio),
		Country:   user.GetString(records.Country),
	}
	if user.GetString(records.Role) == rules.RoleTutor {
		profile.Specialization = user.GetString(records.Specialization)
		profile.Experience = user.GetString(records.Experience)
	}
	return profile
}

func showProfile(e *core.RequestEvent) error {
	return e.JSON(http.StatusOK, view(sessions.Caller(e)))
}

// updateProfile writes the eight fields. A new address is unverified and ends all
// sessions; the answer then carries a new token for this one. It takes the password: the
// account's links are mailed to its address, so whoever sets the address has the account.
func updateProfile(e *core.RequestEvent) error {
	var input rules.ProfileChange
	if err := routes.BindJSON(e, &input); err != nil {
		return err
	}
	caller := sessions.Caller(e)
	if problems := input.Check(caller.GetString(records.Role)); len(problems) > 0 {
		return failures.Refuse(problems)
	}
	if rules.NormalEmail(input.Email) != caller.Email() {
		if err := checkCurrentPassword(e.App, caller, input.CurrentPassword); err != nil {
			return err
		}
		// Refused ones count too: they tell which addresses have an account.
		if err := routes.AttemptsOf(e.App, changeEmailLimit).Take(caller.Id); err != nil {
			return err
		}
	}
	ctx, cancel := sessions.WriteContext(e)
	defer cancel()
	var answer struct {
		rules.Profile
		Token string `json:"token,omitempty"`
	}
	err := inSession(ctx, e.App, caller, func(ctx context.Context, tx core.App, user *core.Record) error {
		apply(user, input.Profile)
		if err := tx.SaveWithContext(ctx, user); err != nil {
			return err
		}
		answer.Profile = view(user)
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

func apply(user *core.Record, input rules.Profile) {
	for field, text := range map[string]string{
		records.FirstName: input.FirstName, records.LastName: input.LastName, records.Phone: input.Phone,
		records.Bio: input.Bio, records.Country: input.Country,
	} {
		user.Set(field, strings.TrimSpace(text))
	}
	if user.GetString(records.Role) != rules.RoleTutor {
		input.Specialization, input.Experience = "", "" // only tutors have these
	}
	user.Set(records.Specialization, strings.TrimSpace(input.Specialization))
	user.Set(records.Experience, strings.TrimSpace(input.Experience))
	user.Set(records.Name, input.FullName())
	if email := rules.NormalEmail(input.Email); email != user.Email() {
		user.SetEmail(email)
		user.SetVerified(false)
	}
}

// inSession changes the caller's account, as currently stored, in one transaction. If
// the caller's session has ended since the request was admitted, nothing changes.
func inSession(ctx context.Context, app core.App, caller *core.Record, change func(context.Context, core.App, *core.Record) error) error {
	return writes.Run(ctx, app, func(ctx context.Context, tx core.App) error {
		if err := sessions.Confirm(tx, caller); err != nil {
			return err
		}
		user, err := tx.FindRecordById(records.Users, caller.Id)
		if err != nil {
			return err
		}
		return change(ctx, tx, user)
	})
}

// deleteAccount deletes the account with its work. That takes many transactions, so
// that others can write in between, and has no time limit.
func deleteAccount(e *core.RequestEvent) error {
	var input struct {
		CurrentPassword string `json:"currentPassword"`
	}
	if err := routes.BindJSON(e, &input); err != nil {
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
