package hooks_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// docTable returns the rows of the table under a head in docs/orders.md.
func docTable(t *testing.T, head string) (rows [][]string) {
	t.Helper()
	docs, err := os.ReadFile("../docs/orders.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(docs), "\n"+head+"\n")
	if !found {
		t.Fatalf("the docs have no table with the head %s", head)
	}
	table, _, _ = strings.Cut(table, "\n\n")
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		rows = append(rows, cells)
	}
	return rows[1:] // without the line below the head
}

func TestTheNumbersInTheDocsAreTheDefaults(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	var answer struct{ Policy map[string]any }
	app.Call(t, "GET", "/api/site", "", nil).Granted(t, 200, &answer)
	delete(answer.Policy, "version")
	delete(answer.Policy, "effectiveFrom")
	site, err := store.FindSite(app)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"`tutorShare`": fmt.Sprint(site.GetInt(store.TutorShare)) + " site", "`maxOpenAssignments`": fmt.Sprint(site.GetInt(store.MaxOpen)) + " site",
		"`requirePayment`": map[bool]string{false: "off", true: "on"}[site.GetBool(store.RequirePayment)] + " site",
		"`timeZone`":       site.GetString(store.TimeZone) + " site", "`holidays`": map[bool]string{true: "none", false: "some"}[len(store.SiteHolidays(site)) == 0] + " site",
		"notice before files are deleted": fmt.Sprintf("%d days fixed", domain.PurgeNotice/(24*time.Hour)),
		"time after a stop":               fmt.Sprintf("%d days fixed", domain.TimeAfterStop/(24*time.Hour)),
		"files of a delivery":             fmt.Sprint(domain.MaxFiles) + " fixed",
	}
	for number, value := range answer.Policy {
		want["`"+number+"`"] = fmt.Sprint(value) + " policy"
	}
	for _, row := range docTable(t, "| number | default | set in | what it does |") {
		if got := row[1] + " " + row[2]; want[row[0]] != got {
			t.Errorf("the docs say of %s: %s, want %q", row[0], got, want[row[0]])
		}
		delete(want, row[0])
	}
	if len(want) > 0 {
		t.Errorf("the docs do not say %v", want)
	}
}

func TestTheDocsListAllJobs(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	want := map[string]string{}
	for _, job := range app.Cron().Jobs() {
		if !strings.HasPrefix(job.Id(), "__pb") {
			want[job.Id()] = job.Expression()
		}
	}
	quoted := regexp.MustCompile("`([^`]*)`")
	for _, row := range docTable(t, "| job | when | what |") {
		names, times := quoted.FindAllStringSubmatch(row[0], -1), quoted.FindAllStringSubmatch(row[1], -1)
		if len(names) != len(times) {
			t.Fatalf("%d jobs have %d times: %s", len(names), len(times), row)
		}
		for i := range names {
			if name, when := names[i][1], times[i][1]; want[name] != when {
				t.Errorf("the docs say that %s runs at %s, want %q", name, when, want[name])
			}
			delete(want, names[i][1])
		}
	}
	if len(want) > 0 {
		t.Errorf("the docs do not tell of %v", want)
	}
}

func TestTheDocsNameEveryStageAndEveryEntry(t *testing.T) {
	t.Parallel()
	stages := docTable(t, "| stage | who moves it on | its student sees | its tutor sees | a guest with a link sees |")
	for _, stage := range domain.Stages {
		if !slices.ContainsFunc(stages, func(row []string) bool { return row[0] == "`"+string(stage)+"`" }) {
			t.Errorf("the docs do not say what people see of work that is %s", stage)
		}
	}
	if len(stages) != len(domain.Stages)+1 {
		t.Errorf("the docs have %d stages after that of the request", len(stages)-1)
	}
	entries := ""
	for _, row := range docTable(t, "| step | who | entry in the ledger | effect |") {
		entries += row[2]
	}
	for _, kind := range domain.LedgerKinds {
		if !strings.Contains(entries, "`"+string(kind)+"`") {
			t.Errorf("the docs do not say which step makes an entry of the kind %s", kind)
		}
	}
}
