// Package calendar shows people the deadlines of their work in their own calendar
// (docs/product.md, section 9.4).
package calendar

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"net/http"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/routes"
	"deskmate/hooks/sessions"
	"deskmate/hooks/tokens"
	"deskmate/hooks/writes"
	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
)

// Routes returns the routes of this package.
func Routes() []routes.Route {
	return []routes.Route{
		{Method: "GET", Path: "/users/calendar", Who: routes.SignedIn, Handler: showAddress},
		{Method: "POST", Path: "/users/calendar", Who: routes.SignedIn, Handler: renewAddress},
		{Method: "DELETE", Path: "/users/calendar", Who: routes.SignedIn, Handler: removeAddress},
		{Method: "GET", Path: "/calendar/{file}", Who: routes.Anyone, Handler: openCalendar},
	}
}

const (
	purpose = "calendar"
	ending  = ".ics"
	// deadlinesLimit is how many deadlines a calendar shows, and memory how long it
	// shows past ones.
	deadlinesLimit = 1000
	memory         = 90 * 24 * time.Hour
)

func notFound() error { return failures.NotFound("Calendar not found") }

// showAddress answers with the secret address of the caller's calendar, empty if there is
// none. It is derived, so that it can be shown again.
func showAddress(e *core.RequestEvent) error {
	calendar, err := records.FindCalendar(e.App, sessions.Caller(e).Id)
	if errors.Is(err, sql.ErrNoRows) {
		return e.JSON(http.StatusOK, map[string]string{"url": ""})
	}
	if err != nil {
		return err
	}
	return answer(e, http.StatusOK, calendar)
}

func answer(e *core.RequestEvent, status int, calendar *core.Record) error {
	token, err := tokens.Join(e.App, purpose, calendar.Id, calendar.GetString(records.Nonce))
	if err != nil {
		return err
	}
	return e.JSON(status, map[string]string{"url": routes.Origin(e) + "/api/calendar/" + token + ending})
}

// renewAddress makes an address, and the former one void.
func renewAddress(e *core.RequestEvent) error {
	var calendar *core.Record
	err := change(e, func(ctx context.Context, tx core.App, account string) (err error) {
		calendar, err = records.FindCalendar(tx, account)
		if errors.Is(err, sql.ErrNoRows) {
			calendar, err = records.NewRecord(tx, records.Calendars, map[string]any{records.UserField: account})
		}
		if err != nil {
			return err
		}
		calendar.Set(records.Nonce, rand.Text())
		return writes.SaveNested(ctx, tx, calendar)
	})
	if err != nil {
		return err
	}
	return answer(e, http.StatusCreated, calendar)
}

func removeAddress(e *core.RequestEvent) error {
	err := change(e, func(ctx context.Context, tx core.App, account string) error {
		calendar, err := records.FindCalendar(tx, account)
		if errors.Is(err, sql.ErrNoRows) {
			return notFound()
		}
		if err != nil {
			return err
		}
		return writes.DeleteNested(ctx, tx, calendar)
	})
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, map[string]string{"message": "The calendar's address no longer works"})
}

// change runs a change for the caller, unless the session has ended meanwhile.
func change(e *core.RequestEvent, run func(ctx context.Context, tx core.App, account string) error) error {
	caller := sessions.Caller(e)
	ctx, cancel := sessions.WriteContext(e)
	defer cancel()
	return writes.Run(ctx, e.App, func(ctx context.Context, tx core.App) error {
		if err := sessions.Confirm(tx, caller); err != nil {
			return err
		}
		return run(ctx, tx, caller.Id)
	})
}

// openCalendar answers a calendar program that knows the secret address.
func openCalendar(e *core.RequestEvent) error {
	token, isFile := strings.CutSuffix(e.Request.PathValue("file"), ending)
	id, _ := tokens.Split(token)
	calendar, err := e.App.FindRecordById(records.Calendars, id)
	if errors.Is(err, sql.ErrNoRows) || !isFile {
		return notFound()
	}
	if err != nil {
		return err
	}
	matches, err := tokens.Matches(e.App, token, purpose, id, calendar.GetString(records.Nonce))
	if err != nil {
		return err
	}
	account, err := e.App.FindRecordById(records.Users, calendar.GetString(records.UserField))
	if errors.Is(err, sql.ErrNoRows) || !matches || err == nil && !records.IsActive(account) {
		return notFound()
	}
	if err != nil {
		return err
	}
	deadlines, err := records.ReadDeadlines(e.Request.Context(), e.App, account.Id, clock.Now(e.App).Add(-memory), deadlinesLimit)
	if err != nil {
		return err
	}
	site, err := records.FindSite(e.App)
	if err != nil {
		return err
	}
	e.Response.Header().Set("Content-Type", "text/calendar; charset=utf-8")
	e.Response.WriteHeader(http.StatusOK)
	return compose(site.GetString(records.Name), routes.Origin(e), records.ReaderOf(account), deadlines).
		SerializeTo(e.Response, ics.WithNewLineWindows)
}

// compose builds the calendar of a reader. All times are in UTC, which every calendar
// program shows in its own zone.
func compose(site, origin string, reader rules.Reader, deadlines []records.CalendarEntry) *ics.Calendar {
	calendar := ics.NewCalendarFor("Deskmate")
	calendar.SetMethod(ics.MethodPublish)
	calendar.SetXWRCalName(rules.OneLine(site))
	calendar.SetRefreshInterval("PT1H", ics.WithValue(string(ics.ValueDataTypeDuration)))
	calendar.SetXPublishedTTL("PT1H")
	for _, deadline := range deadlines {
		if rules.AssignmentScope(reader, deadline.Student, deadline.Tutor) == rules.ScopeNone {
			continue // given to somebody who is no longer a tutor
		}
		event := calendar.AddEvent(deadline.ID + "@deskmate")
		event.SetDtStampTime(deadline.Updated.Time())
		event.SetCreatedTime(deadline.Created.Time())
		event.SetModifiedAt(deadline.Updated.Time())
		event.SetStartAt(deadline.DueDate.Time())
		event.SetEndAt(deadline.DueDate.Time())
		event.SetSummary("Due: " + rules.OneLine(rules.ShownText(deadline.Title, deadline.ShownTitle, reader, deadline.Student, deadline.Tutor)))
		event.SetDescription("Subject: " + rules.OneLine(rules.ShownText(deadline.Subject, deadline.ShownSubject, reader, deadline.Student, deadline.Tutor)) + "\nStatus: " + rules.StudentStatus(deadline.Status))
		event.SetURL(origin + "/assignments/" + deadline.ID)
		event.SetTimeTransparency(ics.TransparencyTransparent)
	}
	return calendar
}
