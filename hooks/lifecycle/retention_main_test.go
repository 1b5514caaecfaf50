package lifecycle_test

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/lifecycle"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

const (
	day = 24 * time.Hour
	job = "deleteFiles"
)

// start is when the clocks of the tests stand at first.
var start = time.Date(2026, 11, 4, 10, 0, 0, 0, time.UTC)

// desk is an app with an order that began as a quote request with a file, has a file of its
// own, and was delivered twice.
type desk struct {
	*testkit.App
	student, tutor, admin testkit.Person
	id                    string
}

func newDesk(t *testing.T) desk {
	t.Helper()
	d := desk{App: testkit.New(t)}
	clock.Set(d, start)
	d.student, d.tutor = d.Person(t, domain.RoleStudent, "Robin Vale"), d.Person(t, domain.RoleTutor, "Kim Marsh")
	d.admin = d.Person(t, domain.RoleAdmin, "Ada Quill")
	d.id = d.order(t, "The brief", "The notes", "The draft", "The essay")
	d.RunJob(t, job)
	return d
}

// order hands in work with a brief, gives it a quote request with notes, and has it
// delivered in versions.
func (d desk) order(t *testing.T, brief, notes string, versions ...string) (id string) {
	t.Helper()
	id = d.HandIn(t, d.student.Token, nil, file("file", "brief.txt", brief))
	quote := d.AskForQuote(t, file("files", "notes.txt", notes))
	for table, values := range map[string]dbx.Params{
		store.Assignments: {store.Quote: quote.Id}, store.Quotes: {store.Assignment: id, store.Status: domain.QuoteAccepted},
	} {
		which := map[string]string{store.Assignments: id, store.Quotes: quote.Id}[table]
		if _, err := d.NonconcurrentDB().Update(table, values, dbx.HashExp{"id": which}).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	for _, version := range versions {
		d.set(t, id, domain.StatusInProgress)
		d.Call(t, "POST", "/api/assignments/"+id+"/deliveries", d.tutor.Token, testkit.Form{Files: []testkit.File{file("files", "essay.txt", version)}}).Granted(t, 201, nil)
	}
	return id
}

func file(field, name, content string) testkit.File {
	return testkit.File{Field: field, Name: name, Content: []byte(content)}
}

// set gives an assignment to the tutor, with a status.
func (d desk) set(t *testing.T, id, status string) {
	t.Helper()
	d.Call(t, "PATCH", "/api/assignments/"+id, d.admin.Token, map[string]string{"status": status, "tutor": d.tutor.Id}).Granted(t, 200, nil)
}

func (d desk) accept(t *testing.T) {
	t.Helper()
	d.Call(t, "POST", d.path("/accept"), d.student.Token, nil).Granted(t, 200, nil)
}

func (d desk) path(rest string) string { return "/api/assignments/" + d.id + rest }

// at moves the clock to a time after the start, up to which the program has run, and runs the
// job.
func (d desk) at(t *testing.T, after time.Duration) {
	t.Helper()
	clock.Set(d, start.Add(after))
	d.KeepRunning(t)
	d.RunJob(t, job)
}

// starts moves the clock to a time after the start, at which the program starts after a
// stop, and runs the job.
func (d desk) starts(t *testing.T, after time.Duration) {
	t.Helper()
	clock.Set(d, start.Add(after))
	d.RunJob(t, job)
}

// told returns what people were told since the last call, sorted.
func (d desk) told(t *testing.T) (all []string) {
	t.Helper()
	var rows []struct {
		Told string `db:"told"`
	}
	err := d.DB().NewQuery(`SELECT 'mail ' || [[to]] || ' ' || kind || coalesce(' ' || json_extract(data, '$.date'), '') AS told FROM outbox WHERE kind LIKE 'files.%'
		UNION ALL SELECT 'notice ' || u.email || ' ' || n.kind || coalesce(' ' || json_extract(n.data, '$.date'), '') FROM notices n JOIN users u ON u.id = n.user
		WHERE n.kind LIKE 'files.%'`).All(&rows)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		all = append(all, strings.ReplaceAll(row.Told, "@example.com", ""))
	}
	for _, table := range []string{store.Outbox, store.Notices} {
		if _, err := d.NonconcurrentDB().Delete(table, dbx.NewExp("true")).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(all)
	return all
}

// both is what both sides are told.
func both(told string) []string {
	return []string{"mail kim.marsh " + told, "mail robin.vale " + told, "notice kim.marsh " + told, "notice robin.vale " + told}
}

// isTold checks what people were told since the last call.
func (d desk) isTold(t *testing.T, when string, want ...string) {
	t.Helper()
	if got := d.told(t); !slices.Equal(got, want) {
		t.Errorf("%s: people were told %q, want %q", when, got, want)
	}
}

// left returns the contents of the files in the store, sorted.
func (d desk) left(t *testing.T) (contents []string) {
	t.Helper()
	for path := range d.stored(t) {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		contents = append(contents, string(content))
	}
	slices.Sort(contents)
	return contents
}

// stored returns the files in the store by their paths.
func (d desk) stored(t *testing.T) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	err := filepath.WalkDir(filepath.Join(d.DataDir(), core.LocalStorageDirName), func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && !strings.HasSuffix(path, ".attrs") {
			found[path] = true
		}
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return found
}

func (d desk) isLeft(t *testing.T, when string, want ...string) {
	t.Helper()
	if got := d.left(t); !slices.Equal(got, want) {
		t.Errorf("%s: the files %q are left, want %q", when, got, want)
	}
}

// all are the files of the desk's order.
var all = []string{"The brief", "The draft", "The essay", "The notes"}

// command runs the command and returns what it prints.
func (d desk) command(t *testing.T, arguments ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	command := lifecycle.NewRetentionCommand(d)
	command.SetArgs(append([]string{"run"}, arguments...))
	command.SetOut(&out)
	command.SetErr(&out)
	err := command.ExecuteContext(t.Context())
	return out.String(), err
}

// dump returns everything that is stored.
func (d desk) dump(t *testing.T) string {
	t.Helper()
	var text strings.Builder
	for _, table := range []string{store.Assignments, store.Quotes, store.Deliveries, store.Claims, store.Activities, store.Outbox, store.Notices, "tallies"} {
		var rows []dbx.NullStringMap
		if err := d.DB().NewQuery("SELECT * FROM " + table + " ORDER BY 1, 2, 3").All(&rows); err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			for _, column := range slices.Sorted(maps.Keys(row)) {
				text.WriteString(table + "." + column + "=" + row[column].String + "\n")
			}
		}
	}
	text.WriteString(strings.Join(d.left(t), "\n"))
	return text.String()
}

// claim stores a claim on the desk's order, or changes the one with an id.
func (d desk) claim(t *testing.T, id string, values map[string]any) string {
	t.Helper()
	if id == "" {
		return d.Row(t, store.Claims, map[string]any{store.Assignment: d.id, store.OpenedBy: d.student.Id, store.Kind: "dispute", store.Status: "open"})
	}
	claim, err := d.FindRecordById(store.Claims, id)
	if err != nil {
		t.Fatal(err)
	}
	claim.Load(values)
	d.MustSave(t, claim)
	return id
}
