package main

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"
)

// bench measures the three servers on copies of a data set.
type bench struct {
	plan
	out     io.Writer
	rows    *sql.DB // the data set, to check the answers against
	servers map[kind]*server
	first   float64 // rate of Deskmate's first page
}

// open copies the data, starts the servers and opens a session on each.
func (b *bench) open(ctx context.Context, folder, copies, program string) (err error) {
	if b.rows, err = openReadOnly(folder); err != nil {
		return err
	}
	// The floor and PocketBase share a copy: neither reads what the other writes.
	plain, own := filepath.Join(copies, "plain"), filepath.Join(copies, "deskmate-data")
	for _, to := range []string{plain, own} {
		if err := os.CopyFS(to, os.DirFS(folder)); err != nil {
			return err
		}
	}
	if err := makePlain(plain); err != nil {
		return fmt.Errorf("prepare PocketBase: %w", err)
	}
	profiles, err := freeAddress()
	if err != nil {
		return err
	}
	progress("Profiles of Deskmate: http://%s/debug/pprof/", profiles)
	b.servers = map[kind]*server{}
	for _, k := range kinds {
		dir := plain
		if k == deskmateServer {
			dir = own
		}
		s, err := start(ctx, k, dir, program, "--pprof="+profiles)
		if err != nil {
			return err
		}
		b.servers[k] = s
	}
	return nil
}

func (b *bench) close() {
	for _, s := range b.servers {
		s.stop()
	}
	if b.rows != nil {
		_ = b.rows.Close()
	}
}

// count counts the rows of a FROM clause.
func (b *bench) count(ctx context.Context, from string) (count int, err error) {
	if err = b.rows.QueryRowContext(ctx, "SELECT count(*) FROM "+from).Scan(&count); err != nil {
		err = fmt.Errorf("count %s: %w", from, err)
	}
	return count, err
}

// measure prints the table line by line.
func (b *bench) measure(ctx context.Context) error {
	fmt.Fprintf(b.out, "| workload | rows | floor | PocketBase | Deskmate | p50 / p95 | compared |\n|---|---|---|---|---|---|---|\n")
	b.report("start to the first answer", func(s *server) string { return s.ready.Round(time.Millisecond).String() })
	select {
	case <-time.After(b.settle):
	case <-ctx.Done():
		return ctx.Err()
	}
	b.report("memory when idle", func(s *server) string { return fmt.Sprintf("%.0f MB", s.memory("VmRSS")) })
	for _, s := range b.servers {
		if err := s.logIn(ctx); err != nil {
			return err
		}
	}
	total, err := b.count(ctx, notDeleted)
	if err != nil {
		return err
	}
	workloads := append(comparedWorkloads((total-1)/pageRows+1), deskmateWorkloads(total)...)
	for _, w := range append(workloads, changingWorkloads()...) {
		if !strings.Contains(w.name, b.only) {
			continue
		}
		if err := b.measureWorkload(ctx, w); err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
	}
	b.report("memory at its peak", func(s *server) string { return fmt.Sprintf("%.0f MB", s.memory("VmHWM")) })
	return nil
}

// report prints a line with a value for each server.
func (b *bench) report(name string, value func(*server) string) {
	fmt.Fprintf(b.out, "| %s | | %s | %s | %s | | |\n", name,
		value(b.servers[floorServer]), value(b.servers[pocketBaseServer]), value(b.servers[deskmateServer]))
}

// measureWorkload checks what each server answers, drives them in turn and prints a line.
func (b *bench) measureWorkload(ctx context.Context, w workload) error {
	rows, total, shown := "", 0, 0
	if w.rows != "" {
		var err error
		if total, err = b.count(ctx, w.rows); err != nil {
			return err
		}
		shown, rows = total, strconv.Itoa(total)
		if w.page > 0 {
			shown = min(w.page, total-w.skip)
			rows = fmt.Sprintf("%d of %d", shown, total)
		}
	}
	requests, rounds := map[kind]vegeta.Target{}, map[kind][]vegeta.Metrics{}
	for _, k := range kinds {
		call, ok := w.requests[k]
		if !ok {
			continue
		}
		requests[k] = call.target(b.servers[k])
		if err := check(ctx, w, k, requests[k], total, shown); err != nil {
			return fmt.Errorf("%v: %w", k, err)
		}
		if _, err := drive(ctx, atOnce, b.round/3, requests[k]); err != nil { // warms it up
			return fmt.Errorf("%v: %w", k, err)
		}
	}
	for range b.rounds {
		for _, k := range kinds {
			request, ok := requests[k]
			if !ok {
				continue
			}
			measured, err := drive(ctx, atOnce, b.round, request)
			if err != nil {
				return fmt.Errorf("%v: %w", k, err)
			}
			rounds[k] = append(rounds[k], measured)
		}
	}
	b.printRates(w, rows, rounds)
	return nil
}

// check sends a request once and checks the response.
func check(ctx context.Context, w workload, k kind, request vegeta.Target, total, shown int) error {
	status, header, body, err := exchange(ctx, request)
	if err != nil {
		return err
	}
	if status/100 != 2 {
		return fmt.Errorf("status %d: %.500s", status, body)
	}
	if count := header.Get("X-Total-Count"); k == deskmateServer && count != "" && count != strconv.Itoa(total) {
		return fmt.Errorf("%s rows are counted instead of %d", count, total)
	}
	return w.check(k, body, shown)
}

// printRates prints the requests per second. A workload that only Deskmate has is compared
// with its first page.
func (b *bench) printRates(w workload, rows string, rounds map[kind][]vegeta.Metrics) {
	rate := func(k kind) string {
		if len(rounds[k]) == 0 {
			return ""
		}
		return formatRate(median(rounds[k]).Throughput)
	}
	own := median(rounds[deskmateServer])
	compared := ""
	switch {
	case len(rounds[floorServer]) > 0:
		compared = fmt.Sprintf("%.0f %% of the floor", 100*own.Throughput/median(rounds[floorServer]).Throughput)
	case b.first > 0:
		compared = fmt.Sprintf("%.1f times the first page", b.first/own.Throughput)
	}
	if w.name == firstPage {
		b.first = own.Throughput
	}
	fmt.Fprintf(b.out, "| %s | %s | %s | %s | %s | %s / %s | %s |\n", w.name, rows, rate(floorServer), rate(pocketBaseServer), rate(deskmateServer),
		formatDuration(own.Latencies.P50), formatDuration(own.Latencies.P95), compared)
}

func formatRate(perSecond float64) string {
	if perSecond < 10 {
		return fmt.Sprintf("%.2f", perSecond)
	}
	return fmt.Sprintf("%.0f", perSecond)
}

func formatDuration(d time.Duration) string { return fmt.Sprintf("%.1f ms", d.Seconds()*1000) }
