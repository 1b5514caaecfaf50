package web_test

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"deskmate/internal/testkit"
)

func TestRenderedPagesAreCompressedAndRevalidated(t *testing.T) {
	t.Parallel()
	app := newApp(t)
	plain, gzipped := get(app, "/services"), get(app, "/services", "Accept-Encoding", "br, gzip")
	if gzipped.Header.Get("Content-Encoding") != "gzip" || plain.Header.Get("Content-Encoding") != "" || len(gzipped.Body) >= len(plain.Body) {
		t.Errorf("compressed with %q: %d of %d bytes", gzipped.Header.Get("Content-Encoding"), len(gzipped.Body), len(plain.Body))
	}
	for _, answer := range []testkit.Answer{plain, gzipped} {
		etag, encoding := answer.Header.Get("ETag"), answer.Header.Get("Content-Encoding")
		repeated := get(app, "/services", "If-None-Match", etag, "Accept-Encoding", encoding)
		if repeated.Status != 304 || len(repeated.Body) != 0 || answer.Header.Get("Cache-Control") != "no-cache" || repeated.Header.Get("ETag") != etag {
			t.Errorf("the page in %q with its ETag %s: got %d, want 304", encoding, etag, repeated.Status)
		}
		if other := get(app, "/", "If-None-Match", etag, "Accept-Encoding", encoding); other.Status != 200 {
			t.Errorf("another page with the ETag %s: got %d, want 200", etag, other.Status)
		}
	}
	if plain.Header.Get("ETag") == gzipped.Header.Get("ETag") {
		t.Error("both encodings have the same ETag")
	}
	missing := get(app, "/nosuch")
	if repeated := get(app, "/nosuch", "If-None-Match", missing.Header.Get("ETag")); repeated.Status != 404 || len(repeated.Body) == 0 {
		t.Errorf("a repeated request for a missing page: got %d with %d bytes, want a whole 404", repeated.Status, len(repeated.Body))
	}
}

func TestHEADAnswersLikeGETWithoutABody(t *testing.T) {
	t.Parallel()
	app := newApp(t)
	for path, status := range map[string]int{"/": 200, "/services": 200, "/nosuch": 404, "/robots.txt": 200, "/sitemap.xml": 200, "/favicon.svg": 200} {
		head, whole := send(app, "HEAD", path), get(app, path)
		if head.Status != status || len(head.Body) != 0 || head.Header.Get("Content-Length") != whole.Header.Get("Content-Length") {
			t.Errorf("HEAD %s: got %d with %d bytes and %v, want %d", path, head.Status, len(head.Body), head.Header, status)
		}
	}
}

func TestAnInterfaceWithoutMarkersIsServedUnchanged(t *testing.T) {
	t.Parallel()
	app := testkit.NewWithInterface(t, fstest.MapFS{"index.html": {Data: []byte(indexWithoutMarkers)}, "robots.txt": {Data: []byte("custom")}})
	if got := get(app, "/robots.txt"); string(got.Body) != "custom" {
		t.Errorf("the interface's robots.txt: got %s", got.Body)
	}
	if got := get(app, "/nosuch"); got.Status != 200 || string(got.Body) != indexWithoutMarkers {
		t.Errorf("its page: got %d %s", got.Status, got.Body)
	}
	for name, index := range map[string]string{"no end marker": "<!--head--><title>x</title>", "no start marker": "<title>x</title><!--/head-->"} {
		app := testkit.NewWithInterface(t, fstest.MapFS{"index.html": {Data: []byte(index)}})
		if got := get(app, "/"); string(got.Body) != index {
			t.Errorf("with %s: got %s", name, got.Body)
		}
	}
}

func TestARebuiltPageIsServedAtOnce(t *testing.T) {
	t.Parallel()
	dir := publicDir{t.TempDir()}
	app := testkit.NewWithInterface(t, os.DirFS(dir.path))
	for i, version := range []string{"first one", "other one", "a longer one"} {
		dir.write(t, "index.html", "<!--head--><!--/head--><p>"+version, time.Date(2026, 1, 2, 3, 4, i, 0, time.UTC))
		if got := get(app, "/"); !strings.HasSuffix(string(got.Body), "<p>"+version) || !strings.Contains(string(got.Body), "<title>") {
			t.Errorf("after writing %q: got %s", version, got.Body)
		}
	}
}

// BenchmarkPage measures a request for a page that is already rendered.
func BenchmarkPage(b *testing.B) {
	app := newApp(b)
	for b.Loop() {
		if got := get(app, "/"); got.Status != 200 {
			b.Fatal(got.Status)
		}
	}
}
