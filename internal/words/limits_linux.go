package words

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// limitAddresses lets the process take no more than the memory limit on top of what it
// has reserved: that includes the first 64 MB of the heap, of which little is used yet.
func limitAddresses() {
	status, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return
	}
	reserved, _, _ := strings.Cut(string(status), " ")
	pages, err := strconv.ParseUint(reserved, 10, 64)
	if err != nil {
		return
	}
	addresses := pages*uint64(os.Getpagesize()) + memoryLimit // #nosec G115 -- the size of a page is positive
	_ = syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: addresses, Max: addresses})
}
