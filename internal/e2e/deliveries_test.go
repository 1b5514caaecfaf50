package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/database"
)

// workOf submits an assignment and gives it to a tutor, in progress.
func (s *server) workOf(t *testing.T, student, admin, tutor string) (id string) {
	t.Helper()
	kind, body := form(t, []byte("%PDF-1.4\n%%EOF"))
	var made struct {
		ID string `json:"_id"`
	}
	if status := s.post(t, "/api/assignments", student, kind, body, &made); status != http.StatusCreated {
		t.Fatalf("submitting: got %d", status)
	}
	change := fmt.Sprintf(`{"status":"in_progress","tutor":%q}`, tutor)
	if status, answer := s.send(t, "PATCH", "/api/assignments/"+made.ID, admin, change); status != http.StatusOK {
		t.Fatalf("giving it to the tutor: got %d %s", status, answer)
	}
	return made.ID
}

// deliver delivers a text of four words and returns the status; 0 if the server died
// meanwhile.
func (s *server) deliver(tutor, id string) int {
	var body bytes.Buffer
	writer := multipart.NewWriter(&body)
	part, err := writer.CreateFormFile("files", "Tides.txt")
	if err == nil {
		_, err = part.Write([]byte("The tides of 2031"))
	}
	if err != nil || writer.Close() != nil {
		return 0
	}
	request, err := http.NewRequest("POST", s.base+"/api/assignments/"+id+"/deliveries", &body)
	if err != nil {
		return 0
	}
	request.Header.Set("Content-Type", writer.FormDataContentType())
	request.Header.Set("Authorization", "Bearer "+tutor)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0
	}
	_ = answer.Body.Close()
	return answer.StatusCode
}

// deliveredWork checks that each assignment in a data folder is wholly delivered or not at
// all, and that the delivered files exist. It returns those that are.
func deliveredWork(t *testing.T, dir string) (delivered map[string]bool) {
	t.Helper()
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: dir, DBConnect: database.Connect})
	if err := app.Bootstrap(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = app.ResetBootstrapState() }()
	var work []struct {
		ID    string `db:"id"`
		Parts string `db:"parts"`
		Words int    `db:"words"`
	}
	err := app.DB().NewQuery(`SELECT a.id, a.deliveredWords AS words, (a.status = 'completed') || (a.lastVersion = 1) || (a.windowsStart != '')
			|| (SELECT count(*) FROM deliveries d WHERE d.assignment = a.id AND d.version = 1)
			|| (SELECT count(*) FROM notices n WHERE n.assignment = a.id AND n.kind = 'assignment.delivered') AS parts
		FROM assignments a`).All(&work)
	if err != nil {
		t.Fatal(err)
	}
	delivered = map[string]bool{}
	for _, row := range work {
		switch {
		case row.Parts == "11111" && row.Words == 4:
			delivered[row.ID] = true
		case row.Parts != "00000":
			t.Errorf("%s is delivered in parts: %s, %d words", row.ID, row.Parts, row.Words)
		}
	}
	deliveries, err := app.FindAllRecords("deliveries")
	if err != nil {
		t.Fatal(err)
	}
	for _, delivery := range deliveries {
		for _, file := range delivery.GetStringSlice("files") {
			if _, err := os.Stat(filepath.Join(dir, "storage", delivery.BaseFilesPath(), file)); err != nil {
				t.Error(err)
			}
		}
	}
	return delivered
}

func TestKillsNeverLeaveADeliveryHalfDone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, admin := openDesk(t, dir)
	_, student, _ := s.signUp(t, "robin@example.com", "", "")
	_, tutor, _ := s.signUp(t, "kim@example.com", "", "")
	var me struct {
		ID string `json:"_id"`
	}
	if _, answer := s.get(t, "/api/auth/me", tutor); json.Unmarshal(answer, &me) != nil || me.ID == "" {
		t.Fatalf("the tutor is %s", answer)
	}
	if status, answer := s.send(t, "PATCH", "/api/users/"+me.ID, admin, `{"role":"tutor"}`); status != http.StatusOK {
		t.Fatalf("got %d %s", status, answer)
	}
	open := make([]string, 20)
	for i := range open {
		open[i] = s.workOf(t, student, admin, me.ID)
	}
	surviveKills(t, s, dir, kills{
		open: open, times: 4, after: 4, done: deliveredWork, id: func(id string) string { return id },
		act: func(s *server, id string) int { return s.deliver(tutor, id) },
	})
}
