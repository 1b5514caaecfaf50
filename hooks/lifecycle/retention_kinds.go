package lifecycle

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/messages"
	"deskmate/hooks/store"
)

// retentionKinds returns the kinds of messages of this package.
func retentionKinds() []messages.Kind { return []messages.Kind{announcement, deletion} }

var (
	// announcement is required: nothing is deleted that people were not told about.
	announcement = withSides(messages.Kind{
		Name: "files.announced", Setting: "Files that will be deleted", Required: true,
		Subject: func(f messages.Facts) string {
			return f.About("Your files will be deleted on " + f.Data["date"])
		},
		Body: func(f messages.Facts) string {
			return "We keep the files of this assignment until " + f.Data["date"] + ". Download what you still need before then."
		},
		Sample: store.MessageData{"date": "3 May 2027"},
	})
	deletion = withSides(messages.Kind{
		Name: "files.deleted", Setting: "Files that were deleted",
		Subject: func(f messages.Facts) string { return f.About("Your files were deleted") },
		Body: messages.Constant("The files of this assignment were deleted, because the time for which we keep them is over. " +
			"You can still see their names, sizes and fingerprints."),
	})
)

// withSides completes a kind of message that goes to both sides of an order.
func withSides(kind messages.Kind) messages.Kind {
	kind.Roles, kind.InApp, kind.ByMail = domain.Roles, true, true
	kind.Button = "Open the assignment"
	kind.Link = func(f messages.Facts) string { return "/assignments/" + f.Assignment }
	kind.StillApplies = func(f messages.Facts) string {
		switch {
		case f.Account != f.Student && f.Account != f.Tutor:
			return "This is no longer the reader's work"
		case !domain.IsFinished(f.Status) && f.Status != domain.StatusCancelled:
			return "It is no longer true"
		}
		// An announcement that has waited for too long is not sent.
		if until, err := time.Parse(time.RFC3339, f.Data["until"]); err == nil && f.Now.After(until) {
			return "It is no longer true"
		}
		return ""
	}
	return kind
}

// tellDate tells the people of an order that its files will be deleted at a time. The day
// is that of the site.
func tellDate(ctx context.Context, tx core.App, order store.Keeping, at time.Time) error {
	site, err := store.FindSite(tx)
	if err != nil {
		return err
	}
	date := domain.PurgeDate(at, store.SiteZone(site))
	return tell(ctx, tx, order, messages.Message{
		Kind: announcement, Data: store.MessageData{"date": date, "until": domain.FormatTime(at)},
	})
}

// tell tells the student and the tutor of an order. For a deleted one, nobody is left who
// could read it.
func tell(ctx context.Context, tx core.App, order store.Keeping, message messages.Message) error {
	if order.IsStub {
		return nil
	}
	message.Assignment = order.ID
	for _, id := range []string{order.Student, order.Tutor} {
		if id == "" {
			continue
		}
		person, err := tx.FindRecordById(store.Users, id)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return err
		}
		if err := messages.Tell(ctx, tx, person, message); err != nil {
			return err
		}
	}
	return nil
}
