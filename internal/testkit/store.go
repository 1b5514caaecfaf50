package testkit

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/pocketbase/pocketbase/core"
)

// Store is a file store that implements as much of S3 as the program needs. It
// accepts each file only when the test lets it.
type Store struct {
	Arrived chan string // the path of each file that has begun to arrive
	Take    chan int    // each value is the status that the store returns for one file

	mu    sync.Mutex
	files map[string][]byte
}

// UseStore moves the app's files to a store on loopback until the test ends.
func (a *App) UseStore(t testing.TB) *Store {
	t.Helper()
	store := &Store{Arrived: make(chan string, 64), Take: make(chan int, 64), files: map[string][]byte{}}
	server := httptest.NewServer(store)
	t.Cleanup(server.Close)
	t.Cleanup(func() { close(store.Take) })
	a.storeAt(t, server.URL)
	return store
}

// UseSilentStore moves the app's files to a store that takes connections and never answers.
// The test accepts a connection to know that somebody waits for it.
func (a *App) UseSilentStore(t testing.TB) net.Listener {
	t.Helper()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = silent.Close() })
	a.storeAt(t, "http://"+silent.Addr().String())
	return silent
}

// storeAt keeps the app's files at an address that speaks S3.
func (a *App) storeAt(t testing.TB, url string) {
	t.Helper()
	settings := a.Settings()
	settings.S3 = core.S3Config{
		Enabled: true, Bucket: "files", Region: "here", Endpoint: url, AccessKey: "key", Secret: "secret", ForcePathStyle: true,
	}
	if err := a.TestApp.Save(settings); err != nil {
		t.Fatal(err)
	}
}

// Files returns the paths of the files that the store holds.
func (s *Store) Files() (paths []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for path := range s.files {
		paths = append(paths, path)
	}
	return paths
}

// ServeHTTP answers one request of the S3 protocol.
func (s *Store) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	path := strings.TrimPrefix(r.URL.Path, "/files/")
	if r.Method == http.MethodPut {
		s.Arrived <- path
		if status, ok := <-s.Take; ok && status != http.StatusOK {
			w.WriteHeader(status)
			return
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	content, exists := s.files[path]
	switch {
	case r.Method == http.MethodPut:
		s.files[path] = body
		w.Header().Set("ETag", `"etag"`)
	case r.Method == http.MethodDelete:
		delete(s.files, path)
		w.WriteHeader(http.StatusNoContent)
	case r.URL.Query().Has("list-type"):
		w.Header().Set("Content-Type", "application/xml")
		_, _ = io.WriteString(w, `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult></ListBucketResult>`)
	case !exists:
		w.WriteHeader(http.StatusNotFound)
	case r.Method == http.MethodGet:
		_, _ = w.Write(content)
	}
}
