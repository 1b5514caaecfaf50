package words_test

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// peakOf returns the most memory that a child process has used, in bytes.
func peakOf(state *os.ProcessState) int64 {
	return state.SysUsage().(*syscall.Rusage).Maxrss << 10
}

// ownPeak returns the most memory that this process has used.
func ownPeak() int64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	kilobytes, _ := strconv.ParseInt(strings.Fields(after)[0], 10, 64)
	return kilobytes << 10
}

// ownProcessor returns how long this process has kept a processor busy.
func ownProcessor() time.Duration {
	var usage syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
