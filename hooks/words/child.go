package words

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"time"
)

const (
	// childCommand is the hidden command that runs the child process, and insideChild the
	// variable of its environment.
	childCommand = "count-words"
	insideChild  = "DESKMATE_COUNT_WORDS"
	// memoryLimit is how much memory the child's data may take, in bytes. With the
	// program itself it stays below 64 MB.
	memoryLimit = 24 << 20
	// watchInterval is how often the child process looks at its memory.
	watchInterval = time.Millisecond
)

// countPDF counts the words of a PDF in a child process with little time and memory: the
// library that reads it has no bounds of its own, and panics at broken files.
func countPDF(ctx context.Context, file *os.File) (words int, err error) {
	program, err := os.Executable()
	if err != nil {
		return 0, err
	}
	if os.Getenv(insideChild) != "" { // a program that does not know the command
		return 0, errUnknown
	}
	child := exec.CommandContext(ctx, program, childCommand) // #nosec G204 -- the program is this one
	child.Stdin = file
	// One processor, and nothing of our own environment.
	child.Env = []string{insideChild + "=1", "GOMAXPROCS=1", "GOTRACEBACK=none"}
	child.WaitDelay = timeLimit
	out, err := child.Output()
	if measured != nil {
		measured(child.ProcessState)
	}
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimSpace(string(out)))
}

// measured receives the state of each child process that has ended; only tests set it.
var measured func(*os.ProcessState)

// RunChild ends the process with the number of words of a PDF if it was started as a child
// process. Otherwise it does nothing. A program calls it before anything else.
func RunChild() {
	if len(os.Args) != 2 || os.Args[1] != childCommand || os.Getenv(insideChild) == "" {
		return
	}
	limitChild()
	words, err := readPDF(os.Stdin)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(words)
	os.Exit(0)
}

// limitChild ends the child process once its data takes more memory than it may, and if it
// is still there after its time because the server was killed. The collector works harder
// as the limit comes near, so that rubbish does not count.
func limitChild() {
	time.AfterFunc(2*timeLimit, func() { os.Exit(1) })
	debug.SetGCPercent(50)
	debug.SetMemoryLimit(memoryLimit / 2)
	go func() {
		samples := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/unused:bytes"}}
		for range time.Tick(watchInterval) {
			metrics.Read(samples)
			if samples[0].Value.Uint64()+samples[1].Value.Uint64() > memoryLimit {
				os.Exit(1)
			}
		}
	}()
}
