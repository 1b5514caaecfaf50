package web_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

func TestPublicPagesDescribeThemselvesToCrawlers(t *testing.T) {
	t.Parallel()
	app := newApp(t)
	setAppURL(t, app, exampleOrigin+"/")
	pathsByTitle, seenURLs := map[string]string{}, map[string]bool{}
	for _, c := range []struct {
		path, title string
		nodeTypes   []string
	}{
		{"/", "Academic writing help, quoted up front", []string{"Organization", "FAQPage"}},
		{"/services", "Services", []string{"Organization", "BreadcrumbList"}},
		{"/services/essay-writing", "Essay Writing", []string{"Organization", "Service", "BreadcrumbList"}},
		{"/services/do-my-assignment", "Assignment Help", []string{"Organization", "Service", "BreadcrumbList"}},
		{"/services/dissertation-writing", "Dissertation Writing", []string{"Organization", "Service", "BreadcrumbList"}},
		{"/services/turnitin", "Turnitin checks: Academic Writing Services", []string{"Organization", "Service", "BreadcrumbList"}},
		{"/services/lab-report-writing", "Lab reports: Academic Writing Services", []string{"Organization", "Service", "BreadcrumbList"}},
		{"/terms-of-use", "Terms of Use", []string{"Organization", "BreadcrumbList"}},
		{"/privacy-policy", "Privacy Policy", []string{"Organization", "BreadcrumbList"}},
		{"/revision-refund-policy", "Revision and Refund Policy", []string{"Organization", "BreadcrumbList"}},
		{"/fair-use-policy", "Fair Use Policy", []string{"Organization", "BreadcrumbList"}},
		{"/login", "Log in", nil},
		{"/signup", "Sign up", nil},
	} {
		page := crawl(t, app, "other.example", c.path)
		title := c.title + " · Deskmate"
		if page.answer.Status != 200 || !slices.Equal(page.titles, []string{title}) {
			t.Errorf("GET %s: got %d with the title %q, want 200 with %q", c.path, page.answer.Status, page.titles, title)
		}
		if other, found := pathsByTitle[title]; found {
			t.Errorf("%s has the same title as %s", c.path, other)
		}
		pathsByTitle[title] = c.path
		if !slices.Equal(page.canonical, []string{exampleOrigin + c.path}) || seenURLs[exampleOrigin+c.path] {
			t.Errorf("%s has the canonical URL %q", c.path, page.canonical)
		}
		seenURLs[exampleOrigin+c.path] = true
		description := page.meta["description"]
		if len(description) != 1 || len(description[0]) < 50 || len([]rune(description[0])) > 165 {
			t.Fatalf("%s has the description %q", c.path, description)
		}
		for name, want := range map[string]string{
			"application-name": "Deskmate", "currency": "AUD", "og:site_name": "Deskmate", "og:title": title, "og:description": description[0],
			"og:url": exampleOrigin + c.path, "og:type": "website", "og:image": exampleOrigin + "/icon-512.png", "twitter:card": "summary",
		} {
			if got := page.meta[name]; !slices.Equal(got, []string{want}) {
				t.Errorf("%s of %s is %q, want %q", name, c.path, got, want)
			}
		}
		if len(page.meta["robots"]) != 0 || page.inlineScripts != 0 {
			t.Errorf("%s has the robots tag %q and %d inline scripts", c.path, page.meta["robots"], page.inlineScripts)
		}
		if !slices.Equal(page.nodeTypes(), c.nodeTypes) {
			t.Errorf("%s has nodes of the types %q, want %q", c.path, page.nodeTypes(), c.nodeTypes)
		}
	}
}

