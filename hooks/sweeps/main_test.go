package sweeps_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/jobs"
	"deskmate/hooks/sweeps"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
	"deskmate/records"
	"deskmate/rules"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const (
	day = 24 * time.Hour
	job = "sweepFiles"
)

// desk is an app with work that has a file, whose files are in a folder or in a bucket.
type desk struct {
	*testkit.App
	files  // what is in the store
	id     string
	folder string // of assignments
	live   string // the key of the file
	robin  testkit.Person
}

// files is what a test does to a store.
type files interface {
	put(t *testing.T, key, content string)
	keys(t *testing.T) []string
}

// onDisk is a store in a folder.
type onDisk struct{ root string }

func (d onDisk) put(t *testing.T, key, content string) {
	t.Helper()
	path := filepath.Join(d.root, filepath.FromSlash(key))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func (d onDisk) keys(t *testing.T) (keys []string) {
	t.Helper()
	err := filepath.WalkDir(d.root, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		key, err := filepath.Rel(d.root, path)
		if !strings.HasPrefix(key, "deskmate_sweeps") {
			keys = append(keys, filepath.ToSlash(key))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// inBucket is a store that speaks S3. around, if set, is called for each request; it
// answers itself or calls the store.
type inBucket struct {
	url     string
	backend *s3mem.Backend
	around  atomic.Pointer[func(w http.ResponseWriter, r *http.Request, store http.Handler)]
}

func newBucket(t *testing.T) *inBucket {
	t.Helper()
	b := &inBucket{backend: s3mem.New()}
	if err := b.backend.CreateBucket("files"); err != nil {
		t.Fatal(err)
	}
	quiet := gofakes3.StdLog(slog.NewLogLogger(slog.DiscardHandler, slog.LevelInfo))
	store := gofakes3.New(b.backend, gofakes3.WithLogger(quiet)).Server()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if around := b.around.Load(); around != nil {
			(*around)(w, r, store)
			return
		}
		store.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	t.Cleanup(server.CloseClientConnections)
	b.url = server.URL
	return b
}

func (b *inBucket) put(t *testing.T, key, content string) {
	t.Helper()
	meta := map[string]string{"Last-Modified": clock.Deadline(0).UTC().Format(http.TimeFormat)}
	if _, err := b.backend.PutObject("files", key, meta, strings.NewReader(content), int64(len(content)), nil); err != nil {
		t.Fatal(err)
	}
}

func (b *inBucket) keys(t *testing.T) (keys []string) {
	t.Helper()
	listed, err := b.backend.ListBucket("files", &gofakes3.Prefix{}, gofakes3.ListBucketPage{})
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range listed.Contents {
		if !strings.HasPrefix(file.Key, "deskmate_sweeps") {
			keys = append(keys, file.Key)
		}
	}
	return keys
}

// use moves an app's files to the bucket.
func (b *inBucket) use(t *testing.T, app core.App, name string) {
	t.Helper()
	settings := app.Settings()
	settings.S3 = core.S3Config{Enabled: true, Bucket: name, Region: "here", Endpoint: b.url, AccessKey: "key", Secret: "secret", ForcePathStyle: true}
	if err := app.Save(settings); err != nil {
		t.Fatal(err)
	}
}

// open returns a desk whose job deletes.
func open(t *testing.T, store *inBucket) *desk {
	t.Helper()
	d := &desk{App: testkit.New(t)}
	sweeps.Use(d, true)
	d.files = onDisk{filepath.Join(d.DataDir(), core.LocalStorageDirName)}
	if store != nil {
		store.use(t, d, "files")
		d.files = store
	}
	d.robin = d.Person(t, rules.RoleStudent, "Robin Vale")
	assignments, err := d.FindCollectionByNameOrId(records.Assignments)
	if err != nil {
		t.Fatal(err)
	}
	d.folder = assignments.BaseFilesPath()
	d.id, d.live = d.handIn(t)
	return d
}

// handIn submits work with a file, and returns its id and the key of the file.
func (d *desk) handIn(t *testing.T) (id, key string) {
	t.Helper()
	id = d.HandIn(t, d.robin.Token, nil, testkit.File{Field: "file", Name: "essay.pdf", Content: testkit.PDF("Tides")})
	assignment, err := d.FindRecordById(records.Assignments, id)
	if err != nil {
		t.Fatal(err)
	}
	return id, assignment.BaseFilesPath() + "/" + assignment.GetString(records.File)
}

// inBoth runs a test with a folder and with a bucket.
func inBoth(t *testing.T, test func(t *testing.T, d *desk)) {
	t.Helper()
	t.Run("folder", func(t *testing.T) { t.Parallel(); test(t, open(t, nil)) })
	t.Run("bucket", func(t *testing.T) { t.Parallel(); test(t, open(t, newBucket(t))) })
}

func (d *desk) run() error { return jobs.Run(context.Background(), d, job) }

// night runs the job, and returns what it has found.
func (d *desk) night(t *testing.T) records.Sweep {
	t.Helper()
	if err := d.run(); err != nil {
		t.Fatal(err)
	}
	found, err := records.ReadSweep(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// nights runs the job on several nights.
func (d *desk) nights(t *testing.T, count int) (last records.Sweep) {
	t.Helper()
	for range count {
		clock.Advance(d, day+time.Second)
		last = d.night(t)
	}
	return last
}

// orphans returns what is stored of orphans: the kind, the file and the number of nights.
func (d *desk) orphans(t *testing.T) (lines []string) {
	t.Helper()
	var rows []records.Orphan
	if err := d.DB().NewQuery("SELECT id, kind, collection, record, file, bytes, written, firstSeen, countedAt, nights FROM orphans ORDER BY file").All(&rows); err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		lines = append(lines, fmt.Sprintf("%s %s/%s/%s %d", row.Kind, row.Collection, row.Record, row.File, row.Nights))
	}
	return lines
}

func (d *desk) has(t *testing.T, key string) bool {
	t.Helper()
	return slices.Contains(d.keys(t), key)
}

// check runs the command.
func check(app core.App) (string, error) {
	var out bytes.Buffer
	command := sweeps.NewCommand(app)
	command.SilenceErrors = true
	command.SetArgs([]string{"check"})
	command.SetOut(&out)
	command.SetErr(io.Discard)
	err := command.ExecuteContext(context.Background())
	return out.String(), err
}

func execute(t *testing.T, app core.App, statement string) {
	t.Helper()
	if _, err := app.NonconcurrentDB().NewQuery(statement).Execute(); err != nil {
		t.Fatal(err)
	}
}
