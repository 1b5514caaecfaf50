package web_test

import (
	"bytes"
	"compress/gzip"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"deskmate/internal/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

const (
	page   = "<!doctype html><title>Deskmate</title><script src=/assets/app-1a2b3c.js></script>"
	script = "export const tides = 'high'"
)

func packed(t *testing.T, text string) []byte {
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

func built(t *testing.T) *testkit.App {
	t.Helper()
	return testkit.NewWithInterface(t, fstest.MapFS{
		".gitkeep":                   {Data: []byte("placeholder")},
		".env":                       {Data: []byte("secret")},
		".hidden/notes.txt":          {Data: []byte("secret")},
		"index.html":                 {Data: []byte(page)},
		"favicon.svg":                {Data: []byte("<svg/>")},
		"assets/app-1a2b3c.js":       {Data: []byte(script)},
		"assets/app-1a2b3c.js.br":    {Data: []byte("packed by br")},
		"assets/app-1a2b3c.js.gz":    {Data: packed(t, script)},
		"assets/style-4d5e6f.css":    {Data: []byte("body{}")},
		"assets/style-4d5e6f.css.gz": {Data: packed(t, "body{}")},
	})
}

func get(app *testkit.App, path string, header ...string) testkit.Answer {
	request := httptest.NewRequest("GET", path, nil)
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	return app.Send(request)
}

func TestAssetsAreKeptForEverAndComeAsSmallAsTheReaderTakesThem(t *testing.T) {
	t.Parallel()
	app := built(t)
	for _, c := range []struct{ path, accepted, encoding, kind string }{
		{"/assets/app-1a2b3c.js", "", "", "text/javascript; charset=utf-8"},
		{"/assets/app-1a2b3c.js", "gzip, deflate, br", "br", "text/javascript; charset=utf-8"},
		{"/assets/app-1a2b3c.js", "gzip", "gzip", "text/javascript; charset=utf-8"},
		{"/assets/app-1a2b3c.js", "GZIP;q=0.5", "gzip", "text/javascript; charset=utf-8"},
		{"/assets/app-1a2b3c.js", "br;q=0, gzip", "gzip", "text/javascript; charset=utf-8"},
		{"/assets/app-1a2b3c.js", "br; q=0.000, gzip;q=0", "", "text/javascript; charset=utf-8"},
		{"/assets/app-1a2b3c.js", "identity", "", "text/javascript; charset=utf-8"},
		{"/assets/style-4d5e6f.css", "br, gzip", "gzip", "text/css; charset=utf-8"},
	} {
		t.Run(c.path+" "+c.accepted, func(t *testing.T) {
			answer := get(app, c.path, "Accept-Encoding", c.accepted)
			if answer.Status != 200 || answer.Header.Get("Content-Encoding") != c.encoding {
				t.Errorf("answered %d in %q, want %q", answer.Status, answer.Header.Get("Content-Encoding"), c.encoding)
			}
			for header, want := range map[string]string{
				"Cache-Control": "public, max-age=31536000, immutable", "Content-Type": c.kind, "Vary": "Accept-Encoding", "X-Content-Type-Options": "nosniff",
			} {
				if got := answer.Header.Get(header); got != want {
					t.Errorf("%s is %q, want %q", header, got, want)
				}
			}
			if c.encoding == "" && c.kind == "text/javascript; charset=utf-8" && string(answer.Body) != script {
				t.Errorf("the plain body is %q", answer.Body)
			}
		})
	}
}

func TestAMissingAssetIsNeverThePage(t *testing.T) {
	t.Parallel()
	app := built(t)
	for _, path := range []string{
		"/assets/app-old.js", "/assets/", "/assets/app-1a2b3c.js.br", "/assets/app-1a2b3c.js.gz", "/assets/.env",
		"/assets/..%2Findex.html", "/assets/..%5Cindex.html", "/assets/%00",
	} {
		answer := get(app, path)
		for range 3 {
			if answer.Status/100 == 3 {
				answer = get(app, answer.Header.Get("Location"))
			}
		}
		if answer.Status != 404 || strings.Contains(string(answer.Body), "<title>") || strings.Contains(answer.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("%s is answered %d %q, kept %q", path, answer.Status, answer.Body, answer.Header.Get("Cache-Control"))
		}
	}
}

func TestEveryOtherAddressIsThePageWhichAsksAgainEachTime(t *testing.T) {
	t.Parallel()
	app := built(t)
	for _, path := range []string{"/", "/login", "/services/essay-writing", "/admin/dashboard", "/nosuch.html", "/apiary", "/dashboard?success=true"} {
		answer := get(app, path)
		if answer.Status != 200 || string(answer.Body) != page || answer.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s is answered %d %q, kept %q", path, answer.Status, answer.Body, answer.Header.Get("Cache-Control"))
		}
		if kind := answer.Header.Get("Content-Type"); kind != "text/html; charset=utf-8" {
			t.Errorf("%s is %q", path, kind)
		}
		tag := answer.Header.Get("ETag")
		if again := get(app, path, "If-None-Match", tag); tag == "" || again.Status != 304 || len(again.Body) != 0 {
			t.Errorf("asked again with %q %s is answered %d %q", tag, path, again.Status, again.Body)
		}
		if other := get(app, path, "If-None-Match", `"other"`); other.Status != 200 {
			t.Errorf("asked with an old tag %s is answered %d", path, other.Status)
		}
	}
	if icon := get(app, "/favicon.svg"); icon.Header.Get("Content-Type") != "image/svg+xml" || icon.Header.Get("Cache-Control") != "no-cache" {
		t.Errorf("a file beside the page is %q, kept %q", icon.Header.Get("Content-Type"), icon.Header.Get("Cache-Control"))
	}
}

func TestThePageIsFramedNowhereAndLoadsFromItselfAlone(t *testing.T) {
	t.Parallel()
	app := built(t)
	for _, path := range []string{"/", "/login", "/assets/app-1a2b3c.js"} {
		header := get(app, path).Header
		policy := header.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'self'", "frame-ancestors 'none'", "object-src 'none'", "base-uri 'self'"} {
			if !strings.Contains(policy, want) {
				t.Errorf("the policy of %s is %q, want %s in it", path, policy, want)
			}
		}
		if strings.Contains(policy, "unsafe") || header.Get("X-Frame-Options") != "DENY" || header.Get("X-Content-Type-Options") != "nosniff" || header.Get("Referrer-Policy") == "" {
			t.Errorf("%s comes with %v", path, header)
		}
	}
}

