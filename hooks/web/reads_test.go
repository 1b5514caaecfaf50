package web_test

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"deskmate/internal/testkit"
)

// countingFS counts the bytes that are read from its files.
type countingFS struct {
	fs.FS
	total, largest atomic.Int64 // of all reads; of a single read
}

// takeTotal returns the number of bytes read since it was last called.
func (c *countingFS) takeTotal() int64 { return c.total.Swap(0) }

func (c *countingFS) Open(name string) (fs.File, error) {
	file, err := c.FS.Open(name)
	if err != nil {
		return nil, err
	}
	return &countingFile{file, c}, nil
}

type countingFile struct {
	fs.File
	counter *countingFS
}

func (f *countingFile) Read(buffer []byte) (int, error) {
	count, err := f.File.Read(buffer)
	f.counter.total.Add(int64(count))
	f.counter.largest.Store(max(f.counter.largest.Load(), int64(count)))
	return count, err
}

func (f *countingFile) Seek(offset int64, whence int) (int64, error) {
	return f.File.(io.Seeker).Seek(offset, whence)
}

func (f *countingFile) ReadDir(count int) ([]fs.DirEntry, error) {
	return f.File.(fs.ReadDirFile).ReadDir(count)
}

func TestAfterTheStartRequestsReadOnlyWhatTheySend(t *testing.T) {
	t.Parallel()
	const size = 1 << 20
	large, compressed := bytes.Repeat([]byte("0123456789abcdef"), size/16), []byte("compressed with br")
	files := &countingFS{FS: fstest.MapFS{
		"assets/large-1a2b3c.js":    {Data: large},
		"assets/large-1a2b3c.js.br": {Data: compressed},
		".env":                      {Data: []byte("never read")},
		".git/config":               {Data: []byte("never read")},
		"pipe":                      {Data: []byte("never read at start"), Mode: fs.ModeNamedPipe},
	}}
	app := testkit.NewWithInterface(t, files)
	if got := files.takeTotal(); got != int64(len(large)+len(compressed)) {
		t.Errorf("the start reads %d bytes, want each regular visible file once: %d", got, len(large)+len(compressed))
	}

	const path = "/assets/large-1a2b3c.js"
	etag := send(app, "HEAD", path).Header.Get("ETag")
	for _, c := range []struct {
		name, method string
		headers      []string
		status       int
		read         int64
	}{
		{"HEAD", "HEAD", nil, 200, 0},
		{"HEAD in br", "HEAD", []string{"Accept-Encoding", "br"}, 200, 0},
		{"a client that has the file", "GET", []string{"If-None-Match", etag}, 304, 0},
		{"a range", "GET", []string{"Range", "bytes=16-25"}, 206, 10},
		{"a range of the same version", "GET", []string{"Range", "bytes=16-25", "If-Range", etag}, 206, 10},
		{"a range beyond the end", "GET", []string{"Range", "bytes=9999999-"}, 416, 0},
		{"a client that expects another version", "GET", []string{"If-Match", `"other"`}, 412, 0},
		{"the whole file", "GET", nil, 200, size},
		{"the file in br", "GET", []string{"Accept-Encoding", "br"}, 200, int64(len(compressed))},
	} {
		files.takeTotal()
		answer := send(app, c.method, path, c.headers...)
		if read := files.takeTotal(); answer.Status != c.status || read != c.read {
			t.Errorf("%s: got %d after reading %d bytes, want %d after %d", c.name, answer.Status, read, c.status, c.read)
		}
	}
	if got := get(app, path); !bytes.Equal(got.Body, large) {
		t.Errorf("the whole file has %d bytes, want %d", len(got.Body), len(large))
	}
	if largest := files.largest.Load(); largest > 64<<10 {
		t.Errorf("one read takes %d bytes, want files to be streamed", largest)
	}
}

