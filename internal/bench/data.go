package main

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"time"
)

const (
	password = "correct horse"
	// passwordHash is the bcrypt hash of password, fixed so that every data set is the same.
	passwordHash = "$2a$10$P/eomqGfTyTqwliRMIu37ODZldyddmFEJ8kJJu4.1vrkx740GleP2"

	studentEmail = "person00000@students.example"
	adminEmail   = "person00000@admins.example"
	busyAdmin    = "n00000000000001" // caused a third of the history

	// What the searches look for: in no row, in a few rows, in most rows.
	nowhere       = "zzqxzz"
	nowhereShort  = "zq"
	inFew         = "zephyr" // in titles and subjects
	inFewNames    = "wexford"
	inMany        = "essay"
	fewRows       = 20
	rareStatus    = "revision"
	farFuture     = "2099-12-31 12:00:00.000Z"
	maxStudents   = 20_000
	maxTutors     = 500
	adminAccounts = 60
	ownedRows     = 200
)

// lastMoment is when the last row was created. The data covers the two years before.
var lastMoment = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

const dataPeriod = 2 * 365 * 24 * time.Hour

var (
	words = strings.Fields(`tide moon water coast model method result source reading argument draft figure table measure
		lecture theory evidence question answer summary reference chapter student course marking guide sample field
		island river current salt wind pressure energy history market policy nation culture language logic proof`)
	subjects = []string{
		"Accounting", "Anthropology", "Architecture", "Art history", "Biology", "Business", "Chemistry", "Computer science",
		"Criminology", "Economics", "Education", "Engineering", "English literature", "Environmental science", "Finance",
		"Geography", "Geology", "History", "Law", "Linguistics", "Management", "Marketing", "Mathematics", "Nursing",
		"Philosophy", "Physics", "Politics", "Psychology", "Sociology", "Statistics",
	}
	firstNames = strings.Fields("Ada Ben Cleo Dan Eva Finn Gwen Hugo Iris Jan Kim Lena Max Nora Omar Pia Quin Rosa Sam Tess Una Vera Will Yara")
	lastNames  = strings.Fields("Amber Birch Cedar Dale Ember Frost Glen Heath Irving Jasper Knoll Lake Marsh North Oakley Pine Quill Reed Stone Thorn Vale Wood")
)

// filler writes a data set of a given size. The same size gives the same rows.
type filler struct {
	tx                        *sql.Tx
	random                    *rand.Rand
	prose                     string // from which texts are cut
	rows, students, tutors    int
	policy                    string
	studentOf, tutorOf        []string // by assignment
	assignments, activities   *sql.Stmt
	reviews, quotes, accounts *sql.Stmt
}

