package web_test

import (
	"encoding/json"
	"encoding/xml"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"golang.org/x/net/html"

	"deskmate/internal/testkit"
	"deskmate/records"
	"deskmate/rules"
)

// marked is an interface with a place for heads, as the build makes it.
func marked(t testing.TB) *testkit.App {
	t.Helper()
	index, err := os.ReadFile("../../frontend/index.html")
	if err != nil {
		t.Fatal(err)
	}
	return testkit.NewWithInterface(t, fstest.MapFS{
		"index.html": {Data: index}, "favicon.svg": {Data: []byte("<svg/>")}, "assets/app-1a2b3c.js": {Data: []byte(script)},
	})
}

// crawled is what a machine that runs no script reads in a page.
type crawled struct {
	status          int
	titles          []string
	named           map[string][]string // meta tags by name or property
	canonical       []string
	graph           []map[string]any
	scripts         []string // addresses of scripts
	inline          int      // scripts that would run without an address
	contentSecurity string
	answer          testkit.Answer
}

// crawl asks for a page by its host and reads it.
func crawl(t testing.TB, app *testkit.App, host, path string) crawled {
	t.Helper()
	request := httptest.NewRequest("GET", path, nil)
	request.Host = host
	return read(t, app.Send(request))
}

func read(t testing.TB, answer testkit.Answer) crawled {
	t.Helper()
	page := crawled{status: answer.Status, named: map[string][]string{}, answer: answer, contentSecurity: answer.Header.Get("Content-Security-Policy")}
	root, err := html.Parse(strings.NewReader(string(answer.Body)))
	if err != nil {
		t.Fatal(err)
	}
	for node := range root.Descendants() {
		attributes := map[string]string{}
		for _, attribute := range node.Attr {
			attributes[attribute.Key] = attribute.Val
		}
		switch {
		case node.Data == "title":
			page.titles = append(page.titles, text(node))
		case node.Data == "meta":
			name := attributes["name"] + attributes["property"]
			page.named[name] = append(page.named[name], attributes["content"])
		case node.Data == "link" && attributes["rel"] == "canonical":
			page.canonical = append(page.canonical, attributes["href"])
		case node.Data == "script" && attributes["type"] == "application/ld+json":
			var data struct {
				Context string           `json:"@context"`
				Graph   []map[string]any `json:"@graph"`
			}
			if err := json.Unmarshal([]byte(text(node)), &data); err != nil || data.Context != "https://schema.org" {
				t.Errorf("%v in the data %s", err, text(node))
			}
			page.graph = append(page.graph, data.Graph...)
		case node.Data == "script" && attributes["src"] != "":
			page.scripts = append(page.scripts, attributes["src"])
		case node.Data == "script":
			page.inline++
		}
	}
	return page
}

func text(node *html.Node) string {
	if node.FirstChild == nil {
		return ""
	}
	return node.FirstChild.Data
}

// types are the kinds of things that a page's data speak of.
func (c crawled) types() (types []string) {
	for _, node := range c.graph {
		types = append(types, node["@type"].(string))
	}
	return types
}

func (c crawled) node(t testing.TB, kind string) map[string]any {
	t.Helper()
	for _, node := range c.graph {
		if node["@type"] == kind {
			return node
		}
	}
	t.Fatalf("no %s in %v", kind, c.graph)
	return nil
}

const home = "https://desk.example"

// settle gives an app the address that its operator would set.
func settle(t testing.TB, app *testkit.App, address string) {
	t.Helper()
	app.Settings().Meta.AppURL = address
	if err := app.Save(app.Settings()); err != nil {
		t.Fatal(err)
	}
}

func find(t testing.TB, app *testkit.App, collection, slug string) *core.Record {
	t.Helper()
	var row *core.Record
	var err error
	if collection == records.Site {
		row, err = records.FindSite(app)
	} else {
		row, err = records.FindService(app, slug)
	}
	if err != nil {
		t.Fatal(err)
	}
	return row
}

