package store_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// edits changes rows at random: through the API, as the console does, and by SQL.
type edits struct {
	app              *testkit.App
	random           *rand.Rand
	admin            testkit.Person
	students, tutors []testkit.Person
	now              time.Time
	inserted, left   int
}

func newEdits(t *testing.T, seed uint64) *edits {
	e := &edits{app: testkit.New(t), random: rand.New(rand.NewPCG(seed, 11)), now: time.Date(2026, 11, 22, 9, 30, 15, 250e6, time.UTC)}
	e.admin = e.app.Person(t, domain.RoleAdmin, "Ada Quill")
	for i := range 3 {
		e.students = append(e.students, e.app.Person(t, domain.RoleStudent, fmt.Sprint("Robin Vale ", i)))
		e.tutors = append(e.tutors, e.app.Person(t, domain.RoleTutor, fmt.Sprint("Kim Reed ", i)))
	}
	return e
}

func pick[T any](r *rand.Rand, values ...T) T { return values[r.IntN(len(values))] }

// moment returns a time near now, often close to the ends of an hour, a day or a period.
func (e *edits) moment() string {
	at := e.now.Add(-time.Duration(e.random.Int64N(int64(100 * 24 * time.Hour))))
	if e.random.IntN(2) == 0 {
		at = e.now.AddDate(0, 0, pick(e.random, 0, -7, -30, -60, 14)).
			Add(pick(e.random, 0, time.Millisecond, -time.Millisecond, time.Minute, -time.Minute, time.Hour, -10*time.Hour))
	}
	return at.Format("2006-01-02 15:04:05.000Z")
}

// person returns the id of an account, or an empty string.
func (e *edits) person(of []testkit.Person) string {
	if e.random.IntN(4) == 0 {
		return ""
	}
	return pick(e.random, of...).Id
}

func (e *edits) execute(t *testing.T, query string, params dbx.Params) {
	t.Helper()
	if _, err := e.app.NonconcurrentDB().NewQuery(query).Bind(params).Execute(); err != nil {
		t.Fatalf("%v in %s", err, query)
	}
}

// assignment returns random values for the columns that tallies depend on.
func (e *edits) assignment() dbx.Params {
	r := e.random
	return dbx.Params{
		"status": pick(r, append(slices.Clone(domain.AssignmentStatuses), domain.StatusCancelled)...), "priority": pick(r, domain.Priorities...), "subject": pick(r, "Law", "Physics", ""),
		"student": e.person(e.students), "tutor": e.person(e.tutors), "priceCents": r.IntN(5000), "created": e.moment(), "dueDate": e.moment(),
		"fileSize": r.IntN(50), "deliveredAt": pick(r, "", e.moment()), "deletedAt": pick(r, "", "", "", e.moment()),
	}
}

func (e *edits) insert(t *testing.T, table string, values dbx.Params) string {
	t.Helper()
	e.inserted++
	values["id"] = fmt.Sprintf("row%012d", e.inserted)
	if _, err := e.app.NonconcurrentDB().Insert(table, values).Execute(); err != nil {
		t.Fatal(err)
	}
	return values["id"].(string)
}

// enter adds an entry about a random assignment and a random tutor to the ledger, and
// moves its head. Entries are never changed or deleted.
func (e *edits) enter(t *testing.T) {
	t.Helper()
	lines := map[string]string{"earned": "0, {:cents}, 0, -{:cents}", "paid": "-{:cents}, 0, 0, {:cents}", "adjusted": "0, 0, -{:cents}, {:cents}"}
	kind := pick(e.random, "earned", "paid", "adjusted")
	e.execute(t, "INSERT INTO ledger ("+store.LedgerColumns+`) SELECT (SELECT coalesce(max(number), 0) + 1 FROM ledger), {:at}, {:kind},
		CASE {:kind} WHEN 'adjusted' THEN '' ELSE coalesce((SELECT id FROM assignments ORDER BY random() LIMIT 1), '') END, {:tutor}, '', '', '', '', '', `+lines[kind]+", ''",
		dbx.Params{"at": strings.Replace(e.moment(), " ", "T", 1), "kind": kind, "tutor": e.person(e.tutors), "cents": 1 + e.random.IntN(5000)})
	e.execute(t, "UPDATE ledger_head SET number = (SELECT max(number) FROM ledger)", nil)
}

