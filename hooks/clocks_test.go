package hooks_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/internal/clock"
)

func TestTheClocksCatchUpAfterAStop(t *testing.T) {
	t.Parallel()
	accepted := func(titles ...string) (told []string) {
		for _, title := range titles {
			told = append(told, "assignment.accepted Rob "+title, "work.accepted Kim "+title)
		}
		return told
	}
	files := func(what string, titles ...string) (told []string) {
		for _, title := range titles {
			told = append(told, "files."+what+" Rob "+title, "files."+what+" Kim "+title)
		}
		return told
	}
	// What was waiting to be sent when the machine stopped, and is no longer true.
	stale := []string{"assignment.accepts_itself closing", "assignment.delivered in revision", "assignment.delivered revision soon due", "quote.offer", "work.revision_due revision soon due"}
	const closing, delivered = 22 * time.Hour, 3 * aDay // when their windows close
	for name, c := range map[string]struct {
		off        time.Duration
		each       int
		told       []string // at once
		toldLater  []string // 14 days later
		acceptedAt map[string]time.Duration
		stale      []string
	}{
		"60 hours": {
			60 * time.Hour, 2,
			append(accepted("closing"), "assignment.accepts_itself Rob delivered", "work.due Kim due in three days"),
			append(append(accepted("delivered"), files("deleted", "announced")...), "week Ada"),
			map[string]time.Duration{"closing": closing}, stale,
		},
		"a week": {
			7 * aDay, 12,
			append(accepted("closing", "delivered"), "work.due Kim due in a week", "week Ada"),
			append(files("deleted", "announced"), "week Ada"),
			map[string]time.Duration{"closing": closing, "delivered": delivered}, stale,
		},
		"200 days": {
			200 * aDay, 2,
			append(append(accepted("closing", "delivered"), files("announced", "announced", "closing", "delivered", "settled")...), "week Ada"),
			append(files("deleted", "announced", "closing", "delivered", "settled"), "week Ada"),
			map[string]time.Duration{"closing": closing, "delivered": delivered}, append([]string{"files.announced announced"}, stale...),
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newClockDesk(t, c.each)
			d.start(t, c.off)
			slices.Sort(c.stale)
			if got := d.skipped(t); !slices.Equal(got, c.stale) {
				t.Errorf("these emails were not sent: %q, want %q", got, c.stale)
			}
			for range 2 { // what one job does may be due for another
				d.runAll(t, d.jobs())
			}
			slices.Sort(c.told)
			if got := d.told(t, c.off); !slices.Equal(got, c.told) {
				t.Errorf("told are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.told, "\n"))
			}
			for title, after := range c.acceptedAt {
				var wrong int
				err := d.DB().NewQuery("SELECT count(*) FROM assignments WHERE title LIKE {:title} AND acceptedAt != {:at}").
					Bind(dbx.Params{"title": title + "%", "at": stopped.Add(after).Format("2006-01-02 15:04:05.000Z")}).Row(&wrong)
				if err != nil || wrong != 0 {
					t.Errorf("%d of the orders %q were not accepted when their windows closed (%v)", wrong, title, err)
				}
			}
			d.isDone(t)
			d.logIn(t)
			for _, id := range d.offers {
				var quote struct{ Status string }
				d.Call(t, "GET", "/api/quotes/"+id, d.ada.Token, nil).Granted(t, 200, &quote)
				if quote.Status != "expired" {
					t.Errorf("the offer is %s", quote.Status)
				}
			}
			// The files that were announced now are kept for 14 more days, those whose time was
			// over for 3.
			later := c.off + 14*aDay
			clock.Set(d, stopped.Add(later-time.Minute))
			d.KeepRunning(t)
			d.RunJob(t, "deleteFiles")
			for _, told := range d.told(t, later-time.Minute) {
				if c.off > 100*aDay && !strings.HasSuffix(told, " announced") {
					t.Errorf("%s, a minute too early", told)
				}
			}
			d.at(t, later)
			slices.Sort(c.toldLater)
			if got := d.told(t, later-time.Minute); !slices.Equal(got, c.toldLater) {
				t.Errorf("14 days later, told are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.toldLater, "\n"))
			}
			d.isDone(t)
		})
	}
}

// The framework starts the jobs of a minute at the same time, so their order is anybody's
// guess.
func TestTheClocksCatchUpInAnyOrder(t *testing.T) {
	t.Parallel()
	const off, jump = 200 * aDay, -30 * aDay
	ends := func(t *testing.T, catchUp func(d *clockDesk)) string {
		t.Helper()
		d := newClockDesk(t, 2)
		clock.Set(d, stopped.Add(jump))
		d.RunJob(t, "sendWeeklySummary") // its admin has had the summary of that week
		clock.Set(d, stopped.Add(off))
		catchUp(d)
		d.start(t, off)
		d.runAll(t, append(d.jobs(), "sendMails"))
		end := d.state(t)
		d.isDone(t)
		return end
	}
	want := ends(t, func(d *clockDesk) { d.start(t, off) })
	for name, catchUp := range map[string]func(t *testing.T, d *clockDesk){
		"backwards": func(t *testing.T, d *clockDesk) {
			d.start(t, off)
			jobs := d.jobs()
			slices.Reverse(jobs)
			d.runAll(t, jobs)
		},
		"shuffled": func(t *testing.T, d *clockDesk) {
			jobs := d.jobs()
			rand.Shuffle(len(jobs), func(i, j int) { jobs[i], jobs[j] = jobs[j], jobs[i] })
			t.Log(jobs)
			d.runAll(t, jobs)
		},
		"at once": func(t *testing.T, d *clockDesk) {
			d.box = d.UseMailbox(t)
			var running sync.WaitGroup
			for _, job := range d.jobs() {
				running.Go(func() { d.RunJob(t, job) })
			}
			running.Wait()
		},
		"with many stops": func(t *testing.T, d *clockDesk) {
			stops := 0
			for limit := 1; d.runUntil(t, limit) >= limit; limit += 2 {
				stops++
			}
			if stops < 10 {
				t.Errorf("it was stopped %d times", stops)
			}
		},
		"after the clock jumped back": func(t *testing.T, d *clockDesk) {
			clock.Set(d, stopped.Add(jump))
			d.runAll(t, d.jobs())
			clock.Set(d, stopped.Add(off))
		},
		"after the clock jumped ahead and back": func(t *testing.T, d *clockDesk) {
			d.runAll(t, d.jobs())
			clock.Set(d, stopped.Add(jump))
			// The notice of that week was forgotten 200 days later, so its summary would come again.
			d.runAll(t, slices.DeleteFunc(d.jobs(), func(job string) bool { return job == "sendWeeklySummary" }))
			clock.Set(d, stopped.Add(off))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := ends(t, func(d *clockDesk) { catchUp(t, d) }); got != want {
				t.Errorf("the end is another one:\n%s", difference(want, got))
			}
		})
	}
}
