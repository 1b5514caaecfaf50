package replica

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

func TestExaminingTriesWhatTheCopyNeeds(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	meta := dir + "-replica"
	nothing := func(*testing.T, *store) {}
	pass := func(content http.Handler) http.Handler { return content }
	write := func(t *testing.T, path, content string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		env     map[string]string
		store   func(content http.Handler) http.Handler
		prepare func(*testing.T, *store)
		text    string
		trouble string // its beginning, empty if there must be none
	}{
		"nothing yet": {store: pass, prepare: nothing, text: "s3://copies/desk, generation 0 here and 0 there"},
		"a copy": {store: pass, prepare: func(t *testing.T, s *store) {
			put(t, s, "g3/ltx/0/a")
			write(t, filepath.Join(dir, databaseFile), "some database")
			write(t, filepath.Join(meta, stateFile), `{"address":"s3://copies/desk","generation":3}`)
		}, text: "s3://copies/desk, generation 3 here and 3 there"},
		"another machine has continued": {store: pass, prepare: func(t *testing.T, s *store) {
			put(t, s, "g4/ltx/0/a")
			write(t, filepath.Join(dir, databaseFile), "some database")
			write(t, filepath.Join(meta, stateFile), `{"address":"s3://copies/desk","generation":3}`)
		}, trouble: "another machine has continued this site"},
		"another site's copy": {store: pass, prepare: func(t *testing.T, s *store) {
			put(t, s, "g4/ltx/0/a")
			write(t, filepath.Join(dir, databaseFile), "some database")
		}, trouble: "s3://copies/desk holds a copy (generation 4)"},
		"a wrong setting": {env: map[string]string{"REPLICA_INTERVAL": "soon"}, store: pass, prepare: nothing, trouble: "DESKMATE_REPLICA_INTERVAL"},
		"no such bucket":  {env: map[string]string{"REPLICA_URL": "s3://nowhere/desk"}, store: pass, prepare: nothing, trouble: "listing s3://nowhere/desk: "},
		"keys that may only read": {store: func(content http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodPut && strings.Contains(r.URL.Path, "/check-") {
					http.Error(w, "<Error><Code>AccessDenied</Code></Error>", http.StatusForbidden)
					return
				}
				content.ServeHTTP(w, r)
			})
		}, prepare: nothing, trouble: "writing check-"},
		"no folder": {store: pass, prepare: func(t *testing.T, _ *store) { write(t, meta, "") }, trouble: meta + " cannot be written: "},
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.RemoveAll(filepath.Dir(dir)); err != nil {
				t.Fatal(err)
			}
			backend := s3mem.New()
			if err := backend.CreateBucket("copies"); err != nil {
				t.Fatal(err)
			}
			server := httptest.NewServer(c.store(serveBackend(backend)))
			defer server.Close()
			set(t, map[string]string{"S3_ENDPOINT": server.URL})
			for name, value := range c.env {
				t.Setenv("DESKMATE_"+name, value)
			}
			c.prepare(t, &store{config: Config{S3: S3{Endpoint: server.URL}}})
			text, troubles := Examine(t.Context(), dir)
			switch {
			case c.trouble == "" && (len(troubles) > 0 || text != c.text):
				t.Errorf("got %q, %+v", text, troubles)
			case c.trouble != "" && (len(troubles) != 1 || !strings.HasPrefix(troubles[0].Text, c.trouble) || troubles[0].Do == ""):
				t.Errorf("got %+v", troubles)
			}
			left, err := backend.ListBucket("copies", nil, gofakes3.ListBucketPage{})
			if err != nil {
				t.Fatal(err)
			}
			for _, object := range left.Contents {
				if strings.Contains(object.Key, "check-") {
					t.Errorf("%s is left", object.Key)
				}
			}
		})
	}
}
