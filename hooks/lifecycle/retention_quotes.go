package lifecycle

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// KeepAskedFiles begins anew with a quote request that is offered a price or gets more files.
func KeepAskedFiles(e *core.RecordEvent) error {
	isOffered := api.Differs(e.Record, store.Status, store.ValidUntil) && e.Record.GetString(store.Status) == domain.QuoteQuoted
	if isOffered || len(e.Record.GetUnsavedFiles(store.Files)) > 0 {
		e.Record.Set(store.PurgeAt, nil)
	}
	return e.Next()
}

// announceQuotes lets the board announce that files of quote requests will be deleted soon.
func (r *runner) announceQuotes(ctx context.Context) error {
	policies, err := store.ReadQuoteRetentionDays(ctx, r.app)
	if err != nil {
		return err
	}
	for version, days := range policies {
		find := func(page store.KeepingPage) ([]store.QuoteKeeping, error) {
			now := clock.Now(r.app)
			return store.FindQuotesToAnnounce(ctx, r.app, version, domain.AnnounceSettledUntil(now, days), now, page)
		}
		do := func(quote store.QuoteKeeping) error {
			return r.keepQuote(ctx, quote.ID, domain.PurgeAt(quote.Created.Time(), days, clock.Now(r.app)))
		}
		if err := each(ctx, find, do, func(quote store.QuoteKeeping) (store.Time, string) { return quote.Created, quote.ID }); err != nil {
			return err
		}
	}
	return nil
}

// postponeQuotes keeps until a time those files of quote requests that would be deleted too soon
// after a stop.
func (r *runner) postponeQuotes(ctx context.Context, until time.Time) error {
	find := func(page store.KeepingPage) ([]store.QuoteKeeping, error) {
		return store.FindQuotesToPurge(ctx, r.app, until.Add(-time.Millisecond), page)
	}
	do := func(quote store.QuoteKeeping) error { return r.keepQuote(ctx, quote.ID, until) }
	return each(ctx, find, do, quotePurgeAt)
}

func quotePurgeAt(quote store.QuoteKeeping) (store.Time, string) { return quote.PurgeAt, quote.ID }

// keepQuote lets the board announce that the files of a quote request are kept until a time.
func (r *runner) keepQuote(ctx context.Context, id string, until time.Time) error {
	return r.changeQuote(ctx, id, func(ctx context.Context, tx core.App, quote store.QuoteKeeping) (lines []Line, err error) {
		for _, file := range quote.Files {
			if file.PurgedAt == "" {
				lines = append(lines, Line{announced, until, quote.Reference, file.Name, file.Size})
			}
		}
		if r.dry {
			return lines, nil
		}
		return lines, store.SetQuotePurgeAt(ctx, tx, quote.ID, until)
	})
}

// purgeQuotes deletes the files of all quote requests whose time has come, as purgeAll does
// with those of orders. Nobody has to prove what they were, so no hashes are kept.
func (r *runner) purgeQuotes(ctx context.Context) error {
	find := func(page store.KeepingPage) ([]store.QuoteKeeping, error) {
		return store.FindQuotesToPurge(ctx, r.app, clock.Now(r.app), page)
	}
	do := func(quote store.QuoteKeeping) error { return r.changeQuote(ctx, quote.ID, r.purgeQuote) }
	return each(ctx, find, do, quotePurgeAt)
}

// purgeQuote notes that the files of a quote request are deleted.
func (r *runner) purgeQuote(ctx context.Context, tx core.App, quote store.QuoteKeeping) (lines []Line, err error) {
	now := clock.Now(tx)
	if quote.PurgeAt == "" || quote.PurgeAt.Time().After(now) {
		return nil, nil
	}
	var purged store.QuoteFiles
	var paths []string
	for _, file := range quote.Files {
		if file.PurgedAt != "" {
			continue
		}
		lines = append(lines, Line{deleted, quote.PurgeAt.Time(), quote.Reference, file.Name, file.Size})
		path, err := pathOf(tx, store.OrderFile{Collection: store.Quotes, Owner: quote.ID, File: file.File})
		if err != nil {
			return nil, err
		}
		paths = append(paths, path)
		file.PurgedAt = domain.FormatTime(now)
		purged = append(purged, file)
	}
	if r.dry {
		return lines, nil
	}
	for _, file := range purged {
		if err := store.ForgetFileScan(ctx, tx, store.FileScan{Collection: store.Quotes, Record: quote.ID, File: file.File}); err != nil {
			return nil, err
		}
	}
	if err := store.MarkQuotePurged(ctx, tx, quote.ID, purged); err != nil || len(paths) == 0 {
		return nil, err
	}
	return lines, store.AddToRemove(ctx, tx, store.Quotes, quote.ID, paths)
}

// changeQuote reads a quote request again in the transaction of a change, and reports what
// the change did. One that has become an order meanwhile, or may, stays as it is.
func (r *runner) changeQuote(ctx context.Context, id string, change func(context.Context, core.App, store.QuoteKeeping) ([]Line, error)) error {
	var lines []Line
	err := r.change(ctx, func(ctx context.Context, tx core.App) error {
		lines = nil
		quote, err := store.FindQuoteKeeping(ctx, tx, id, clock.Now(tx))
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		lines, err = change(ctx, tx, quote)
		return err
	})
	return r.done(lines, err)
}
