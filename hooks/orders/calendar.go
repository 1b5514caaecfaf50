package orders

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

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
)

// calendarRoutes returns the routes of this package.
func calendarRoutes() []api.Route {
	return []api.Route{
		{Method: "GET", Path: "/users/calendar", Who: api.SignedIn, Handler: showAddress},
		{Method: "POST", Path: "/users/calendar", Who: api.SignedIn, Handler: renewAddress},
		{Method: "DELETE", Path: "/users/calendar", Who: api.SignedIn, Handler: removeAddress},
		{Method: "GET", Path: "/calendar/{file}", Who: api.Anyone, Handler: openCalendar},
	}
}

const (
	calendarPurpose = "calendar"
	calendarEnding  = ".ics"
	// deadlinesLimit is how many deadlines a calendar shows, and memory how long it
	// shows past ones.
	deadlinesLimit = 1000
	calendarMemory = 90 * 24 * time.Hour
)

func calendarNotFound() error { return failures.NotFound("Calendar not found") }

// showAddress answers with the secret address of the caller's calendar, empty if there is
// none. It is derived, so that it can be shown again.
func showAddress(e *core.RequestEvent) error {
	calendar, err := store.FindCalendar(e.App, sessions.Caller(e).Id)
	if errors.Is(err, sql.ErrNoRows) {
		return e.JSON(http.StatusOK, map[string]string{"url": ""})
	}
	if err != nil {
		return err
	}
	return answerCalendar(e, http.StatusOK, calendar)
}

func answerCalendar(e *core.RequestEvent, status int, calendar *core.Record) error {
	token, err := sessions.JoinToken(e.App, calendarPurpose, calendar.Id, calendar.GetString(store.Nonce))
	if err != nil {
		return err
	}
	return e.JSON(status, map[string]string{"url": api.Origin(e) + "/api/calendar/" + token + calendarEnding})
}

// renewAddress makes a new address, and voids the former one.
func renewAddress(e *core.RequestEvent) error {
	var calendar *core.Record
	err := sessions.Change(e, func(ctx context.Context, tx core.App) (err error) {
		calendar, err = store.FindCalendar(tx, sessions.Caller(e).Id)
		if errors.Is(err, sql.ErrNoRows) {
			calendar, err = store.NewRecord(tx, store.Calendars, map[string]any{store.UserField: sessions.Caller(e).Id})
		}
		if err != nil {
			return err
		}
		calendar.Set(store.Nonce, rand.Text())
		return transaction.SaveNested(ctx, tx, calendar)
	})
	if err != nil {
		return err
	}
	return answerCalendar(e, http.StatusCreated, calendar)
}

func removeAddress(e *core.RequestEvent) error {
	err := sessions.Change(e, func(ctx context.Context, tx core.App) error {
		calendar, err := store.FindCalendar(tx, sessions.Caller(e).Id)
		if errors.Is(err, sql.ErrNoRows) {
			return calendarNotFound()
		}
		if err != nil {
			return err
		}
		return transaction.DeleteNested(ctx, tx, calendar)
	})
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, map[string]string{"message": "The calendar's address no longer works"})
}

// openCalendar answers a calendar program that knows the secret address.
func openCalendar(e *core.RequestEvent) error {
	token, isFile := strings.CutSuffix(e.Request.PathValue("file"), calendarEnding)
	id, _ := sessions.SplitToken(token)
	calendar, err := e.App.FindRecordById(store.Calendars, id)
	if errors.Is(err, sql.ErrNoRows) || !isFile {
		return calendarNotFound()
	}
	if err != nil {
		return err
	}
	matches, err := sessions.TokenMatches(e.App, token, calendarPurpose, id, calendar.GetString(store.Nonce))
	if err != nil {
		return err
	}
	account, err := e.App.FindRecordById(store.Users, calendar.GetString(store.UserField))
	if errors.Is(err, sql.ErrNoRows) || !matches || err == nil && !store.IsActive(account) {
		return calendarNotFound()
	}
	if err != nil {
		return err
	}
	deadlines, err := store.ReadDeadlines(e.Request.Context(), e.App, account.Id, clock.Now(e.App).Add(-calendarMemory), deadlinesLimit)
	if err != nil {
		return err
	}
	site, err := store.FindSite(e.App)
	if err != nil {
		return err
	}
	e.Response.Header().Set("Content-Type", "text/calendar; charset=utf-8")
	e.Response.WriteHeader(http.StatusOK)
	return composeCalendar(site.GetString(store.Name), api.Origin(e), store.ReaderOf(account), deadlines).
		SerializeTo(e.Response, ics.WithNewLineWindows)
}

// composeCalendar builds the calendar of a reader. All times are in UTC, which every calendar
// program shows in its own zone.
func composeCalendar(site, origin string, reader domain.Reader, deadlines []store.CalendarEntry) *ics.Calendar {
	calendar := ics.NewCalendarFor("Deskmate")
	calendar.SetMethod(ics.MethodPublish)
	calendar.SetXWRCalName(domain.OneLine(site))
	calendar.SetRefreshInterval("PT1H", ics.WithValue(string(ics.ValueDataTypeDuration)))
	calendar.SetXPublishedTTL("PT1H")
	for _, deadline := range deadlines {
		if domain.AssignmentScope(reader, deadline.Student, deadline.Tutor) == domain.ScopeNone {
			continue // given to somebody who is no longer a tutor
		}
		event := calendar.AddEvent(deadline.ID + "@deskmate")
		event.SetDtStampTime(deadline.Updated.Time())
		event.SetCreatedTime(deadline.Created.Time())
		event.SetModifiedAt(deadline.Updated.Time())
		event.SetStartAt(deadline.DueDate.Time())
		event.SetEndAt(deadline.DueDate.Time())
		event.SetSummary("Due: " + domain.OneLine(domain.ShownText(deadline.Title, deadline.ShownTitle, reader, deadline.Student, deadline.Tutor)))
		event.SetDescription("Subject: " + domain.OneLine(domain.ShownText(deadline.Subject, deadline.ShownSubject, reader, deadline.Student, deadline.Tutor)) + "\nStatus: " + domain.StudentStatus(deadline.Status))
		event.SetURL(origin + "/assignments/" + deadline.ID)
		event.SetTimeTransparency(ics.TransparencyTransparent)
	}
	return calendar
}
