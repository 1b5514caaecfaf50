package database

import (
	"context"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/internal/clock"
)

// heard is what an observer has heard.
type heard struct {
	mu           sync.Mutex
	statements   []Statement
	transactions int
	waited, held time.Duration
}

func (h *heard) observer() *Observer {
	return &Observer{
		Statement: func(_ context.Context, ended Statement) {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.statements = append(h.statements, ended)
		},
		Transaction: func(waited, held time.Duration) {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.transactions++
			h.waited, h.held = waited, held
		},
	}
}

func TestAnObserverHearsOfStatementsAndTransactions(t *testing.T) {
	t.Parallel()
	plain := openTest(t)
	db := dbx.NewFromDB(plain, driverName)
	h := &heard{}
	if err := Observe(db, h.observer()); err != nil {
		t.Fatal(err)
	}
	names(t, plain.Query, "SELECT name FROM things WHERE id = ?", 1)
	names(t, plain.Query, "PRAGMA encoding") // is not kept
	run(t, plain, "UPDATE things SET name = ? WHERE id = ?", "x", 1)
	names(t, plain.Query, "INSERT INTO things (name) VALUES ('d') RETURNING name")
	if _, err := plain.Exec("UPDATE nosuch SET x = 1"); err == nil {
		t.Fatal("there is a table")
	}
	if _, err := plain.Query("SELECT x FROM nosuch"); err == nil {
		t.Fatal("there is a table")
	}
	for i, want := range []Statement{
		{Text: "SELECT name FROM things WHERE id = ?"}, {Text: "PRAGMA encoding"}, {Text: "UPDATE things SET name = ? WHERE id = ?", Writes: true},
		{Text: "INSERT INTO things (name) VALUES ('d') RETURNING name", Writes: true}, {Text: "UPDATE nosuch SET x = 1", Writes: true}, {Text: "SELECT x FROM nosuch"},
	} {
		if i >= len(h.statements) {
			t.Fatalf("it has heard of %d statements", len(h.statements))
		}
		if got := h.statements[i]; got.Text != want.Text || got.Writes != want.Writes || got.Took <= 0 || got.Waited != 0 {
			t.Errorf("%d: got %+v, want %+v", i, got, want)
		}
	}
	for i, end := range []func(*dbx.Tx) error{(*dbx.Tx).Commit, (*dbx.Tx).Rollback} {
		tx, err := db.Begin()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tx.NewQuery("DELETE FROM things").Execute(); err != nil {
			t.Fatal(err)
		}
		if err := end(tx); err != nil {
			t.Fatal(err)
		}
		if last := h.statements[len(h.statements)-1]; last.Waited <= 0 || h.transactions != i+1 || h.held < last.Took || h.waited != last.Waited {
			t.Errorf("got %+v and %d transactions that held the lock for %v", last, h.transactions, h.held)
		}
	}
	run(t, plain, "DELETE FROM things")
	if last := h.statements[len(h.statements)-1]; last.Waited != 0 {
		t.Errorf("outside of a transaction: got %+v", last)
	}
	if err := Observe(db, nil); err != nil {
		t.Fatal(err)
	}
	count := len(h.statements)
	run(t, plain, "DELETE FROM things")
	if len(h.statements) != count {
		t.Error("it still hears")
	}
}

func TestAnObserverHearsHowLongATransactionHasWaited(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), businessFile)
	first, err := Connect(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = first.Close() })
	second, err := Connect(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = second.Close() })
	h := &heard{}
	if err := Observe(second, h.observer()); err != nil {
		t.Fatal(err)
	}
	if err := second.DB().Ping(); err != nil { // so that only the beginning takes time
		t.Fatal(err)
	}
	for took := time.Duration(0); took < 100*time.Millisecond; { // a stall may leave nothing to wait for
		blocking, err := first.Begin()
		if err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(500*time.Millisecond, func() { _ = blocking.Rollback() })
		elapsed := clock.Stopwatch()
		tx, err := second.Begin()
		if err != nil {
			t.Fatal(err)
		}
		took = elapsed()
		if err := tx.Rollback(); err != nil {
			t.Fatal(err)
		}
		if h.waited > took || h.waited < took/2 {
			t.Errorf("it waited %v of %v", h.waited, took)
		}
	}
}

// BenchmarkStatement measures what an observer that does nothing costs, for a short list.
func BenchmarkStatement(b *testing.B) {
	for _, c := range []struct {
		name     string
		observer *Observer
	}{
		{"alone", nil},
		{"observed", &Observer{Statement: func(_ context.Context, ended Statement) { _ = ended.Took >= time.Hour }, Transaction: func(time.Duration, time.Duration) {}}},
	} {
		b.Run(c.name, func(b *testing.B) {
			db, err := Connect(filepath.Join(b.TempDir(), businessFile))
			if err != nil {
				b.Fatal(err)
			}
			defer func() { _ = db.Close() }()
			for _, text := range []string{"CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT)", "INSERT INTO things (name) VALUES ('a'), ('b'), ('c'), ('d'), ('e'), ('f'), ('g')"} {
				if _, err := db.NewQuery(text).Execute(); err != nil {
					b.Fatal(err)
				}
			}
			if err := Observe(db, c.observer); err != nil {
				b.Fatal(err)
			}
			const rows = "SELECT b.name FROM things a JOIN things b ON b.id <= a.id + {:id} ORDER BY a.name, b.id LIMIT 20"
			for b.Loop() {
				var names []string
				if err := db.NewQuery(rows).Bind(dbx.Params{"id": 1}).Column(&names); err != nil || len(names) != 20 {
					b.Fatal(len(names), err)
				}
			}
		})
	}
}
