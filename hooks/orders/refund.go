package orders

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
)

// ApproveClaim sets on a claim that it is approved now with an amount, and on the
// assignment that so much is to be returned. It says when the amount is paid, by the policy
// of the order and the site's zone and holidays of today. It saves neither.
func ApproveClaim(tx core.App, claim, assignment *core.Record, outcome string, cents int) error {
	now := clock.Now(tx)
	claim.Set(records.Status, rules.ClaimApproved)
	claim.Set(records.Outcome, outcome)
	claim.Set(records.AmountCents, cents)
	claim.Set(records.DecidedAt, now)
	if cents == 0 {
		return nil
	}
	policy, err := tx.FindRecordById(records.Policies, assignment.GetString(records.Policy))
	if err != nil {
		return err
	}
	site, err := records.FindSite(tx)
	if err != nil {
		return err
	}
	from, by := rules.RefundDates(now, records.SiteZone(site), records.SiteHolidays(site),
		policy.GetInt("refundMinBusinessDays"), policy.GetInt("refundMaxBusinessDays"))
	claim.Set(records.PayFrom, from)
	claim.Set(records.PayBy, by)
	assignment.Set(records.RefundCents, assignment.GetInt(records.RefundCents)+cents)
	return nil
}
