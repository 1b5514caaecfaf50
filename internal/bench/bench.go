package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// bench measures the three servers on copies of a data set.
type bench struct {
	plan
	out     io.Writer
	copies  string // the folder that holds the copies
	totals  *totals
	servers map[kind]*server
	first   float64 // rate of Deskmate's first page
}

// open copies the data, starts the servers and opens a session on each.
func (b *bench) open(ctx context.Context, folder, cache, program string) (err error) {
	if b.totals, err = openTotals(folder); err != nil {
		return err
	}
	if b.copies, err = os.MkdirTemp(cache, "running-"); err != nil {
		return err
	}
	// The floor and PocketBase share a copy: neither reads what the other writes.
	plain, own := filepath.Join(b.copies, "plain"), filepath.Join(b.copies, "deskmate-data")
	for _, to := range []string{plain, own} {
		if err := copyFolder(folder, to); err != nil {
			return err
		}
	}
	if err := makePlain(plain); err != nil {
		return fmt.Errorf("prepare PocketBase: %w", err)
	}
	if b.profileDir != "" {
		program = "" // the bench's own build can be profiled
	}
	b.servers = map[kind]*server{}
	for _, k := range kinds {
		dir, program := plain, program
		if k == deskmateServer {
			dir = own
		} else {
			program = ""
		}
		if b.servers[k], err = start(ctx, k, dir, program, k == deskmateServer); err != nil {
			delete(b.servers, k)
			return err
		}
	}
	return nil
}

func (b *bench) close() {
	for _, s := range b.servers {
		s.stop()
	}
	if b.totals != nil {
		_ = b.totals.db.Close()
	}
	if b.copies != "" {
		_ = os.RemoveAll(b.copies)
	}
}

// logIn opens sessions of a student and an admin.
func (b *bench) logIn(s *server) error {
	if s.kind == floorServer {
		return nil
	}
	for _, email := range []string{studentEmail, adminEmail} {
		request := changingWorkloads()[0].requests[s.kind]
		request.body = strings.Replace(request.body, studentEmail, email, 1)
		answer, err := exchange(s.address, request.encode(s))
		if err != nil {
			return err
		}
		if s.tokens[email], err = tokenIn(answer.body); err != nil || s.tokens[email] == "" {
			return fmt.Errorf("%v does not let %s log in: %d %s", s.kind, email, answer.status, answer.body)
		}
	}
	return nil
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
		if err := b.logIn(s); err != nil {
			return err
		}
	}
	total, err := b.totals.of(ctx, notDeleted)
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
		if total, err = b.totals.of(ctx, w.rows); err != nil {
			return err
		}
		shown, rows = total, strconv.Itoa(total)
		if w.page > 0 {
			shown = min(w.page, total-w.skip)
			rows = fmt.Sprintf("%d of %d", shown, total)
		}
	}
	requests, rounds := map[kind][]byte{}, map[kind][]round{}
	for _, k := range kinds {
		call, ok := w.requests[k]
		if !ok {
			continue
		}
		requests[k] = call.encode(b.servers[k])
		if err := b.check(w, k, requests[k], total, shown); err != nil {
			return err
		}
		if _, err := b.drive(ctx, k, requests[k], b.round/3); err != nil { // warms it up
			return err
		}
	}
	for range b.rounds {
		for _, k := range kinds {
			if requests[k] == nil {
				continue
			}
			r, err := b.drive(ctx, k, requests[k], b.round)
			if err != nil {
				return err
			}
			rounds[k] = append(rounds[k], r)
		}
	}
	b.printRates(w, rows, rounds)
	if b.profileDir == "" {
		return nil
	}
	file := filepath.Join(b.profileDir, strings.NewReplacer(" ", "-", ",", "", "'", "").Replace(w.name)+".pprof")
	return b.servers[deskmateServer].profile(ctx, file, max(1, int(b.round.Seconds())), func() error {
		_, err := b.drive(ctx, deskmateServer, requests[deskmateServer], max(time.Second, b.round))
		return err
	})
}

// check sends a request once and checks the response.
func (b *bench) check(w workload, k kind, request []byte, total, shown int) error {
	answer, err := exchange(b.servers[k].address, request)
	if err != nil {
		return fmt.Errorf("%v: %w", k, err)
	}
	if answer.status/100 != 2 {
		return fmt.Errorf("%v answered %d: %.500s", k, answer.status, answer.body)
	}
	if count := answer.header.Get("X-Total-Count"); k == deskmateServer && count != "" && count != strconv.Itoa(total) {
		return fmt.Errorf("%v counts %s rows instead of %d", k, count, total)
	}
	if err := w.check(k, answer.body, total, shown); err != nil {
		return fmt.Errorf("%v: %w", k, err)
	}
	return nil
}

func (b *bench) drive(ctx context.Context, k kind, request []byte, limit time.Duration) (round, error) {
	r, err := drive(ctx, b.servers[k].address, request, limit, b.requests)
	if err != nil {
		err = fmt.Errorf("%v: %w", k, err)
	}
	return r, err
}

// printRates prints the requests per second. A workload that only Deskmate has is compared
// with its first page.
func (b *bench) printRates(w workload, rows string, rounds map[kind][]round) {
	rate := func(k kind) string {
		if len(rounds[k]) == 0 {
			return ""
		}
		return formatRate(median(rounds[k]))
	}
	own := median(rounds[deskmateServer])
	compared := ""
	switch {
	case len(rounds[floorServer]) > 0:
		compared = fmt.Sprintf("%.0f %% of the floor", 100*own/median(rounds[floorServer]))
	case b.first > 0:
		compared = fmt.Sprintf("%.1f times the first page", b.first/own)
	}
	if w.name == firstPage {
		b.first = own
	}
	fmt.Fprintf(b.out, "| %s | %s | %s | %s | %s | %s / %s | %s |\n", w.name, rows, rate(floorServer), rate(pocketBaseServer), rate(deskmateServer),
		formatDuration(percentile(rounds[deskmateServer], 0.5)), formatDuration(percentile(rounds[deskmateServer], 0.95)), compared)
}

func formatRate(perSecond float64) string {
	if perSecond < 10 {
		return fmt.Sprintf("%.2f", perSecond)
	}
	return fmt.Sprintf("%.0f", perSecond)
}

func formatDuration(d time.Duration) string { return fmt.Sprintf("%.1f ms", d.Seconds()*1000) }
