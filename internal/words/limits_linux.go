package words

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

// limitAddresses lets the process take no more than the memory limit on top of what it
// has reserved: that includes 64 MB of the heap, of which little is used yet.
func limitAddresses() {
	reserveHeap()
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

// reserveHeap makes sure that the heap has the addresses that it may need. It begins at a
// random place of its first 64 MB, so that there may be hardly any left.
func reserveHeap() {
	room := make([]byte, 2*memoryLimit) // which nobody writes to, so it takes no memory
	runtime.KeepAlive(&room)
	runtime.GC()
}
