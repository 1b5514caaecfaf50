package database

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
)

// openTest opens a new database with one connection, so that every call uses it.
func openTest(t *testing.T) *sql.DB {
	t.Helper()
	db, err := open(filepath.Join(t.TempDir(), businessFile) + businessPragmas)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() })
	run(t, db, "CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT)")
	run(t, db, "INSERT INTO things (name) VALUES ('a'), ('b'), ('c')")
	return db
}

func run(t *testing.T, db *sql.DB, text string, args ...any) {
	t.Helper()
	if _, err := db.Exec(text, args...); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
}

// names runs a query and returns its first column.
func names(t *testing.T, query func(string, ...any) (*sql.Rows, error), text string, args ...any) (names []string) {
	t.Helper()
	rows, err := query(text, args...)
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return names
}

// keptTexts returns the texts of the statements that the only connection keeps, the
// most recently used first.
func keptTexts(t *testing.T, db *sql.DB) (texts []string) {
	t.Helper()
	conn, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	_ = conn.Raw(func(driverConn any) error {
		caching := driverConn.(*cachingConn)
		for element := caching.used.Front(); element != nil; element = element.Next() {
			texts = append(texts, element.Value.(keptStatement).text)
		}
		if len(texts) != len(caching.statements) {
			t.Errorf("%d statements are ordered, and %d can be found", len(texts), len(caching.statements))
		}
		return nil
	})
	return texts
}

func TestStatementsAreKeptByTheirText(t *testing.T) {
	t.Parallel()
	db := openTest(t)
	const byName = "SELECT name FROM things WHERE name >= ? ORDER BY name"
	for _, from := range []string{"b", "c", "b"} {
		if got := names(t, db.Query, byName, from); got[0] != from {
			t.Errorf("from %s: %q", from, got)
		}
	}
	run(t, db, "PRAGMA user_version = 7")
	run(t, db, "UPDATE things SET name = upper(name) WHERE name = ?", "a")
	if got := names(t, db.Query, byName, ""); !slices.Equal(got, []string{"A", "b", "c"}) {
		t.Errorf("after the update: %q", got)
	}
	want := []string{byName, "UPDATE things SET name = upper(name) WHERE name = ?", "INSERT INTO things (name) VALUES ('a'), ('b'), ('c')"}
	if got := keptTexts(t, db); !slices.Equal(got, want) {
		t.Errorf("the connection keeps\n%q\nwant\n%q", got, want)
	}
}

func TestEqualQueriesMayBeNested(t *testing.T) {
	t.Parallel()
	tx, err := openTest(t).Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	const all = "SELECT name FROM things ORDER BY id"
	rows, err := tx.Query(all)
	if err != nil {
		t.Fatal(err)
	}
	var outer []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		outer = append(outer, name)
		if got := names(t, tx.Query, all); len(got) != 3 {
			t.Errorf("during the query that read %s: %q", name, got)
		}
	}
	if err := rows.Close(); err != nil || len(outer) != 3 {
		t.Errorf("%v: %q", err, outer)
	}
}

func TestAQueryReadInPartCanBeUsedAgain(t *testing.T) {
	t.Parallel()
	db := openTest(t)
	const all = "SELECT name FROM things ORDER BY id"
	for range 3 {
		var name string
		if err := db.QueryRow(all).Scan(&name); err != nil || name != "a" {
			t.Fatalf("%v: %q", err, name)
		}
	}
	run(t, db, "DROP TABLE things") // which fails while a statement still reads it
}

func TestKeptQueriesFollowTheSchema(t *testing.T) {
	t.Parallel()
	db := openTest(t)
	const all = "SELECT * FROM things WHERE name = 'a'"
	columns := func() []string {
		rows, err := db.Query(all)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = rows.Close() }()
		names, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		return names
	}
	if got := columns(); len(got) != 2 {
		t.Fatalf("columns are %q", got)
	}
	run(t, db, "ALTER TABLE things ADD COLUMN size INTEGER")
	if got := columns(); len(got) != 3 {
		t.Errorf("after a column was added, they are %q", got)
	}
	run(t, db, "DROP TABLE things")
	if _, err := db.Query(all); err == nil {
		t.Error("a query of a table that is gone succeeded")
	}
	if slices.Contains(keptTexts(t, db), all) {
		t.Error("a statement that failed is kept")
	}
}

func TestAFailedStatementIsNotKept(t *testing.T) {
	t.Parallel()
	db := openTest(t)
	const insert = "INSERT INTO things (id, name) VALUES (?, ?)"
	if _, err := db.Exec(insert, 1, "again"); err == nil {
		t.Fatal("an id was given twice")
	}
	if slices.Contains(keptTexts(t, db), insert) {
		t.Error("it is kept")
	}
	run(t, db, insert, 4, "d")
}

func TestACancelledQueryDoesNotSpoilTheNext(t *testing.T) {
	t.Parallel()
	db := openTest(t)
	const long = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT count(*) FROM n"
	ctx, cancel := context.WithCancel(context.Background())
	started := make(chan struct{})
	go func() { <-started; cancel() }()
	close(started)
	var count int
	if err := db.QueryRowContext(ctx, long, 1<<40).Scan(&count); err == nil {
		t.Fatal("the query was not cancelled")
	}
	if err := db.QueryRow(long, 10).Scan(&count); err != nil || count != 10 {
		t.Errorf("%v: %d", err, count)
	}
}

func TestAConnectionKeepsOnlySoManyStatements(t *testing.T) {
	t.Parallel()
	db := openTest(t)
	text := func(i int) string { return "SELECT name FROM things WHERE id = " + strconv.Itoa(i) }
	for i := range 2 * statementLimit {
		names(t, db.Query, text(i))
		names(t, db.Query, text(0))
	}
	kept := keptTexts(t, db)
	if len(kept) != statementLimit || kept[0] != text(0) || kept[1] != text(2*statementLimit-1) {
		t.Errorf("%d are kept, the first are %q", len(kept), kept[:2])
	}
	long := fmt.Sprintf("SELECT name FROM things WHERE name != '%0*d'", textLimit, 0)
	names(t, db.Query, long)
	if slices.Contains(keptTexts(t, db), long) {
		t.Error("a very long statement is kept")
	}
}