func TestHiddenFilesDoNotExist(t *testing.T) {
	t.Parallel()
	app := built(t)
	for _, path := range []string{
		"/.env", "/.gitkeep", "/.hidden/notes.txt", "/%2eenv", "/.hidden%2Fnotes.txt", "/./.env", "//.env",
		"/../web.go", "/..%2Fweb.go", "/%2e%2e/%2e%2e/etc/passwd", "/..%5C..%5Cetc", "/index.html/../.env", "/assets/../.env",
	} {
		answer := get(app, path)
		if body := string(answer.Body); strings.Contains(body, "secret") || strings.Contains(body, "placeholder") || strings.Contains(body, "root:") || strings.Contains(body, "package web") {
			t.Errorf("%s is answered %d %q", path, answer.Status, body)
		}
	}
}

func TestAnUnknownAddressOfTheAPIIsNeverThePage(t *testing.T) {
	t.Parallel()
	app := built(t)
	for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
		for _, path := range []string{"/api/nosuch", "/api/assignmentz", "/api/auth", "/api/", "/api/auth/login/", "/api/users/a/b"} {
			app.Call(t, method, path, "", nil).Refused(t, 404, "There is nothing at this address")
		}
	}
	app.Call(t, "GET", "/api/auth/login", "", nil).Refused(t, 404, "There is nothing at this address")
	app.Call(t, "DELETE", "/api/auth/me", "", nil).Refused(t, 404, "There is nothing at this address")
}

func TestWithoutABuiltInterfaceThePageSaysHowToBuildIt(t *testing.T) {
	t.Parallel()
	app := testkit.NewWithInterface(t, fstest.MapFS{".gitkeep": {}})
	for _, path := range []string{"/", "/login"} {
		if answer := get(app, path); answer.Status != 503 || !strings.Contains(string(answer.Body), "make build") {
			t.Errorf("%s is answered %d %q", path, answer.Status, answer.Body)
		}
	}
	app.Call(t, "GET", "/api/auth/me", "", nil).Refused(t, 401, "Please sign in to continue")
}
