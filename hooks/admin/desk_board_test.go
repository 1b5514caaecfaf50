package admin_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
)

// everything puts at least one thing of each kind on the board.
func everything(t *testing.T, o *office) {
	t.Helper()
	o.requirePayment(t)
	otto := o.Person(t, domain.RoleTutor, "Otto Gone")
	o.change(t, store.Users, otto.Id, dbx.Params{store.Status: domain.StatusInactive})
	o.quote(t, nil)
	o.quote(t, dbx.Params{store.Status: domain.QuoteQuoted, store.ValidUntil: stored(day), store.Student: o.robin.Id})
	o.work(t, dbx.Params{store.PriceCents: 10_000})
	o.given(t, dbx.Params{store.DueDate: stored(day)})
	o.given(t, dbx.Params{store.DueDate: stored(-day)})
	o.given(t, dbx.Params{store.Tutor: otto.Id, store.DueDate: stored(10 * day)})
	revised := o.given(t, dbx.Params{store.Status: domain.StatusRevision, store.OpenRevision: 1})
	o.insert(t, store.Revisions, "revision0000000", dbx.Params{store.Assignment: revised, store.Number: 1, store.DueAt: stored(-day)})
	finished := o.given(t, dbx.Params{store.Status: domain.StatusCompleted})
	o.insert(t, store.Claims, "claim0000000001", dbx.Params{store.Assignment: finished, store.Kind: "refund", store.Status: "open", store.OpenedBy: o.robin.Id, store.DueAt: stored(day)})
	o.insert(t, store.Claims, "claim0000000002", dbx.Params{store.Assignment: finished, store.Kind: "dispute", store.Status: "approved", store.OpenedBy: o.kim.Id, store.AmountCents: 1, store.PayBy: stored(9 * day)})
	o.insert(t, store.Texts, "text00000000000", dbx.Params{
		store.NounField: "reviews", store.Thing: "review000000000", store.Assignment: finished, store.Text: "call me", store.Writer: o.robin.Id, store.Status: "held",
	})
	o.insert(t, store.Outbox, "mail00000000000", dbx.Params{store.Kind: "assignment.graded", store.To: "visitor@example.com", store.Status: "failed", store.Assignment: finished})
}

