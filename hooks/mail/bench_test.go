package mail_test

import (
	"slices"
	"testing"
	"time"

	"deskmate/internal/clock"
	"deskmate/internal/testkit"
	"deskmate/rules"
)

// BenchmarkRequestsWhileMailsAreSent compares how long a list takes while 10,000 mails
// are sent with how long it takes otherwise, and how the heap grows meanwhile. Run it on
// an idle machine:
//
//	go test ./hooks/mail -run '^$' -bench RequestsWhileMailsAreSent -benchtime 1x
//
// The slowest 5% of the requests should take at most twice as long.
func BenchmarkRequestsWhileMailsAreSent(b *testing.B) {
	const mails, requests = 10_000, 500
	for b.Loop() {
		app := testkit.New(b)
		robin := app.Person(b, rules.RoleStudent, "Robin Vale")
		for range 20 {
			app.HandIn(b, robin.Token, nil)
		}
		copies(b, app, mails)
		read := func() time.Duration {
			elapsed := clock.Stopwatch()
			app.Call(b, "GET", "/api/assignments", robin.Token, nil).Granted(b, 200, nil)
			return elapsed()
		}
		var idle, busy []time.Duration
		for range requests {
			idle = append(idle, read())
		}
		box := app.UseMailbox(b)
		box.Answer = func(testkit.Mail) testkit.Response {
			box.Empty() // only the program's own memory counts
			return testkit.Take
		}
		first, last := testkit.Heap(), uint64(0)
		elapsed, done := clock.Stopwatch(), make(chan struct{})
		go func() {
			defer close(done)
			app.RunJob(b, sendJob)
		}()
		for isSending := true; isSending; {
			select {
			case <-done:
				isSending = false
			default:
				busy = append(busy, read())
			}
		}
		took := elapsed()
		last = testkit.Heap()
		b.ReportMetric(milliseconds(p95(idle)), "idle-p95-ms")
		b.ReportMetric(milliseconds(p95(busy)), "busy-p95-ms")
		b.ReportMetric(mails/took.Seconds(), "mails/s")
		b.ReportMetric((float64(last)-float64(first))/(1<<20), "grown-MB")
	}
}

func p95(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)*95/100]
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
