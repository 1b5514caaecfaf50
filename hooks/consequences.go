package hooks

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/accounts"
	"deskmate/hooks/admin"
	"deskmate/hooks/files"
	"deskmate/hooks/history"
	"deskmate/hooks/lifecycle"
	"deskmate/hooks/messages"
	"deskmate/hooks/moderation"
	"deskmate/hooks/money"
	"deskmate/hooks/orders"
	"deskmate/hooks/quotes"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
)

const (
	created = transaction.Created
	updated = transaction.Updated
	saved   = transaction.Saved
	deleted = transaction.Deleted
)

// consequences returns what follows from a change of a record, whoever makes it: a route, the
// console or a command. Three things follow for every kind of record that declares them
// (Nouns): the guard of sessions begins the transaction, the history is written last in it,
// and live messages follow the commit. The console may be refused more (On...Request).
func consequences() []transaction.Consequences {
	return []transaction.Consequences{
		ofAssignments(), ofQuotes(), ofUsers(),
		{
			Collections: []string{core.CollectionNameSuperusers},
			Validate:    []transaction.Step{{On: saved, Do: accounts.RefuseEasyPassword}},
		},
		{
			Collections: []string{store.Deliveries},
			Prepare:     []transaction.Step{{On: created, Do: orders.GiveReceipt}, {On: updated, Do: orders.KeepDelivery}},
			Scan:        []transaction.Step{{On: saved, Do: lifecycle.ScanNewFiles}},
			Invariants:  []transaction.Step{{On: created, Do: orders.FinishDelivery}},
			FollowUps:   []transaction.Step{{On: saved, Do: lifecycle.NoteUnscannedFiles}, {On: deleted, Do: lifecycle.ForgetScans}},
		},
		{
			Collections: []string{store.Claims},
			FollowUps:   []transaction.Step{{On: saved, Do: money.EnterRefund}, {On: saved, Do: lifecycle.SettleClaim}, {On: saved, Do: messages.TellOfChange}},
		},
		{
			Collections: []string{store.Payments},
			FollowUps:   []transaction.Step{{On: created, Do: money.EnterPayment}},
		},
		{
			Collections: []string{store.Payouts},
			FollowUps:   []transaction.Step{{On: saved, Do: messages.TellOfChange}},
		},
		{
			Collections: []string{store.Activities},
			Invariants:  []transaction.Step{{On: updated, Do: history.KeepEntry}},
		},
	}
}

func ofAssignments() transaction.Consequences {
	return transaction.Consequences{
		Collections: []string{store.Assignments},
		Prepare: []transaction.Step{
			{On: created, Do: admin.PinPolicy},
			{On: saved, Do: orders.GuardPool}, // before FollowStatus, which takes work out of the pool
			{On: created, Do: orders.BeginOrder},
			{On: updated, Do: transaction.WriteChangesOnly},
			{On: saved, Do: orders.FollowStatus},
			{On: updated, Do: orders.EmptyStub},
			{On: saved, Do: orders.KeepTextsForTutors},
			{On: saved, Do: lifecycle.NoteCancelling},
			{On: deleted, Do: orders.KeepForTheBooks},
		},
		Validate: []transaction.Step{{On: saved, Do: orders.ValidateAssignment}},
		Scan:     []transaction.Step{{On: saved, Do: lifecycle.ScanNewFiles}},
		Room:     []transaction.Step{{On: created, Do: files.CheckOwner}},
		Invariants: []transaction.Step{
			{On: created, Do: files.CheckOwner}, // again, for uploads at the same time
			{On: saved, Do: orders.RecheckQuota},
		},
		FollowUps: []transaction.Step{
			// Before the row is written:
			{On: updated, Do: orders.VoidRefund},
			{On: updated, Do: orders.CloseRevision},
			{On: updated, Do: money.ForgetBuyer},
			{On: updated, Do: money.CloseClaimOfStub},
			{On: deleted, Do: lifecycle.ForgetScans},
			{On: deleted, Do: history.ForgetAssignment},
			{On: deleted, Do: messages.ForgetGathered},
			// Once it is written, the last one first:
			{On: updated, Do: orders.PurgeDeliveries},
			{On: updated, Do: orders.EmptyReview},
			{On: saved, Do: money.EnterWork},
			{On: deleted, Do: money.ReverseWork},
			{On: saved, Do: lifecycle.SettleOrder},
			{On: saved, Do: lifecycle.NoteUnscannedFiles},
			{On: saved, Do: messages.TellOfChange},
			{On: updated, Do: messages.ForgetStub},
		},
	}
}

