package web_test

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"
	"testing/fstest"

	"deskmate/internal/testkit"
)

func gzipped(t *testing.T, text string) []byte {
	t.Helper()
	var body bytes.Buffer
	writer := gzip.NewWriter(&body)
	if _, err := writer.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return body.Bytes()
}

// newAppWithAssets serves assets with compressed variants, and hidden files.
func newAppWithAssets(t *testing.T) *testkit.App {
	t.Helper()
	return testkit.NewWithInterface(t, fstest.MapFS{
		".gitkeep":                   {Data: []byte("placeholder")},
		".env":                       {Data: []byte("secret")},
		".hidden/notes.txt":          {Data: []byte("secret")},
		"index.html":                 {Data: []byte(indexWithoutMarkers)},
		"favicon.svg":                {Data: []byte("<svg/>")},
		"assets/app-1a2b3c.js":       {Data: []byte(script)},
		"assets/app-1a2b3c.js.br":    {Data: []byte("compressed with br")},
		"assets/app-1a2b3c.js.gz":    {Data: gzipped(t, script)},
		"assets/fonts/sans.woff2":    {Data: []byte("font")},
		"assets/style-4d5e6f.css":    {Data: []byte("body{}")},
		"assets/style-4d5e6f.css.gz": {Data: gzipped(t, "body{}")},
	})
}

func TestAssetsAreCachedForGoodAndSentCompressed(t *testing.T) {
	t.Parallel()
	app := newAppWithAssets(t)
	const javaScript, css = "text/javascript; charset=utf-8", "text/css; charset=utf-8"
	for _, c := range []struct{ path, acceptEncoding, encoding, mediaType, body string }{
		{"/assets/app-1a2b3c.js", "", "", javaScript, script},
		{"/assets/app-1a2b3c.js", "gzip, deflate, br", "br", javaScript, "compressed with br"},
		{"/assets/app-1a2b3c.js", "gzip", "gzip", javaScript, string(gzipped(t, script))},
		{"/assets/app-1a2b3c.js", "GZIP;q=0.5", "gzip", javaScript, string(gzipped(t, script))},
		{"/assets/app-1a2b3c.js", "br;q=0, gzip", "gzip", javaScript, string(gzipped(t, script))},
		{"/assets/app-1a2b3c.js", "br; q=0.000, gzip;q=0", "", javaScript, script},
		{"/assets/app-1a2b3c.js", "identity", "", javaScript, script},
		{"/assets/style-4d5e6f.css", "br, gzip", "gzip", css, string(gzipped(t, "body{}"))},
	} {
		t.Run(c.path+" "+c.acceptEncoding, func(t *testing.T) {
			answer := get(app, c.path, "Accept-Encoding", c.acceptEncoding)
			if answer.Status != 200 || string(answer.Body) != c.body {
				t.Errorf("got %d %q, want 200 %q", answer.Status, answer.Body, c.body)
			}
			for header, want := range map[string]string{
				"Cache-Control": "public, max-age=31536000, immutable", "Content-Encoding": c.encoding, "Content-Type": c.mediaType,
				"Vary": "Origin, Accept-Encoding", "X-Content-Type-Options": "nosniff",
			} {
				if got := strings.Join(answer.Header.Values(header), ", "); got != want {
					t.Errorf("%s is %q, want %q", header, got, want)
				}
			}
		})
	}
}

func TestEachEncodingOfAFileHasItsOwnETag(t *testing.T) {
	t.Parallel()
	app := newAppWithAssets(t)
	seen := map[string]string{}
	for _, encoding := range []string{"identity", "gzip", "br"} {
		etag := get(app, "/assets/app-1a2b3c.js", "Accept-Encoding", encoding).Header.Get("ETag")
		if other, found := seen[etag]; found || etag == "" {
			t.Errorf("%s has the ETag %q, which %q has too", encoding, etag, other)
		}
		seen[etag] = encoding
		if repeated := get(app, "/assets/app-1a2b3c.js", "Accept-Encoding", encoding, "If-None-Match", etag); repeated.Status != 304 {
			t.Errorf("%s with its ETag: got %d, want 304", encoding, repeated.Status)
		}
	}
}

func TestFilesOutsideAssetsAreRevalidated(t *testing.T) {
	t.Parallel()
	icon := get(newAppWithAssets(t), "/favicon.svg")
	for header, want := range map[string]string{"Cache-Control": "no-cache", "Content-Type": "image/svg+xml"} {
		if got := icon.Header.Get(header); got != want {
			t.Errorf("%s is %q, want %q", header, got, want)
		}
	}
}

func TestMissingAssetsAre404AndNeverThePage(t *testing.T) {
	t.Parallel()
	app := newAppWithAssets(t)
	for _, path := range []string{
		"/assets/app-old.js", "/assets/", "/assets/fonts", "/assets/app-1a2b3c.js.br", "/assets/app-1a2b3c.js.gz", "/assets/.env",
		"/assets/..%2Findex.html", "/assets/..%5Cindex.html", "/assets/%00",
	} {
		answer := get(app, path)
		for range 3 {
			if answer.Status/100 == 3 {
				answer = get(app, answer.Header.Get("Location"))
			}
		}
		if answer.Status != 404 || strings.Contains(string(answer.Body), "<title>") || strings.Contains(answer.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("GET %s: got %d %q with Cache-Control %q", path, answer.Status, answer.Body, answer.Header.Get("Cache-Control"))
		}
	}
}

func TestHiddenFilesAreNeverServed(t *testing.T) {
	t.Parallel()
	app := newAppWithAssets(t)
	for _, path := range []string{
		"/.env", "/.gitkeep", "/.hidden/notes.txt", "/%2eenv", "/.hidden%2Fnotes.txt", "/./.env", "//.env",
		"/../web.go", "/..%2Fweb.go", "/%2e%2e/%2e%2e/etc/passwd", "/..%5C..%5Cetc", "/index.html/../.env", "/assets/../.env",
	} {
		answer := get(app, path)
		for _, leak := range []string{"secret", "placeholder", "root:", "package web"} {
			if strings.Contains(string(answer.Body), leak) {
				t.Errorf("GET %s: got %d %q", path, answer.Status, answer.Body)
			}
		}
	}
}
