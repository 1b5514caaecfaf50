// Package held keeps back what one side writes for the other while it contains contact
// details, until an admin has read it (docs/product.md, section 10.8).
package held

import (
	"context"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/writes"
	"deskmate/records"
	"deskmate/rules"
)

// What people read about a text that is kept back.
const (
	// Notice tells the writer.
	Notice        = "Contact details are not passed on. Our team will review this text."
	beingReviewed = "This text is being reviewed."
	wasRemoved    = "This text was removed."
)

// Text is a text that one side wrote for the other. Noun and Thing say where it is stored:
// the name that the API has for the kind of thing, and its id.
type Text struct {
	Noun       string
	Thing      string
	Assignment string
	Text       string
	Writer     string
}

// Hold keeps a text back if it has contact details, and reports whether it does. Call it
// in the transaction that stores the text.
func Hold(ctx context.Context, tx core.App, text Text) (isHeld bool, err error) {
	if !rules.HasContact(text.Text) {
		return false, nil
	}
	record, err := records.NewRecord(tx, records.Texts, map[string]any{
		records.NounField:  text.Noun,
		records.Thing:      text.Thing,
		records.Assignment: text.Assignment,
		records.Text:       text.Text,
		records.Writer:     text.Writer,
		records.Status:     rules.TextHeld,
	})
	if err != nil {
		return false, err
	}
	return true, writes.SaveNested(ctx, tx, record)
}

// Read returns what a reader is shown of a text. status and writer are those of its row in
// texts, "" if it was never held. Admins read every text as it was written.
func Read(status, writer string, reader rules.Reader, text string) (shown string, isHeld bool, notice string) {
	isAdmin, isWriter := reader.Role == rules.RoleAdmin, reader.ID != "" && reader.ID == writer
	switch {
	case status == rules.TextHeld && isAdmin:
		return text, true, ""
	case status == rules.TextHeld && isWriter:
		return text, true, Notice
	case status == rules.TextHeld:
		return beingReviewed, false, ""
	case status == rules.TextRemoved && !isAdmin:
		return wasRemoved, false, ""
	default:
		return text, false, ""
	}
}
