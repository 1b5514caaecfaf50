// Package moderation keeps back what one side writes for the other while it contains
// contact details, until an admin has read it (docs/product.md, section 10.8).
package moderation

import (
	"context"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
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
	if !domain.HasContact(text.Text) {
		return false, nil
	}
	record, err := store.NewRecord(tx, store.Texts, map[string]any{
		store.NounField:  text.Noun,
		store.Thing:      text.Thing,
		store.Assignment: text.Assignment,
		store.Text:       text.Text,
		store.Writer:     text.Writer,
		store.Status:     domain.TextHeld,
	})
	if err != nil {
		return false, err
	}
	return true, transaction.SaveNested(ctx, tx, record)
}

// Read returns what a reader is shown of a text. status and writer are those of its row in
// texts, "" if it was never held. Admins read every text as it was written.
func Read(status, writer string, reader domain.Reader, text string) (shown string, isHeld bool, notice string) {
	isAdmin, isWriter := reader.Role == domain.RoleAdmin, reader.ID != "" && reader.ID == writer
	switch {
	case status == domain.TextHeld && isAdmin:
		return text, true, ""
	case status == domain.TextHeld && isWriter:
		return text, true, Notice
	case status == domain.TextHeld:
		return beingReviewed, false, ""
	case status == domain.TextRemoved && !isAdmin:
		return wasRemoved, false, ""
	default:
		return text, false, ""
	}
}
