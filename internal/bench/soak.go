package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"

	"deskmate/internal/clock"
)

const (
	soakMeasure = 10 * time.Second // how long the rate is measured that is then halved
	soakSample  = 10 * time.Second
	liveEvery   = 100 * time.Millisecond
)

// soak drives Deskmate at half of the rate that it can serve. It prints its memory,
// goroutines and open files as time passes: none of them may grow.
func soak(ctx context.Context, folder, copies, program string, limit time.Duration, out io.Writer) error {
	dir := filepath.Join(copies, "deskmate-data")
	if err := os.CopyFS(dir, os.DirFS(folder)); err != nil {
		return err
	}
	metrics, err := freeAddress()
	if err != nil {
		return err
	}
	if err := os.Setenv("DESKMATE_METRICS_ADDRESS", metrics); err != nil { // of the process that start begins
		return err
	}
	s, err := start(ctx, deskmateServer, dir, program)
	if err != nil {
		return err
	}
	defer s.stop()
	if err := s.logIn(ctx); err != nil {
		return err
	}
	mix := mixture(s)
	full, err := drive(ctx, atOnce, soakMeasure, mix...)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "At full load: %d requests in %v. At half load:\n\n", full.Requests, soakMeasure)
	fmt.Fprintf(out, "| after | memory | Go heap | goroutines | open files |\n|---|---|---|---|---|\n")
	beside, stop := context.WithCancel(ctx)
	var finished sync.WaitGroup
	elapsed := clock.Stopwatch()
	finished.Go(func() { every(beside, soakSample, func() error { return sample(beside, metrics, elapsed(), out) }) })
	finished.Go(func() { every(beside, liveEvery, func() error { return s.listen(beside) }) })
	half, err := drive(ctx, vegeta.Rate{Freq: int(full.Requests), Per: 2 * soakMeasure}, limit, mix...)
	stop()
	finished.Wait()
	fmt.Fprintf(out, "\n%d requests in %v\n", half.Requests, limit)
	return err
}

// mixture returns the requests of a busy day, in turn.
func mixture(s *server) (mix []vegeta.Target) {
	list, page, search := get("/api/assignments?perPage=20", studentEmail), get(assignments, adminEmail), get(assignments+"&search="+inFew, adminEmail)
	stats, activities := get("/api/assignments/stats", adminEmail), get("/api/activities?page=1", adminEmail)
	for _, w := range changingWorkloads() {
		for _, c := range []call{list, page, stats, list, search, activities, w.requests[deskmateServer]} {
			mix = append(mix, c.target(s))
		}
	}
	return mix
}

// every does something at regular intervals until the context ends.
func every(ctx context.Context, interval time.Duration, do func() error) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if err := do(); err != nil && ctx.Err() == nil {
				progress("%v", err)
			}
		case <-ctx.Done():
			return
		}
	}
}

// listen opens a live connection, waits for its first message and closes it.
func (s *server) listen(ctx context.Context) error {
	return receive(ctx, "http://"+s.address+"/api/realtime", func(body io.Reader) error {
		_, err := body.Read(make([]byte, 1))
		return err
	})
}

// sample prints a line of the table, from the metrics of the server.
func sample(ctx context.Context, address string, after time.Duration, out io.Writer) error {
	return receive(ctx, "http://"+address+"/metrics", func(body io.Reader) error {
		figures := map[string]float64{}
		lines := bufio.NewScanner(body)
		for lines.Scan() {
			name, value, _ := strings.Cut(lines.Text(), " ")
			figures[name], _ = strconv.ParseFloat(value, 64)
		}
		fmt.Fprintf(out, "| %v | %.0f MB | %.1f MB | %.0f | %.0f |\n", after.Round(time.Second), figures["process_resident_memory_bytes"]/(1<<20),
			figures["go_memstats_heap_alloc_bytes"]/(1<<20), figures["go_goroutines"], figures["process_open_fds"])
		return lines.Err()
	})
}
