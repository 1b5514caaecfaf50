package web

import (
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/records"
	"deskmate/rules"
)

// facts is what the pages' heads tell of the records, read at one time.
type facts struct {
	site     *core.Record
	policy   *core.Record
	services []*core.Record // all of them, in their order
}

// service is a service by its address, or nil.
func (f *facts) service(slug string) *core.Record {
	for _, service := range f.services {
		if service.GetString(records.Slug) == slug {
			return service
		}
	}
	return nil
}

// factsLife is how long facts and what was made of them are kept: a policy
// takes over by the clock, and a command may change a row, without an event here.
const factsLife = time.Minute

// keptPages is how many finished pages are held. It leaves room for every page
// under several host names; beyond it all are made anew.
const keptPages = 500

// shelf keeps the facts and the pages made of them until a row changes.
type shelf struct {
	mutex sync.Mutex
	round int // counts the changes, so that what was made of old facts is not kept
	facts *facts
	until time.Time
	pages map[pageKey]*finishedPage
}

// follow empties the shelf when a row changes that heads tell of.
func (s *shelf) follow(app core.App) {
	empty := func(e *core.RecordEvent) error {
		s.empty()
		return e.Next()
	}
	for _, collection := range []string{records.Site, records.Services, records.Policies} {
		app.OnRecordAfterCreateSuccess(collection).BindFunc(empty)
		app.OnRecordAfterUpdateSuccess(collection).BindFunc(empty)
		app.OnRecordAfterDeleteSuccess(collection).BindFunc(empty)
	}
}

func (s *shelf) empty() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.clear()
}

func (s *shelf) clear() {
	s.round++
	s.facts = nil
	s.pages = map[pageKey]*finishedPage{}
}

// read gives the facts, and the round that they belong to.
func (s *shelf) read(app core.App, now time.Time) (*facts, int, error) {
	s.mutex.Lock()
	if s.facts != nil && now.After(s.until) {
		s.clear()
	}
	kept, round := s.facts, s.round
	s.mutex.Unlock()
	if kept != nil {
		return kept, round, nil
	}

	site, err := records.FindSite(app)
	if err != nil {
		return nil, 0, err
	}
	policy, err := records.FindPolicy(app, now)
	if err != nil {
		return nil, 0, err
	}
	services, err := records.FindAllServices(app)
	if err != nil {
		return nil, 0, err
	}
	read := &facts{site: site, policy: policy, services: services}

	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.round == round {
		s.facts, s.until = read, now.Add(factsLife)
	}
	return read, round, nil
}

// page gives the page of a key, made where it is not there yet.
func (s *shelf) page(key pageKey, round int, finish func() (*finishedPage, error)) (*finishedPage, error) {
	s.mutex.Lock()
	kept := s.pages[key]
	s.mutex.Unlock()
	if kept != nil {
		return kept, nil
	}
	made, err := finish()
	if err != nil {
		return nil, err
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.round == round {
		if len(s.pages) >= keptPages {
			clear(s.pages)
		}
		s.pages[key] = made
	}
	return made, nil
}

// lastChange is when the newest of some rows was changed.
func lastChange(rows ...*core.Record) (newest time.Time) {
	for _, row := range rows {
		if updated := row.GetDateTime(records.Updated).Time(); updated.After(newest) {
			newest = updated
		}
	}
	return newest
}

// isOffered tells whether the operator offers a service.
func isOffered(service *core.Record) bool { return service.GetBool(records.Enabled) }

// oneLine is a text of a record on one line.
func oneLine(row *core.Record, field string) string { return rules.OneLine(row.GetString(field)) }