// some is the condition for a few random rows of a table.
const some = " WHERE rowid IN (SELECT rowid FROM %s WHERE id LIKE 'row%%' ORDER BY random() LIMIT 3)"

// bySQL changes every table once.
func (e *edits) bySQL(t *testing.T) {
	t.Helper()
	r := e.random
	for range 4 {
		e.insert(t, store.Assignments, e.assignment())
		who := e.person(e.students)
		e.insert(t, store.Activities, dbx.Params{"kind": pick(r, "a", "b"), "user": who, "actor": pick(r, who, e.person(e.students)), "created": e.moment()})
	}
	for range 3 {
		e.enter(t)
	}
	e.insert(t, store.Quotes, dbx.Params{"status": pick(r, "new", "closed"), "reference": fmt.Sprint("Q-", e.inserted)})
	e.insert(t, store.Reviews, dbx.Params{"tutor": e.person(e.tutors), "rating": 1 + r.IntN(5), "assignment": fmt.Sprint("reviewed", e.inserted)})
	e.insert(t, store.Outbox, dbx.Params{"status": pick(r, "queued", "failed")})
	e.insert(t, store.Users, dbx.Params{
		"role": pick(r, domain.Roles...), "status": pick(r, domain.UserStatuses...), "created": e.moment(),
		"email": fmt.Sprint("row", e.inserted, "@example.com"), "tokenKey": fmt.Sprint("key", e.inserted),
	})
	for column, value := range e.assignment() {
		if r.IntN(3) == 0 {
			e.execute(t, "UPDATE assignments SET ["+column+"] = {:value}"+fmt.Sprintf(some, store.Assignments), dbx.Params{"value": value})
		}
	}
	who := e.person(e.students)
	for table, set := range map[string]string{
		store.Activities: pick(r, "kind = 'c'", "user = {:who}", "actor = {:who}", "user = actor"),
		store.Quotes:     pick(r, "status = 'quoted'", "student = {:who}", `fileNames = '[{"size":5},{"size":2,"purgedAt":"x"},3]'`, "fileNames = 'nothing'"),
		store.Reviews:    pick(r, "rating = 6 - rating", "tutor = {:tutor}"),
		store.Outbox:     "status = 'sent'",
		store.Users:      pick(r, "role = 'tutor'", "status = 'inactive'", "created = {:moment}"),
	} {
		e.execute(t, "UPDATE "+table+" SET "+set+fmt.Sprintf(some, table), dbx.Params{"who": who, "tutor": e.person(e.tutors), "moment": e.moment()})
	}
	for _, table := range []string{store.Assignments, store.Activities, store.Quotes, store.Reviews, store.Users, store.Outbox} {
		if r.IntN(3) == 0 {
			e.execute(t, "DELETE FROM "+table+fmt.Sprintf(some, table), nil)
		}
	}
}

// byPeople submits, changes and deletes through the API, and saves and deletes
// records as the console does.
func (e *edits) byPeople(t *testing.T) {
	t.Helper()
	r, app := e.random, e.app
	id := app.HandIn(t, pick(r, "", pick(r, e.students...).Token), nil)
	tutor := pick(r, e.tutors...).Id
	app.Call(t, http.MethodPatch, "/api/assignments/"+id, e.admin.Token, map[string]any{"status": "graded", "tutor": tutor, "price": 12.5}).Granted(t, 200, nil)
	if r.IntN(2) == 0 {
		app.Call(t, http.MethodDelete, "/api/assignments/"+id, e.admin.Token, nil).Granted(t, 200, nil)
	} else {
		record, err := app.FindRecordById(store.Assignments, id)
		if err != nil {
			t.Fatal(err)
		}
		record.Set(store.Subject, "Nursing")
		record.Set(store.Status, pick(r, domain.AssignmentStatuses...))
		app.MustSave(t, record)
	}
	app.AskForQuote(t)
	e.left++
	gone := app.Person(t, pick(r, domain.RoleStudent, domain.RoleTutor), fmt.Sprint("Sam Leaver ", e.left))
	app.HandIn(t, gone.Token, nil)
	if err := app.Delete(gone.Record); err != nil {
		t.Fatal(err)
	}
}
