package hooks_test

import (
	"context"
	"database/sql"
	"errors"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	secrets "deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// messageTables are the tables of messages and of what they refer to.
var messageTables = regexp.MustCompile(`\b(outbox|stranger_mails|notices|notice_settings|reminders|devices|account_links|email_undos|calendars|assignments|quotes|tallies)\b`)

// The outbox is queried every minute, the notices with every page. No query may
// take longer as the tables grow.
func TestMessagesAreFoundWithoutScansAndSorts(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	kim := app.Person(t, domain.RoleTutor, "Kim Marsh")
	app.HandIn(t, robin.Token, nil)
	mine := app.HandIn(t, admin.Token, nil)
	guests := app.HandIn(t, "", map[string]string{"email": "visitor@example.com"})
	app.AskForQuote(t)
	app.CopyRows(t, store.Assignments, mine, 300, dbx.Params{store.Tutor: kim.Id})
	for _, table := range []string{store.Outbox, store.Notices} {
		multiply(t, app, table)
	}
	var calendar struct{ URL string }
	app.Call(t, "POST", "/api/users/calendar", admin.Token, nil).Granted(t, 201, &calendar)
	_, calendarPath, _ := strings.Cut(calendar.URL, "/api/")
	now := clock.Now(app)
	inTransaction := func(do func(ctx context.Context, tx core.App) error) func() {
		return func() {
			if err := app.RunInTransaction(func(tx core.App) error { return do(t.Context(), tx) }); err != nil {
				t.Error(err)
			}
		}
	}
	get := func(path string) func() {
		return func() { app.Call(t, "GET", "/api/"+path, admin.Token, nil).Granted(t, 200, nil) }
	}
	job := func(id string) func() { return func() { app.RunJob(t, id) } }
	withAndWithoutStatistics(t, app, func(t *testing.T) {
		for name, do := range map[string]func(){
			"finding a mail that gathers": inTransaction(func(ctx context.Context, tx core.App) error {
				_, err := store.FindGatheringMail(ctx, tx, admin.Id, "assignment.new", now, now)
				if errors.Is(err, sql.ErrNoRows) {
					return nil
				}
				return err
			}),
			"claiming a mail": inTransaction(func(ctx context.Context, tx core.App) error {
				claimed, err := store.TakeMail(ctx, tx, now, now)
				return errors.Join(err, store.FinishMail(ctx, tx, claimed, store.MailOutcome{Status: "queued", NextAt: now}, now))
			}),
			"looking for mails that are due": func() {
				if _, err := store.HasDueMail(t.Context(), app, now); err != nil {
					t.Error(err)
				}
			},
			"skipping old mails": inTransaction(func(ctx context.Context, tx core.App) error {
				_, err := store.HasOldMails(ctx, tx, now)
				_, more := store.SkipOldMails(ctx, tx, now.AddDate(-1, 0, 0), now, "old", 10)
				return errors.Join(err, more)
			}),
			"counting mails to an address": inTransaction(func(ctx context.Context, tx core.App) error {
				_, err := store.CountStrangerMails(ctx, tx, "digest", false, now.Add(-24*time.Hour))
				return err
			}),
			"the state of mails":        get("mails/state"),
			"a page of mails":           get("mails?page=2&limit=20"),
			"a page of failed mails":    get("mails?page=1&limit=20&status=failed"),
			"notices":                   get("notices"),
			"a page of notices":         get("notices?page=3&limit=20"),
			"unread notices":            get("notices?unread=true"),
			"the number of unread ones": get("notices?unread=true&page=1&limit=1"),
			"marking all notices":       func() { app.Call(t, "POST", "/api/notices/read-all", robin.Token, nil).Granted(t, 200, nil) },
			"notice settings":           get("users/notice-settings"),
			"the address of a calendar": get("users/calendar"),
			"a calendar":                get(calendarPath),
			"reminders":                 job("tellWhatIsDueSoon"),
			"reminders, in transactions": inTransaction(func(_ context.Context, tx core.App) error {
				_, err := store.FindDueSoon(tx, now, store.DueWork{From: "2999-11-01 10:00:00.000Z", FromID: "x"}, 50)
				return err
			}),
			"a link of an account": func() {
				if _, err := store.FindAccountLink(app, robin.Id, "reset"); err != nil && !errors.Is(err, sql.ErrNoRows) {
					t.Error(err)
				}
			},
			"changes of address that can be undone": inTransaction(func(ctx context.Context, tx core.App) error {
				_, err := store.CanUndoAddress(ctx, tx, robin.Id, now)
				_, more := store.IsReserved(ctx, tx, robin.Email(), admin.Id, now)
				return errors.Join(err, more)
			}),
			"signing in": func() {
				app.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: robin.Email(), Password: testkit.Password}).Granted(t, 200, nil)
			},
			"forgetting mails":     job("forgetMails"),
			"forgetting notices":   job("forgetNotices"),
			"forgetting devices":   job("forgetDevices"),
			"forgetting addresses": job("forgetFormerAddresses"),
			"switching a mail off": func() {
				token, err := secrets.JoinToken(app, "unsubscribe", "assignment~"+guests+"~assignment.graded")
				if err != nil {
					t.Fatal(err)
				}
				for _, method := range []string{"GET", "POST"} {
					app.Send(httptest.NewRequest(method, "/api/unsubscribe/"+token, nil)).Granted(t, 200, nil)
				}
			},
		} {
			var outside []string
			inside := app.RecordTransactions(func() { outside = app.RecordQueries(do) })
			looked := 0
			for _, query := range append(outside, inside...) {
				verb, _, _ := strings.Cut(strings.TrimSpace(query), " ")
				if !messageTables.MatchString(query) || verb != "SELECT" && verb != "UPDATE" && verb != "DELETE" {
					continue
				}
				looked++
				for step := range strings.SplitSeq(planOf(t, app, strings.ReplaceAll(query, "<nil>", "NULL")), "; ") {
					// A list without a filter is read along the index of its order.
					isOrder := strings.Contains(step, " INDEX idx_") && strings.Contains(query, " AS `sortKey`") && strings.Contains(query, "LIMIT")
					isConstant := step == "SCAN CONSTANT ROW" || strings.HasPrefix(step, "SCAN json_each")
					if strings.HasPrefix(step, "SCAN ") && !isOrder && !isConstant || strings.Contains(step, "TEMP B-TREE") {
						t.Errorf("%s has the step %s\n%s", name, step, query)
					}
				}
			}
			if looked == 0 {
				t.Errorf("%s: no query was looked at", name)
			}
		}
	})
}
