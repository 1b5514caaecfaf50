package domain

// LedgerWork is what the books need to know about an assignment. All amounts are in
// cents. Tutor is an id, empty if there is none.
type LedgerWork struct {
	Status        string `db:"status"`
	Tutor         string `db:"tutor"`
	PriceCents    int    `db:"priceCents"`
	TutorShare    int    `db:"tutorShare"`
	ReceivedCents int    `db:"receivedCents"`
	ReturnedCents int    `db:"returnedCents"`
	RefundCents   int    `db:"refundCents"` // approved refunds, whether paid yet or not
}

// CreditedCents returns how much of the price the refunds take back. What was paid beyond
// the price goes back first, without a credit.
func (w LedgerWork) CreditedCents() int {
	beyond := max(0, w.ReceivedCents-w.PriceCents)
	return max(0, min(w.PriceCents, w.RefundCents-beyond))
}

// Earned returns what the finished work stands at: its price less what was credited, and
// how that is shared. Work that is not finished has earned nothing.
func (w LedgerWork) Earned() LedgerLines {
	if !IsFinished(w.Status) {
		return LedgerLines{}
	}
	net, tutor := w.PriceCents-w.CreditedCents(), 0
	if w.Tutor != "" {
		tutor = w.TutorCents()
	}
	return LedgerLines{Customer: net, Desk: tutor - net, Tutors: -tutor}
}

// TutorCents returns what the tutor has earned with finished work, or will once it is
// finished: the share of the price less what was credited. Cancelled work earns nothing.
func (w LedgerWork) TutorCents() int {
	if w.Status == StatusCancelled {
		return 0
	}
	return Share(w.PriceCents-w.CreditedCents(), w.TutorShare)
}

// Balances returns what all entries about the assignment must add up to, if its tutors
// were paid an amount for it.
func (w LedgerWork) Balances(paid int) LedgerLines {
	return w.Earned().
		Plus(LedgerLines{Cash: w.ReceivedCents - w.ReturnedCents, Customer: w.ReturnedCents - w.ReceivedCents}).
		Plus(LedgerLines{Cash: -paid, Tutors: paid})
}

// LedgerStanding is what the entries say that an assignment has earned, less what was
// reversed and credited, and for which tutor.
type LedgerStanding struct {
	LedgerLines
	Tutor  string `db:"tutor"`
	IsOpen bool   `db:"isOpen"` // it was earned and not reversed since
}

// Settle returns the entries that bring what stands in the ledger in step with the work:
// none, a credit, or a reversal and what is earned instead. claim is the id of the refund
// that has just been approved, empty if something else happened.
func (s LedgerStanding) Settle(work LedgerWork, claim string) (entries []LedgerEntry) {
	earned := work.Earned()
	isSameTutor := s.IsOpen && s.Tutor == work.Tutor
	if earned == s.LedgerLines && (isSameTutor || earned.IsZero()) {
		return nil
	}
	if claim != "" && isSameTutor && earned.Customer < s.Customer {
		return []LedgerEntry{{Kind: LedgerCredited, Tutor: s.Tutor, Claim: claim, LedgerLines: earned.Minus(s.LedgerLines)}}
	}
	if !s.LedgerLines.IsZero() {
		entries = append(entries, LedgerEntry{Kind: LedgerReversed, Tutor: s.Tutor, LedgerLines: LedgerLines{}.Minus(s.LedgerLines)})
	}
	if !earned.IsZero() {
		entries = append(entries, LedgerEntry{Kind: LedgerEarned, Tutor: work.Tutor, LedgerLines: earned})
	}
	return entries
}

// ReceivedEntry is the entry about a payment by a student.
func ReceivedEntry(cents int) LedgerEntry {
	return LedgerEntry{Kind: LedgerReceived, LedgerLines: LedgerLines{Cash: cents, Customer: -cents}}
}

// ReturnedEntry is the entry about a refund that was paid.
func ReturnedEntry(cents int) LedgerEntry {
	return LedgerEntry{Kind: LedgerReturned, LedgerLines: LedgerLines{Cash: -cents, Customer: cents}}
}

// PaidEntry is the entry about an amount that a tutor was paid.
func PaidEntry(tutor string, cents int) LedgerEntry {
	return LedgerEntry{Kind: LedgerPaid, Tutor: tutor, LedgerLines: LedgerLines{Cash: -cents, Tutors: cents}}
}

// AdjustedEntry is the entry about an adjustment. A positive amount favours the tutor.
func AdjustedEntry(tutor string, cents int) LedgerEntry {
	return LedgerEntry{Kind: LedgerAdjusted, Tutor: tutor, LedgerLines: LedgerLines{Desk: cents, Tutors: -cents}}
}
