package words

import "os"

// HoldCounting keeps all child processes that count words from starting until release is
// called.
func HoldCounting() (release func()) { return hold(slots[modeCount]) }

// HoldTexts is HoldCounting for those that read texts.
func HoldTexts() (release func()) { return hold(slots[modeText]) }

func hold(slots chan struct{}) (release func()) {
	for range cap(slots) {
		slots <- struct{}{}
	}
	return func() {
		for range cap(slots) {
			<-slots
		}
	}
}

// TimeLimit is how long a child process may take.
const TimeLimit = timeLimit

// Measure has a function called with the state of each child process that has ended.
func Measure(use func(*os.ProcessState)) { measured = use }
