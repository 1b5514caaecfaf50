package health

import "syscall"

// unsynchronized is STA_UNSYNC of adjtimex(2).
const unsynchronized = 0x40

// clockIsSynchronized asks the kernel whether something keeps its clock right.
func clockIsSynchronized() (synchronized, known bool) {
	var state syscall.Timex
	if _, err := syscall.Adjtimex(&state); err != nil {
		return false, false
	}
	return state.Status&unsynchronized == 0, true
}
