package lifecycle

import (
	"context"
	"database/sql"
	"errors"
	"net/url"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/messages"
	"deskmate/hooks/store"
)

// scanKinds returns the kinds of messages of this package.
func scanKinds() []messages.Kind { return []messages.Kind{infected, quarantined} }

var (
	// infected goes to whoever uploaded the file, with or without an account.
	infected = messages.Kind{
		Name: "file.infected", Roles: domain.Roles, InApp: true, ByMail: true, ForGuests: true, Required: true,
		Subject: func(f messages.Facts) string { return f.About("Malware in one of your files") },
		Body: messages.Constant("We have found malware in a file that you sent us. Nobody can open it any more. " +
			"Please check your device, and send us the file again without the malware."),
		Button: "Open the assignment",
		Link: func(f messages.Facts) string {
			if f.IsGuest() || f.Assignment == "" {
				return ""
			}
			return "/assignments/" + f.Assignment
		},
	}
	quarantined = messages.Kind{
		Name: "file.quarantined", Roles: []string{domain.RoleAdmin}, InApp: true, ByMail: true, Required: true,
		Subject: func(f messages.Facts) string { return f.About("Malware found in a file") },
		Body: messages.Constant("The virus scanner has found malware in a file that could not be scanned when it was uploaded. " +
			"Nobody can open it any more. Whoever downloaded it before should check their device."),
		Button: "Open it",
		Link: func(f messages.Facts) string {
			if f.Assignment == "" {
				return "/admin/dashboard/quotes?" + url.Values{"quote": {f.Quote}}.Encode()
			}
			return "/assignments/" + f.Assignment
		},
	}
)

// tellOfMalware tells the admins, and whoever uploaded the file. Call it in the transaction
// that keeps the file from being opened.
func tellOfMalware(ctx context.Context, tx core.App, file store.FileScan) error {
	owner, err := findOwner(tx, file)
	if owner == nil || err != nil {
		return err
	}
	message, uploader, address := messages.Message{Kind: infected}, owner.GetString(store.Student), ""
	switch file.Collection {
	case store.Assignments:
		message.Assignment, address = owner.Id, owner.GetString(store.GuestEmail)
	case store.Deliveries:
		message.Assignment, uploader = owner.GetString(store.Assignment), owner.GetString(store.Tutor)
	case store.Quotes:
		message.Quote, message.Assignment, address = owner.Id, owner.GetString(store.Assignment), owner.GetString(store.Email)
	}
	if err := tellUploader(ctx, tx, uploader, address, message); err != nil {
		return err
	}
	admins, err := store.FindActiveAdmins(tx)
	if err != nil {
		return err
	}
	message.Kind = quarantined
	for _, admin := range admins {
		if err := messages.Tell(ctx, tx, admin, message); err != nil {
			return err
		}
	}
	return nil
}

// findOwner returns the record that stores a file, or nil if it is gone.
func findOwner(app core.App, file store.FileScan) (*core.Record, error) {
	owner, err := app.FindRecordById(file.Collection, file.Record)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return owner, err
}

func tellUploader(ctx context.Context, tx core.App, uploader, address string, message messages.Message) error {
	if uploader == "" {
		return messages.TellAddress(ctx, tx, address, message)
	}
	account, err := tx.FindRecordById(store.Users, uploader)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return messages.Tell(ctx, tx, account, message)
}
