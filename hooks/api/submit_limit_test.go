package api_test

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"deskmate/hooks/domain"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

const submitLimit = "users:submit"

// upload submits an assignment with a PDF.
func upload(t *testing.T, app *testkit.App, token, fileName string) testkit.Answer {
	t.Helper()
	file := testkit.File{Field: "file", Name: fileName, Content: testkit.PDF("Tides")}
	return app.Call(t, "POST", "/api/assignments", token, testkit.Form{Texts: testkit.NewAssignment(), Files: []testkit.File{file}})
}

func TestWhatAnAccountCreatesIsLimited(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	setLimits(t, app, map[string]int{submitLimit: 3})
	robin, nia := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleStudent, "Nia Frost")
	upload(t, app, robin.Token, "essay.pdf").Granted(t, 201, nil)
	app.HandIn(t, robin.Token, nil)
	app.Call(t, "POST", "/api/quotes", robin.Token, testkit.NewQuote()).Granted(t, 201, nil)
	for _, path := range []string{"/api/assignments", "/api/assignments/public", "/api/quotes"} {
		tooManyRequests(t, from(app, "203.0.113.7", "POST", path, robin.Token, "{}", nil), 600)
	}
	app.Call(t, "POST", "/api/notices/read-all", robin.Token, nil).Granted(t, 200, nil)
	upload(t, app, nia.Token, "essay.pdf").Granted(t, 201, nil)
	app.HandIn(t, "", nil) // a guest

	clock.Advance(app, 10*time.Minute)
	upload(t, app, robin.Token, "essay.pdf").Granted(t, 201, nil)
	settings := app.Settings()
	settings.RateLimits.Enabled = false
	if err := app.Save(settings); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		app.HandIn(t, robin.Token, nil)
	}
}

func TestRefusedSubmissionsDoNotCount(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	setLimits(t, app, map[string]int{submitLimit: 1})
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	for range 3 {
		upload(t, app, robin.Token, "essay.exe").Refused(t, http.StatusUnsupportedMediaType, "Only .pdf, .doc, .docx and .txt files are accepted")
		file := testkit.File{Field: "file", Name: "program.pdf", Content: testkit.EXE()}
		app.Call(t, "POST", "/api/assignments", robin.Token, testkit.Form{Texts: testkit.NewAssignment(), Files: []testkit.File{file}}).
			Refused(t, http.StatusUnsupportedMediaType, "Only .pdf, .doc, .docx and .txt files are accepted")
		app.Call(t, "POST", "/api/assignments", robin.Token, testkit.Form{Files: []testkit.File{file}}).
			Refused(t, http.StatusBadRequest, "Title is required")
		app.Call(t, "POST", "/api/assignments", robin.Token, testkit.Form{Texts: testkit.NewAssignment(), Files: []testkit.File{file, file}}).
			Refused(t, http.StatusBadRequest, "Only one file can be attached")
	}
	upload(t, app, robin.Token, "essay.pdf").Granted(t, 201, nil)
	for range 2 { // a refusal by the limit itself gives nothing back
		tooManyRequests(t, upload(t, app, robin.Token, "essay.pdf"), 600)
	}
}

func TestConcurrentSubmissionsCountLikeConsecutiveOnes(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	setLimits(t, app, map[string]int{submitLimit: 3})
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	answers := make([]testkit.Answer, 8)
	var uploads sync.WaitGroup
	for i := range answers {
		uploads.Go(func() { answers[i] = upload(t, app, robin.Token, "essay.pdf") })
	}
	uploads.Wait()
	created := 0
	for _, answer := range answers {
		if answer.Status == http.StatusCreated {
			created++
			continue
		}
		tooManyRequests(t, answer, 600)
	}
	if created != 3 {
		t.Errorf("%d uploads were accepted, want 3", created)
	}
}
