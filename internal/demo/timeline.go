package demo

import (
	"iter"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/clock"
)

// timeline tells many stories at once, each step at its time, as they would have happened
// in real life: the numbers of documents and of the ledger follow the order of the steps.
type timeline struct {
	app     core.App
	now     time.Time // the present, in which all stories end
	stories []*story
}

// story is what happens to one thing or person. It waits until a moment.
type story struct {
	until time.Time
	next  func() (time.Time, bool)
	stop  func()
	err   error
}

// stopped ends a story that waits when another one has failed.
type stopped struct{}

// add begins a story at a number of days before the present.
func (t *timeline) add(days float64, tell func(p *past) error) {
	s := &story{until: t.now.Add(-time.Duration(days * 24 * float64(time.Hour)))}
	s.next, s.stop = iter.Pull(func(yield func(time.Time) bool) {
		defer func() {
			if reason := recover(); reason != nil && reason != (stopped{}) {
				panic(reason)
			}
		}()
		s.err = tell(&past{now: t.now, current: s.until, wait: func(until time.Time) {
			if !yield(until) {
				panic(stopped{})
			}
		}})
	})
	t.stories = append(t.stories, s)
}

// run tells the stories to their ends, or until one fails.
func (t *timeline) run() error {
	defer func() {
		for _, s := range t.stories {
			s.stop()
		}
	}()
	for len(t.stories) > 0 {
		first := 0 // of several at the same time, that which was added first
		for i, s := range t.stories {
			if s.until.Before(t.stories[first].until) {
				first = i
			}
		}
		s := t.stories[first]
		clock.Set(t.app, s.until)
		until, goesOn := s.next()
		if s.err != nil {
			return s.err
		}
		if s.until = until; !goesOn {
			t.stories = append(t.stories[:first], t.stories[first+1:]...)
		}
	}
	return nil
}

// past is the time in one story.
type past struct {
	now, current time.Time
	wait         func(until time.Time)
}

// at is the moment that the story has reached.
func (p *past) at() time.Time { return p.current }

// advance lets time pass, but never beyond the present.
func (p *past) advance(by time.Duration) { p.set(p.current.Add(by)) }

// set lets time pass until a moment, but never beyond the present.
func (p *past) set(at time.Time) {
	if at.After(p.now) {
		at = p.now
	}
	if at.After(p.current) {
		p.current = at
		p.wait(at)
	}
}

// isPresent reports whether the story has reached the present.
func (p *past) isPresent() bool { return !p.current.Before(p.now) }