func TestAnUnchangedIndexIsNotReadAgain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, index string
		sent        int64 // straight from the file
	}{
		{"with markers", "<head><!--head--><!--/head--></head>", 0},
		{"without markers", indexWithoutMarkers, int64(len(indexWithoutMarkers))},
	} {
		files := &countingFS{FS: fstest.MapFS{"index.html": {Data: []byte(c.index)}}}
		app := testkit.NewWithInterface(t, files)
		etag := get(app, "/").Header.Get("ETag")
		files.takeTotal()
		get(app, "/")
		if read := files.takeTotal(); read != c.sent {
			t.Errorf("%s: the second request reads %d bytes, want %d", c.name, read, c.sent)
		}
		if answer := get(app, "/", "If-None-Match", etag); answer.Status != 304 || files.takeTotal() != 0 {
			t.Errorf("%s: a request with the ETag gets %d, or reads the file", c.name, answer.Status)
		}
	}
}

// publicDir is a folder whose files change while they are served.
type publicDir struct{ path string }

func (d publicDir) write(t *testing.T, name, content string, modTime time.Time) {
	t.Helper()
	file := filepath.Join(d.path, name)
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(file, modTime, modTime); err != nil {
		t.Fatal(err)
	}
}

func TestChangedFilesAreHashedAgain(t *testing.T) {
	t.Parallel()
	dir := publicDir{t.TempDir()}
	before := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	after := before.Add(time.Millisecond)
	dir.write(t, "app.js", "first", before)
	files := &countingFS{FS: os.DirFS(dir.path)}
	app := testkit.NewWithInterface(t, files)

	etag := get(app, "/app.js").Header.Get("ETag")
	for _, c := range []struct {
		change, content string
		modTime         time.Time
	}{
		{"another modification time", "other", after},
		{"another size", "longer", after},
		{"an older modification time", "oldest", before},
	} {
		dir.write(t, "app.js", c.content, c.modTime)
		answer := get(app, "/app.js", "If-None-Match", etag)
		if answer.Status != 200 || string(answer.Body) != c.content || answer.Header.Get("ETag") == etag {
			t.Errorf("after %s: got %d %q with the ETag %s, want %q with a new one", c.change, answer.Status, answer.Body, answer.Header.Get("ETag"), c.content)
		}
		etag = answer.Header.Get("ETag")
		files.takeTotal()
		if answer := get(app, "/app.js", "If-None-Match", etag); answer.Status != 304 || files.takeTotal() != 0 {
			t.Errorf("after %s: a request with the new ETag gets %d, or hashes the file again", c.change, answer.Status)
		}
	}
}

func TestAddedAndRemovedFilesAreNoticed(t *testing.T) {
	t.Parallel()
	dir := publicDir{t.TempDir()}
	modTime := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	app := testkit.NewWithInterface(t, os.DirFS(dir.path))
	if answer := get(app, "/"); answer.Status != 503 {
		t.Errorf("an empty folder: got %d, want 503", answer.Status)
	}
	dir.write(t, "index.html", indexWithoutMarkers, modTime)
	dir.write(t, "app.js", "plain", modTime)
	if answer := get(app, "/app.js", "Accept-Encoding", "br"); string(answer.Body) != "plain" || answer.Header.Get("ETag") == "" {
		t.Errorf("a new file: got %d %q", answer.Status, answer.Body)
	}
	dir.write(t, "app.js.br", "in br", modTime)
	if answer := get(app, "/app.js", "Accept-Encoding", "br"); string(answer.Body) != "in br" || answer.Header.Get("Content-Encoding") != "br" {
		t.Errorf("a new variant: got %d %q", answer.Status, answer.Body)
	}
	for _, name := range []string{"app.js", "app.js.br"} {
		if err := os.Remove(filepath.Join(dir.path, name)); err != nil {
			t.Fatal(err)
		}
	}
	if answer := get(app, "/app.js", "Accept-Encoding", "br"); string(answer.Body) != indexWithoutMarkers {
		t.Errorf("a removed file: got %d %q, want the page", answer.Status, answer.Body)
	}
}