// fill fills the tables of a migrated data folder. Triggers run for every row.
// The indexes are built at the end, which is several times faster.
func fill(ctx context.Context, dir string, rows int) (err error) {
	db, err := sql.Open("sqlite", filepath.Join(dir, "data.db")+
		"?_pragma=journal_mode(OFF)&_pragma=synchronous(OFF)&_pragma=cache_size(-400000)")
	if err != nil {
		return err
	}
	defer func() { err = closing(db, err) }()
	db.SetMaxOpenConns(1) // the journal mode can change only while nothing else is connected
	indexes, err := dropIndexes(ctx, db)
	if err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	f := &filler{
		tx: tx, random: rand.New(rand.NewPCG(1, 2)), rows: rows, policy: benchPolicy,
		students: max(2, min(maxStudents, rows/5)), tutors: max(2, min(maxTutors, rows/50)),
		studentOf: make([]string, rows), tutorOf: make([]string, rows),
	}
	f.prose = f.writeProse(1 << 16)
	for _, step := range []func(context.Context) error{
		f.liftLimits, f.prepare, f.fillAccounts, f.fillAssignments, f.fillActivities, f.fillQuotes,
	} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	// The last but one is what the nightly job does: without it, SQLite plans for empty tables.
	for _, statement := range append(indexes, "PRAGMA optimize = 0x10002", "PRAGMA journal_mode = WAL") {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

// dropIndexes drops the indexes of the tables to fill and returns what recreates them.
func dropIndexes(ctx context.Context, db *sql.DB) (statements []string, err error) {
	const ofTables = `FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL
		AND tbl_name IN ('users', 'assignments', 'activities', 'reviews', 'quotes') ORDER BY rowid`
	statements, err = texts(ctx, db, "SELECT sql "+ofTables)
	if err != nil {
		return nil, err
	}
	names, err := texts(ctx, db, "SELECT name "+ofTables)
	for _, name := range names {
		if _, err := db.ExecContext(ctx, `DROP INDEX "`+name+`"`); err != nil {
			return nil, err
		}
	}
	return statements, err
}

// liftLimits switches off the limits that would refuse the load, and gives the
// policy a fixed id.
func (f *filler) liftLimits(ctx context.Context) error {
	for _, statement := range []string{
		"UPDATE _params SET value = json_set(value, '$.rateLimits.enabled', json('false')) WHERE id = 'settings'",
		"UPDATE site SET quotaMegabytes = 0",
		"UPDATE policies SET id = '" + f.policy + "'",
	} {
		if _, err := f.tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

func (f *filler) prepare(ctx context.Context) (err error) {
	for _, table := range []struct {
		statement *(*sql.Stmt)
		name      string
		columns   string
	}{
		{&f.accounts, "users", "id, email, name, firstName, lastName, password, tokenKey, verified, role, status, specialization, experience, country, listed, created, updated"},
		{&f.assignments, "assignments", "id, title, description, dueDate, subject, priority, status, student, guestEmail, tutor, grade, feedback, type, priceCents, deliveredAt, acceptedAt, deletedAt, policy, created, updated"},
		{&f.reviews, "reviews", "id, assignment, student, tutor, rating, comment, created, updated"},
		{&f.activities, "activities", "id, user, actor, assignment, kind, title, via, created, updated"},
		{&f.quotes, "quotes", "id, reference, email, phone, countryCode, service, subject, description, deadline, timeZone, pages, files, fileNames, status, amountCents, currency, termsVersion, student, created, updated"},
	} {
		marks := strings.Repeat("?, ", strings.Count(table.columns, ","))
		*table.statement, err = f.tx.PrepareContext(ctx, "INSERT INTO "+table.name+" ("+table.columns+") VALUES ("+marks+"?)")
		if err != nil {
			return err
		}
	}
	return nil
}

func (f *filler) fillAccounts(ctx context.Context) error {
	for _, group := range []struct {
		letter, role string
		count        int
	}{{"n", "admin", adminAccounts}, {"t", "tutor", f.tutors}, {"s", "student", f.students}} {
		for i := range group.count {
			specialization, experience, status := "", "", "active"
			if group.role == "tutor" {
				specialization, experience = subjects[i%len(subjects)], "Expert"
			}
			if group.role == "student" && i%50 == 49 {
				status = "inactive"
			}
			first, last := pick(f, firstNames), pick(f, lastNames)
			if isOneOfFew(i, group.count) && group.role == "student" {
				last = "Wexford"
			}
			id, created := accountID(group.letter, i), stamp(moment(i, group.count))
			if _, err := f.accounts.ExecContext(ctx, id, fmt.Sprintf("person%05d@%ss.example", i, group.role), first+" "+last, first, last,
				passwordHash, "token-key-of-the-measured-data-"+id, true, group.role, status, specialization, experience, "Australia",
				group.role == "tutor" && i%3 == 0, created, created); err != nil {
				return err
			}
		}
	}
	return nil
}

// accountID returns the id of an account. The letter says which role it has.
func accountID(letter string, i int) string { return fmt.Sprintf("%s%014d", letter, i) }

func (f *filler) fillQuotes(ctx context.Context) error {
	count := f.rows / 2
	for i := range count {
		created, student, subject := moment(i, count), "", pick(f, subjects)
		if i%10 == 0 {
			student = f.studentOf[i*2]
		}
		if isOneOfFew(i, count) {
			subject = "Zephyr studies"
		}
		if _, err := f.quotes.ExecContext(ctx, fmt.Sprintf("q%014d", i), fmt.Sprintf("Q-%08d", i), fmt.Sprintf("visitor%06d@visitors.example", i),
			"+61491570006", "AU", "essay-writing", subject, f.text(300), stamp(created.Add(20*24*time.Hour)), "Australia/Sydney", 1+i%30, "[]", "[]",
			pick(f, []string{"new", "quoted", "accepted", "declined", "closed"}), 10000+i%100*100, "AUD", "2024-07-01", student,
			stamp(created), stamp(created)); err != nil {
			return err
		}
	}
	return nil
}

// moment is when the i-th of count rows was created.
func moment(i, count int) time.Time {
	return lastMoment.Add(-dataPeriod + dataPeriod/time.Duration(count)*time.Duration(i))
}

// isOneOfFew picks about fewRows of count rows, spread evenly.
func isOneOfFew(i, count int) bool { every := max(1, count/fewRows); return i%every == every/2 }

func pick[T any](f *filler, from []T) T { return from[f.random.IntN(len(from))] }

func stamp(at time.Time) string { return at.Format("2006-01-02 15:04:05.000Z") }

func (f *filler) writeProse(size int) string {
	var prose strings.Builder
	for prose.Len() < size {
		prose.WriteString(pick(f, words) + " ")
	}
	return prose.String()
}

// text cuts a text of a given size out of the prose.
func (f *filler) text(size int) string {
	from := f.random.IntN(len(f.prose) - size)
	return f.prose[from : from+size]
}