func TestACrawlerReadsWhatEveryPublicPageIsAbout(t *testing.T) {
	t.Parallel()
	app := marked(t)
	settle(t, app, home+"/")
	seenTitles, seenAddresses := map[string]string{}, map[string]bool{}
	for _, c := range []struct {
		path, title string
		about       []string
	}{
		{"/", "Help with written work, quoted first", []string{"Organization", "FAQPage"}},
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
		if page.status != 200 || !slices.Equal(page.titles, []string{title}) {
			t.Errorf("%s is answered %d and titled %q, want %q", c.path, page.status, page.titles, title)
		}
		if before, seen := seenTitles[title]; seen {
			t.Errorf("%s is titled like %s", c.path, before)
		}
		seenTitles[title] = c.path
		if !slices.Equal(page.canonical, []string{home + c.path}) || seenAddresses[home+c.path] {
			t.Errorf("%s says that it lives at %q", c.path, page.canonical)
		}
		description := page.named["description"]
		if len(description) != 1 || len(description[0]) < 50 || len([]rune(description[0])) > 165 {
			t.Errorf("%s is described by %q", c.path, description)
		}
		for name, want := range map[string]string{
			"application-name": "Deskmate", "og:site_name": "Deskmate", "og:title": title, "og:description": description[0],
			"og:url": home + c.path, "og:type": "website", "og:image": home + "/icon-512.png", "twitter:card": "summary",
		} {
			if got := page.named[name]; !slices.Equal(got, []string{want}) {
				t.Errorf("%s of %s is %q, want %q", name, c.path, got, want)
			}
		}
		if len(page.named["robots"]) != 0 || page.inline != 0 {
			t.Errorf("%s says robots %q and holds %d inline scripts", c.path, page.named["robots"], page.inline)
		}
		if !slices.Equal(page.types(), c.about) {
			t.Errorf("%s is about %q, want %q", c.path, page.types(), c.about)
		}
	}
}

func TestTheFrontPageAnswersItsQuestionsWithTheNumbersInForce(t *testing.T) {
	t.Parallel()
	app := marked(t)
	answers := func() map[string]string {
		told := map[string]string{}
		for _, entity := range crawl(t, app, "desk.example", "/").node(t, "FAQPage")["mainEntity"].([]any) {
			question := entity.(map[string]any)
			told[question["name"].(string)] = question["acceptedAnswer"].(map[string]any)["text"].(string)
		}
		return told
	}
	const changes = "What if the work needs changes?"
	told := answers()
	if want := "Revisions that follow the brief are free within 2 days of delivery, 3 days for work above 6,000 words. " +
		"The revision and refund policy has the details."; len(told) != 8 || told[changes] != want {
		t.Errorf("%d questions; changes: %q", len(told), told[changes])
	}
	for ask, answer := range told {
		if strings.ContainsAny(ask+answer, "{}[]") {
			t.Errorf("%q is answered %q", ask, answer)
		}
	}

	policies, err := app.FindCollectionByNameOrId(records.Policies)
	if err != nil {
		t.Fatal(err)
	}
	next := core.NewRecord(policies)
	next.Load(map[string]any{
		records.Version: "next", records.EffectiveFrom: time.Now().Add(-time.Minute), "revisionDays": 1, "longRevisionDays": 12,
		"longRevisionWords": 12500, "refundRequestDays": 3, "refundMinBusinessDays": 7, "refundMaxBusinessDays": 10,
		"disputeHours": 72, "retentionDays": 180, "minimumAge": 18, "wordsPerPage": 250,
	})
	app.MustSave(t, next)
	if got := answers()[changes]; !strings.Contains(got, "within 1 day of delivery, 12 days for work above 12,500 words") {
		t.Errorf("under the next version: %q", got)
	}
}

