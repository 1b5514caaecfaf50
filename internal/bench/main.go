// Command bench measures Deskmate under load, beside plain PocketBase and beside a
// floor: a hand-written server on the same rows (docs/performance.md).
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// plan is how long and how often the servers are measured.
type plan struct {
	rounds int
	round  time.Duration
	settle time.Duration
	only   string // part of the names of the workloads to measure
}

// run measures and prints the table, or serves if the flags say so.
func run(ctx context.Context, args []string, out io.Writer) error {
	cache, err := os.UserCacheDir()
	if err != nil {
		return err
	}
	p := plan{rounds: 3, round: 3 * time.Second, settle: 3 * time.Second}
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	rows := flags.Int("rows", 100_000, "how many assignments the data set has")
	dir := flags.String("dir", filepath.Join(cache, "deskmate-bench"), "where data sets are kept")
	program := flags.String("program", "./deskmate", "the Deskmate to measure")
	quick := flags.Bool("quick", false, "send only a few requests, to see that everything is answered")
	flags.StringVar(&p.only, "only", "", "measure only the workloads whose name contains this text")
	soaking := flags.Duration("soak", 0, "instead of measuring, drive Deskmate at half load for so long and print its memory, goroutines and open files")
	role := flags.String("serve", "", "serve as floor or pocketbase; the program starts itself so")
	data := flags.String("data", "", "with -serve: the data folder")
	address := flags.String("http", "", "with -serve: the address")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *role != "" {
		return serve(ctx, *role, *data, *address) // until a signal ends the process
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	if *rows < 100 {
		return errors.New("a data set needs at least 100 rows")
	}
	if *quick {
		p.rounds, p.round, p.settle = 1, 30*time.Millisecond, 100*time.Millisecond
	}
	binary, err := filepath.Abs(*program)
	if err != nil {
		return err
	}
	folder, err := pristine(ctx, binary, *dir, *rows)
	if err != nil {
		return err
	}
	copies, err := os.MkdirTemp(*dir, "running-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(copies)
	if *soaking > 0 {
		return soak(ctx, folder, copies, binary, *soaking, out)
	}
	b := &bench{plan: p, out: out}
	defer b.close()
	if err := b.open(ctx, folder, copies, binary); err != nil {
		return err
	}
	return b.measure(ctx)
}

// progress tells whoever waits what is going on. The table alone goes to standard output.
func progress(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }
