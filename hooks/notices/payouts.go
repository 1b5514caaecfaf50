package notices

import (
	"context"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/messages"
	"deskmate/records"
)

// payoutEntries is what tutors are told about payouts. How much it was stands only where
// its readers are checked.
var payoutEntries = []entry{{
	Kind: messages.Kind{
		Name: "payout.sent", Setting: "Payouts", Roles: tutors, InApp: true, ByMail: true,
		Subject: messages.Constant("Payout sent"),
		Body:    messages.Constant("We have paid out what you were owed. Your earnings say for which assignments, and there is a statement to print."),
		Button:  "Open your earnings",
		Link:    func(messages.Facts) string { return "/tutor/dashboard/earnings" },
	},
	collection: records.Payouts,
	when:       isCreated,
	who:        paidTutors,
}}

// paidTutors returns the tutors whom a payout pays.
func paidTutors(ctx context.Context, app core.App, payout *core.Record) ([]*core.Record, error) {
	ids, err := records.FindPaidTutors(ctx, app, payout.Id)
	if err != nil {
		return nil, err
	}
	return app.FindRecordsByIds(records.Users, ids)
}
