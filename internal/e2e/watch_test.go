package e2e

import (
	"bytes"
	"deskmate/internal/testkit"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

// fetch returns the status and the body at an address; 0 if nobody listens there.
func fetch(t *testing.T, address, token string) (int, string) {
	t.Helper()
	request, err := http.NewRequest("GET", address, nil)
	if err != nil {
		t.Fatal(err)
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, ""
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(content)
}

func TestMetricsAndProfilesHaveTheirOwnAddresses(t *testing.T) {
	t.Parallel()
	metrics, profiles := freeAddress(t), freeAddress(t)
	program := prepare(t, "--pprof="+profiles)
	program.Env = append(program.Env, "DESKMATE_METRICS_ADDRESS="+metrics, "DESKMATE_LOG=json")
	s, output := startBy(t, t.TempDir(), program)
	s.waitFor(t, "/api/site", "")

	status, text := fetch(t, "http://"+metrics+"/metrics", "")
	parser := expfmt.NewTextParser(model.LegacyValidation)
	families, err := parser.TextToMetricFamilies(strings.NewReader(text))
	if status != 200 || err != nil || families["deskmate_http_requests_total"] == nil {
		t.Errorf("the metrics: got %d, %v, %s", status, err, text)
	}
	if status, text := fetch(t, "http://"+profiles+"/debug/pprof/goroutine?debug=1", ""); status != 200 || !strings.Contains(text, "goroutine profile") {
		t.Errorf("the profiles: got %d %s", status, text)
	}
	for address, elsewhere := range map[string]string{
		s.base + "/api/metrics":                   s.base + "/api/nosuch",
		s.base + "/metrics":                       s.base + "/nosuch",
		s.base + "/debug/pprof/":                  s.base + "/debug/nosuch/",
		s.base + "/debug/pprof/heap":              s.base + "/debug/nosuch/heap",
		"http://" + metrics + "/api/site":         "http://" + metrics + "/nosuch",
		"http://" + metrics + "/debug/pprof/heap": "http://" + metrics + "/nosuch",
		"http://" + profiles + "/metrics":         "http://" + profiles + "/nosuch",
		"http://" + profiles + "/api/site":        "http://" + profiles + "/nosuch",
	} {
		status, text := fetch(t, address, "")
		if want, same := fetch(t, elsewhere, ""); status < 400 || status != want || text != same {
			t.Errorf("%s: got %d %s, elsewhere %d %s", address, status, text, want, same)
		}
	}

	// A profile that is being recorded does not hold up the end of the program.
	began := make(chan struct{})
	go func() {
		conn, err := net.Dial("tcp", profiles)
		if err == nil {
			_, _ = conn.Write([]byte("GET /debug/pprof/profile?seconds=240 HTTP/1.1\r\nHost: x\r\n\r\n"))
			defer func() { _ = conn.Close() }()
		}
		close(began)
		if err == nil {
			_, _ = io.Copy(io.Discard, conn)
		}
	}()
	<-began
	if err := s.process.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	limit := time.AfterFunc(2*time.Minute, func() { _ = s.process.Process.Kill() })
	defer limit.Stop()
	if err := s.process.Wait(); err != nil {
		t.Errorf("the program exited with %v", err)
	}
	for _, address := range []string{metrics, profiles} {
		if status, _ := fetch(t, "http://"+address+"/metrics", ""); status != 0 {
			t.Errorf("somebody listens at %s", address)
		}
	}
	requests := 0
	for line := range bytes.Lines(output.Bytes()) {
		var one struct{ Msg, Route string }
		if json.Unmarshal(line, &one) == nil && one.Msg == "request" && one.Route == "/api/site" {
			requests++
		}
	}
	if requests == 0 {
		t.Errorf("no request is in the log: %s", output)
	}
}

func TestMetricsWithATokenAreWhereTheSiteIs(t *testing.T) {
	t.Parallel()
	const token = "the-token-of-the-tests"
	program := prepare(t)
	program.Env = append(program.Env, "DESKMATE_METRICS_TOKEN="+token)
	s := serveBy(t, t.TempDir(), program)
	if status, text := fetch(t, s.base+"/api/metrics", token); status != 200 || !strings.Contains(text, "deskmate_build_info") {
		t.Errorf("with the token: got %d %s", status, text)
	}
	for _, wrong := range []string{"", "another-token-of-the-tests"} {
		status, text := fetch(t, s.base+"/api/metrics", wrong)
		if want, same := fetch(t, s.base+"/api/nosuch", wrong); status != 404 || status != want || text != same {
			t.Errorf("with %q: got %d %s, elsewhere %d %s", wrong, status, text, want, same)
		}
	}
}

func TestWhatOthersCouldReachIsRefusedAtTheStart(t *testing.T) {
	t.Parallel()
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = busy.Close() })
	dir := t.TempDir()
	run(t, "migrate", "up", "--dir="+dir) // the starts share the folder, one after the other
	for _, c := range []struct{ variable, flag, says string }{
		{flag: "--pprof=0.0.0.0:6060", says: "which others might reach"},
		{flag: "--pprof=:6060", says: "which others might reach"},
		{flag: "--pprof=192.0.2.7:6060", says: "which others might reach"},
		{flag: "--pprof=6060", says: "Choose an address of this machine"},
		{flag: "--pprof=" + busy.Addr().String(), says: "address already in use"},
		{variable: "DESKMATE_METRICS_ADDRESS=0.0.0.0:9091", says: "which others can reach"},
		{variable: "DESKMATE_METRICS_ADDRESS=" + busy.Addr().String(), says: "address already in use"},
		{variable: "DESKMATE_METRICS_TOKEN=short", says: "at least 16 characters"},
		{variable: "DESKMATE_LOG=xml", says: "must be json, text or empty"},
		{variable: "DESKMATE_SLOW_QUERY=fast", says: "must be a time such as 250ms"},
	} {
		t.Run(c.variable+c.flag, func(t *testing.T) {
			args := []string{"serve", "--http=" + freeAddress(t), "--dir=" + dir}
			if c.flag != "" {
				args = append(args, c.flag)
			}
			var errs bytes.Buffer
			program := prepare(t, args...)
			program.Env, program.Stderr = append(program.Env, c.variable), &errs
			limit := time.AfterFunc(time.Minute, func() { _ = program.Process.Kill() })
			defer limit.Stop()
			if err := program.Run(); err == nil || program.ProcessState.ExitCode() != 1 || !strings.Contains(errs.String(), c.says) || strings.Contains(errs.String(), "goroutine") {
				t.Errorf("it exited with %v and printed %s", err, &errs)
			}
		})
	}
}

func TestTheMetricsTellHowTheCopyIs(t *testing.T) {
	t.Parallel()
	const token = "the-token-of-the-tests"
	b := newBucketStore(t)
	s, _, _ := b.open(t, "DESKMATE_METRICS_TOKEN="+token)
	status, text := fetch(t, s.base+"/api/metrics", token)
	for _, part := range []string{"\ndeskmate_replica_generation 1\n", "\ndeskmate_replica_lag_seconds "} {
		if status != 200 || !strings.Contains(text, part) {
			t.Errorf("%q is missing: got %d %s", part, status, text)
		}
	}
	b.away.Store(true)
	s.await(t, "the copy to be late", func(h healthAnswer) bool { return h.State == "late" })
	testkit.Eventually(t, "the metrics have the failure", func() bool {
		_, text = fetch(t, s.base+"/api/metrics", token)
		return strings.Contains(text, "\ndeskmate_replica_last_failure_age_seconds ")
	})
	b.away.Store(false)
}
