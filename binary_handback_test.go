package main

import (
	"database/sql"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
)

// standbyOf starts another machine, which stands by.
func standbyOf(t *testing.T, b *bucketStore, ttl string) (s *server, output func() string) {
	t.Helper()
	s, printed := start(t, filepath.Join(t.TempDir(), "second"), b.env("DESKMATE_NODE=second", "DESKMATE_LEASE_TTL="+ttl)...)
	s.await(t, "it to stand by", isStandby)
	return s, printed.String
}

func TestAStandbyThatCannotOpenTheDatabaseHandsTheLeaseBack(t *testing.T) {
	t.Parallel()
	b := newBucketStore(t)
	const ttl = "20s"
	first, dir, _ := b.open(t, "DESKMATE_NODE=first", "DESKMATE_LEASE_TTL="+ttl)
	second, output := standbyOf(t, b, ttl)
	upgrade(t, dir)
	first.terminate(t)
	if code := second.refusal(t); code != 1 || !strings.Contains(output(), "a newer version of this program has upgraded this database") {
		t.Fatalf("the standby exited with %d and printed %s", code, output())
	}
	status := prepare(t, "replica", "status", "--dir="+dir)
	status.Env = append(status.Env, b.env("DESKMATE_NODE=first", "DESKMATE_LEASE_TTL="+ttl)...)
	if out, err := status.CombinedOutput(); err != nil || !strings.Contains(string(out), "nobody holds it") {
		t.Errorf("the status is %v %s", err, out)
	}
}

// upgrade makes a database look as if a newer version of the program had opened it.
func upgrade(t *testing.T, dir string) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, "data.db")+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("INSERT INTO _migrations (file, applied) VALUES ('2796900001_from_the_future.go', 1)"); err != nil {
		t.Fatal(err)
	}
}

func TestAStandbyWhoseCopyTheStoreRefusesLetsAnotherMachineServe(t *testing.T) {
	t.Parallel()
	b := newBucketStore(t)
	const ttl = "2s" // of the second alone: the first must not lose its lease by a stall
	first, dir, _ := b.open(t, node("first", longTTL)...)
	full := serveBuckets(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPut && strings.Contains(r.URL.Path, "/desk/g") {
			http.Error(w, "<Error><Code>QuotaExceeded</Code></Error>", http.StatusForbidden)
			return
		}
		b.content.ServeHTTP(w, r)
	}))
	second, output := standbyOf(t, full, ttl)
	first.terminate(t)
	if code := second.refusal(t); code != 1 || !strings.Contains(output(), "the store does not take the copy") {
		t.Fatalf("the standby exited with %d and printed %s", code, output())
	}
	b.serve(t, dir, node("first", longTTL)...).terminate(t)
}
