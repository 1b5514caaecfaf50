package files_test

import (
	"bytes"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/files"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// bucketWorld is an app with work that has a file, which is in a folder or in a bucket.
type bucketWorld struct {
	*testkit.App
	bucket *s3mem.Backend // nil for a folder
	// around, if set, is called for each request to the bucket.
	around atomic.Pointer[func(w http.ResponseWriter, r *http.Request, bucket http.Handler)]
	robin  testkit.Person
	folder string // of assignments
	id     string // of the work
	live   string // the key of its file
}

func newStore(t *testing.T, inBucket bool) *bucketWorld {
	t.Helper()
	s := &bucketWorld{App: testkit.New(t)}
	if inBucket {
		s.openBucket(t)
	}
	s.robin = s.Person(t, domain.RoleStudent, "Robin Vale")
	s.id, s.live = s.handIn(t)
	s.folder, _, _ = strings.Cut(s.live, "/")
	return s
}

func (s *bucketWorld) openBucket(t *testing.T) {
	t.Helper()
	s.bucket = s3mem.New()
	for _, name := range []string{"files", "empty"} {
		if err := s.bucket.CreateBucket(name); err != nil {
			t.Fatal(err)
		}
	}
	bucket := gofakes3.New(s.bucket, gofakes3.WithLogger(gofakes3.StdLog(slog.NewLogLogger(slog.DiscardHandler, slog.LevelInfo)))).Server()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if around := s.around.Load(); around != nil {
			(*around)(w, r, bucket)
			return
		}
		bucket.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	t.Cleanup(server.CloseClientConnections)
	s.Settings().S3 = core.S3Config{Enabled: true, Bucket: "files", Region: "here", Endpoint: server.URL, AccessKey: "key", Secret: "secret", ForcePathStyle: true}
	if err := s.Save(s.Settings()); err != nil {
		t.Fatal(err)
	}
}

// inBoth runs a test with a folder and with a bucket.
func inBoth(t *testing.T, test func(t *testing.T, s *bucketWorld)) {
	t.Helper()
	t.Run("folder", func(t *testing.T) { t.Parallel(); test(t, newStore(t, false)) })
	t.Run("bucket", func(t *testing.T) { t.Parallel(); test(t, newStore(t, true)) })
}

// handIn submits work with a file, and returns its id and the key of the file.
func (s *bucketWorld) handIn(t *testing.T) (id, key string) {
	t.Helper()
	id = s.HandIn(t, s.robin.Token, nil, testkit.File{Field: "file", Name: "essay.pdf", Content: testkit.PDF("Tides")})
	assignment, err := s.FindRecordById(store.Assignments, id)
	if err != nil {
		t.Fatal(err)
	}
	return id, assignment.BaseFilesPath() + "/" + assignment.GetString(store.File)
}

func (s *bucketWorld) path(key string) string {
	return filepath.Join(s.DataDir(), core.LocalStorageDirName, filepath.FromSlash(key))
}

func (s *bucketWorld) put(t *testing.T, key, content string) {
	t.Helper()
	if s.bucket != nil {
		written := map[string]string{"Last-Modified": clock.Deadline(0).UTC().Format(http.TimeFormat)}
		if _, err := s.bucket.PutObject("files", key, written, strings.NewReader(content), int64(len(content)), nil); err != nil {
			t.Fatal(err)
		}
		return
	}
	if err := os.MkdirAll(filepath.Dir(s.path(key)), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(s.path(key), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func (s *bucketWorld) delete(t *testing.T, key string) {
	t.Helper()
	var err error
	if s.bucket == nil {
		err = os.Remove(s.path(key))
	} else {
		_, err = s.bucket.DeleteObject("files", key)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// keys returns the keys of all files in the store.
func (s *bucketWorld) keys(t *testing.T) (keys []string) {
	t.Helper()
	if s.bucket != nil {
		listed, err := s.bucket.ListBucket("files", &gofakes3.Prefix{}, gofakes3.ListBucketPage{})
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range listed.Contents {
			keys = append(keys, file.Key)
		}
		return keys
	}
	root := s.path("")
	err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		key, err := filepath.Rel(root, path)
		keys = append(keys, filepath.ToSlash(key))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// compare returns the keys of the files without a row, and the rows without their file.
func (s *bucketWorld) compare(t *testing.T) (withoutRow, withoutFile []string) {
	t.Helper()
	found, err := files.Compare(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range found.WithoutRow {
		withoutRow = append(withoutRow, file.Key)
	}
	return withoutRow, found.WithoutFile
}

// clean runs the command with an answer.
func (s *bucketWorld) clean(t *testing.T, answer string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	command := files.NewCommand(s)
	command.SilenceErrors = true
	command.SetArgs([]string{"clean"})
	command.SetIn(strings.NewReader(answer))
	command.SetOut(&out)
	err := command.ExecuteContext(t.Context())
	return out.String(), err
}

func TestFilesWithoutARowAreDeletedAfterAsking(t *testing.T) {
	t.Parallel()
	inBoth(t, func(t *testing.T, s *bucketWorld) {
		before := s.keys(t)
		left := []string{
			s.folder + "/" + s.id + "/file_left.pdf", s.folder + "/" + s.id + "/file_part.pdf.1f.tmp",
			s.folder + "/gone00000000000/file_lost.pdf",
		}
		for _, key := range left {
			s.put(t, key, "left")
		}
		s.put(t, left[0]+".attrs", "{}") // a part of its file
		kept := s.keys(t)
		if out, err := s.clean(t, "y\n"); err != nil || out != "No file is without a row.\n" {
			t.Errorf("on the first day it prints %q, %v", out, err)
		}
		clock.Advance(s, 25*time.Hour)
		for _, answer := range []string{"", "\n", "n\n", "why\n"} {
			out, err := s.clean(t, answer)
			if err != nil || !strings.Contains(out, left[0]+"\t4\n") || !strings.Contains(out, "Delete 3 files (12 B) without a row?") || !strings.HasSuffix(out, "Nothing was deleted.\n") {
				t.Errorf("to %q it prints %q, %v", answer, out, err)
			}
		}
		if after := s.keys(t); !slices.Equal(after, kept) {
			t.Fatalf("it leaves %q of %q", after, kept)
		}
		if out, err := s.clean(t, "Y\n"); err != nil || !strings.HasSuffix(out, "Deleted.\n") {
			t.Errorf("it prints %q, %v", out, err)
		}
		after := slices.DeleteFunc(s.keys(t), func(key string) bool { return key == left[0]+".attrs" && s.bucket != nil }) // no bucket has any
		if !slices.Equal(after, before) {
			t.Errorf("it leaves %q of %q", after, before)
		}
	})
}

func TestNothingIsCleanedBesideADatabaseThatWasSetAside(t *testing.T) {
	t.Parallel()
	s := newStore(t, false)
	s.put(t, s.folder+"/"+s.id+"/file_left.pdf", "left")
	clock.Advance(s, 25*time.Hour)
	former := filepath.Join(s.DataDir(), "former-g1-20261123110000.db")
	if err := os.WriteFile(former, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	before := s.keys(t)
	if out, err := s.clean(t, "y\n"); out != "" || err == nil || !strings.Contains(err.Error(), "former-g1-20261123110000.db may name files") {
		t.Errorf("it prints %q, %v", out, err)
	}
	if after := s.keys(t); !slices.Equal(after, before) {
		t.Errorf("it leaves %q of %q", after, before)
	}
}

func TestRowsWithoutTheirFileAreFoundInAllFields(t *testing.T) {
	t.Parallel()
	inBoth(t, func(t *testing.T, s *bucketWorld) {
		quote := s.AskForQuote(t, testkit.File{Field: "files", Name: "notes.txt", Content: []byte("Notes")}, testkit.File{Field: "files", Name: "plan.txt", Content: []byte("Plan")})
		id, key := s.handIn(t)
		clock.Advance(s, 25*time.Hour)
		if withoutRow, withoutFile := s.compare(t); len(withoutRow)+len(withoutFile) > 0 {
			t.Errorf("it finds %q and %q", withoutRow, withoutFile)
		}
		row, err := s.FindRecordById(store.Quotes, quote.Id)
		if err != nil {
			t.Fatal(err)
		}
		lost := row.GetStringSlice(store.Files)[1]
		s.delete(t, key)
		s.delete(t, row.BaseFilesPath()+"/"+lost)
		want := []string{"assignments/" + id + "/" + filepath.Base(key), "quotes/" + row.Id + "/" + lost}
		withoutRow, withoutFile := s.compare(t)
		if !slices.Equal(withoutFile, want) || len(withoutRow) > 0 {
			t.Errorf("it finds %q and %q, want %q", withoutRow, withoutFile, want)
		}
	})
}

func TestWhatNoCollectionHasStoredIsNeverTouched(t *testing.T) {
	t.Parallel()
	inBoth(t, func(t *testing.T, s *bucketWorld) {
		for _, key := range []string{
			"pb_backup_desk.zip", "desk/g1/0000/a.ltx", "other-site/" + s.folder + "/" + s.id + "/file_a.pdf", "pbc_0000000000/" + s.id + "/file_a.pdf",
			s.folder + "/notes.txt", s.folder + "/" + s.id + "/a/b/c.pdf", s.folder + "/" + s.id + "/drafts/c.pdf",
			s.folder + "/" + s.id + "/thumbs_" + filepath.Base(s.live) + "/100x100_" + filepath.Base(s.live),
		} {
			s.put(t, key, "kept")
		}
		clock.Advance(s, 25*time.Hour)
		if withoutRow, withoutFile := s.compare(t); len(withoutRow)+len(withoutFile) > 0 {
			t.Errorf("it finds %q and %q", withoutRow, withoutFile)
		}
	})
}

func TestTheStoreOfAnotherSiteIsNotCleaned(t *testing.T) {
	t.Parallel()
	s := newStore(t, true)
	s.put(t, s.folder+"/"+s.id+"/file_left.pdf", "left")
	clock.Advance(s, 25*time.Hour)
	s.Settings().S3.Bucket = "empty"
	const want = "the store has none of the 1 files that rows name: check that it is the one of this site"
	if out, err := s.clean(t, "y\n"); out != "" || err == nil || err.Error() != want {
		t.Errorf("it prints %q, %v", out, err)
	}
}

// What cannot be read must not count as empty.
func TestAFolderThatCannotBeReadStopsTheComparison(t *testing.T) {
	t.Parallel()
	s := newStore(t, false)
	path := s.path(s.folder)
	if err := errors.Join(os.RemoveAll(path), os.Symlink(path, path)); err != nil { // whoever opens it gets an error
		t.Fatal(err)
	}
	if found, err := files.Compare(t.Context(), s); err == nil {
		t.Errorf("it finds %+v", found)
	}
}

func TestAStoreThatGoesAwayStopsTheComparison(t *testing.T) {
	t.Parallel()
	for name, isFault := range map[string]func(r *http.Request) bool{
		"at once":         func(*http.Request) bool { return true },
		"in a listing":    func(r *http.Request) bool { return r.URL.Query().Has("continuation-token") },
		"at the deletion": func(r *http.Request) bool { return r.Method == http.MethodDelete },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t, true)
			for i := range 1200 {
				s.put(t, s.folder+"/"+s.id+"/file_"+strconv.Itoa(i)+".pdf", "left")
			}
			clock.Advance(s, 25*time.Hour)
			fault := func(w http.ResponseWriter, r *http.Request, bucket http.Handler) {
				if isFault(r) {
					w.WriteHeader(http.StatusForbidden)
					return
				}
				bucket.ServeHTTP(w, r)
			}
			s.around.Store(&fault)
			if out, err := s.clean(t, "y\n"); err == nil {
				t.Errorf("it prints %q and does not fail", out)
			}
			if left := len(s.keys(t)); left != 1201 {
				t.Errorf("%d files are left", left)
			}
			s.around.Store(nil)
			if _, err := s.clean(t, "y\n"); err != nil || len(s.keys(t)) != 1 {
				t.Errorf("afterwards it leaves %d, %v", len(s.keys(t)), err)
			}
		})
	}
}

// Rows may change between the listing of a folder and the reading of its rows.
func TestWhatChangesDuringTheComparisonIsNoDifference(t *testing.T) {
	t.Parallel()
	s := newStore(t, true)
	gone, missing := s.handIn(t)
	s.delete(t, missing)
	var once sync.Once
	meanwhile := func(w http.ResponseWriter, r *http.Request, bucket http.Handler) {
		bucket.ServeHTTP(w, r)
		if r.URL.Query().Get("prefix") == s.folder+"/" {
			once.Do(func() {
				s.handIn(t)
				clock.Advance(s, 25*time.Hour)
				if _, err := s.NonconcurrentDB().NewQuery("DELETE FROM assignments WHERE id = '" + gone + "'").Execute(); err != nil {
					t.Error(err)
				}
			})
		}
	}
	s.around.Store(&meanwhile)
	if withoutRow, withoutFile := s.compare(t); len(withoutRow)+len(withoutFile) > 0 {
		t.Errorf("it finds %q and %q", withoutRow, withoutFile)
	}
}
