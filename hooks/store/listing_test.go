package store_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// insert stores an assignment without the checks of the API.
func insert(t *testing.T, app *testkit.App, values dbx.Params) {
	t.Helper()
	row := dbx.Params{"dueDate": "2031-01-01 10:00:00.000Z", "priority": domain.PriorityLow, "created": "2030-01-01 10:00:00.000Z", "updated": "2030-01-01 10:00:00.000Z"}
	for column, value := range values {
		row[column] = value
	}
	if _, err := app.NonconcurrentDB().Insert(store.Assignments, row).Execute(); err != nil {
		t.Fatal(err)
	}
}

// foldASCII lowers ASCII letters only, as LIKE does.
func foldASCII(text string) string {
	return strings.Map(func(letter rune) rune {
		if 'A' <= letter && letter <= 'Z' {
			return letter + 'a' - 'A'
		}
		return letter
	}, text)
}

func TestSearchFindsLiteralTextRegardlessOfASCIICase(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin O'Vale")
	texts := []string{"100% tides", "100 tides", "a_b", "aXb", `back\slash`, "backslash", `\%`, `\_`, "%", `"quoted"`, "Élan", "élan", "Σίσυφος", "[[a.title]]", "{:p0}", "{{users}}", "日本"}
	for _, title := range texts {
		insert(t, app, dbx.Params{"title": title})
	}
	insert(t, app, dbx.Params{"title": "of Robin", "student": robin.Id})
	needles := append(texts, "TIDES", "_", "%%", "__", `\`, `\\`, `"`, "'", "' OR 1=1 --", "ÉLAN", "lan", "A_B", "[[", "{:search}", "O'VALE", "tides\x00", "\x00", "*", "?")
	for _, needle := range needles {
		listing := store.AssignmentListing()
		listing.Search(needle, "a.title", "s.name")
		rows, err := store.Page[store.AssignmentRow](t.Context(), app, listing, 0, 100, len(texts)+1)
		if err != nil {
			t.Fatalf("%q: %v", needle, err)
		}
		var got, want []string
		for _, row := range rows {
			got = append(got, row.Title)
		}
		for _, title := range append(slices.Clone(texts), "of Robin") {
			name := ""
			if title == "of Robin" {
				name = robin.GetString(store.Name)
			}
			if strings.Contains(foldASCII(title), foldASCII(needle)) || strings.Contains(foldASCII(name), foldASCII(needle)) {
				want = append(want, title)
			}
		}
		slices.Reverse(want) // the newest first
		if !slices.Equal(got, want) {
			t.Errorf("searching %q finds %q, want %q", needle, got, want)
		}
		if count, err := listing.Count(t.Context(), app); err != nil || count != len(want) {
			t.Errorf("searching %q counts %d rows, want %d, %v", needle, count, len(want), err)
		}
	}
}

// TestFilteredListingsMatchPlainSQL compares every filter in every order with a
// single query. The rows fill several batches, and many have equal sort keys.
func TestFilteredListingsMatchPlainSQL(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	for i := range 1100 {
		insert(t, app, dbx.Params{
			"id": fmt.Sprintf("row%012d", i), "title": fmt.Sprint("Title ", i%7), "subject": fmt.Sprint("subject ", i%3),
			"status": domain.AssignmentStatuses[i%10/8], "priority": domain.Priorities[i%3], "created": fmt.Sprintf("2030-01-01 10:%02d:00.000Z", i%40),
		})
	}
	for name, filter := range map[string]struct {
		narrow func(*store.Listing)
		where  string
	}{
		"none":       {func(*store.Listing) {}, "1"},
		"one status": {func(l *store.Listing) { l.Where("a.status", "= {:status}", dbx.Params{"status": "pending"}) }, "status = 'pending'"},
		"two statuses": {
			func(l *store.Listing) { l.WhereIn("a.status", []string{"pending", "submitted"}) },
			"status IN ('pending', 'submitted')",
		},
		"one of many": {func(l *store.Listing) { l.WhereIn("a.status", []string{"submitted"}) }, "status = 'submitted'"},
		"no value":    {func(l *store.Listing) { l.WhereIn("a.status", nil) }, "0"},
		"status and search": {
			func(l *store.Listing) {
				l.WhereIn("a.status", []string{"pending", "graded"})
				l.Search("TITLE", "a.title", "t.name")
			},
			"status = 'pending'",
		},
	} {
		for sort, by := range store.AssignmentOrders {
			for direction, offset := range map[string]int{"ASC": 0, "DESC": 321} {
				var want []string
				plainBy := strings.NewReplacer("a.", "", "[[", "", "]]", "").Replace(by)
				query := fmt.Sprintf("SELECT id FROM assignments WHERE %s ORDER BY %s %s, rowid %s LIMIT -1 OFFSET %d", filter.where, plainBy, direction, direction, offset)
				if err := app.ConcurrentDB().NewQuery(query).Column(&want); err != nil {
					t.Fatal(err)
				}
				listing := store.AssignmentListing()
				listing.Order = store.Order{By: by, Desc: direction == "DESC"}
				filter.narrow(&listing)
				total, err := listing.Count(t.Context(), app)
				if err != nil {
					t.Fatal(err)
				}
				rows, err := store.Page[store.AssignmentRow](t.Context(), app, listing, offset, 5000, total)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.EqualFunc(rows, want, func(row store.AssignmentRow, id string) bool { return row.ID == id }) {
					t.Errorf("filter %s, %s %s from %d: %d rows, want the %d of %s", name, sort, direction, offset, len(rows), len(want), query)
				}
			}
		}
	}
}

func TestConditionsOfACopyDoNotAffectTheOriginal(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	insert(t, app, dbx.Params{"title": "one"})
	listing := store.AssignmentListing()
	listing.Where("a.title", "!= {:a}", dbx.Params{"a": "x"})
	listing.Where("a.title", "!= {:b}", dbx.Params{"b": "x"})
	matching, empty := listing, listing
	matching.Where("a.title", "= {:title}", dbx.Params{"title": "one"})
	empty.Where("a.title", "= {:title}", dbx.Params{"title": "two"})
	for name, c := range map[string]struct {
		listing store.Listing
		want    int
	}{"original": {listing, 1}, "matching copy": {matching, 1}, "empty copy": {empty, 0}} {
		if got, err := c.listing.Count(t.Context(), app); err != nil || got != c.want {
			t.Errorf("the %s counts %d rows, want %d, %v", name, got, c.want, err)
		}
	}
}

// Rows are counted before they are read, and somebody may change them in between.
func TestRowsAddedAfterCountingPushNoOthersOut(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	listing := store.AssignmentListing()
	listing.Where("a.title", "!= {:title}", dbx.Params{"title": "x"})
	for i := range 5 {
		insert(t, app, dbx.Params{"title": fmt.Sprint("Title ", i), "created": fmt.Sprintf("2030-01-01 10:%02d:00.000Z", i)})
	}
	for total, want := range map[int]int{0: 5, 3: 5, 5: 5, 100_000: 5} {
		rows, err := store.Page[store.AssignmentRow](t.Context(), app, listing, 0, math.MaxInt, total)
		if err != nil || len(rows) != want {
			t.Errorf("with a total of %d, %d rows are read, want %d; %v", total, len(rows), want, err)
		}
	}
}
