package main

import (
	"context"
	"database/sql"
	"database/sql/driver"
	_ "embed"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"time"

	"modernc.org/sqlite"
)

const (
	password = "correct horse"
	// passwordHash is the bcrypt hash of password, fixed so that every data set is the same.
	passwordHash = "$2a$10$P/eomqGfTyTqwliRMIu37ODZldyddmFEJ8kJJu4.1vrkx740GleP2"

	studentEmail   = "person00000@students.example"
	adminEmail     = "person00000@admins.example"
	returningEmail = "person00001@students.example" // logs in so often that older sessions end
	busyAdmin      = "n00000000000001"              // caused a third of the history
	benchPolicy    = "benchpolicy0000"

	// What the searches look for: in no row, in a few rows, in most rows.
	nowhere      = "zzqxzz"
	nowhereShort = "zq"
	inFew        = "zephyr" // in titles and subjects
	inFewNames   = "wexford"
	inMany       = "essay"
	fewRows      = 20
	rareStatus   = "revision"
	farFuture    = "2099-12-31 12:00:00.000Z"
)

//go:embed data.sql
var dataStatements string

//go:embed data.go
var dataSource string

// lastMoment is when the last row was created. The data covers the two years before.
var lastMoment = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

const (
	dataPeriod  = 2 * 365 * 24 * time.Hour
	stampLayout = "2006-01-02 15:04:05.000Z"
)

var lists = map[string][]string{
	"words": strings.Fields(`tide moon water coast model method result source reading argument draft figure table measure
		lecture theory evidence question answer summary reference chapter student course marking guide sample field
		island river current salt wind pressure energy history market policy nation culture language logic proof`),
	"subjects": strings.Split("Accounting,Anthropology,Architecture,Art history,Biology,Business,Chemistry,Computer science,Criminology,Economics,"+
		"Education,Engineering,English literature,Environmental science,Finance,Geography,Geology,History,Law,Linguistics,Management,Marketing,"+
		"Mathematics,Nursing,Philosophy,Physics,Politics,Psychology,Sociology,Statistics", ","),
	"first names":    strings.Fields("Ada Ben Cleo Dan Eva Finn Gwen Hugo Iris Jan Kim Lena Max Nora Omar Pia Quin Rosa Sam Tess Una Vera Will Yara"),
	"last names":     strings.Fields("Amber Birch Cedar Dale Ember Frost Glen Heath Irving Jasper Knoll Lake Marsh North Oakley Pine Quill Reed Stone Thorn Vale Wood"),
	"quote statuses": strings.Fields("new quoted accepted declined closed"),
}

// prose is the text from which others are cut.
var prose = func() string {
	var text strings.Builder
	for i := range int64(1 << 13) {
		text.WriteString(pick("words", i, "prose") + " ")
	}
	return text.String()
}()

func init() {
	define := func(name string, arguments int32, f func(a []driver.Value) driver.Value) {
		sqlite.MustRegisterDeterministicScalarFunction(name, arguments, func(_ *sqlite.FunctionContext, a []driver.Value) (driver.Value, error) { return f(a), nil })
	}
	define("number", 3, func(a []driver.Value) driver.Value { return number(a[0].(int64), a[1].(int64), a[2].(string)) })
	define("pick", 3, func(a []driver.Value) driver.Value { return pick(a[0].(string), a[1].(int64), a[2].(string)) })
	define("prose", 2, func(a []driver.Value) driver.Value {
		from := number(int64(len(prose))-a[0].(int64), a[1].(int64), "prose")
		return prose[from : from+a[0].(int64)]
	})
	// When the i-th of count rows was created, and some days later.
	define("moment", 2, func(a []driver.Value) driver.Value {
		return stamp(lastMoment.Add(-dataPeriod + dataPeriod/time.Duration(a[1].(int64))*time.Duration(a[0].(int64))))
	})
	define("later", 2, func(a []driver.Value) driver.Value {
		at, _ := time.Parse(stampLayout, a[0].(string)) // only what moment has written
		return stamp(at.AddDate(0, 0, int(a[1].(int64))))
	})
	// Whether a row is one of about fewRows of count rows, spread evenly.
	define("few", 2, func(a []driver.Value) driver.Value {
		every := max(1, a[1].(int64)/fewRows)
		return a[0].(int64)%every == every/2
	})
}

// number chooses a number from 0 to limit - 1.
func number(limit, i int64, what string) int64 {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(what))
	return rand.New(rand.NewPCG(uint64(i), hash.Sum64())).Int64N(limit)
}

// pick chooses an element of a list.
func pick(list string, i int64, what string) string {
	return lists[list][number(int64(len(lists[list])), i, what)]
}

func stamp(at time.Time) string { return at.Format(stampLayout) }

// accountID returns the id of an account. The letter says which role it has.
func accountID(letter string, i int) string { return fmt.Sprintf("%s%014d", letter, i) }

// fill fills the tables of a migrated data folder. Triggers run for every row.
// The indexes are built at the end, which is several times faster.
func fill(ctx context.Context, dir string, rows int) (err error) {
	db, err := sql.Open("sqlite", filepath.Join(dir, "data.db")+
		"?_pragma=journal_mode(OFF)&_pragma=synchronous(OFF)&_pragma=cache_size(-400000)")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1) // the journal mode can change only while nothing else is connected
	const ofTables = `FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL
		AND tbl_name IN ('users', 'assignments', 'activities', 'reviews', 'quotes') ORDER BY rowid`
	indexes, err := texts(ctx, db, "SELECT sql "+ofTables)
	if err != nil {
		return err
	}
	drops, err := texts(ctx, db, `SELECT 'DROP INDEX "' || name || '"' `+ofTables)
	if err != nil {
		return err
	}
	statements := append(drops, "BEGIN", dataStatements, "COMMIT")
	statements = append(statements, indexes...)
	// Without the first, which is what the nightly job does, SQLite plans for empty tables.
	for _, statement := range append(statements, "PRAGMA optimize = 0x10002", "PRAGMA journal_mode = WAL") {
		if _, err := db.ExecContext(ctx, statement, sql.Named("rows", rows), sql.Named("students", max(2, min(20_000, rows/5))),
			sql.Named("tutors", max(2, min(500, rows/50))), sql.Named("admins", 60), sql.Named("hash", passwordHash), sql.Named("policy", benchPolicy)); err != nil {
			return fmt.Errorf("%.100s: %w", statement, err)
		}
	}
	return nil
}
