package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"deskmate/internal/clock"
)

const (
	soakMeasure = 10 * time.Second // how long the rate is measured that is then halved
	soakSample  = 10 * time.Second
)

// soak drives Deskmate at half of the rate that it can serve. It prints its memory,
// goroutines and open files as time passes: none of them may grow.
func soak(ctx context.Context, folder, cache string, limit time.Duration, out io.Writer) error {
	copies, err := os.MkdirTemp(cache, "running-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(copies)
	dir := filepath.Join(copies, "deskmate-data")
	if err := copyFolder(folder, dir); err != nil {
		return err
	}
	s, err := start(ctx, deskmateServer, dir, "", true)
	if err != nil {
		return err
	}
	defer s.stop()
	if err := (&bench{}).logIn(s); err != nil {
		return err
	}
	mix := mixture(s)
	full, err := pace(ctx, s.address, mix, 0, soakMeasure)
	if err != nil {
		return err
	}
	interval := time.Duration(2 * float64(soakMeasure) / float64(full))
	fmt.Fprintf(out, "At full load: %d requests in %v. At half load:\n\n", full, soakMeasure)
	fmt.Fprintf(out, "| after | memory | Go heap | goroutines | open files |\n|---|---|---|---|---|\n")
	ctx, stop := context.WithCancel(ctx)
	var sampling sync.WaitGroup
	sampling.Go(func() { s.sample(ctx, out) })
	sent, err := pace(ctx, s.address, mix, interval, limit)
	stop()
	sampling.Wait()
	fmt.Fprintf(out, "\n%d requests in %v\n", sent, limit)
	return err
}

// mixture returns the requests of a busy day, in turn. An empty one opens a live connection.
func mixture(s *server) (mix [][]byte) {
	list, page, search := get("/api/assignments?perPage=20", studentEmail), get(assignments, adminEmail), get(assignments+"&search="+inFew, adminEmail)
	stats, activities := get("/api/assignments/stats", adminEmail), get("/api/activities?page=1", adminEmail)
	for _, w := range changingWorkloads() {
		for _, c := range []call{list, page, stats, list, search, activities, w.requests[deskmateServer]} {
			mix = append(mix, c.encode(s))
		}
	}
	return append(mix, nil)
}

// pace sends requests from all connections until the time is over, one per interval,
// and returns how many.
func pace(ctx context.Context, address string, mix [][]byte, interval, limit time.Duration) (int, error) {
	var (
		next     atomic.Int64
		failure  atomic.Pointer[error]
		finished sync.WaitGroup
	)
	whole := clock.Stopwatch()
	for range connections {
		finished.Go(func() {
			c := &client{address: address}
			defer c.close()
			for failure.Load() == nil && ctx.Err() == nil {
				turn := next.Add(1) - 1
				due := max(time.Duration(turn)*interval, whole())
				if due >= limit {
					return
				}
				time.Sleep(due - whole())
				var (
					status int
					err    error
				)
				if request := mix[int(turn)%len(mix)]; request == nil {
					status, err = listen(address)
				} else {
					status, _, err = c.send(request, io.Discard)
				}
				if err == nil && status/100 != 2 {
					err = fmt.Errorf("status %d", status)
				}
				if err != nil {
					failure.Store(&err)
				}
			}
		})
	}
	finished.Wait()
	if err := failure.Load(); err != nil {
		return 0, *err
	}
	return int(next.Load()) - connections, ctx.Err()
}

// listen opens a live connection, waits for its first message and closes it.
func listen(address string) (status int, err error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	if _, err := conn.Write(encode("GET", "/api/realtime", "", "", nil)); err != nil {
		return 0, err
	}
	var start [512]byte
	n, err := conn.Read(start[:])
	if bytes.HasPrefix(start[:n], []byte("HTTP/1.1 200")) {
		status = http.StatusOK
	}
	return status, err
}

// sample prints a line of the table at regular intervals.
func (s *server) sample(ctx context.Context, out io.Writer) {
	tick := time.NewTicker(soakSample)
	defer tick.Stop()
	for elapsed := clock.Stopwatch(); ; {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		state := "no answer | no answer"
		if answer, err := http.Get("http://" + s.profiler + "/state"); err == nil {
			body, _ := io.ReadAll(answer.Body)
			_ = answer.Body.Close()
			state = string(body)
		}
		heap, goroutines, _ := strings.Cut(state, " | ")
		files, _ := os.ReadDir(fmt.Sprintf("/proc/%d/fd", s.command.Process.Pid))
		fmt.Fprintf(out, "| %v | %.0f MB | %s | %s | %d |\n", elapsed().Round(time.Second), s.memory("VmRSS"), heap, goroutines, len(files))
	}
}

// state answers with the size of the heap and the number of goroutines.
func state(w http.ResponseWriter, _ *http.Request) {
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	fmt.Fprintf(w, "%.1f MB | %d", float64(memory.HeapAlloc)/(1<<20), runtime.NumGoroutine())
}