func TestWhatARowSaysIsSaidAtOnceAndCannotBreakOut(t *testing.T) {
	t.Parallel()
	app := marked(t)
	first := crawl(t, app, "desk.example", "/services/essay-writing")
	site, essay := find(t, app, records.Site, ""), find(t, app, records.Services, "essay-writing")
	const evil = `</title></script><script>alert("1")</script> & 'ä' – “日本” ` + "\u2028{{.}}"
	site.Load(map[string]any{records.Name: "Night " + evil, records.SupportEmail: "help@example.com", records.LegalEntity: evil})
	app.MustSave(t, site)
	essay.Load(map[string]any{records.Title: "Essay writing " + evil, records.Description: "Line\none. " + evil + strings.Repeat(" and more", 40)})
	app.MustSave(t, essay)

	page := crawl(t, app, "desk.example", "/services/essay-writing")
	flat := rules.OneLine(evil)
	if want := "Essay writing " + flat + " · Night " + flat; !slices.Equal(page.titles, []string{want}) || page.named["og:title"][0] != want {
		t.Errorf("the title is %q, %q, want %q", page.titles, page.named["og:title"], want)
	}
	if page.inline != 0 || len(page.scripts) != len(first.scripts) {
		t.Errorf("a title ran away: %s", page.answer.Body)
	}
	if got := page.named["description"][0]; !strings.HasPrefix(got, "Line one. "+flat[:20]) || len([]rune(got)) > 160 {
		t.Errorf("described by %q", got)
	}
	service := page.node(t, "Service")
	if service["name"] != "Essay writing "+flat || !strings.HasPrefix(service["description"].(string), "Line\none. "+evil[:20]) || service["url"] != "http://desk.example/services/essay-writing" {
		t.Errorf("the service is %v", service)
	}
	if organization := page.node(t, "Organization"); organization["name"] != "Night "+flat || organization["email"] != "help@example.com" || organization["legalName"] != flat {
		t.Errorf("the organization is %v", organization)
	}
	if page.answer.Header.Get("ETag") == first.answer.Header.Get("ETag") {
		t.Error("another head has the same ETag")
	}

	essay.Set(records.Enabled, false)
	app.MustSave(t, essay)
	if gone := crawl(t, app, "desk.example", "/services/essay-writing"); gone.status != 404 || len(gone.named["robots"]) != 1 || strings.Contains(string(gone.answer.Body), "Essay") {
		t.Errorf("switched off it is answered %d %s", gone.status, gone.answer.Body)
	}
}

func TestWhatIsNotForSearchEnginesSaysSo(t *testing.T) {
	t.Parallel()
	app := marked(t)
	for path, want := range map[string]struct {
		status int
		title  string
	}{
		"/dashboard":                    {200, "Your dashboard"},
		"/dashboard?show=pending":       {200, "Your dashboard"},
		"/Admin/Dashboard/":             {200, "Admin dashboard"},
		"/tutor/assignments":            {200, "Your work"},
		"/profile":                      {200, "Profile"},
		"/assignments/abcdefghijklmno":  {200, "Assignment"},
		"/assignments/a%2Fb":            {200, "Assignment"},
		"/admin/signup":                 {200, "Admin registration"},
		"/user/signup":                  {200, "Sign up"},
		"/services/nobody-wrote-it":     {200, "Academic Writing Services"},
		"/assignments":                  {404, "Page not found"},
		"/assignments/one/two":          {404, "Page not found"},
		"/services/" + long(81):         {404, "Page not found"},
		"/services/essay-writing/extra": {404, "Page not found"},
		"/no-such-page":                 {404, "Page not found"},
		"/*":                            {404, "Page not found"},
		"/services/:serviceSlug/x":      {404, "Page not found"},
		"/wp-login.php":                 {404, "Page not found"},
		"/index.html":                   {404, "Page not found"},
		"/dashboard/%3Cscript%3E":       {404, "Page not found"},
	} {
		page := crawl(t, app, "desk.example", path)
		if page.status != want.status || !slices.Equal(page.titles, []string{want.title + " · Deskmate"}) {
			t.Errorf("%s is answered %d and titled %q", path, page.status, page.titles)
		}
		if !slices.Equal(page.named["robots"], []string{"noindex"}) || len(page.canonical)+len(page.named["og:url"])+len(page.graph) != 0 {
			t.Errorf("%s says %v, %v, %v", path, page.named, page.canonical, page.graph)
		}
		if strings.Contains(string(page.answer.Body), "nobody-wrote-it") || strings.Contains(string(page.answer.Body), "abcdefghijklmno") {
			t.Errorf("%s is repeated in its page", path)
		}
	}
}