func TestFrontPageAnswersUseThePolicyInForce(t *testing.T) {
	t.Parallel()
	app := newApp(t)
	readAnswers := func() map[string]string {
		answers := map[string]string{}
		for _, entity := range crawl(t, app, "desk.example", "/").node(t, "FAQPage")["mainEntity"].([]any) {
			question := entity.(map[string]any)
			answers[question["name"].(string)] = question["acceptedAnswer"].(map[string]any)["text"].(string)
		}
		return answers
	}
	const changes = "What if the work needs changes?"
	answers := readAnswers()
	if want := "Revisions that follow your brief are free within 2 days of delivery, or 3 days for work of more than 6,000 words. " +
		"See the revision and refund policy for details."; len(answers) != 8 || answers[changes] != want {
		t.Errorf("got %d answers, and %q on changes", len(answers), answers[changes])
	}
	for question, answer := range answers {
		if strings.ContainsAny(question+answer, "{}[]") {
			t.Errorf("the answer to %q contains markup: %q", question, answer)
		}
	}

	policies, err := app.FindCollectionByNameOrId(store.Policies)
	if err != nil {
		t.Fatal(err)
	}
	next := core.NewRecord(policies)
	next.Load(map[string]any{
		store.Version: "next", store.EffectiveFrom: clock.Now(app).Add(-time.Minute), "revisionDays": 1, "longRevisionDays": 12,
		"longRevisionWords": 12500, "refundRequestDays": 3, "refundMinBusinessDays": 7, "refundMaxBusinessDays": 10,
		"disputeHours": 72, "retentionDays": 180, "quoteRetentionDays": 90, "minimumAge": 18, "wordsPerPage": 250,
	})
	app.MustSave(t, next)
	if got := readAnswers()[changes]; !strings.Contains(got, "within 1 day of delivery, or 12 days for work of more than 12,500 words") {
		t.Errorf("under the next policy: got %q", got)
	}
}

func TestRecordChangesAppearAtOnceAndAreEscaped(t *testing.T) {
	t.Parallel()
	app := newApp(t)
	before := crawl(t, app, "desk.example", "/services/essay-writing")
	site, essay := findSite(t, app), findService(t, app, "essay-writing")
	const evil = `</title></script><script>alert("1")</script> & 'ä' – “日本” ` + "\u2028{{.}}"
	site.Load(map[string]any{store.Name: "Night " + evil, store.SupportEmail: "help@example.com", store.LegalEntity: evil})
	app.MustSave(t, site)
	essay.Load(map[string]any{store.Title: "Essay writing " + evil, store.Description: "Line\none. " + evil + strings.Repeat(" and more", 40)})
	app.MustSave(t, essay)

	page := crawl(t, app, "desk.example", "/services/essay-writing")
	evilLine := domain.OneLine(evil)
	if want := "Essay writing " + evilLine + " · Night " + evilLine; !slices.Equal(page.titles, []string{want}) || page.meta["og:title"][0] != want {
		t.Errorf("the titles are %q and %q, want %q", page.titles, page.meta["og:title"], want)
	}
	if page.inlineScripts != 0 || len(page.scripts) != len(before.scripts) {
		t.Errorf("a title added a script: %s", page.answer.Body)
	}
	if got := page.meta["description"][0]; !strings.HasPrefix(got, "Line one. "+evilLine[:20]) || len([]rune(got)) > 160 {
		t.Errorf("the description is %q", got)
	}
	service := page.node(t, "Service")
	if service["name"] != "Essay writing "+evilLine || !strings.HasPrefix(service["description"].(string), "Line\none. "+evil[:20]) || service["url"] != "http://desk.example/services/essay-writing" {
		t.Errorf("the service node is %v", service)
	}
	if organization := page.node(t, "Organization"); organization["name"] != "Night "+evilLine || organization["email"] != "help@example.com" || organization["legalName"] != evilLine {
		t.Errorf("the organization node is %v", organization)
	}
	if page.answer.Header.Get("ETag") == before.answer.Header.Get("ETag") {
		t.Error("the page changed but its ETag did not")
	}

	essay.Set(store.Enabled, false)
	app.MustSave(t, essay)
	disabled := crawl(t, app, "desk.example", "/services/essay-writing")
	if disabled.answer.Status != 404 || len(disabled.meta["robots"]) != 1 || strings.Contains(string(disabled.answer.Body), "Essay") {
		t.Errorf("a disabled service: got %d %s", disabled.answer.Status, disabled.answer.Body)
	}
}

