// Package profile is what people change of their own account (docs/product.md,
// sections 2.5 to 2.7).
package profile

import (
	"context"
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/wire"
	"deskmate/records"
	"deskmate/rules"
)

// Routes is the table of what profile answers.
func Routes() []wire.Route {
	return []wire.Route{
		{Method: "GET", Path: "/users/profile", Who: wire.SignedIn, Handler: showProfile},
		{Method: "PUT", Path: "/users/profile", Who: wire.SignedIn, Handler: updateProfile},
		{Method: "PUT", Path: "/users/change-password", Who: wire.SignedIn, Handler: changePassword},
		{Method: "DELETE", Path: "/users/delete-account", Who: wire.SignedIn, Handler: deleteAccount},
	}
}

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
	return e.JSON(http.StatusOK, view(wire.Caller(e)))
}

// updateProfile writes the eight fields. A new address is not proven yet and
// ends all sessions; the answer then carries the token that goes on.
func updateProfile(e *core.RequestEvent) error {
	var input rules.Profile
	if err := wire.BindJSON(e, &input); err != nil {
		return err
	}
	caller := wire.Caller(e)
	if problems := input.Check(caller.GetString(records.Role)); len(problems) > 0 {
		return wire.Refuse(problems)
	}
	ctx, cancel := wire.WriteContext(e)
	defer cancel()
	var updated *core.Record
	err := inSession(e.App, caller, func(tx core.App, user *core.Record) error {
		apply(user, input)
		updated = user
		return tx.SaveWithContext(ctx, user)
	})
	if err != nil {
		return err
	}
	answer := struct {
		rules.Profile
		Token string `json:"token,omitempty"`
	}{Profile: view(updated)}
	if updated.TokenKey() != caller.TokenKey() {
		if answer.Token, err = updated.NewAuthToken(); err != nil {
			return err
		}
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
		input.Specialization, input.Experience = "", "" // kept for tutors only
	}
	user.Set(records.Specialization, strings.TrimSpace(input.Specialization))
	user.Set(records.Experience, strings.TrimSpace(input.Experience))
	user.Set(records.Name, input.FullName())
	if email := rules.NormalEmail(input.Email); email != user.Email() {
		user.SetEmail(email)
		user.SetVerified(false)
	}
}

// inSession changes the caller's account as it is now, in one transaction. If
// the caller's sessions ended since the request was let in, nothing changes.
func inSession(app core.App, caller *core.Record, change func(core.App, *core.Record) error) error {
	return app.RunInTransaction(func(tx core.App) error {
		user, err := wire.StillIn(tx, caller)
		if err != nil {
			return err
		}
		return change(tx, user)
	})
}

// deleteAccount is not one transaction: someone's whole work goes first, piece
// by piece, so that everybody else can write meanwhile.
func deleteAccount(e *core.RequestEvent) error {
	ctx, cancel := wire.WriteContext(e)
	defer cancel()
	// However much there is to remove, it may take its time.
	if err := e.App.DeleteWithContext(context.WithoutCancel(ctx), wire.Caller(e)); err != nil {
		return err
	}
	return e.JSON(http.StatusOK, map[string]string{"message": "Your account has been permanently deleted"})
}
