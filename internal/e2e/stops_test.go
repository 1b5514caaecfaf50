package e2e

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"deskmate/internal/testkit"
)

// handIn submits an assignment with a file. It returns 0 if no answer came.
func (s *server) handIn(token, title string) (status int) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, text := range testkit.NewAssignment() {
		if name == "title" {
			text = title
		}
		_ = form.WriteField(name, text)
	}
	if part, err := form.CreateFormFile("file", "essay.pdf"); err == nil {
		_, _ = part.Write(testkit.PDF(title))
	}
	_ = form.Close()
	request, err := http.NewRequest("POST", s.base+"/api/assignments", &body)
	if err != nil {
		return 0
	}
	request.Header.Set("Content-Type", form.FormDataContentType())
	request.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0
	}
	defer answer.Body.Close()
	var made struct {
		ID string `json:"_id"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&made); err != nil {
		return 0
	}
	return answer.StatusCode
}

// handedIn returns the titles in a folder that no server uses. Each has its file and its
// line in the history.
func handedIn(t *testing.T, dir string) map[string]bool {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, "data.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var intact string
	if err := db.QueryRow("PRAGMA integrity_check").Scan(&intact); err != nil || intact != "ok" {
		t.Fatalf("the database is not intact: %s, %v", intact, err)
	}
	rows, err := db.Query(`SELECT a.title, c.id || '/' || a.id || '/' || a.file, (SELECT count(*) FROM activities x WHERE x.assignment = a.id)
		FROM assignments a, _collections c WHERE c.name = 'assignments'`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	titles := map[string]bool{}
	for rows.Next() {
		var title, file string
		var lines int
		if err := rows.Scan(&title, &file, &lines); err != nil {
			t.Fatal(err)
		}
		if content, err := os.ReadFile(filepath.Join(dir, "storage", file)); err != nil || !bytes.Equal(content, testkit.PDF(title)) || lines != 1 {
			t.Errorf("%s has %d lines of history and a file of %d bytes, %v", title, lines, len(content), err)
		}
		if titles[title] {
			t.Errorf("%s is there twice", title)
		}
		titles[title] = true
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return titles
}

func titles(count int) (made []string) {
	for i := range count {
		made = append(made, fmt.Sprintf("Essay %d on tides", i))
	}
	return made
}

func TestHandInsSurviveKillsUnderLoad(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, _ := openDesk(t, dir)
	_, student, _ := s.signUp(t, "robin@example.com", "", "")
	surviveKills(t, s, dir, kills{
		open: titles(60), times: 3, after: 15,
		act:  func(s *server, title string) int { return s.handIn(student, title) },
		done: handedIn,
		id:   func(title string) string { return title },
	})
	s = serve(t, dir)
	s.awaitNotes(t, dir)
	if left := unnamed(t, dir); len(left) > 0 {
		t.Errorf("the starts leave %q", left)
	}
}

func TestStoppingUnderLoadLosesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, _ := openDesk(t, dir)
	_, student, _ := s.signUp(t, "robin@example.com", "", "")
	var (
		statuses sync.Map
		answered atomic.Int64
		acting   sync.WaitGroup
	)
	waiting := make(chan string, 2000)
	for _, title := range titles(cap(waiting)) {
		waiting <- title
	}
	close(waiting)
	for range 6 {
		acting.Go(func() {
			for title := range waiting {
				status := s.handIn(student, title)
				statuses.Store(title, status)
				if status == http.StatusCreated && answered.Add(1) == 20 {
					if err := s.process.Process.Signal(syscall.SIGTERM); err != nil {
						t.Error(err)
					}
				}
				if status == 0 { // nobody listens any more
					return
				}
			}
		})
	}
	acting.Wait()
	if err := s.process.Wait(); err != nil {
		t.Errorf("the program exited with %v", err)
	}
	done := handedIn(t, dir)
	statuses.Range(func(title, status any) bool {
		if done[title.(string)] != (status == http.StatusCreated) {
			t.Errorf("%s was answered with %d, and it is %v that it is stored", title, status, done[title.(string)])
		}
		if status != http.StatusCreated && status != http.StatusServiceUnavailable && status != 0 {
			t.Errorf("%s was answered with %d", title, status)
		}
		return true
	})
	if len(done) < 20 || len(done) == cap(waiting) {
		t.Errorf("%d are stored", len(done))
	}
}