func TestOtherPagesAreNotIndexed(t *testing.T) {
	t.Parallel()
	app := newApp(t)
	for path, want := range map[string]struct {
		status int
		title  string
	}{
		"/dashboard":                           {200, "Your dashboard"},
		"/dashboard?show=pending":              {200, "Your dashboard"},
		"/Admin/Dashboard/":                    {200, "Admin dashboard"},
		"/tutor/assignments":                   {200, "Your work"},
		"/admin/dashboard/users":               {200, "Users"},
		"/admin/dashboard/quotes?status=new":   {200, "Quotes"},
		"/admin/dashboard/activity":            {200, "Activity"},
		"/admin/dashboard/no-such-tab":         {404, "Page not found"},
		"/profile":                             {200, "Profile"},
		"/profile/dashboard":                   {200, "Profile dashboard"},
		"/profile/settings":                    {200, "Settings"},
		"/assignments/abcdefghijklmno":         {200, "Assignment"},
		"/assignments/a%2Fb":                   {200, "Assignment"},
		"/admin/signup":                        {200, "Admin registration"},
		"/user/signup":                         {200, "Sign up"},
		"/forgot-password":                     {200, "Forgot password"},
		"/reset-password":                      {200, "Choose a new password"},
		"/verify-email":                        {200, "Confirm your email address"},
		"/undo-email":                          {200, "Undo a change of address"},
		"/offers/abcdefghijklmno.secret":       {200, "Your offer"},
		"/offers":                              {404, "Page not found"},
		"/receipts/abcdefghijklmno":            {200, "Receipt of delivery"},
		"/receipts":                            {404, "Page not found"},
		"/services/no-such-service":            {200, "Academic Writing Services"},
		"/assignments":                         {404, "Page not found"},
		"/assignments/one/two":                 {404, "Page not found"},
		"/services/" + strings.Repeat("s", 81): {404, "Page not found"},
		"/services/essay-writing/extra":        {404, "Page not found"},
		"/no-such-page":                        {404, "Page not found"},
		"/*":                                   {404, "Page not found"},
		"/services/:serviceSlug/x":             {404, "Page not found"},
		"/wp-login.php":                        {404, "Page not found"},
		"/index.html":                          {404, "Page not found"},
		"/dashboard/%3Cscript%3E":              {404, "Page not found"},
	} {
		page := crawl(t, app, "desk.example", path)
		if page.answer.Status != want.status || !slices.Equal(page.titles, []string{want.title + " · Deskmate"}) {
			t.Errorf("GET %s: got %d with the title %q, want %d with %q", path, page.answer.Status, page.titles, want.status, want.title)
		}
		if !slices.Equal(page.meta["robots"], []string{"noindex"}) || len(page.canonical)+len(page.meta["og:url"])+len(page.graph) != 0 {
			t.Errorf("%s has the meta tags %v, the canonical URL %q and the nodes %v", path, page.meta, page.canonical, page.graph)
		}
		if strings.Contains(string(page.answer.Body), "no-such-service") || strings.Contains(string(page.answer.Body), "abcdefghijklmno") {
			t.Errorf("the page at %s repeats its path", path)
		}
	}
}

func TestVariantsOfAnAddressShareACanonicalURL(t *testing.T) {
	t.Parallel()
	app := newApp(t)
	setAppURL(t, app, exampleOrigin)
	for path, canonical := range map[string]string{
		"/services/": "/services", "/SERVICES": "/services", "/Services/essay-writing/": "/services/essay-writing",
		"/?success=true": "/", "/services/essay%2Dwriting": "/services/essay-writing", "/terms-of-use?utm_source=x": "/terms-of-use",
	} {
		page := crawl(t, app, "desk.example", path)
		if page.answer.Status != 200 || !slices.Equal(page.canonical, []string{exampleOrigin + canonical}) {
			t.Errorf("GET %s: got %d with the canonical URL %q, want %s", path, page.answer.Status, page.canonical, canonical)
		}
	}
}
