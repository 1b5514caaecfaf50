package demo

import (
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/tools/types"

	"deskmate/hooks/domain"
	"deskmate/hooks/jobs"
	"deskmate/hooks/store"
)

const (
	// firstPayout and payoutEvery say how many days ago the desk first paid its tutors, and
	// after how many days it does so again.
	firstPayout, payoutEvery = 366, 30
	// retentionSince is how many days ago files were first due to be deleted.
	retentionSince = 200
)

// prepareSite sets what an operator sets before the first customer comes.
func (b *builder) prepareSite() error {
	site, err := store.FindSite(b.app)
	if err != nil {
		return err
	}
	site.Load(map[string]any{
		store.TutorShare: 75, store.Seller: "The sample desk\n1 Example Street\nSydney NSW 2000",
		store.Instructions: "Please transfer the amount to the account of the sample desk, with the reference {reference}.",
	})
	return b.save(site, store.Actor{Via: store.ViaConsole})
}

// tellPolicies tells that the desk has changed its numbers, and will again.
func (b *builder) tellPolicies() {
	add := func(days, in float64, changes body) {
		b.tell(days, func(b *builder) error {
			var site struct{ Policy body }
			if err := b.call("ada", "GET", "/site", nil, &site); err != nil {
				return err
			}
			from := b.past.at().Add(time.Duration(in*24) * time.Hour)
			site.Policy["effectiveFrom"] = from.UTC().Format(time.DateOnly) + "T00:00:00Z"
			delete(site.Policy, "version")
			for number, value := range changes {
				site.Policy[number] = value
			}
			return b.call("ada", "POST", "/policies", site.Policy, nil)
		})
	}
	add(38, 8, body{"disputeHours": 48, "longRevisionDays": 4})
	add(2, 21, body{"retentionDays": 365})
}

// tellRoutine tells what the desk and the program do again and again.
func (b *builder) tellRoutine() {
	for days, run := float64(firstPayout), 1; days > 1; days, run = days-payoutEvery, run+1 {
		b.tell(days, func(b *builder) error {
			return b.call("ada", "POST", "/payouts", body{"all": true, "method": "Bank transfer", "reference": fmt.Sprintf("Payout run %d", run)}, nil)
		})
	}
	for _, change := range []struct {
		days   float64
		tutor  string
		amount float64
		memo   string
	}{
		{250, "sol", 25, "Proofread a colleague's report at short notice"},
		{120, "kim", -15, "Paid twice for one set of references"},
		{4, "kim", 40, "Wrote the style sheet for references"},
	} {
		b.tell(change.days, func(b *builder) error {
			input := body{"tutor": b.people[change.tutor].Id, "amount": change.amount, "memo": change.memo}
			return b.call("ada", "POST", "/ledger/adjustments", input, nil)
		})
	}
	b.tell(retentionSince, func(b *builder) error {
		for {
			for _, job := range []string{"acceptWork", "deleteFiles"} {
				if err := jobs.Run(b.ctx, b.app, job); err != nil {
					return err
				}
			}
			if b.past.isPresent() {
				return nil
			}
			b.past.advance(24 * time.Hour)
		}
	})
}

// payFor records what was paid for the i-th assignment, some hours after it got its price.
func (b *builder) payFor(i int, id string) error {
	assignment, err := b.find(id)
	if err != nil {
		return err
	}
	amount := domain.Units(assignment.GetInt(store.PriceCents))
	switch i {
	case unpaidWork:
		return nil
	case partlyPaidWork:
		amount = 50
	}
	b.past.advance(3 * time.Hour)
	return b.pay(id, amount)
}

// settle leaves the desk as it is found today, with nobody logged in. Mails to the invented people are dropped, but
// for one that could not be sent. Older notices are read, except for the newest two of each
// person.
func (b *builder) settle() error {
	site, err := store.FindSite(b.app)
	if err != nil {
		return err
	}
	site.Set(store.RequirePayment, true)
	if err := b.save(site, store.Actor{Via: store.ViaConsole}); err != nil {
		return err
	}
	for _, statement := range []string{
		`DELETE FROM sessions`,
		`DELETE FROM outbox WHERE id IS NOT (SELECT id FROM outbox WHERE kind = 'quote.received' ORDER BY created DESC LIMIT 1)`,
		`UPDATE outbox SET status = 'failed', attempts = 1, nextAt = '', error = '550 5.1.1 There is no such mailbox'`,
		`UPDATE notices SET readAt = created WHERE created < {:recent} AND id NOT IN (
			SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY user ORDER BY created DESC) AS place FROM notices) WHERE place <= 2
		)`,
	} {
		recent := b.now.AddDate(0, 0, -2).UTC().Format(types.DefaultDateLayout)
		if _, err := b.app.DB().NewQuery(statement).Bind(dbx.Params{"recent": recent}).WithContext(b.ctx).Execute(); err != nil {
			return err
		}
	}
	return nil
}
