package words_test

import (
	"context"
	"encoding/json"
	"os"
	"testing"
	"time"

	"deskmate/hooks/words"
	"deskmate/internal/clock"
)

// measureFile is the variable of the environment that names a file to measure.
const measureFile = "DESKMATE_TEST_MEASURE"

// The child processes of these tests are started from the same program.
func TestMain(m *testing.M) {
	words.RunChild()
	if file := os.Getenv(measureFile); file != "" {
		measure(file)
		return
	}
	os.Exit(m.Run())
}

// cost is what it took to count the words of a file.
type cost struct {
	Words     int
	IsKnown   bool
	Took      time.Duration
	Processor time.Duration // how long this process and its child kept one busy
	Peak      int64         // of the memory of the larger of them, in bytes
}

// measure counts the words of a file and prints what it cost. It runs in a process of its
// own, because a new process counts the memory of the one that started it as its own.
func measure(file string) {
	content, err := os.Open(file)
	if err != nil {
		panic(err)
	}
	var c cost
	words.Measure(func(ended *os.ProcessState) {
		c.Peak, c.Processor = peakOf(ended), ended.UserTime()+ended.SystemTime()
	})
	elapsed, before := clock.Stopwatch(), ownProcessor()
	c.Words, c.IsKnown = words.Count(context.Background(), file, content)
	c.Took = elapsed()
	c.Processor += ownProcessor() - before
	c.Peak = max(c.Peak, ownPeak())
	if err := json.NewEncoder(os.Stdout).Encode(c); err != nil {
		panic(err)
	}
}
