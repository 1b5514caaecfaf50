package orders

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// ApproveClaim sets on a claim that it is approved now with an amount, and on the
// assignment that so much is to be returned. It says when the amount is paid, by the policy
// of the order and the site's zone and holidays of today. It saves neither.
func ApproveClaim(tx core.App, claim, assignment *core.Record, outcome string, cents int) error {
	now := clock.Now(tx)
	claim.Set(store.Status, domain.ClaimApproved)
	claim.Set(store.Outcome, outcome)
	claim.Set(store.AmountCents, cents)
	claim.Set(store.DecidedAt, now)
	if cents == 0 {
		return nil
	}
	policy, err := tx.FindRecordById(store.Policies, assignment.GetString(store.Policy))
	if err != nil {
		return err
	}
	site, err := store.FindSite(tx)
	if err != nil {
		return err
	}
	from, by := domain.RefundDates(now, store.SiteZone(site), store.SiteHolidays(site),
		policy.GetInt("refundMinBusinessDays"), policy.GetInt("refundMaxBusinessDays"))
	claim.Set(store.PayFrom, from)
	claim.Set(store.PayBy, by)
	assignment.Set(store.RefundCents, assignment.GetInt(store.RefundCents)+cents)
	return nil
}
