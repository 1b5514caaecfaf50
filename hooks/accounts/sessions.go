package accounts

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
)

// openSession is the JSON of a session in the list of its account.
type openSession struct {
	ID         string `json:"_id"`
	Device     string `json:"device"`
	CreatedAt  string `json:"createdAt"`
	LastSeenAt string `json:"lastSeenAt"` // a few minutes late
	IsCurrent  bool   `json:"isCurrent"`  // it is that of this request
}

// listSessions answers where the caller is logged in: here first, then by when it was
// last used.
func listSessions(e *core.RequestEvent) error {
	caller, now := sessions.Caller(e), clock.Now(e.App)
	found, err := store.FindSessions(e.App, caller.Id)
	if err != nil {
		return err
	}
	open := make([]openSession, 0, len(found))
	for _, session := range found {
		at := func(field string) time.Time { return session.GetDateTime(field).Time() }
		if at(store.ExpiresAt).Before(now) {
			continue
		}
		view := openSession{
			ID: session.Id, Device: session.GetString(store.Device), CreatedAt: domain.FormatTime(at(store.Created)),
			LastSeenAt: domain.FormatTime(at(store.SeenAt)), IsCurrent: session.Id == store.SessionOf(caller),
		}
		if view.IsCurrent {
			open = slices.Insert(open, 0, view)
			continue
		}
		open = append(open, view)
	}
	return e.JSON(http.StatusOK, open)
}

// logOut ends the session of the request.
func logOut(e *core.RequestEvent) error {
	err := endSessions(e, func(_ *core.Record, isCurrent bool) bool { return isCurrent })
	return answerEnd(e, "You are logged out", err)
}

// endSession ends one session of the caller, which may be that of the request.
func endSession(e *core.RequestEvent) error {
	id := e.Request.PathValue("id")
	err := endSessions(e, func(session *core.Record, _ bool) bool { return session.Id == id })
	if errors.Is(err, sql.ErrNoRows) {
		err = failures.NotFound("Session not found")
	}
	return answerEnd(e, "That device is logged out", err)
}

// endOtherSessions ends all sessions of the caller but that of the request.
func endOtherSessions(e *core.RequestEvent) error {
	err := endSessions(e, func(_ *core.Record, isCurrent bool) bool { return !isCurrent })
	if errors.Is(err, sql.ErrNoRows) {
		err = nil // there is no other
	}
	return answerEnd(e, "You are logged out everywhere else", err)
}

func answerEnd(e *core.RequestEvent, message string, err error) error {
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, map[string]string{"message": message})
}

// endSessions ends those sessions of the caller that ends chooses; sql.ErrNoRows if
// there are none. Their live connections are closed as each is deleted (hooks/live).
func endSessions(e *core.RequestEvent, ends func(session *core.Record, isCurrent bool) bool) error {
	caller := sessions.Caller(e)
	return sessions.Change(e, func(ctx context.Context, tx core.App) error {
		open, err := store.FindSessions(tx, caller.Id)
		if err != nil {
			return err
		}
		ended := 0
		for _, session := range open {
			if !ends(session, session.Id == store.SessionOf(caller)) {
				continue
			}
			if err := transaction.DeleteNested(ctx, tx, session); err != nil {
				return err
			}
			ended++
		}
		if ended == 0 {
			return sql.ErrNoRows
		}
		return nil
	})
}
