package testkit

import "runtime"

// Heap returns how many bytes are in use after a garbage collection.
func Heap() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
