package demo

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"time"

	"deskmate/hooks/jobs"
	"deskmate/internal/clock"
)

// event is what happens at one time.
type event struct {
	at time.Time
	do func() error
}

// run lets everything happen at its time, as it would have in real life: the numbers of
// documents and of the ledger follow the order of the events. Of those at the same time,
// the later ones rely on those that were added before them.
func (b *builder) run() error {
	slices.SortStableFunc(b.events, func(a, b event) int { return a.at.Compare(b.at) })
	for _, event := range b.events {
		clock.Set(b.app, event.at)
		if err := event.do(); err != nil {
			return err
		}
	}
	return nil
}

// story is what happens to one thing or person.
type story struct {
	*builder
	at    time.Time         // of the last event that was added
	names map[string]string // what its calls may refer to
}

// days returns a number of days.
func days(number int) time.Duration { return time.Duration(number) * 24 * time.Hour }

// begin begins a story at a number of days before the present.
func (b *builder) begin(days float64) *story {
	return &story{builder: b, at: b.now.Add(-time.Duration(days * 24 * float64(time.Hour))), names: map[string]string{}}
}

// then adds what happens some time later, but never beyond the present.
func (s *story) then(after time.Duration, do func() error) {
	if s.at = s.at.Add(after); s.at.After(s.now) {
		s.at = s.now
	}
	s.events = append(s.events, event{s.at, do})
}

// tell adds steps.
func (s *story) tell(steps []step) {
	for _, step := range steps {
		s.then(time.Duration(step.After), func() error { return s.do(step) })
	}
}

func (s *story) do(step step) error {
	switch step.Do {
	case "deliver":
		return s.deliver(step)
	case "accept work": // whose windows have closed
		return jobs.Run(s.ctx, s.app, "acceptWork")
	}
	method, path, _ := strings.Cut(step.Do, " ")
	var answer json.RawMessage
	if err := s.call(step.As, method, path, step.With, &answer); err != nil || step.Keep == "" {
		return err
	}
	var kept row
	err := json.Unmarshal(bytes.Trim(answer, "[]"), &kept) // of a list, its only row
	s.names[step.Keep] = kept.ID
	return err
}

// body is the JSON body of a request, and row the part of an answer that names a row.
type (
	body = map[string]any
	row  struct {
		ID string `json:"_id"`
	}
)

// named matches a name in a path or a body.
var named = regexp.MustCompile(`\{\w+\}`)

// resolve replaces the names in a text: {stamp} stands for the time, which makes references
// unique, and the others for the ids of people and of what the story is about.
func (s *story) resolve(text string) string {
	return named.ReplaceAllStringFunc(text, func(name string) string {
		key := strings.Trim(name, "{}")
		if person := s.people[key]; person != nil {
			return person.Id
		}
		if key == "stamp" {
			return clock.Now(s.app).Format("060102-1504")
		}
		return s.names[key]
	})
}

// call sends a request on behalf of a sample person, in the transaction of the sample, and
// decodes the answer unless into is nil.
func (s *story) call(who, method, path string, input, into any) error {
	sent, err := json.Marshal(input)
	if err != nil {
		return err
	}
	request := httptest.NewRequestWithContext(s.ctx, method, "/api"+s.resolve(path), strings.NewReader(s.resolve(string(sent))))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+s.tokens[who])
	answer := httptest.NewRecorder()
	s.api.ServeHTTP(answer, request)
	if answer.Code >= http.StatusBadRequest {
		return fmt.Errorf("%s %s as %s: %w", method, path, who, s.refusal)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(answer.Body.Bytes(), into)
}
