package admin_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// at says what the board shows of a thing, some time after the start: "kind due",
// with "!" behind it once that is overdue.
type at struct {
	after time.Duration
	shown []string
}

// on names a kind with its due time, some time after the start.
func on(kind string, due time.Duration) string {
	return kind + " " + domain.FormatTime(start.Add(due))
}

const (
	instant = time.Millisecond
	never   = " -" // no due time
)

func TestTheBoardShowsThingsExactlyWhileTheyWait(t *testing.T) {
	t.Parallel()
	claim := func(columns dbx.Params) func(*testing.T, *office) string {
		return func(t *testing.T, o *office) string {
			row := dbx.Params{store.Assignment: o.given(t, dbx.Params{store.DueDate: stored(300 * day)}), store.Kind: "refund", store.Status: "open", store.OpenedBy: o.robin.Id, store.DueAt: stored(day)}
			for name, value := range columns {
				row[name] = value
			}
			return o.insert(t, store.Claims, "claim0000000000", row)
		}
	}
	given := func(columns dbx.Params) func(*testing.T, *office) string {
		return func(t *testing.T, o *office) string { return o.given(t, columns) }
	}
	work := func(columns dbx.Params) func(*testing.T, *office) string {
		return func(t *testing.T, o *office) string { return o.work(t, columns) }
	}
	quote := func(columns dbx.Params) func(*testing.T, *office) string {
		return func(t *testing.T, o *office) string { return o.quote(t, columns) }
	}
	unpaid := func(columns dbx.Params) func(*testing.T, *office) string {
		return func(t *testing.T, o *office) string {
			o.requirePayment(t)
			all := dbx.Params{store.DueDate: stored(300 * day), store.PriceCents: 10_000}
			for name, value := range columns {
				all[name] = value
			}
			return o.given(t, all)
		}
	}
	byTutor := func(field, value string) func(*testing.T, *office) string {
		return func(t *testing.T, o *office) string {
			o.change(t, store.Users, o.kim.Id, dbx.Params{field: value})
			return o.given(t, dbx.Params{store.DueDate: stored(10 * day)})
		}
	}
	text := func(status string) func(*testing.T, *office) string {
		return func(t *testing.T, o *office) string {
			return o.insert(t, store.Texts, "text00000000000", dbx.Params{
				store.NounField: "reviews", store.Thing: "review000000000", store.Assignment: o.given(t, nil), store.Text: "call me", store.Writer: o.robin.Id, store.Status: status,
			})
		}
	}
	mail := func(status string) func(*testing.T, *office) string {
		return func(t *testing.T, o *office) string {
			return o.insert(t, store.Outbox, "mail00000000000", dbx.Params{store.Kind: "quote.received", store.To: "visitor@example.com", store.Status: status})
		}
	}
	revision := func(closedAt string) func(*testing.T, *office) string {
		return func(t *testing.T, o *office) string {
			id := o.given(t, dbx.Params{store.Status: domain.StatusRevision, store.OpenRevision: 1, store.DueDate: stored(day)})
			o.insert(t, store.Revisions, "revision0000000", dbx.Params{store.Assignment: id, store.Number: 1, store.Reason: "More", store.DueAt: stored(2 * day), store.ClosedAt: closedAt})
			return id
		}
	}
	unassigned, overdue := on(store.BoardUnassigned, day), on(store.BoardUnassigned, day)+"!"
	for name, c := range map[string]struct {
		make func(*testing.T, *office) string
		at   []at
	}{
		"a new quote request": {quote(nil), []at{
			{0, []string{on(store.BoardQuoteUnanswered, day)}}, {day, []string{on(store.BoardQuoteUnanswered, day)}},
			{day + instant, []string{on(store.BoardQuoteUnanswered, day) + "!"}},
		}},
		"an offer": {quote(dbx.Params{store.Status: domain.QuoteQuoted, store.ValidUntil: stored(3 * day)}), []at{
			{0, nil}, {2*day - instant, nil}, {2 * day, []string{on(store.BoardOfferExpiring, 3*day)}},
			{3 * day, []string{on(store.BoardOfferExpiring, 3*day)}}, {3*day + instant, nil},
		}},
		"an offer without an end":  {quote(dbx.Params{store.Status: domain.QuoteQuoted, store.ValidUntil: ""}), []at{{0, nil}, {3 * day, nil}}},
		"an accepted offer":        {quote(dbx.Params{store.Status: domain.QuoteAccepted, store.ValidUntil: stored(day)}), []at{{day, nil}}},
		"a declined offer":         {quote(dbx.Params{store.Status: domain.QuoteDeclined, store.ValidUntil: stored(day)}), []at{{day, nil}}},
		"a closed request":         {quote(dbx.Params{store.Status: domain.QuoteClosed}), []at{{2 * day, nil}}},
		"unpaid work":              {unpaid(nil), []at{{0, []string{store.BoardPaymentMissing + never}}, {9 * day, []string{store.BoardPaymentMissing + never}}}},
		"work that is partly paid": {unpaid(dbx.Params{store.ReceivedCents: 9_999}), []at{{0, []string{store.BoardPaymentMissing + never}}}},
		"work whose payment was returned": {unpaid(dbx.Params{store.ReceivedCents: 10_000, store.ReturnedCents: 1}), []at{
			{0, []string{store.BoardPaymentMissing + never}},
		}},
		"finished work that is unpaid":           {unpaid(dbx.Params{store.Status: domain.StatusGraded}), []at{{0, []string{store.BoardPaymentMissing + never}}}},
		"paid work":                              {unpaid(dbx.Params{store.ReceivedCents: 10_000}), []at{{0, nil}}},
		"work whose price is refunded":           {unpaid(dbx.Params{store.RefundCents: 10_000}), []at{{0, nil}}},
		"cancelled work that is unpaid":          {unpaid(dbx.Params{store.Status: domain.StatusCancelled}), []at{{0, nil}}},
		"deleted work that is unpaid":            {unpaid(dbx.Params{store.DeletedAt: stored(0)}), []at{{0, nil}}},
		"work without a price":                   {unpaid(dbx.Params{store.PriceCents: 0}), []at{{0, nil}}},
		"unpaid work where that is not required": {given(dbx.Params{store.PriceCents: 10_000, store.DueDate: stored(300 * day)}), []at{{0, nil}}},
		"work without a tutor": {work(nil), []at{
			{0, []string{unassigned}}, {day, []string{unassigned}}, {day + instant, []string{overdue}},
		}},
		"pending work":           {work(dbx.Params{store.Status: "pending"}), []at{{0, []string{unassigned}}}},
		"work in the pool":       {work(dbx.Params{store.InPool: true, store.DueDate: stored(300 * day)}), []at{{9 * day, nil}}},
		"deleted work":           {work(dbx.Params{store.DeletedAt: stored(0), store.DueDate: stored(0)}), []at{{2 * day, nil}}},
		"work with a tutor":      {given(dbx.Params{store.Status: "submitted", store.DueDate: stored(300 * day)}), []at{{9 * day, nil}}},
		"cancelled work":         {work(dbx.Params{store.Status: domain.StatusCancelled, store.DueDate: stored(0)}), []at{{9 * day, nil}}},
		"finished, never given":  {work(dbx.Params{store.Status: domain.StatusCompleted, store.DueDate: stored(0)}), []at{{9 * day, nil}}},
		"in progress, not given": {work(dbx.Params{store.Status: domain.StatusInProgress}), []at{{day, []string{unassigned}}, {day + instant, []string{overdue}}}},
		"in revision, not given": {work(dbx.Params{store.Status: domain.StatusRevision}), []at{{day, []string{unassigned}}, {day + instant, []string{overdue}}}},
		"late without a tutor": {work(dbx.Params{store.DueDate: stored(2 * day)}), []at{
			{2 * day, []string{on(store.BoardDueSoon, 2*day), overdue}}, {2*day + instant, []string{on(store.BoardLate, 2*day) + "!", overdue}},
		}},
		"work in progress": {given(nil), []at{
			{day - instant, nil}, {day, []string{on(store.BoardDueSoon, 3*day)}}, {3 * day, []string{on(store.BoardDueSoon, 3*day)}},
			{3*day + instant, []string{on(store.BoardLate, 3*day) + "!"}}, {300 * day, []string{on(store.BoardLate, 3*day) + "!"}},
		}},
		"a revision set by hand":  {given(dbx.Params{store.Status: domain.StatusRevision}), []at{{3*day + instant, []string{on(store.BoardLate, 3*day) + "!"}}}},
		"completed work":          {given(dbx.Params{store.Status: domain.StatusCompleted}), []at{{2 * day, nil}, {9 * day, nil}}},
		"graded work":             {given(dbx.Params{store.Status: domain.StatusGraded}), []at{{2 * day, nil}, {9 * day, nil}}},
		"work without a due date": {given(dbx.Params{store.DueDate: ""}), []at{{9 * day, nil}}},
		"a tutor who is inactive": {byTutor(store.Status, domain.StatusInactive), []at{
			{0, []string{on(store.BoardTutorInactive, 10*day)}}, {8*day - instant, []string{on(store.BoardTutorInactive, 10*day)}},
			{10*day + instant, []string{on(store.BoardLate, 10*day) + "!", on(store.BoardTutorInactive, 10*day) + "!"}},
		}},
		"a tutor who is a student now": {byTutor(store.Role, domain.RoleStudent), []at{{0, []string{on(store.BoardTutorInactive, 10*day)}}}},
		"a tutor who is an admin now":  {byTutor(store.Role, domain.RoleAdmin), []at{{0, []string{on(store.BoardTutorInactive, 10*day)}}}},
		"finished work of an inactive tutor": {func(t *testing.T, o *office) string {
			o.change(t, store.Users, o.kim.Id, dbx.Params{store.Status: domain.StatusInactive})
			return o.given(t, dbx.Params{store.Status: domain.StatusGraded})
		}, []at{{0, nil}}},
		"an open revision": {revision(""), []at{
			{0, []string{on(store.BoardRevisionDue, 2*day)}}, {2 * day, []string{on(store.BoardRevisionDue, 2*day)}},
			{2*day + instant, []string{on(store.BoardRevisionDue, 2*day) + "!"}},
		}},
		"a closed revision": {revision(stored(0)), []at{{9 * day, nil}}},
		"an open claim": {claim(nil), []at{
			{0, []string{on(store.BoardClaimDue, day)}}, {day, []string{on(store.BoardClaimDue, day)}}, {day + instant, []string{on(store.BoardClaimDue, day) + "!"}},
		}},
		"an approved refund": {claim(dbx.Params{store.Status: "approved", store.AmountCents: 1, store.PayBy: stored(9 * day)}), []at{
			{0, []string{on(store.BoardRefundDue, 9*day)}}, {9 * day, []string{on(store.BoardRefundDue, 9*day)}}, {9*day + instant, []string{on(store.BoardRefundDue, 9*day) + "!"}},
		}},
		"a dispute approved without money": {claim(dbx.Params{store.Status: "approved"}), []at{{9 * day, nil}}},
		"a paid refund":                    {claim(dbx.Params{store.Status: "paid", store.AmountCents: 1, store.PayBy: stored(day)}), []at{{9 * day, nil}}},
		"a declined claim":                 {claim(dbx.Params{store.Status: "declined"}), []at{{9 * day, nil}}},
		"a withdrawn claim":                {claim(dbx.Params{store.Status: "withdrawn"}), []at{{9 * day, nil}}},
		"a held text": {text("held"), []at{
			{0, []string{on(store.BoardTextHeld, day)}}, {day, []string{on(store.BoardTextHeld, day)}}, {day + instant, []string{on(store.BoardTextHeld, day) + "!"}},
		}},
		"a released text":        {text("released"), []at{{9 * day, nil}}},
		"a removed text":         {text("removed"), []at{{9 * day, nil}}},
		"a failed email":         {mail("failed"), []at{{0, []string{store.BoardMailFailed + never}}, {9 * day, []string{store.BoardMailFailed + never}}}},
		"an email that waits":    {mail("queued"), []at{{9 * day, nil}}},
		"an email that was sent": {mail("sent"), []at{{9 * day, nil}}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOffice(t)
			id := c.make(t, o)
			for _, at := range c.at {
				clock.Set(o, start.Add(at.after))
				var got []string
				all, _ := o.board(t, "")
				for _, thing := range all {
					if thing.ID == id {
						got = append(got, describe(thing))
					}
				}
				slices.Sort(got)
				slices.Sort(at.shown)
				if !slices.Equal(got, at.shown) {
					t.Errorf("after %v: got %q, want %q", at.after, got, at.shown)
				}
				o.agrees(t, all)
			}
		})
	}
}

