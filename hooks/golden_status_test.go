package hooks_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"deskmate/hooks/domain"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// TestGoldenAnswerOfTheStatus leaves out what depends on the machine.
func TestGoldenAnswerOfTheStatus(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	clock.Set(app, time.Date(2026, 11, 4, 10, 0, 0, 0, time.UTC))
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	app.RunJob(t, "acceptWork")
	var answer map[string]any
	app.Call(t, "GET", "/api/desk/status", admin.Token, nil).Granted(t, 200, &answer)
	answer["version"], answer["commit"] = "1.0.0", "abc"
	findings, _ := answer["findings"].([]any)
	answer["findings"] = slices.DeleteFunc(findings, func(finding any) bool {
		subject := finding.(map[string]any)["subject"]
		return subject == "clock" || subject == "disk"
	})
	jobs, _ := answer["jobs"].([]any)
	for _, job := range jobs {
		if values := job.(map[string]any); values["took"] != nil {
			values["took"] = 3
		}
	}
	body, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	compareGolden(t, "status", body)
}