func long(characters int) string { return strings.Repeat("s", characters) }

func TestPublicPagesAreFoundHoweverTheirAddressIsWritten(t *testing.T) {
	t.Parallel()
	app := marked(t)
	settle(t, app, home)
	for path, canonical := range map[string]string{
		"/services/": "/services", "/SERVICES": "/services", "/Services/essay-writing/": "/services/essay-writing",
		"/?success=true": "/", "/services/essay%2Dwriting": "/services/essay-writing", "/terms-of-use?utm_source=x": "/terms-of-use",
	} {
		page := crawl(t, app, "desk.example", path)
		if page.status != 200 || !slices.Equal(page.canonical, []string{home + canonical}) {
			t.Errorf("%s is answered %d and lives at %q", path, page.status, page.canonical)
		}
	}
}

func TestPagesAreAskedAgainAndSentOnce(t *testing.T) {
	t.Parallel()
	app := marked(t)
	plain, packed := get(app, "/services"), get(app, "/services", "Accept-Encoding", "br, gzip")
	if packed.Header.Get("Content-Encoding") != "gzip" || plain.Header.Get("Content-Encoding") != "" || len(packed.Body) >= len(plain.Body) {
		t.Errorf("packed as %q: %d of %d bytes", packed.Header.Get("Content-Encoding"), len(packed.Body), len(plain.Body))
	}
	for _, answer := range []testkit.Answer{plain, packed} {
		tag, encoding := answer.Header.Get("ETag"), answer.Header.Get("Content-Encoding")
		again := get(app, "/services", "If-None-Match", tag, "Accept-Encoding", encoding)
		if again.Status != 304 || len(again.Body) != 0 || answer.Header.Get("Cache-Control") != "no-cache" || again.Header.Get("ETag") != tag {
			t.Errorf("asked again with %q: %d", tag, again.Status)
		}
		if other := get(app, "/", "If-None-Match", tag, "Accept-Encoding", encoding); other.Status != 200 {
			t.Errorf("another page has the tag %q: %d", tag, other.Status)
		}
	}
	if plain.Header.Get("ETag") == packed.Header.Get("ETag") {
		t.Error("both forms have one tag")
	}
	for path, status := range map[string]int{"/": 200, "/services": 200, "/nosuch": 404, "/robots.txt": 200, "/sitemap.xml": 200} {
		head := app.Send(httptest.NewRequest("HEAD", path, nil))
		whole := get(app, path)
		if head.Status != status || len(head.Body) != 0 || head.Header.Get("Content-Length") != whole.Header.Get("Content-Length") {
			t.Errorf("HEAD %s is answered %d with %d bytes, %v", path, head.Status, len(head.Body), head.Header)
		}
	}
	missing := get(app, "/nosuch")
	if again := get(app, "/nosuch", "If-None-Match", missing.Header.Get("ETag")); again.Status != 404 || len(again.Body) == 0 {
		t.Errorf("what is missing is answered %d when asked again", again.Status)
	}
}

