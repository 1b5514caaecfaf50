package e2e

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"deskmate/internal/testkit"
)

// eachProxy runs a test behind every proxy, before a site whose settings trust it.
// replacements are those in the proxies' examples, besides ports and paths.
func eachProxy(t *testing.T, replacements map[string][]string, test func(t *testing.T, p *proxy, s *server)) {
	t.Helper()
	for name, start := range proxies {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, folderWithOperator(t))
			operator := s.signInOperator(t)
			settings := `{"trustedProxy":{"headers":["X-Forwarded-For"]},"rateLimits":{"enabled":true,"rules":[{"label":"POST /api/auth/login","maxRequests":3,"duration":600}]}}`
			if status, body := s.send(t, "PATCH", "/api/settings", operator, settings); status != 200 {
				t.Fatalf("the settings: got %d %s", status, body)
			}
			test(t, start(t, strings.TrimPrefix(s.base, "http://"), replacements[name]...), s)
		})
	}
}

func TestAProxyPassesPagesHeadersAndAddresses(t *testing.T) {
	t.Parallel()
	eachProxy(t, nil, func(t *testing.T, p *proxy, s *server) {
		client := p.client(t, "127.0.0.2")
		answer, err := client.Do(p.request(t, "GET", "/api/site", nil))
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != 200 || answer.ProtoMajor != 2 {
			t.Errorf("the page: got %d over %s", answer.StatusCode, answer.Proto)
		}
		for name, want := range map[string]string{
			"Strict-Transport-Security": "max-age=31536000", "X-Frame-Options": "DENY", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "strict-origin",
		} {
			if got := answer.Header.Values(name); len(got) != 1 || got[0] != want {
				t.Errorf("%s is %q, want %q", name, got, want)
			}
		}
		robots, err := client.Do(p.request(t, "GET", "/robots.txt", nil))
		if err != nil {
			t.Fatal(err)
		}
		defer robots.Body.Close()
		if text, err := io.ReadAll(robots.Body); err != nil || !strings.Contains(string(text), "https://"+exampleHost+"/sitemap.xml") {
			t.Errorf("robots.txt does not name the site by the address that was asked: %s, %v", text, err)
		}
		plain, err := http.NewRequest("GET", "http://"+p.plain+"/services?a=b", nil)
		if err != nil {
			t.Fatal(err)
		}
		plain.Host = exampleHost
		answer, err = client.Do(plain)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if where := answer.Header.Get("Location"); answer.StatusCode/100 != 3 || !strings.HasPrefix(where, "https://"+exampleHost) {
			t.Errorf("without TLS: got %d to %s", answer.StatusCode, where)
		}

		// Each caller has attempts of its own, whatever address it makes up.
		statuses := func(from string) (statuses string) {
			for i := range 4 {
				request := p.request(t, "POST", "/api/auth/login", []byte(`{"email":"robin@example.com","password":"wrong horse"}`))
				request.Header.Set("X-Forwarded-For", fmt.Sprintf("192.0.2.%d", i))
				answer, err := p.client(t, from).Do(request)
				if err != nil {
					t.Fatal(err)
				}
				_ = answer.Body.Close()
				statuses += fmt.Sprint(answer.StatusCode, " ")
			}
			return statuses
		}
		for _, from := range []string{"127.0.0.2", "127.0.0.3"} {
			if got := statuses(from); got != "401 401 401 429 " {
				t.Errorf("logging in from %s: got %s", from, got)
			}
		}
	})
}

func TestAProxyTakesNoRequestIDFromACaller(t *testing.T) {
	t.Parallel()
	eachProxy(t, nil, func(t *testing.T, p *proxy, s *server) {
		request := p.request(t, "GET", "/api/site", nil)
		request.Header["X-Request-Id"] = []string{"made-up-by-a-caller", "made-up-by-a-caller"}
		answer, err := p.client(t, "127.0.0.2").Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if id := answer.Header.Values("X-Request-Id"); len(id) != 1 || len(id[0]) < 20 || id[0] == "made-up-by-a-caller" {
			t.Errorf("the answer has the id %q", id)
		}
	})
}

func TestAProxyKeepsTokensOutOfItsLog(t *testing.T) {
	t.Parallel()
	eachProxy(t, nil, func(t *testing.T, p *proxy, s *server) {
		paths := []string{"/offers/quill-1", "/api/offers/quill-2", "/API/Offers/quill-3", "/api/api/offers/quill-4", "/api/calendar/quill-5.ics", "/api/unsubscribe/quill-6", "/services?from=quill-7",
			"//api/offers/quill-8", "/x/../api/offers/quill-9", "/./offers/quill-a", "/api/%6fffers/quill-b", "/%61pi/calendar/quill-c.ics", "/offers%2fquill-d", "/api/offers//quill-e"}
		for _, path := range paths {
			answer, err := p.client(t, "127.0.0.2").Do(p.request(t, "GET", path, nil))
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.Copy(io.Discard, answer.Body)
			_ = answer.Body.Close()
		}
		content := waitForLines(t, p.log, len(paths))
		if bytes.Contains(bytes.ToLower(content), []byte("quill")) || !bytes.Contains(content, []byte("/offers/***")) || !bytes.Contains(content, []byte("/services")) {
			t.Errorf("the log is %s", content)
		}
	})
}