func describe(thing thing) string {
	text := thing.Kind + never
	if thing.DueAt != nil {
		text = thing.Kind + " " + *thing.DueAt
	}
	if thing.Overdue {
		text += "!"
	}
	return text
}

// agrees checks that the counts and the filters say the same as the board itself.
func (o *office) agrees(t *testing.T, all []thing) {
	t.Helper()
	want := o.agreesWith(t, all)
	overdue, total := o.board(t, "overdue=true")
	if fmt.Sprint(len(overdue)) != total || len(overdue) != want["overdue"] {
		t.Errorf("%d things are overdue, the total is %s, want %d", len(overdue), total, want["overdue"])
	}
	for _, thing := range overdue {
		if !thing.Overdue {
			t.Errorf("%+v is not overdue", thing)
		}
	}
}

// agreesWith checks the counts alone, and returns them.
func (o *office) agreesWith(t *testing.T, all []thing) map[string]int {
	t.Helper()
	want := map[string]int{"overdue": 0}
	for _, kind := range kinds {
		want[kind] = 0
	}
	for _, thing := range all {
		want[thing.Kind]++
		if thing.Overdue {
			want["overdue"]++
		}
	}
	if got := o.counts(t); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the counts are %v, want %v", got, want)
	}
	return want
}

// kinds are all kinds of things on the board.
var kinds = []string{
	store.BoardQuoteUnanswered, store.BoardOfferExpiring, store.BoardFilesExpiring, store.BoardPaymentMissing, store.BoardUnassigned, store.BoardDueSoon, store.BoardLate,
	store.BoardTutorInactive, store.BoardRevisionDue, store.BoardClaimDue, store.BoardRefundDue, store.BoardTextHeld, store.BoardMailFailed,
}
