// Package chance gives random tests their seeds, and decides how much the slow tests do.
//
// A plain run repeats the same moves each time and does few of them. `make fuzz` sets
// SEED=random for other moves each time, and many. SEED=N repeats the moves of a run that failed.
package chance

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// seedVariable holds a seed, or "random".
const seedVariable = "SEED"

// plainSeed is the seed of a run without the variable.
const plainSeed = 1

// Seed returns the seed of a test's random moves. The test prints it if it fails.
func Seed(t testing.TB) uint64 {
	t.Helper()
	seed := uint64(plainSeed)
	switch value := os.Getenv(seedVariable); value {
	case "":
	case "random":
		seed = rand.Uint64() // #nosec G404 -- moves of a test, not a secret
	default:
		given, err := strconv.ParseUint(value, 10, 64)
		if err != nil {
			t.Fatalf("%s must be a number or \"random\": %v", seedVariable, err)
		}
		seed = given
	}
	return seed
}

// Rounds returns how often a random test repeats itself: few times, or many if a seed is set.
func Rounds(few, many int) int {
	if os.Getenv(seedVariable) == "" {
		return few
	}
	return many
}

// Long marks a test that takes so long that `make check` leaves it out.
func Long(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("make test runs it")
	}
}

// NotRaced says that one side won every round of a race, so that the other order of events was
// not covered this time. That depends on the machine and is no failure.
func NotRaced(t testing.TB, rounds int) {
	t.Helper()
	t.Skipf("NOT COVERED: one side won all of %d rounds", rounds)
}
