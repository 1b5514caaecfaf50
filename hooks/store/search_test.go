package store_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// searched is a listing, its sources, and the plain search that it must equal.
type searched struct {
	name    string
	listing store.Listing
	sources []store.Source
	ids     func(t *testing.T, app *testkit.App, listing store.Listing, offset int) []string
}

// idsOf reads the ids of the rows of a listing.
func idsOf[T store.Row](id func(T) string) func(*testing.T, *testkit.App, store.Listing, int) []string {
	return func(t *testing.T, app *testkit.App, listing store.Listing, offset int) (ids []string) {
		t.Helper()
		total, err := listing.Count(t.Context(), app)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := store.Page[T](t.Context(), app, listing, offset, 5000, total)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			ids = append(ids, id(row))
		}
		return ids
	}
}

var searchedListings = []searched{
	{"assignments", store.AssignmentListing(), store.AssignmentSources, idsOf(func(row store.AssignmentRow) string { return row.ID })},
	{"users", store.UserListing(), store.UserSources, idsOf(func(row store.UserRow) string { return row.ID })},
	{"quotes", store.QuoteListing(), store.QuoteSources, idsOf(func(row store.QuoteRow) string { return row.ID })},
	{"activities", store.ActivityListing(), store.ActivitySources, idsOf(func(row store.ActivityRow) string { return row.ID })},
}

// checkSearch compares a search by the text indexes with one that tests each row.
func checkSearch(t *testing.T, app *testkit.App, needle string) {
	t.Helper()
	for _, s := range searchedListings {
		indexed, plain := s.listing, s.listing
		indexed.SearchIndexed(needle, s.sources...)
		var columns []string
		for _, source := range s.sources {
			for _, column := range source.Columns {
				columns = append(columns, source.Alias+"."+column)
			}
		}
		plain.Search(needle, columns...)
		want := s.ids(t, app, plain, 0)
		if got := s.ids(t, app, indexed, 0); !slices.Equal(got, want) {
			t.Fatalf("searching %s for %q finds %q, want %q", s.name, needle, got, want)
		}
		if got := s.ids(t, app, indexed, 2); !slices.Equal(got, want[min(2, len(want)):]) {
			t.Fatalf("searching %s for %q finds %q from the third on, want %q", s.name, needle, got, want)
		}
		if count, err := indexed.Count(t.Context(), app); err != nil || count != len(want) {
			t.Fatalf("searching %s for %q counts %d, want %d, %v", s.name, needle, count, len(want), err)
		}
	}
}

// oddities are pieces of texts that an index could take for something else.
var oddities = []string{
	"a", "B", "ab", "Abc", "ABC", "tide", " ", "%", "_", `\`, `"`, "'", "*", "(", "-", ":", " OR ", " NOT ", "title", "^", "NEAR",
	"é", "É", "e\u0301", "ß", "İ", "K", "日", "本語", "😀", "👩‍🎓", "\u0001", "\uFFFD", "\u00ff", "\u0080", "\n",
}

// rawOddities only reach the database by SQL.
var rawOddities = append(slices.Clone(oddities), "\x00", "\xff", "\xc3", "\xe6\x97", "\uFFFE")

func oddText(random *rand.Rand, pieces []string, most int) string {
	var text strings.Builder
	for range random.IntN(most + 1) {
		text.WriteString(pieces[random.IntN(len(pieces))])
	}
	return text.String()
}

// editor changes random rows in the ways in which rows change.
type editor struct {
	*testkit.App
	random *rand.Rand
	admin  string
	people []string
	count  int
}

func (e *editor) execute(t *testing.T, query string, params dbx.Params) {
	t.Helper()
	if _, err := e.NonconcurrentDB().NewQuery(query).Bind(params).Execute(); err != nil {
		t.Fatal(err)
	}
}

// edit makes one random change.
func (e *editor) edit(t *testing.T) {
	t.Helper()
	e.count++
	raw := func() string { return oddText(e.random, rawOddities, 6) }
	someone := e.people[e.random.IntN(len(e.people))]
	id := fmt.Sprintf("row%012d", e.random.IntN(300))
	row := dbx.Params{
		"id": id, "title": raw(), "subject": raw(), "email": raw(), "student": someone,
		"reference": fmt.Sprint(raw(), e.count), "created": fmt.Sprintf("2030-01-01 10:%02d:00.000Z", e.random.IntN(5)),
	}
	switch e.random.IntN(12) {
	case 0, 1:
		e.execute(t, `INSERT OR REPLACE INTO assignments (id, title, subject, guestEmail, student, created, priority, status)
			VALUES ({:id}, {:title}, {:subject}, {:email}, {:student}, {:created}, 'Low', 'pending')`, row)
	case 2:
		e.execute(t, `INSERT OR REPLACE INTO quotes (id, reference, subject, email, created) VALUES ({:id}, {:reference}, {:subject}, {:email}, {:created})`, row)
	case 3:
		e.execute(t, `INSERT OR REPLACE INTO activities (id, actor, user, assignment, quote, created) VALUES ({:id}, {:student}, '', {:id}, {:id}, {:created})`, row)
	case 4:
		e.execute(t, "UPDATE assignments SET title = {:title} WHERE id = {:id}", row)
	case 5:
		e.execute(t, "UPDATE assignments SET deletedAt = iif(deletedAt = '', created, ''), guestEmail = {:email} WHERE id = {:id}", row)
	case 6:
		e.execute(t, "UPDATE quotes SET subject = {:subject}, email = {:email} WHERE id = {:id}", row)
	case 7:
		e.execute(t, "UPDATE users SET name = {:title} WHERE id = {:student}", row)
	case 8:
		e.execute(t, "DELETE FROM assignments WHERE id = {:id}", row)
		e.execute(t, "DELETE FROM quotes WHERE id = {:id}", row)
	case 9:
		e.execute(t, "UPDATE OR IGNORE assignments SET id = id || 'x' WHERE id = {:id}", row)
	case 10: // as the console does
		user, err := e.FindRecordById(store.Users, someone)
		if err != nil {
			t.Fatal(err)
		}
		user.Set(store.Name, "N"+oddText(e.random, oddities, 4))
		if err := e.Save(user); err != nil {
			t.Fatal(err)
		}
	case 11:
		title := "T" + oddText(e.random, []string{"a", "Bc", "%", `"`, "é", "日本", "😀"}, 6)
		e.HandIn(t, e.admin, map[string]string{"title": title})
	}
}

func TestSearchesByTextIndexesEqualSearchesOfEveryRow(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	random := rand.New(rand.NewPCG(4, 2))
	e := &editor{App: app, random: random}
	for i, name := range []string{"Robin Vale", "Ada Quill", "Noor Tide"} {
		person := app.Person(t, domain.RoleStudent, name)
		e.people = append(e.people, person.Id)
		if i == 0 {
			e.admin = person.Token
		}
	}
	for range 25 { // most of the rows that exist by then are in the index
		for range 50 {
			e.edit(t)
		}
		checkSearch(t, app, oddText(random, oddities, 1))
		checkSearch(t, app, oddText(random, oddities, 2))
		checkSearch(t, app, oddText(random, rawOddities, 5))
	}
	e.execute(t, "VACUUM", nil)
	for _, needle := range append(rawOddities, "tideab", strings.Repeat("é", 200), "", "zzz", "zz", "本") {
		checkSearch(t, app, needle)
	}
}
