package api

import "sync"

// Shares counts what callers hold at the same time, each under a name of its own. The
// zero value is ready for use.
type Shares struct {
	mu   sync.Mutex
	held map[string]int64
}

// Take adds to what a caller holds, unless it would be more than a limit.
func (s *Shares) Take(name string, amount, limit int64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held[name]+amount > limit {
		return false
	}
	if s.held == nil {
		s.held = map[string]int64{}
	}
	s.held[name] += amount
	return true
}

// Give returns what a caller has taken.
func (s *Shares) Give(name string, amount int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held[name] -= amount; s.held[name] == 0 {
		delete(s.held, name)
	}
}