func ofQuotes() transaction.Consequences {
	return transaction.Consequences{
		Collections: []string{store.Quotes},
		Prepare: []transaction.Step{
			{On: updated, Do: transaction.WriteChangesOnly},
			{On: updated, Do: quotes.KeepAccepted},
			{On: updated, Do: lifecycle.KeepAskedFiles},
			{On: deleted, Do: quotes.KeepOrdered},
		},
		Validate: []transaction.Step{{On: saved, Do: quotes.CheckFiles}},
		Scan:     []transaction.Step{{On: saved, Do: lifecycle.ScanNewFiles}},
		Room:     []transaction.Step{{On: created, Do: files.CheckOwner}},
		Invariants: []transaction.Step{
			{On: created, Do: files.CheckOwner}, // again, for uploads at the same time
		},
		FollowUps: []transaction.Step{
			// Before the row is written:
			{On: updated, Do: quotes.FollowQuote},
			{On: deleted, Do: lifecycle.ForgetScans},
			{On: deleted, Do: messages.ForgetGathered},
			// Once it is written, the last one first:
			{On: updated, Do: lifecycle.KeepOrderedFiles},
			{On: saved, Do: lifecycle.NoteUnscannedFiles},
			{On: saved, Do: messages.TellOfChange},
		},
	}
}

func ofUsers() transaction.Consequences {
	return transaction.Consequences{
		Collections: []string{store.Users},
		Prepare: []transaction.Step{
			{On: created, Do: admin.AcceptTerms},
			{On: saved, Do: accounts.Normalize},
			{On: updated, Do: accounts.RememberAddress},
			{On: saved, Do: accounts.RefuseContacts},
			{On: saved, Do: accounts.DeactivateDeleted},
			{On: updated, Do: accounts.EndSessionsOfInactive},
			{On: updated, Do: accounts.AdmitConfirmed},

			// A deletion takes many transactions (docs/product.md, section 2.7).
			{On: deleted, Do: orders.RefuseOpenOrders},
			{On: deleted, Do: accounts.CloseAccount},
			{On: deleted, Do: quotes.RemoveQuotesOf},
			{On: deleted, Do: orders.RemoveWorkOf},
			{On: deleted, Do: moderation.EraseTextsOf},
			{On: deleted, Do: history.ForgetAccount},
			{On: deleted, Do: messages.ForgetAccount},
			{On: deleted, Do: accounts.Unlink},
		},
		Validate: []transaction.Step{{On: saved, Do: accounts.RefuseEasyPassword}, {On: saved, Do: accounts.AllowLongestPassword}},
		Invariants: []transaction.Step{
			{On: updated | deleted, Do: accounts.KeepAnAdmin},
			{On: updated, Do: accounts.KeepClosed},
			{On: saved, Do: accounts.KeepFormerAddress},
		},
		FollowUps: []transaction.Step{
			// What was sent while the deletion was under way:
			{On: deleted, Do: quotes.RemoveQuotesOf},
			{On: deleted, Do: orders.RemoveWorkOf},
			{On: deleted, Do: money.EraseMemos},
			// Once the row is written, the last one first:
			{On: created, Do: accounts.Welcome},
			{On: updated, Do: accounts.TellOfChange},
			{On: saved, Do: accounts.TellOfAdmin},
		},
		Committed: []transaction.Step{
			{On: updated, Do: quotes.AdoptRequests},
			{On: deleted, Do: accounts.NoteDeletion},
			{On: updated, Do: orders.AdoptWork},
		},
	}
}
