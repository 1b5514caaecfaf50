package requests_test

import (
	"bytes"
	"errors"
	"io/fs"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"deskmate/internal/requests"
)

func TestACallersIDCountsOnlyIfTrustedAndHarmless(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		given         string
		trusted, kept bool
	}{
		{"", true, false},
		{"edge-2f.77_A", true, true},
		{"edge-2f.77_A", false, false},
		{"1234567", true, false},
		{"12345678", true, true},
		{strings.Repeat("a", 64), true, true},
		{strings.Repeat("a", 65), true, false},
		{"edge 2f77", true, false},
		{"edge\"2f77", true, false},
		{"edge/2f77", true, false},
		{"édge2f77", true, false},
	} {
		var seen string
		note := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { seen = requests.ID(r.Context()) })
		trusts := func() bool { return c.trusted }
		handler := requests.Identify(requests.Identify(note, trusts), trusts) // the outer one counts
		request := httptest.NewRequest("GET", "/", nil)
		request.Header.Set(requests.Header, c.given)
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, request)
		got := answer.Header().Get(requests.Header)
		if got != seen {
			t.Errorf("%q: the answer has %q, the request %q", c.given, got, seen)
		}
		if c.kept != (got == c.given) || !c.kept && !regexp.MustCompile(`^[A-Z2-7]{20}$`).MatchString(got) {
			t.Errorf("%q, trusted: %v: got %q", c.given, c.trusted, got)
		}
	}
}

func TestEachRequestHasAnIDOfItsOwn(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	handler := requests.Identify(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), func() bool { return false })
	for range 100 {
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, httptest.NewRequest("GET", "/", nil))
		seen[answer.Header().Get(requests.Header)] = true
	}
	if len(seen) != 100 {
		t.Errorf("100 requests got %d ids", len(seen))
	}
}

func TestNothingIsKnownOfAContextWithoutARequest(t *testing.T) {
	t.Parallel()
	if requests.Of(t.Context()) != nil || requests.ID(t.Context()) != "" || requests.Of(t.Context()).Waited() != 0 {
		t.Error("a context without a request has one")
	}
	requests.Of(t.Context()).Wait(1) // does nothing
}

// A body with files is kept on disk while it is read.
func TestTheServerStillRemovesTheFilesOfAForm(t *testing.T) {
	t.Parallel()
	var kept string
	handler := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if err := r.ParseMultipartForm(1); err != nil {
			t.Error(err)
			return
		}
		file, _, err := r.FormFile("file")
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = file.Close() }()
		onDisk, is := file.(*os.File)
		if !is {
			t.Errorf("the file is a %T", file)
			return
		}
		kept = onDisk.Name()
	})
	server := httptest.NewServer(requests.Identify(handler, func() bool { return false }))
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "essay.txt")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Write(make([]byte, 20<<20)); err != nil {
		t.Fatal(err)
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	answer, err := http.Post(server.URL, form.FormDataContentType(), &body)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	server.Close() // once it has done all that it does for the request
	if _, err := os.Stat(kept); kept == "" || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file %q: got %v", kept, err)
	}
}
