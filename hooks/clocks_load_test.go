package hooks_test

import (
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// loadRows is how many orders of each kind are due at once below. docs/performance.md has
// the figures for 20,000.
func loadRows(t *testing.T) int {
	t.Helper()
	rows, err := strconv.Atoi(os.Getenv("CLOCK_ROWS"))
	if err != nil {
		return 400
	}
	return rows
}

// After a stop, much is due at once. It is done in small transactions, so others can write.
func TestManyOrdersThatAreDueAtOnceBlockNoWriters(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		job     string
		changes dbx.Params
		kind    string // what each of them is told
	}{
		"accepted":       {"acceptWork", dbx.Params{"status": "completed", "deliveredAt": ago(5 * aDay), "windowsStart": agoSince(5 * aDay)}, "work.accepted"},
		"accepted soon":  {"tellWhatAcceptsItselfSoon", dbx.Params{"status": "completed", "deliveredAt": ago(60 * time.Hour), "windowsStart": agoSince(60 * time.Hour)}, "assignment.accepts_itself"},
		"due soon":       {"tellWhatIsDueSoon", dbx.Params{"dueDate": agoSince(-5 * time.Hour)}, "work.due"},
		"files too old":  {"deleteFiles", dbx.Params{"status": "completed", "deliveredAt": ago(400 * aDay), "acceptedAt": ago(390 * aDay), "settledAt": agoSince(390 * aDay)}, "files.announced"},
		"files are gone": {"deleteFiles", dbx.Params{"status": "completed", "deliveredAt": ago(400 * aDay), "acceptedAt": ago(390 * aDay), "settledAt": agoSince(390 * aDay), "purgeAt": ago(aDay)}, "files.deleted"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			clock.Set(app, stopped)
			admin, robin, kim := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleTutor, "Kim Marsh")
			id := app.HandIn(t, robin.Token, nil, testkit.File{Field: "file", Name: "brief.txt", Content: []byte("The brief")})
			app.Call(t, "PATCH", "/api/assignments/"+id, admin.Token, map[string]any{"tutor": kim.Id, "price": 100, "status": "in_progress"}).Granted(t, 200, nil)
			rows := loadRows(t)
			app.CopyRows(t, store.Assignments, id, rows, c.changes)
			clock.Set(app, stopped.Add(-4*aDay))
			app.RunJob(t, "deleteFiles")
			clock.Set(app, stopped)
			app.KeepRunning(t)
			elapsed := clock.Stopwatch()
			app.DoesNotBlockWriters(t, func() { app.RunJob(t, c.job) })
			t.Logf("%d rows took %v", rows, elapsed())
			count, err := app.CountRecords(store.Notices, dbx.HashExp{store.Kind: c.kind, store.UserField: []any{robin.Id, kim.Id}})
			if err != nil || count < int64(rows) {
				t.Errorf("%d people were told, %v", count, err)
			}
			if again := app.RecordTransactions(func() { app.RunJob(t, c.job) }); len(again) != 0 {
				t.Errorf("another run writes %q", again)
			}
		})
	}
}

func ago(by time.Duration) string { return stopped.Add(-by).Format("2006-01-02 15:04:05.000Z") }

// agoSince returns a thousand moments that begin some time ago, a second apart.
func agoSince(by time.Duration) (moments []string) {
	for i := range 1000 {
		moments = append(moments, ago(by-time.Duration(i)*time.Second))
	}
	return moments
}
