package messages

import (
	"context"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/store"
)

// payoutEntries is what tutors are told about payouts. How much it was stands only where
// its readers are checked.
var payoutEntries = []entry{{
	Kind: Kind{
		Name: "payout.sent", Setting: "Payouts", Roles: tutors, InApp: true, ByMail: true,
		Subject: Constant("Payout sent"),
		Body:    Constant("We have paid out what you were owed. Your earnings say for which assignments, and there is a statement to print."),
		Button:  "Open your earnings",
		Link:    func(Facts) string { return "/tutor/dashboard/earnings" },
	},
	collection: store.Payouts,
	when:       isCreated,
	who:        paidTutors,
}}

// paidTutors returns the tutors whom a payout pays.
func paidTutors(ctx context.Context, app core.App, payout *core.Record) ([]*core.Record, error) {
	ids, err := store.FindPaidTutors(ctx, app, payout.Id)
	if err != nil {
		return nil, err
	}
	return app.FindRecordsByIds(store.Users, ids)
}
