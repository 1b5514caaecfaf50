package words

import (
	"fmt"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// watchInterval is how often the child process looks at its memory.
const watchInterval = time.Millisecond

// limitChild ends the child process once its data takes more memory than it may, and if it
// is still there after its time because the server was killed. The collector works harder
// as the limit comes near, so that rubbish does not count.
func limitChild() {
	time.AfterFunc(2*timeLimit, func() { os.Exit(1) })
	debug.SetGCPercent(50)
	debug.SetMemoryLimit(memoryLimit / 2)
	limitAddresses()
	go func() {
		samples := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/unused:bytes"}}
		for range time.Tick(watchInterval) {
			metrics.Read(samples)
			if samples[0].Value.Uint64()+samples[1].Value.Uint64() > memoryLimit {
				fmt.Fprintln(os.Stderr, "the file takes too much memory")
				os.Exit(1)
			}
		}
	}()
}
