package web_test

import (
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// A cached page must not outlive the numbers that it shows, although nothing changes
// when a version of the policies takes effect.
func TestAVersionThatTakesEffectShowsAtOnce(t *testing.T) {
	t.Parallel()
	app := newApp(t)
	now := time.Date(2030, 12, 31, 23, 59, 50, 0, time.UTC)
	clock.Set(app, now)
	policies, err := app.FindCollectionByNameOrId(store.Policies)
	if err != nil {
		t.Fatal(err)
	}
	for i, from := range []time.Duration{10 * time.Second, 20 * time.Second, time.Hour} {
		next := core.NewRecord(policies)
		next.Load(map[string]any{
			store.Version: from.String(), store.EffectiveFrom: now.Add(from), "revisionDays": 11 + i, "longRevisionDays": 21, "longRevisionWords": 9000,
			"refundRequestDays": 3, "refundMinBusinessDays": 7, "refundMaxBusinessDays": 10, "disputeHours": 72, "retentionDays": 180, "quoteRetentionDays": 90, "minimumAge": 18, "wordsPerPage": 250,
		})
		app.MustSave(t, next)
	}
	for _, c := range []struct {
		after time.Duration
		want  string
	}{
		{0, "within 2 days"}, {10*time.Second - time.Millisecond, "within 2 days"}, {10 * time.Second, "within 11 days"}, {15 * time.Second, "within 11 days"},
		{20 * time.Second, "within 12 days"}, {time.Hour - time.Millisecond, "within 12 days"}, {time.Hour, "within 13 days"},
	} {
		clock.Set(app, now.Add(c.after))
		var answers strings.Builder
		for _, entity := range crawl(t, app, "desk.example", "/").node(t, "FAQPage")["mainEntity"].([]any) {
			answers.WriteString(entity.(map[string]any)["acceptedAnswer"].(map[string]any)["text"].(string))
		}
		if !strings.Contains(answers.String(), c.want+" of delivery") {
			t.Errorf("after %v: %s is missing in %s", c.after, c.want, answers.String())
		}
	}
	sitemap := app.Call(t, "GET", "http://desk.example/sitemap.xml", "", nil)
	if !strings.Contains(string(sitemap.Body), "<loc>http://desk.example/</loc>\n    <lastmod>2031-01-01</lastmod>") {
		t.Errorf("the sitemap is %s", sitemap.Body)
	}
}
