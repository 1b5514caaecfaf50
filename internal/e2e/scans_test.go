package e2e

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"deskmate/internal/testkit"
)

// held is what a student reads of an assignment with a file.
type held struct {
	ID        string `json:"_id"`
	FileURL   string
	Materials []struct {
		ID    string `json:"_id"`
		State string
	}
}

func TestHeldFilesSurviveAKillAndOpenOnceScanned(t *testing.T) {
	t.Parallel()
	clamd := testkit.StartClamd(t, 1<<20)
	clamd.Kill()
	dir, scanner := folderWithOperator(t), "DESKMATE_CLAMD=unix:"+clamd.Socket
	s := serveWith(t, dir, scanner)
	_, token, _ := s.signUp(t, "robin@example.com", "", "")
	kind, body := form(t, testkit.PDF("The tides"))
	var handedIn held
	if status := s.post(t, "/api/assignments", token, kind, body, &handedIn); status != http.StatusCreated {
		t.Fatalf("handing in: got %d", status)
	}
	s.kill()

	s = serveWith(t, dir, scanner)
	var view held
	status, answer := s.get(t, "/api/assignments/"+handedIn.ID, token)
	if err := json.Unmarshal(answer, &view); err != nil || status != http.StatusOK || view.FileURL != "" || view.Materials[0].State != "checking" {
		t.Fatalf("after the kill, its student reads %d %s, %v", status, answer, err)
	}
	_, answer = s.send(t, "POST", "/api/assignments/"+handedIn.ID+"/materials/"+view.Materials[0].ID+"/link", token, "")
	var link struct{ URL string }
	if err := json.Unmarshal(answer, &link); err != nil {
		t.Fatal(err)
	}
	if status, answer := s.get(t, link.URL, ""); status != http.StatusConflict {
		t.Errorf("after the kill, the file: got %d %s", status, answer)
	}
	clamd.Start(t)
	if status, answer := s.send(t, "POST", "/api/crons/scanFiles", s.signInOperator(t), ""); status != http.StatusNoContent {
		t.Fatalf("the job: got %d %s", status, answer)
	}
	s.waitFor(t, link.URL, "")
	if status, content := s.get(t, link.URL, ""); status != http.StatusOK || !bytes.Equal(content, testkit.PDF("The tides")) {
		t.Errorf("the file: got %d and %d bytes", status, len(content))
	}
}

func TestTheDoctorSendsTheScannerFilesAtItsLimits(t *testing.T) {
	t.Parallel()
	const small, skips = "it refuses files of the largest size: ", "it calls archives clean that it has not read to the end"
	dir := folderWithOperator(t)
	serveWith(t, dir)
	for name, c := range map[string]struct {
		limit    int
		settings []string
		says     string
		not      []string
	}{
		"for smaller files":    {24 << 20, nil, "problem  virus scanner: " + small, []string{skips}},
		"as Debian sets it up": {25 << 20, nil, "note     virus scanner: " + skips, []string{small}},
		"as the docs say":      {25 << 20, []string{"AlertExceedsMax yes"}, "ok       virus scanner: ClamAV ", []string{small, skips}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clamd := testkit.StartClamd(t, c.limit, c.settings...)
			call := prepare(t, "doctor", "--dir="+dir)
			call.Env = append(call.Env, "DESKMATE_CLAMD=unix:"+clamd.Socket)
			output, _ := call.CombinedOutput() // a new folder has other problems
			if !strings.Contains(string(output), c.says) {
				t.Errorf("it does not say %q: %s", c.says, output)
			}
			for _, text := range c.not {
				if strings.Contains(string(output), text) {
					t.Errorf("it says %q: %s", text, output)
				}
			}
		})
	}
}
