package accounts

import (
	"context"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/messages"
	"deskmate/hooks/store"
)

// Mails about an account. None of them can be switched off.
var (
	confirmAddress = messages.Kind{
		Name: "account.verify", ByMail: true, Required: true, Urgent: true, KeepsAddress: true,
		Subject: messages.Constant("Confirm your email address"),
		Body:    messages.Constant("Please confirm that this is your address. Assignments and quote requests that you sent from it before signing up will then appear in your account."),
		Closing: constantly("The link works once. If we sent you several, only the newest one works.", "If you did not open this account, you can ignore this email."),
		Button:  "Confirm address",
		Link:    messages.Constant("/verify-email"),
		Secret:  linkToken(verifyPurpose),
	}
	resetPassword = messages.Kind{
		Name: "account.reset", ByMail: true, Required: true, Urgent: true, KeepsAddress: true,
		Subject: messages.Constant("Reset your password"),
		Body:    messages.Constant("Someone asked to reset the password of your account. Use this button to choose a new one."),
		Closing: constantly("The link works once. If we sent you several, only the newest one works.", "If you did not ask for this, you can ignore this email. Your password stays as it is."),
		Button:  "Choose a new password",
		Link:    messages.Constant("/reset-password"),
		Secret:  linkToken(resetPurpose),
	}
	passwordChangedMail = messages.Kind{
		Name: "account.password", Setting: "Changes to your password", Roles: domain.Roles, ByMail: true, Required: true, Urgent: true, KeepsAddress: true,
		Subject: messages.Constant("Your password was changed"),
		Body:    messages.Constant("The password of your account was changed. All other sessions have ended."),
		Closing: constantly("If this was not you, reset your password now."),
		Button:  "Reset your password",
		Link:    messages.Constant("/forgot-password"),
	}
	addressChanged = messages.Kind{
		Name: "account.email", Setting: "Changes to your email address", Roles: domain.Roles, ByMail: true, Required: true, Urgent: true, KeepsAddress: true,
		Subject: messages.Constant("Your email address was changed"),
		Body: func(f messages.Facts) string {
			return "The email address of your account was changed to " + f.Data["address"] + "."
		},
		Closing: constantly("If this was not you, undo the change. We will restore this address, end all sessions and send you a link to choose a new password.",
			"The link works once, within 7 days."),
		Button: "Undo the change",
		Link:   messages.Constant("/undo-email"),
		Secret: undoToken,
		Sample: store.MessageData{"address": "robin@example.org"},
	}
	// unverifiedChanged is for a former address that was never confirmed.
	unverifiedChanged = messages.Kind{
		Name: "account.email.unverified", ByMail: true, Required: true, Urgent: true, KeepsAddress: true,
		Subject: messages.Constant("Your email address was changed"),
		Body:    messages.Constant("Your account now has another email address, so we will no longer write to this one."),
		Closing: constantly("If you did not make this change, contact us. This address was never confirmed, so we cannot offer a link that undoes the change."),
	}
	// addressReturned and ownAccount are for the two sides of a separation.
	addressReturned = messages.Kind{
		Name: "account.email.returned", ByMail: true, Required: true, Urgent: true, KeepsAddress: true,
		Subject: messages.Constant("Your old email address is back"),
		Body:    messages.Constant("Somebody has chosen a password by a link to the new email address of your account, without signing in to it. They now have an account of their own, and yours has its old address again, with all that is in it."),
		Closing: constantly("All sessions have ended. We have sent you a link to choose a new password."),
	}
	ownAccount = messages.Kind{
		Name: "account.own", ByMail: true, Required: true, Urgent: true, KeepsAddress: true,
		Subject: messages.Constant("You have an account of your own"),
		Body:    messages.Constant("Somebody had given your email address to their account. You now have an account of your own, with the password that you chose. The other account no longer has your address, and nothing of it is in yours."),
		Closing: constantly("If you changed the address of your own account, sign in with the address that you had before."),
	}
	newAdmin = messages.Kind{
		Name: "account.admin", Setting: "New admins", Roles: []string{domain.RoleAdmin}, InApp: true, ByMail: true, Required: true, Urgent: true,
		Subject: messages.Constant("There is a new admin"),
		Body: func(f messages.Facts) string {
			return "The account with the address " + f.Data["address"] + " is an admin now."
		},
		Closing: constantly("If you do not know why, make it inactive, and set another admin key."),
		Button:  "Open the accounts",
		Link:    messages.Constant("/admin/dashboard/users"),
		Sample:  store.MessageData{"address": "ada@example.org"},
	}
	newDevice = messages.Kind{
		Name: "account.device", Setting: "Sign-ins from new devices", Roles: domain.Roles, ByMail: true, Required: true, Urgent: true, KeepsAddress: true,
		Subject: messages.Constant("New sign-in to your account"),
		Body:    messages.Constant("Someone signed in to your account from a device that you had not used before."),
		Details: func(f messages.Facts) []messages.Detail {
			return []messages.Detail{{Label: "Device", Value: f.Data["device"]}, {Label: "Time", Value: f.Data["at"]}}
		},
		Closing: constantly("If this was you, you do not need to do anything. If not, reset your password now."),
		Button:  "Reset your password",
		Link:    messages.Constant("/forgot-password"),
		Sample:  store.MessageData{"device": "Firefox on Windows", "at": "1 Dec 2026, 10:00 UTC"},
	}
)

// Kinds returns the kinds of messages of this package.
func Kinds() []messages.Kind {
	return []messages.Kind{confirmAddress, resetPassword, passwordChangedMail, addressChanged, unverifiedChanged, addressReturned, ownAccount, newAdmin, newDevice}
}

func constantly(paragraphs ...string) func(messages.Facts) []string {
	return func(messages.Facts) []string { return paragraphs }
}

// secretFunc is the type of messages.Kind.Secret.
type secretFunc = func(ctx context.Context, app core.App, mail store.TakenMail) (string, error)