func TestAPageNamesNoHostThatItWasNotAsked(t *testing.T) {
	t.Parallel()
	app := marked(t)
	for host, want := range map[string]string{
		"desk.example": "http://desk.example/services", "Desk.Example:8090": "http://desk.example:8090/services",
		"127.0.0.1:8090": "http://127.0.0.1:8090/services", "[::1]:8090": "http://[::1]:8090/services",
		"study_desk": "http://study_desk/services", "_desk.local_": "http://_desk.local_/services",
		"desk.example.": "http://desk.example/services", "Study_Desk.:8090": "http://study_desk:8090/services",
	} {
		if page := crawl(t, app, host, "/services"); !slices.Equal(page.canonical, []string{want}) {
			t.Errorf("asked at %s it lives at %q", host, page.canonical)
		}
	}
	for _, host := range []string{`a"b`, "a b", "a/b", "<script>", "a:b", "a:123456", "user@host", "-a.example", "a.example..", "[::1].", "", "ä.example", long(300)} {
		page := crawl(t, app, host, "/services")
		if page.status != 200 || page.canonical != nil || page.graph != nil || page.named["og:url"] != nil || page.named["og:image"] != nil {
			t.Errorf("at the host %q a page is answered %d and says\n%s", host, page.status, page.answer.Body)
		}
		if page.titles[0] != "Services · Deskmate" || page.named["og:title"] == nil || page.named["robots"] != nil {
			t.Errorf("at the host %q a page does not say what it is:\n%s", host, page.answer.Body)
		}
		for path, status := range map[string]int{"/nosuch": 404, "/robots.txt": 200, "/sitemap.xml": 404, "/manifest.webmanifest": 200} {
			request := httptest.NewRequest("GET", path, nil)
			request.Host = host
			if answer := app.Send(request); answer.Status != status || strings.Contains(string(answer.Body), "://") {
				t.Errorf("%s at the host %q is answered %d\n%s", path, host, answer.Status, answer.Body)
			}
		}
	}

	// A proxy's word counts once the operator has named one.
	request := httptest.NewRequest("GET", "/services", nil)
	request.Host = "desk.example"
	for name, value := range map[string]string{"X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"} {
		request.Header.Set(name, value)
	}
	if page := read(t, app.Send(request)); !slices.Equal(page.canonical, []string{"http://desk.example/services"}) {
		t.Errorf("whoever forwards is believed: %q", page.canonical)
	}
	app.Settings().TrustedProxy.Headers = []string{"X-Forwarded-For"}
	if page := read(t, app.Send(request)); !slices.Equal(page.canonical, []string{"https://desk.example/services"}) {
		t.Errorf("the proxy is not believed: %q", page.canonical)
	}

	// And the operator's own word before all.
	settle(t, app, home)
	for _, host := range []string{"evil.example", `a"b`} {
		if page := crawl(t, app, host, "/services"); page.status != 200 || !slices.Equal(page.canonical, []string{home + "/services"}) {
			t.Errorf("asked at %s it lives at %q", host, page.canonical)
		}
	}
}

