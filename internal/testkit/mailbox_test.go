package testkit_test

import (
	"testing"

	"deskmate/internal/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// A server may be told to stop before it has begun to serve.
func TestAMailServerStopsEvenWithAVeryShortTest(t *testing.T) {
	t.Parallel()
	for range 100 {
		if !t.Run("short test", func(t *testing.T) { testkit.NewMailbox(t) }) {
			break
		}
	}
}
