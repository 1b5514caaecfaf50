package demo

import (
	"maps"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/tools/types"

	"deskmate/hooks/jobs"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
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

// policy is a change of the desk's numbers, which comes into effect after some days.
type policy struct {
	Days    float64
	In      int
	Changes body
}

// announce announces that the desk changes its numbers.
func (s *story) announce(p policy) error {
	var site struct{ Policy body }
	if err := s.call("ada", "GET", "/site", nil, &site); err != nil {
		return err
	}
	maps.Copy(site.Policy, p.Changes)
	site.Policy["effectiveFrom"] = clock.Now(s.app).Add(days(p.In)).UTC().Format(time.DateOnly) + "T00:00:00Z"
	delete(site.Policy, "version")
	return s.call("ada", "POST", "/policies", site.Policy, nil)
}

// tellRoutine adds what the program does every day from when files are first due to be deleted.
func (b *builder) tellRoutine() {
	for ago := 200; ago >= 0; ago-- {
		b.begin(float64(ago)).then(0, func() error {
			if err := jobs.Run(b.ctx, b.app, "acceptWork"); err != nil {
				return err
			}
			return jobs.Run(b.ctx, b.app, "deleteFiles")
		})
	}
}

// settle leaves the desk as it is found today, with nobody logged in. Mails to the invented
// people are dropped, but for one that could not be sent. Older notices are read, except for
// the newest two of each person.
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
