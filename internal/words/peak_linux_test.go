package words_test

import (
	"os"
	"syscall"
)

// peakOf returns the most memory that a process has used, in bytes.
func peakOf(state *os.ProcessState) int64 {
	return state.SysUsage().(*syscall.Rusage).Maxrss << 10
}
