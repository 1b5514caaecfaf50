package backups

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/mail"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/mailer"

	"deskmate/hooks/domain"
	"deskmate/hooks/jobs"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/database"
)

const integrityJob = "checkDatabase"

// listenIntegrity schedules the check of the database, and answers health checks.
func listenIntegrity(app core.App) {
	jobs.Add(app, jobs.Job{ID: integrityJob, Schedule: "43 1 * * *", Run: check})
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		e.Router.BindFunc(answerHealth)
		return e.Next()
	})
}

// CheckAtStart makes the first check when the server has started: nothing is known before.
func CheckAtStart(app core.App) {
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		if err := e.Next(); err != nil {
			return err
		}
		for _, job := range e.App.Cron().Jobs() {
			if job.Id() == integrityJob {
				go job.Run()
			}
		}
		return nil
	})
}

// CheckLog fails if the log of requests is damaged. Nothing of the site is in it.
func CheckLog(ctx context.Context, app core.App) error {
	db, isOpen := app.AuxConcurrentDB().(*dbx.DB)
	if !isOpen {
		return errors.New("the database is checked outside of transactions")
	}
	return database.Check(ctx, db.DB(), filepath.Join(app.DataDir(), "auxiliary.db"))
}

// check reads all of the database, by a connection that holds up no changes.
func check(ctx context.Context, app core.App) error {
	db, isOpen := app.ConcurrentDB().(*dbx.DB)
	if !isOpen {
		return errors.New("the database is checked outside of transactions")
	}
	err := database.Check(ctx, db.DB(), filepath.Join(app.DataDir(), "data.db"))
	var damage *database.DamagedError
	if err != nil && !errors.As(err, &damage) {
		return err
	}
	told := FoundDamage(ctx, app, damage)
	if damage != nil {
		return errors.Join(damage, told)
	}
	return CheckLog(ctx, app)
}

// Integrity is what the last check of the database has found since the program started.
type Integrity struct {
	CheckedAt time.Time // zero before the first check
	Damage    error     // nil if there was none
}

const integrityKey = "deskmateIntegrity"

func stateOf(app core.App) *atomic.Pointer[Integrity] {
	return app.Store().GetOrSet(integrityKey, func() any { return &atomic.Pointer[Integrity]{} }).(*atomic.Pointer[Integrity])
}

// IntegrityOf returns what the last check of an app's database has found.
func IntegrityOf(app core.App) Integrity {
	if state := stateOf(app).Load(); state != nil {
		return *state
	}
	return Integrity{}
}

// FoundDamage notes what a check of an app's database has found: damage, or nil. It writes to the
// operators and the admins about damage, except after the first check since the start: a program
// that starts again and again would send an email each time.
func FoundDamage(ctx context.Context, app core.App, damage *database.DamagedError) error {
	isFirst := IntegrityOf(app).CheckedAt.IsZero()
	state := &Integrity{CheckedAt: clock.Now(app)}
	if damage != nil {
		state.Damage = damage
	}
	stateOf(app).Store(state)
	if damage == nil || isFirst {
		return nil
	}
	return tellDamage(ctx, app, damage)
}

// tellDamage writes to the operators and the admins. It does without the outbox, whose tables may be
// what is damaged.
func tellDamage(ctx context.Context, app core.App, damage *database.DamagedError) error {
	settings := app.Settings()
	if !settings.SMTP.Enabled {
		return nil
	}
	operators, err := app.FindAllRecords(core.CollectionNameSuperusers)
	admins, failure := store.FindActiveAdmins(app)
	err = errors.Join(err, failure)
	client, told := app.NewMailClient(), map[string]bool{}
	for _, person := range append(operators, admins...) {
		address := person.Email()
		if told[address] || ctx.Err() != nil {
			continue
		}
		told[address] = true
		err = errors.Join(err, client.Send(&mailer.Message{
			From:    mail.Address{Name: settings.Meta.SenderName, Address: settings.Meta.SenderAddress},
			To:      []mail.Address{{Address: address}},
			Subject: settings.Meta.AppName + ": the database is damaged",
			Text: fmt.Sprintf("The check of the database has found this:\n\n%v\n\nWhoever runs the server should keep a copy of the data folder now, and then restore the last good backup: "+
				"`deskmate backup list` and `deskmate backup verify NAME` (docs/operations.md, A damaged database).\n", damage),
		}))
	}
	return err
}

const (
	healthPath = "/api/health"
	// copyKey is the key under which an app keeps the function that returns the state of its copy.
	copyKey = "deskmateCopyHealth"
)

const healthy = "API is healthy."

// integrityReadLimit is how long a health check waits for the database.
const integrityReadLimit = 2 * time.Second

// health describes the database. State is ok, unchecked (not since the start), damaged, or
// unreadable.
type health struct {
	State     string  `json:"state"`
	CheckedAt *string `json:"checkedAt"`
}

// healthOf reads a row by its key, and says what the last check found. It returns the
// status and the sentence for an answer: a damaged database still serves what is intact, so
// only one that cannot be read makes a load balancer look elsewhere.
func healthOf(ctx context.Context, app core.App) (found health, status int, message string) {
	limited, cancel := context.WithTimeout(ctx, integrityReadLimit)
	defer cancel()
	state := IntegrityOf(app)
	if !state.CheckedAt.IsZero() {
		at := domain.FormatTime(state.CheckedAt)
		found.CheckedAt = &at
	}
	var id string
	err := app.ConcurrentDB().NewQuery("SELECT id FROM _params WHERE id = 'settings'").WithContext(limited).Row(&id)
	switch {
	case err != nil:
		found.State = "unreadable"
		return found, http.StatusServiceUnavailable, "The database cannot be read."
	case state.Damage != nil:
		found.State = "damaged"
		return found, http.StatusOK, "The database is damaged."
	case state.CheckedAt.IsZero():
		found.State = "unchecked"
	default:
		found.State = "ok"
	}
	return found, http.StatusOK, healthy
}

// TellCopy makes the health check report on the copy of the database. copied returns nil if there
// is none.
func TellCopy(app core.App, copied func() any) { app.Store().Set(copyKey, copied) }

// answerHealth answers instead of PocketBase, which does not look at the database. It leaves
// operators to it as long as all is well, because it tells the console more. The console needs
// part of that to make and restore backups of a damaged database.
func answerHealth(e *core.RequestEvent) error {
	if e.Request.URL.Path != healthPath || e.Request.Method != http.MethodGet && e.Request.Method != http.MethodHead {
		return e.Next()
	}
	database, status, message := healthOf(e.Request.Context(), e.App)
	data := map[string]any{"database": database}
	if e.HasSuperuserAuth() {
		if message == healthy {
			return e.Next()
		}
		data["canBackup"], data["realIP"] = !e.App.Store().Has(core.StoreKeyActiveBackup), e.RealIP()
	}
	if copied, isKnown := e.App.Store().Get(copyKey).(func() any); isKnown {
		if state := copied(); state != nil {
			data["replica"] = state
		}
	}
	e.Response.Header().Set("Cache-Control", "no-store")
	return e.JSON(status, map[string]any{"message": message, "code": status, "data": data})
}