// waitForLines waits until a file has that many lines.
func waitForLines(t *testing.T, path string, lines int) (content []byte) {
	t.Helper()
	testkit.Eventually(t, fmt.Sprintf("%s has %d lines", path, lines), func() bool {
		content, _ = os.ReadFile(path)
		return bytes.Count(content, []byte("\n")) >= lines
	})
	return content
}

func TestAProxySendsLiveChangesAtOnce(t *testing.T) {
	t.Parallel()
	// nginx waits 200 ms for all answers but live changes, which may be silent for longer.
	short := map[string][]string{"nginx": {"proxy_read_timeout 330s;", "proxy_read_timeout 200ms;"}}
	eachProxy(t, short, func(t *testing.T, p *proxy, s *server) {
		_, token, _ := s.signUp(t, "robin@example.com", "", "")
		answer, err := p.client(t, "127.0.0.2").Do(p.request(t, "GET", "/api/realtime", nil))
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		lines := bufio.NewScanner(answer.Body)
		// A connection may be changed only from its own address, which the proxy has passed on.
		subscribe, err := http.NewRequest("POST", s.base+"/api/realtime", strings.NewReader(fmt.Sprintf(`{"clientId":%q,"subscriptions":["changes"]}`, clientID(t, lines))))
		if err != nil {
			t.Fatal(err)
		}
		subscribe.Header.Set("Content-Type", "application/json")
		subscribe.Header.Set("Authorization", "Bearer "+token)
		subscribe.Header.Set("X-Forwarded-For", "127.0.0.2")
		subscribed, err := http.DefaultClient.Do(subscribe)
		if err != nil {
			t.Fatal(err)
		}
		_ = subscribed.Body.Close()
		if subscribed.StatusCode != http.StatusNoContent {
			t.Fatalf("subscribing: got %d", subscribed.StatusCode)
		}
		<-time.After(600 * time.Millisecond)
		kind, body := form(t, testkit.PDF("Tides"))
		var made struct {
			ID string `json:"_id"`
		}
		if status := s.post(t, "/api/assignments", token, kind, body, &made); status != http.StatusCreated {
			t.Fatalf("submitting: got %d", status)
		}
		// A message that is held back would come only when the connection is closed. The
		// client gives up before.
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), "data:") && strings.Contains(lines.Text(), made.ID) {
				return
			}
		}
		t.Errorf("the change did not come: %v", lines.Err())
	})
}

func TestAProxyStreamsUploadsOfSixtyMegabytes(t *testing.T) {
	t.Parallel()
	eachProxy(t, nil, func(t *testing.T, p *proxy, s *server) {
		var body bytes.Buffer
		writer := multipart.NewWriter(&body)
		for name, value := range testkit.NewQuote() {
			if err := writer.WriteField(name, value); err != nil {
				t.Fatal(err)
			}
		}
		for i := range 3 {
			part, err := writer.CreateFormFile("files", fmt.Sprintf("tides-%d.pdf", i))
			if err != nil {
				t.Fatal(err)
			}
			file := testkit.PDF("Tides")
			if _, err := part.Write(append(file, bytes.Repeat([]byte{'\n'}, 20<<20-len(file))...)); err != nil {
				t.Fatal(err)
			}
		}
		if err := writer.Close(); err != nil {
			t.Fatal(err)
		}
		request := p.request(t, "POST", "/api/quotes", body.Bytes())
		request.Header.Set("Content-Type", writer.FormDataContentType())
		answer, err := p.client(t, "127.0.0.2").Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		if content, err := io.ReadAll(answer.Body); err != nil || answer.StatusCode != http.StatusCreated {
			t.Errorf("the quote request: got %d %s, %v", answer.StatusCode, content, err)
		}
	})
	for name, start := range proxies {
		t.Run(name+" streams", func(t *testing.T) {
			t.Parallel()
			began, got := make(chan struct{}), make(chan int, 1)
			upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				first := make([]byte, 1<<10)
				_, _ = io.ReadFull(r.Body, first)
				close(began)
				rest, _ := io.Copy(io.Discard, r.Body)
				got <- len(first) + int(rest)
			}))
			defer upstream.Close()
			p := start(t, strings.TrimPrefix(upstream.URL, "http://"))
			body, file := io.Pipe()
			request := p.request(t, "POST", "/api/quotes", nil)
			request.Body, request.ContentLength = body, 2<<20
			go func() {
				_, err := file.Write(make([]byte, 1<<20))
				<-began // a proxy that waits for the whole body never gets here
				if err == nil {
					_, err = file.Write(make([]byte, 1<<20))
				}
				_ = file.CloseWithError(err) // nil ends the body
			}()
			answer, err := p.client(t, "127.0.0.2").Do(request)
			if err != nil {
				t.Fatal(err)
			}
			_ = answer.Body.Close()
			if sum := <-got; sum != 2<<20 {
				t.Errorf("the site got %d bytes", sum)
			}
		})
	}
}
