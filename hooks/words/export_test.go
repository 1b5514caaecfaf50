package words

import "os"

// HoldCounting keeps all words from being counted until release is called.
func HoldCounting() (release func()) { return hold(countSlots) }

// HoldTexts is HoldCounting for reading texts.
func HoldTexts() (release func()) { return hold(textSlots) }

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

// TimeLimit is how long reading a file may take.
const TimeLimit = timeLimit

// Measure has a function called with the state of each child process that has ended.
func Measure(use func(*os.ProcessState)) { measured = use }
