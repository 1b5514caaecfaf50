package messages

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// noticeRoutes returns the routes of this package.
func noticeRoutes() []api.Route {
	return []api.Route{
		{Method: "GET", Path: "/notices", Who: api.SignedIn, Handler: listNotices},
		{Method: "PATCH", Path: "/notices/{id}", Who: api.SignedIn, Handler: updateNotice},
		{Method: "POST", Path: "/notices/read-all", Who: api.SignedIn, Handler: readAll, Unlimited: true},
		{Method: "GET", Path: "/users/notice-settings", Who: api.SignedIn, Handler: showSettings},
		{Method: "PUT", Path: "/users/notice-settings", Who: api.SignedIn, Handler: updateSettings},
	}
}

func noticeNotFound() error { return failures.NotFound("Notice not found") }

type noticeView struct {
	ID        string  `json:"_id"`
	Kind      string  `json:"kind"`
	Title     string  `json:"title"`
	Body      string  `json:"body"`
	Link      string  `json:"link"`
	ReadAt    *string `json:"readAt"`
	CreatedAt string  `json:"createdAt"`
}

// noticeViewFor returns the view of notices for their owner. It leaves out the title of work
// that the owner may no longer see, and the link to it.
func noticeViewFor(app core.App, owner domain.Reader) func(store.NoticeRow) noticeView {
	return func(row store.NoticeRow) noticeView {
		view := noticeView{ID: row.ID, Kind: row.Kind, CreatedAt: domain.FormatTime(row.Created.Time())}
		if !row.ReadAt.IsZero() {
			readAt := domain.FormatTime(row.ReadAt.Time())
			view.ReadAt = &readAt
		}
		kind, ok := KindOf(app, row.Kind)
		if !ok {
			view.Title = row.Kind // of a newer version of the program
			return view
		}
		facts := Facts{
			Role: owner.Role, Assignment: row.Assignment, Title: domain.ShownText(row.Title, row.ShownTitle, owner, row.Student, row.Tutor), Quote: row.Quote, Reference: row.Reference, Data: row.Data,
		}
		isHidden := row.Assignment != "" && domain.AssignmentScope(owner, row.Student, row.Tutor) == domain.ScopeNone
		if isHidden {
			facts.Title = ""
		}
		view.Title, view.Body, view.Link = kind.Subject(facts), kind.Body(facts), kind.Link(facts)
		if isHidden && view.Link == toAssignment(facts) {
			view.Link = ""
		}
		return view
	}
}

func listNotices(e *core.RequestEvent) error {
	reader := sessions.Reader(e)
	query := e.Request.URL.Query()
	unreadOnly := query.Has("unread")
	if unreadOnly && query.Get("unread") != "true" {
		return failures.BadRequest("Invalid unread filter")
	}
	return api.AnswerList(e, store.NoticeListing(reader.ID, unreadOnly, NotFor(e.App, reader.Role)), noticeViewFor(e.App, reader))
}

// updateNotice marks a notice as read or unread.
func updateNotice(e *core.RequestEvent) error {
	var input struct {
		Read *bool `json:"read"`
	}
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	if input.Read == nil {
		return failures.Refuse(domain.Problems{{Field: "read", Code: domain.Required, Message: "Read must be true or false"}})
	}
	reader, id := sessions.Reader(e), e.Request.PathValue("id")
	err := sessions.Change(e, func(ctx context.Context, tx core.App) error {
		notice, err := tx.FindRecordById(store.Notices, id)
		if errors.Is(err, sql.ErrNoRows) || err == nil && scopeOf(tx, notice)(reader) == domain.ScopeNone {
			return noticeNotFound()
		}
		if err != nil {
			return err
		}
		if isRead := !notice.GetDateTime(store.ReadAt).IsZero(); isRead == *input.Read {
			return nil
		}
		return mark(ctx, tx, notice, *input.Read)
	})
	if err != nil {
		return err
	}
	row, err := store.FindNoticeRow(e.Request.Context(), e.App, reader.ID, id)
	if errors.Is(err, sql.ErrNoRows) {
		return noticeNotFound()
	}
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, noticeViewFor(e.App, reader)(row))
}

func mark(ctx context.Context, tx core.App, notice *core.Record, isRead bool) error {
	notice.Set(store.ReadAt, nil)
	if isRead {
		notice.Set(store.ReadAt, clock.Now(tx))
	}
	return tx.SaveWithContext(ctx, notice)
}

// readBatch is how many notices one transaction marks at most.
const readBatch = 100

// readAll marks all notices that the caller sees as read.
func readAll(e *core.RequestEvent) error {
	caller := sessions.Caller(e)
	updated := 0
	err := sessions.ChangeInPieces(e, func(ctx context.Context, tx core.App, enough func() bool) (bool, error) {
		found, err := store.FindUnreadNotices(tx, caller.Id, NotFor(tx, store.ReaderOf(caller).Role), readBatch)
		if err != nil {
			return false, err
		}
		for _, notice := range found {
			if err := mark(ctx, tx, notice, true); err != nil {
				return false, err
			}
			updated++
			if enough() {
				return true, nil
			}
		}
		return len(found) == readBatch, nil
	})
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, map[string]int{"updated": updated})
}

// Noun declares notices. Only their owner hears of them.
var Noun = api.Noun{
	Collection: store.Notices,
	Announce: func(app core.App, notice *core.Record, change api.Change) []api.Announcement {
		return api.Announce(notice, change, func(version *core.Record) func(domain.Reader) domain.Scope { return scopeOf(app, version) })
	},
}

// scopeOf returns what a reader may see of a notice: its owner sees it, unless it is of
// a kind that the owner's present role does not get.
func scopeOf(app core.App, notice *core.Record) func(domain.Reader) domain.Scope {
	owner := notice.GetString(store.UserField)
	kind, isKnown := KindOf(app, notice.GetString(store.Kind))
	roles := kind.Roles
	return func(reader domain.Reader) domain.Scope {
		if isKnown && !slices.Contains(roles, reader.Role) {
			return domain.ScopeNone
		}
		return domain.OwnerScope(reader, owner)
	}
}
