package testkit

import (
	"testing"
	"time"
)

// patience is how long a test waits for what should happen soon. Only a fault makes it
// wait for so long, on the slowest machine too.
const patience = 2 * time.Minute

// Holds waits until a condition holds, and reports whether it does. A goroutine of a
// test calls it; the test itself calls Eventually.
func Holds(condition func() bool) bool {
	tick, limit := time.NewTicker(5*time.Millisecond), time.After(patience)
	defer tick.Stop()
	for !condition() {
		select {
		case <-tick.C:
		case <-limit:
			return false
		}
	}
	return true
}

// Eventually waits until a condition holds, and fails the test if it never does.
func Eventually(t testing.TB, what string, condition func() bool) {
	t.Helper()
	if !Holds(condition) {
		t.Fatalf("waited in vain until %s", what)
	}
}

// Receive waits for a channel to deliver or be closed, and fails the test if it never is.
func Receive[T any](t testing.TB, what string, from <-chan T) (received T) {
	t.Helper()
	select {
	case received = <-from:
	case <-time.After(patience):
		t.Fatalf("waited in vain until %s", what)
	}
	return received
}
