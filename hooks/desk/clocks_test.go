package desk_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
)

// at says what stands on the board about a thing, some time after the start: "kind due",
// with "!" behind it once that is overdue.
type at struct {
	after time.Duration
	shown []string
}

// on names a kind with its due time, some time after the start.
func on(kind string, due time.Duration) string {
	return kind + " " + rules.FormatTime(start.Add(due))
}

const (
	instant = time.Millisecond
	never   = " -" // no due time
)

func TestThingsStandOnTheBoardExactlyAsLongAsTheyWait(t *testing.T) {
	t.Parallel()
	claim := func(columns dbx.Params) func(*testing.T, *office) string {
		return func(t *testing.T, o *office) string {
			row := dbx.Params{records.Assignment: o.given(t, dbx.Params{records.DueDate: stored(300 * day)}), records.Kind: "refund", records.Status: "open", records.OpenedBy: o.robin.Id, records.DueAt: stored(day)}
			for name, value := range columns {
				row[name] = value
			}
			return o.insert(t, records.Claims, "claim0000000000", row)
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
			all := dbx.Params{records.DueDate: stored(300 * day), records.PriceCents: 10_000}
			for name, value := range columns {
				all[name] = value
			}
			return o.given(t, all)
		}
	}
	byTutor := func(field, value string) func(*testing.T, *office) string {
		return func(t *testing.T, o *office) string {
			o.change(t, records.Users, o.kim.Id, dbx.Params{field: value})
			return o.given(t, dbx.Params{records.DueDate: stored(10 * day)})
		}
	}
	text := func(status string) func(*testing.T, *office) string {
		return func(t *testing.T, o *office) string {
			return o.insert(t, records.Texts, "text00000000000", dbx.Params{
				records.NounField: "reviews", records.Thing: "review000000000", records.Assignment: o.given(t, nil), records.Text: "call me", records.Writer: o.robin.Id, records.Status: status,
			})
		}
	}
	mail := func(status string) func(*testing.T, *office) string {
		return func(t *testing.T, o *office) string {
			return o.insert(t, records.Outbox, "mail00000000000", dbx.Params{records.Kind: "quote.received", records.To: "visitor@example.com", records.Status: status})
		}
	}
	revision := func(closedAt string) func(*testing.T, *office) string {
		return func(t *testing.T, o *office) string {
			id := o.given(t, dbx.Params{records.Status: rules.StatusRevision, records.OpenRevision: 1, records.DueDate: stored(day)})
			o.insert(t, records.Revisions, "revision0000000", dbx.Params{records.Assignment: id, records.Number: 1, records.Reason: "More", records.DueAt: stored(2 * day), records.ClosedAt: closedAt})
			return id
		}
	}
	unassigned, overdue := on(records.BoardUnassigned, day), on(records.BoardUnassigned, day)+"!"
	for name, c := range map[string]struct {
		make func(*testing.T, *office) string
		at   []at
	}{
		"a new quote request": {quote(nil), []at{
			{0, []string{on(records.BoardQuoteUnanswered, day)}}, {day, []string{on(records.BoardQuoteUnanswered, day)}},
			{day + instant, []string{on(records.BoardQuoteUnanswered, day) + "!"}},
		}},
		"an offer": {quote(dbx.Params{records.Status: rules.QuoteQuoted, records.ValidUntil: stored(3 * day)}), []at{
			{0, nil}, {2*day - instant, nil}, {2 * day, []string{on(records.BoardOfferExpiring, 3*day)}},
			{3 * day, []string{on(records.BoardOfferExpiring, 3*day)}}, {3*day + instant, nil},
		}},
		"an offer without an end":  {quote(dbx.Params{records.Status: rules.QuoteQuoted, records.ValidUntil: ""}), []at{{0, nil}, {3 * day, nil}}},
		"an accepted offer":        {quote(dbx.Params{records.Status: rules.QuoteAccepted, records.ValidUntil: stored(day)}), []at{{day, nil}}},
		"a declined offer":         {quote(dbx.Params{records.Status: rules.QuoteDeclined, records.ValidUntil: stored(day)}), []at{{day, nil}}},
		"a closed request":         {quote(dbx.Params{records.Status: rules.QuoteClosed}), []at{{2 * day, nil}}},
		"unpaid work":              {unpaid(nil), []at{{0, []string{records.BoardPaymentMissing + never}}, {9 * day, []string{records.BoardPaymentMissing + never}}}},
		"work that is partly paid": {unpaid(dbx.Params{records.ReceivedCents: 9_999}), []at{{0, []string{records.BoardPaymentMissing + never}}}},
		"work whose payment was returned": {unpaid(dbx.Params{records.ReceivedCents: 10_000, records.ReturnedCents: 1}), []at{
			{0, []string{records.BoardPaymentMissing + never}},
		}},
		"finished work that is unpaid":           {unpaid(dbx.Params{records.Status: rules.StatusGraded}), []at{{0, []string{records.BoardPaymentMissing + never}}}},
		"paid work":                              {unpaid(dbx.Params{records.ReceivedCents: 10_000}), []at{{0, nil}}},
		"work whose price is refunded":           {unpaid(dbx.Params{records.RefundCents: 10_000}), []at{{0, nil}}},
		"cancelled work that is unpaid":          {unpaid(dbx.Params{records.Status: rules.StatusCancelled}), []at{{0, nil}}},
		"deleted work that is unpaid":            {unpaid(dbx.Params{records.DeletedAt: stored(0)}), []at{{0, nil}}},
		"work without a price":                   {unpaid(dbx.Params{records.PriceCents: 0}), []at{{0, nil}}},
		"unpaid work where that is not required": {given(dbx.Params{records.PriceCents: 10_000, records.DueDate: stored(300 * day)}), []at{{0, nil}}},
		"work without a tutor": {work(nil), []at{
			{0, []string{unassigned}}, {day, []string{unassigned}}, {day + instant, []string{overdue}},
		}},
		"pending work":           {work(dbx.Params{records.Status: "pending"}), []at{{0, []string{unassigned}}}},
		"work in the pool":       {work(dbx.Params{records.InPool: true, records.DueDate: stored(300 * day)}), []at{{9 * day, nil}}},
		"deleted work":           {work(dbx.Params{records.DeletedAt: stored(0), records.DueDate: stored(0)}), []at{{2 * day, nil}}},
		"work with a tutor":      {given(dbx.Params{records.Status: "submitted", records.DueDate: stored(300 * day)}), []at{{9 * day, nil}}},
		"cancelled work":         {work(dbx.Params{records.Status: rules.StatusCancelled, records.DueDate: stored(0)}), []at{{9 * day, nil}}},
		"finished, never given":  {work(dbx.Params{records.Status: rules.StatusCompleted, records.DueDate: stored(0)}), []at{{9 * day, nil}}},
		"in progress, not given": {work(dbx.Params{records.Status: rules.StatusInProgress}), []at{{day, []string{unassigned}}, {day + instant, []string{overdue}}}},
		"in revision, not given": {work(dbx.Params{records.Status: rules.StatusRevision}), []at{{day, []string{unassigned}}, {day + instant, []string{overdue}}}},
		"late without a tutor": {work(dbx.Params{records.DueDate: stored(2 * day)}), []at{
			{2 * day, []string{on(records.BoardDueSoon, 2*day), overdue}}, {2*day + instant, []string{on(records.BoardLate, 2*day) + "!", overdue}},
		}},
		"work in progress": {given(nil), []at{
			{day - instant, nil}, {day, []string{on(records.BoardDueSoon, 3*day)}}, {3 * day, []string{on(records.BoardDueSoon, 3*day)}},
			{3*day + instant, []string{on(records.BoardLate, 3*day) + "!"}}, {300 * day, []string{on(records.BoardLate, 3*day) + "!"}},
		}},
		"a revision set by hand":  {given(dbx.Params{records.Status: rules.StatusRevision}), []at{{3*day + instant, []string{on(records.BoardLate, 3*day) + "!"}}}},
		"completed work":          {given(dbx.Params{records.Status: rules.StatusCompleted}), []at{{2 * day, nil}, {9 * day, nil}}},
		"graded work":             {given(dbx.Params{records.Status: rules.StatusGraded}), []at{{2 * day, nil}, {9 * day, nil}}},
		"work without a due date": {given(dbx.Params{records.DueDate: ""}), []at{{9 * day, nil}}},
		"a tutor who is inactive": {byTutor(records.Status, rules.StatusInactive), []at{
			{0, []string{on(records.BoardTutorInactive, 10*day)}}, {8*day - instant, []string{on(records.BoardTutorInactive, 10*day)}},
			{10*day + instant, []string{on(records.BoardLate, 10*day) + "!", on(records.BoardTutorInactive, 10*day) + "!"}},
		}},
		"a tutor who is a student now": {byTutor(records.Role, rules.RoleStudent), []at{{0, []string{on(records.BoardTutorInactive, 10*day)}}}},
		"a tutor who is an admin now":  {byTutor(records.Role, rules.RoleAdmin), []at{{0, []string{on(records.BoardTutorInactive, 10*day)}}}},
		"finished work of an inactive tutor": {func(t *testing.T, o *office) string {
			o.change(t, records.Users, o.kim.Id, dbx.Params{records.Status: rules.StatusInactive})
			return o.given(t, dbx.Params{records.Status: rules.StatusGraded})
		}, []at{{0, nil}}},
		"an open revision": {revision(""), []at{
			{0, []string{on(records.BoardRevisionDue, 2*day)}}, {2 * day, []string{on(records.BoardRevisionDue, 2*day)}},
			{2*day + instant, []string{on(records.BoardRevisionDue, 2*day) + "!"}},
		}},
		"a closed revision": {revision(stored(0)), []at{{9 * day, nil}}},
		"an open claim": {claim(nil), []at{
			{0, []string{on(records.BoardClaimDue, day)}}, {day, []string{on(records.BoardClaimDue, day)}}, {day + instant, []string{on(records.BoardClaimDue, day) + "!"}},
		}},
		"an approved refund": {claim(dbx.Params{records.Status: "approved", records.AmountCents: 1, records.PayBy: stored(9 * day)}), []at{
			{0, []string{on(records.BoardRefundDue, 9*day)}}, {9 * day, []string{on(records.BoardRefundDue, 9*day)}}, {9*day + instant, []string{on(records.BoardRefundDue, 9*day) + "!"}},
		}},
		"a dispute approved without money": {claim(dbx.Params{records.Status: "approved"}), []at{{9 * day, nil}}},
		"a paid refund":                    {claim(dbx.Params{records.Status: "paid", records.AmountCents: 1, records.PayBy: stored(day)}), []at{{9 * day, nil}}},
		"a declined claim":                 {claim(dbx.Params{records.Status: "declined"}), []at{{9 * day, nil}}},
		"a withdrawn claim":                {claim(dbx.Params{records.Status: "withdrawn"}), []at{{9 * day, nil}}},
		"a held text": {text("held"), []at{
			{0, []string{on(records.BoardTextHeld, day)}}, {day, []string{on(records.BoardTextHeld, day)}}, {day + instant, []string{on(records.BoardTextHeld, day) + "!"}},
		}},
		"a released text":        {text("released"), []at{{9 * day, nil}}},
		"a removed text":         {text("removed"), []at{{9 * day, nil}}},
		"a failed email":         {mail("failed"), []at{{0, []string{records.BoardMailFailed + never}}, {9 * day, []string{records.BoardMailFailed + never}}}},
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
	records.BoardQuoteUnanswered, records.BoardOfferExpiring, records.BoardFilesExpiring, records.BoardPaymentMissing, records.BoardUnassigned, records.BoardDueSoon, records.BoardLate,
	records.BoardTutorInactive, records.BoardRevisionDue, records.BoardClaimDue, records.BoardRefundDue, records.BoardTextHeld, records.BoardMailFailed,
}