func TestGuidesForMachines(t *testing.T) {
	t.Parallel()
	app := marked(t)
	settle(t, app, home)
	turnitin := find(t, app, records.Services, "turnitin")
	turnitin.Set(records.Enabled, false)
	app.MustSave(t, turnitin)

	robots := string(get(app, "/robots.txt").Body)
	for _, line := range []string{
		"User-agent: *", "Disallow: /api/", "Disallow: /dashboard", "Disallow: /admin/dashboard", "Disallow: /tutor/dashboard",
		"Disallow: /tutor/assignments", "Disallow: /profile", "Disallow: /upload", "Disallow: /assignments/", "Sitemap: " + home + "/sitemap.xml",
	} {
		if !slices.Contains(strings.Split(robots, "\n"), line) {
			t.Errorf("robots.txt has no line %q:\n%s", line, robots)
		}
	}
	if strings.Contains(robots, "Disallow: /services") || regexp.MustCompile(`(?m)^Disallow: /$`).MatchString(robots) {
		t.Errorf("robots.txt hides what is public:\n%s", robots)
	}

	answer := get(app, "/sitemap.xml")
	var sitemap struct {
		Entries []struct {
			Address string `xml:"loc"`
			Changed string `xml:"lastmod"`
		} `xml:"url"`
	}
	if err := xml.Unmarshal(answer.Body, &sitemap); err != nil {
		t.Fatal(err)
	}
	if kind := answer.Header.Get("Content-Type"); !strings.HasPrefix(kind, "application/xml") {
		t.Errorf("the sitemap is %q", kind)
	}
	addresses := map[string]string{}
	for _, entry := range sitemap.Entries {
		addresses[entry.Address] = entry.Changed
		path, ours := strings.CutPrefix(entry.Address, home)
		if page := crawl(t, app, "desk.example", path); !ours || page.status != 200 || !slices.Equal(page.canonical, []string{entry.Address}) {
			t.Errorf("the sitemap leads to %s, which is answered %d and lives at %q", entry.Address, page.status, page.canonical)
		}
	}
	if len(addresses) != len(sitemap.Entries) || len(addresses) != 8+14 {
		t.Errorf("the sitemap holds %d addresses: %v", len(sitemap.Entries), addresses)
	}
	made := find(t, app, records.Services, "paraphrasing").GetDateTime(records.Updated).Time().Format(time.DateOnly)
	if addresses[home+"/terms-of-use"] != "2024-07-01" || addresses[home+"/services/paraphrasing"] != made {
		t.Errorf("changed when: %v", addresses)
	}

	site := find(t, app, records.Site, "")
	site.Set(records.Name, `Night "Owl"`)
	app.MustSave(t, site)
	answer = get(app, "/manifest.webmanifest")
	var manifest struct {
		Name  string
		Icons []struct{ Src, Sizes, Purpose string }
	}
	answer.Decode(t, &manifest)
	if manifest.Name != `Night "Owl"` || answer.Header.Get("Content-Type") != "application/manifest+json" || len(manifest.Icons) != 4 {
		t.Errorf("the manifest is %s", answer.Body)
	}
	for _, icon := range manifest.Icons {
		if _, err := os.Stat("../../frontend/public" + icon.Src); err != nil {
			t.Errorf("the manifest names %s: %v", icon.Src, err)
		}
	}
}

func TestAnInterfaceOfSomebodyElseIsSentAsItIs(t *testing.T) {
	t.Parallel()
	own := testkit.NewWithInterface(t, fstest.MapFS{"index.html": {Data: []byte(page)}, "robots.txt": {Data: []byte("ours")}})
	if got := get(own, "/robots.txt"); string(got.Body) != "ours" {
		t.Errorf("the folder's own robots.txt is answered %s", got.Body)
	}
	if got := get(own, "/nosuch"); got.Status != 200 || string(got.Body) != page {
		t.Errorf("its page is answered %d %s", got.Status, got.Body)
	}
	for name, index := range map[string]string{"no end": "<!--head--><title>x</title>", "no beginning": "<title>x</title><!--/head-->"} {
		app := testkit.NewWithInterface(t, fstest.MapFS{"index.html": {Data: []byte(index)}})
		if got := get(app, "/"); string(got.Body) != index {
			t.Errorf("with %s it is answered %s", name, got.Body)
		}
	}
}

func TestAPageBuiltAnewIsServedAnew(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	app := testkit.NewWithInterface(t, os.DirFS(folder))
	for _, version := range []string{"first", "second one"} {
		if err := os.WriteFile(folder+"/index.html", []byte("<!--head--><!--/head--><p>"+version), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := get(app, "/"); !strings.HasSuffix(string(got.Body), "<p>"+version) || !strings.Contains(string(got.Body), "<title>") {
			t.Errorf("built anew it is answered %s", got.Body)
		}
	}
}

// BenchmarkPage is what one visit of the front page costs once it was made.
func BenchmarkPage(b *testing.B) {
	app := marked(b)
	for b.Loop() {
		if got := get(app, "/"); got.Status != 200 {
			b.Fatal(got.Status)
		}
	}
}
