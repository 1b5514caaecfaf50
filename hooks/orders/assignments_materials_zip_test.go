package orders_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// orderOf returns an assignment of a student that came from a quote request with files.
func orderOf(t *testing.T, app *testkit.App, student testkit.Person, files ...testkit.File) string {
	t.Helper()
	id := app.HandIn(t, student.Token, nil, pdf("essay.pdf"))
	quote := app.AskForQuote(t, files...)
	assignment, err := app.FindRecordById(store.Assignments, id)
	if err != nil {
		t.Fatal(err)
	}
	assignment.Set(store.Quote, quote.Id)
	app.MustSave(t, assignment)
	return id
}

// materialsLink returns a link to the archive of a brief.
func materialsLink(t *testing.T, app *testkit.App, token, id string) string {
	t.Helper()
	var link struct{ URL string }
	app.Call(t, "POST", "/api/assignments/"+id+"/materials-zip/link", token, nil).Granted(t, 200, &link)
	return link.URL
}

func unzip(t *testing.T, content []byte) (names []string, contents map[string]string) {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	contents = map[string]string{}
	for _, entry := range archive.File {
		file, err := entry.Open()
		if err != nil {
			t.Fatal(err)
		}
		unpacked, err := io.ReadAll(file)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, entry.Name)
		contents[entry.Name] = string(unpacked)
	}
	return names, contents
}

func TestTheMaterialsOfABriefAreOneArchive(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin, admin, kim := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleTutor, "Kim Marsh")
	file := func(name, content string) testkit.File {
		return testkit.File{Field: "files", Name: name, Content: []byte(content)}
	}
	id := orderOf(t, app, robin, file("notes.txt", "one"), file("NOTES.txt", "two"), file("notes.txt", "three"), file(`a\b:c.txt`, "four"),
		file("潮.txt", "five"), file("..txt", "six"), file("notes (2).txt", "seven"))
	link := materialsLink(t, app, robin.Token, id)
	answer := app.Call(t, "GET", link, "", nil)
	names, contents := unzip(t, answer.Body)
	want := []string{"essay.pdf", "notes.txt", "NOTES (2).txt", "notes (3).txt", "a_b_c.txt", "潮.txt", "txt", "notes (2) (2).txt"}
	if !slices.Equal(names, want) || contents["notes (3).txt"] != "three" || contents["潮.txt"] != "five" || contents["essay.pdf"] != string(testkit.PDF("essay.pdf")) {
		t.Errorf("the archive holds %q", names)
	}
	row, err := store.FindAssignmentRow(t.Context(), app, id)
	if err != nil {
		t.Fatal(err)
	}
	if kind, shown := answer.Header.Get("Content-Type"), answer.Header.Get("Content-Disposition"); kind != "application/zip" || shown != "attachment; filename="+row.Reference+".zip" {
		t.Errorf("got %q, %q", kind, shown)
	}

	app.Call(t, "POST", "/api/assignments/"+id+"/materials-zip/link", kim.Token, nil).Refused(t, 404, "Assignment not found")
	patch(t, app, admin, id, map[string]any{"tutor": kim.Id})
	tutorLink := materialsLink(t, app, kim.Token, id)
	app.Call(t, "GET", tutorLink, "", nil).Granted(t, 200, nil)
	patch(t, app, admin, id, map[string]any{"tutor": nil})
	for _, closed := range []string{tutorLink, strings.Split(link, "?")[0], link + "x", strings.Replace(link, id, app.HandIn(t, robin.Token, nil, pdf("b.pdf")), 1)} {
		app.Call(t, "GET", closed, "", nil).Refused(t, 404, "File not found")
	}
}

func TestAnArchiveHasTheFilesThatExist(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	app.Call(t, "POST", "/api/assignments/"+app.HandIn(t, robin.Token, nil)+"/materials-zip/link", robin.Token, nil).Refused(t, 404, "File not found")
	id := orderOf(t, app, robin, testkit.File{Field: "files", Name: "notes.txt", Content: []byte("one")})
	link := materialsLink(t, app, robin.Token, id)
	fileStore, err := app.NewFilesystem()
	if err != nil {
		t.Fatal(err)
	}
	defer fileStore.Close()
	assignment, err := app.FindRecordById(store.Assignments, id)
	if err != nil {
		t.Fatal(err)
	}
	if err := fileStore.Delete(assignment.BaseFilesPath() + "/" + assignment.GetString(store.File)); err != nil {
		t.Fatal(err)
	}
	if names, _ := unzip(t, app.Call(t, "GET", link, "", nil).Body); !slices.Equal(names, []string{"notes.txt"}) {
		t.Errorf("the archive holds %q", names)
	}
	left, err := fileStore.List("")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range left {
		if err := fileStore.Delete(file.Key); err != nil {
			t.Fatal(err)
		}
	}
	answer := app.Call(t, "GET", link, "", nil)
	answer.Refused(t, 404, "File not found")
	if kind := answer.Header.Get("Content-Type"); !strings.HasPrefix(kind, "application/json") {
		t.Errorf("the failure is %q", kind)
	}
}

// countingWriter counts the bytes of a response, and fails after a limit.
type countingWriter struct {
	http.ResponseWriter
	written, limit int
}

func (w *countingWriter) Write(piece []byte) (int, error) {
	if w.written += len(piece); w.written > w.limit {
		return 0, errors.New("the client has gone")
	}
	return len(piece), nil
}

// This test is not parallel, because it measures what the whole process allocates.
func TestALargeArchiveIsStreamed(t *testing.T) {
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	large := testkit.File{Field: "files", Name: "notes.txt", Content: bytes.Repeat([]byte("The tides "), 2<<20)}
	link := materialsLink(t, app, robin.Token, orderOf(t, app, robin, large, large))
	get := func(limit int) (written int, panicked any) {
		w := &countingWriter{ResponseWriter: httptest.NewRecorder(), limit: limit}
		defer func() { written, panicked = w.written, recover() }()
		app.Handler().ServeHTTP(w, httptest.NewRequest("GET", link, nil))
		return written, nil
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	written, panicked := get(100 << 20)
	runtime.ReadMemStats(&after)
	if allocated := after.TotalAlloc - before.TotalAlloc; written < 40<<20 || panicked != nil || allocated > 4<<20 {
		t.Errorf("%d MB were sent, and %d MB allocated; %v", written>>20, allocated>>20, panicked)
	}
	if written, panicked := get(1 << 20); written > 2<<20 || panicked != http.ErrAbortHandler {
		t.Errorf("after the client had gone: %d bytes were written, %v", written, panicked)
	}
}