func TestEachThingNamesWhatToOpenAndWhoIsConcerned(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	everything(t, o)
	all, _ := o.board(t, "")
	var got []string
	for _, thing := range all {
		if thing.Reference == "" || thing.ID == "" {
			t.Errorf("%+v cannot be opened", thing)
		}
		got = append(got, strings.Join([]string{thing.Kind, thing.Noun, thing.Person, thing.Title}, "|"))
	}
	want := []string{
		"late|assignments|Kim Marsh|Essay on tides",
		"revision_due|assignments|Kim Marsh|Essay on tides",
		"quote_unanswered|quotes|visitor@example.com|Essay writing: PHYS1001",
		"offer_expiring|quotes|Robin Vale|Essay writing: PHYS1001",
		"unassigned|assignments|Robin Vale|Essay on tides",
		"due_soon|assignments|Kim Marsh|Essay on tides",
		"claim_due|claims|Robin Vale|Essay on tides",
		"text_held|texts|Robin Vale|Essay on tides",
		"refund_due|claims|Robin Vale|Essay on tides",
		"tutor_inactive|assignments|Otto Gone|Essay on tides",
		"payment_missing|assignments|Robin Vale|Essay on tides",
		"mail_failed|mails|visitor@example.com|Graded: Essay on tides",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	o.agrees(t, all)
}

func TestWorkOfGuestsStandsUnderTheirAddress(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.HandIn(t, "", map[string]string{"title": "Theirs", "email": "guest@example.com"})
	anonymous := o.HandIn(t, "", map[string]string{"title": "Nobody's"})
	o.change(t, store.Assignments, anonymous, dbx.Params{store.GuestEmail: ""})
	all, _ := o.board(t, "kind=unassigned")
	if len(all) != 2 || all[0].Person != "guest@example.com" || all[1].Person != "Guest" {
		t.Errorf("got %+v", all)
	}
}

// copies makes 60 copies of everything on the board, with some of the same times.
func copies(t *testing.T, o *office) {
	t.Helper()
	var times []string
	for i := range 9 {
		times = append(times, stored(time.Duration(i-7)*5*time.Hour))
	}
	var others []string
	for i := range 60 { // at most one claim of an assignment may be open
		others = append(others, fmt.Sprintf("other%010d", i))
	}
	for table, columns := range map[string]dbx.Params{
		store.Quotes:      {store.Created: times},
		store.Assignments: {store.Created: times, store.DueDate: times},
		store.Claims:      {store.DueAt: times, store.Assignment: others},
		store.Outbox:      {store.Created: times},
	} {
		var ids []string
		if err := o.DB().Select(store.ID).From(table).OrderBy(store.ID).Column(&ids); err != nil {
			t.Fatal(err)
		}
		for _, id := range ids {
			o.CopyRows(t, table, id, 60, columns)
		}
	}
}

func TestPagesTogetherAreTheWholeBoard(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	everything(t, o)
	copies(t, o)
	for _, query := range []string{"", "overdue=true", "kind=unassigned,late", "kind=late,mail_failed,payment_missing&overdue=true", "kind=mail_failed"} {
		var whole, inPages []thing
		for page := 1; ; page++ {
			things, _ := o.board(t, fmt.Sprintf("%s&perPage=500&page=%d", query, page))
			whole = append(whole, things...)
			if len(things) < 500 {
				break
			}
		}
		_, total := o.board(t, query)
		if fmt.Sprint(len(whole)) != total || len(whole) < 60 {
			t.Errorf("%q: %d things, the total is %s", query, len(whole), total)
		}
		for page := 1; ; page++ {
			things, _ := o.board(t, fmt.Sprintf("%s&perPage=37&page=%d", query, page))
			inPages = append(inPages, things...)
			if len(things) < 37 {
				break
			}
		}
		if fmt.Sprintf("%v", names(inPages)) != fmt.Sprintf("%v", names(whole)) {
			t.Errorf("%q: the pages differ from the whole board", query)
		}
		sorted := slices.IsSortedFunc(whole, func(a, b thing) int { return strings.Compare(dueOrLast(a), dueOrLast(b)) })
		if unique := slices.Compact(slices.Sorted(slices.Values(names(whole)))); !sorted || len(unique) != len(whole) {
			t.Errorf("%q: %d of %d things are shown once, sorted: %v", query, len(unique), len(whole), sorted)
		}
		if query == "" {
			o.agreesWith(t, whole)
		}
	}
	first, _ := o.board(t, "")
	if len(first) != 50 {
		t.Errorf("without a page, %d things are sent", len(first))
	}
}

func names(things []thing) (names []string) {
	for _, thing := range things {
		names = append(names, thing.Kind+" "+thing.ID)
	}
	return names
}

func dueOrLast(thing thing) string {
	if thing.DueAt == nil {
		return "9999"
	}
	return *thing.DueAt
}

func TestWhatTheBoardIsAskedIsChecked(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	everything(t, o)
	for query, sentence := range map[string]string{
		"kind=":                         "Invalid kind filter",
		"kind=late,":                    "Invalid kind filter",
		"kind=Late":                     "Invalid kind filter",
		"kind=overdue":                  "Invalid kind filter",
		"kind=late' OR '1'='1":          "Invalid kind filter",
		"kind=late%00":                  "Invalid kind filter",
		"kind={:now}":                   "Invalid kind filter",
		"overdue=":                      "Invalid overdue filter",
		"overdue=false":                 "Invalid overdue filter",
		"overdue=1":                     "Invalid overdue filter",
		"overdue=true,true":             "Invalid overdue filter",
		"page=0":                        "Invalid paging parameter",
		"page=-1":                       "Invalid paging parameter",
		"page=1.5":                      "Invalid paging parameter",
		"page=9223372036854775808":      "Invalid paging parameter",
		"perPage=501":                   "Invalid paging parameter",
		"perPage=0":                     "Invalid paging parameter",
		"perPage=":                      "Invalid paging parameter",
		"page=1;DROP TABLE assignments": "Invalid paging parameter",
	} {
		name, value, _ := strings.Cut(query, "=")
		if unescaped, err := url.QueryUnescape(value); err == nil {
			value = unescaped
		}
		o.Call(t, "GET", "/api/desk/board?"+name+"="+url.QueryEscape(value), o.admin.Token, nil).Refused(t, 400, sentence)
	}
	for _, query := range []string{"page=2147483647&perPage=500", "page=2", "kind=claim_due&page=2", "overdue=true&kind=due_soon,mail_failed,offer_expiring"} {
		if things, _ := o.board(t, query); len(things) != 0 {
			t.Errorf("%s: got %+v", query, things)
		}
	}
	if things, total := o.board(t, "kind=late,late"); len(things) != 1 || total != "1" {
		t.Errorf("a kind that is named twice shows %d things, the total is %s", len(things), total)
	}
}

// Tools that write SQL may store times in other formats, or none.
func TestATimeInAnotherFormatSpoilsNoBoard(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	for i, text := range []string{"", "soon", "2026-11-22T10:00:00Z", "2026-11-22"} {
		id := o.insert(t, store.Claims, fmt.Sprintf("claim%010d", i), dbx.Params{store.Assignment: fmt.Sprintf("other%010d", i), store.Status: "open", store.DueAt: text})
		o.quote(t, dbx.Params{store.Created: text, store.Note: id})
	}
	things, total := o.board(t, "")
	if len(things) != 8 || total != "8" {
		t.Errorf("the board shows %d things, the total is %s", len(things), total)
	}
}
