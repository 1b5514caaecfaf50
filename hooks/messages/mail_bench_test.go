package messages_test

import (
	"slices"
	"testing"
	"time"

	"deskmate/hooks/domain"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// load is what was measured while mails were sent.
type load struct {
	idle, busy []time.Duration // of the requests before, and meanwhile
	took       time.Duration
	heaps      []uint64 // after each quarter of the mails
}

// pause is how long a person waits between two requests, before and while emails are sent.
// With different pauses the two could not be compared.
const pause = 5 * time.Millisecond

// sendMany sends mails, and reads a list before and meanwhile. The requests come from
// one person.
func sendMany(t testing.TB, mails, requests int) (measured load) {
	t.Helper()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	robin.SetVerified(true) // others get few receipts a day
	app.MustSave(t, robin.Record)
	for range 20 {
		app.HandIn(t, robin.Token, nil)
	}
	copies(t, app, mails-21)
	read := func() time.Duration {
		elapsed := clock.Stopwatch()
		app.Call(t, "GET", "/api/assignments", robin.Token, nil).Granted(t, 200, nil)
		return elapsed()
	}
	for range 20 {
		read() // fills the caches
	}
	for range requests {
		measured.idle = append(measured.idle, read())
		<-time.After(pause)
	}
	box := app.UseMailbox(t)
	taken := 0
	box.Answer = func(testkit.Mail) testkit.Response {
		box.Empty() // only the program's own memory counts
		if taken++; taken%(mails/4) == 0 {
			measured.heaps = append(measured.heaps, testkit.Heap())
		}
		return testkit.Take
	}
	elapsed, done := clock.Stopwatch(), make(chan struct{})
	go func() {
		defer close(done)
		app.RunJob(t, sendJob)
		measured.took = elapsed()
	}()
	for isSending := true; isSending; {
		measured.busy = append(measured.busy, read())
		select {
		case <-done:
			isSending = false
		case <-time.After(pause):
		}
	}
	if taken != mails {
		t.Errorf("%d of %d mails were sent", taken, mails)
	}
	return measured
}

// grown is how many bytes more are in use after the last quarter than after the first.
func (l load) grown() int64 { return int64(l.heaps[len(l.heaps)-1]) - int64(l.heaps[0]) }

// It does not run beside other tests, whose memory would count.
func TestManyMailsNeedLittleMemory(t *testing.T) {
	const mails = 500
	measured := sendMany(t, mails, 50)
	t.Logf("%d mails took %v; p95 of requests before %v, meanwhile %v; the heap was %d bytes",
		mails, measured.took, p95(measured.idle), p95(measured.busy), measured.heaps)
	if grown := measured.grown(); grown > 8<<20 {
		t.Errorf("the heap grew by %d bytes", grown)
	}
}

func TestSendingManyMailsDoesNotBlockOtherWriters(t *testing.T) {
	t.Parallel()
	const mails = 200
	app := testkit.New(t)
	copies(t, app, mails-1)
	box := app.UseMailbox(t)
	app.DoesNotBlockWriters(t, func() { app.RunJob(t, sendJob) })
	if got := len(box.Mails()); got < mails {
		t.Errorf("%d of %d mails were sent", got, mails)
	}
}

// BenchmarkRequestsWhileMailsAreSent compares how long a list takes while 10,000 mails
// are sent with how long it takes otherwise, and how the heap grows meanwhile. Run it on
// an idle machine:
//
//	go test ./hooks/messages -run '^$' -bench RequestsWhileMailsAreSent -benchtime 1x
//
// The slowest 5% of the requests should take at most twice as long.
func BenchmarkRequestsWhileMailsAreSent(b *testing.B) {
	const mails, requests = 10_000, 500
	for b.Loop() {
		measured := sendMany(b, mails, requests)
		idle, busy := p95(measured.idle), p95(measured.busy)
		b.ReportMetric(milliseconds(idle), "idle-p95-ms")
		b.ReportMetric(milliseconds(busy), "busy-p95-ms")
		b.ReportMetric(mails/measured.took.Seconds(), "mails/s")
		b.ReportMetric(float64(measured.grown())/(1<<20), "grown-MB")
		if busy > 2*idle {
			b.Errorf("p95 of requests rose from %v to %v", idle, busy)
		}
	}
}

func p95(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)*95/100]
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
