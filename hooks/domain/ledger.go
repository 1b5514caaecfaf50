package domain

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
)

// LedgerKind says what an entry of the ledger is about (docs/ledger.md).
type LedgerKind string

// The kinds of entries.
const (
	LedgerEarned   LedgerKind = "earned"   // work with a price was finished
	LedgerReversed LedgerKind = "reversed" // it no longer is, or its price or tutor changed
	LedgerReceived LedgerKind = "received" // a student paid
	LedgerCredited LedgerKind = "credited" // a refund was approved for finished work
	LedgerReturned LedgerKind = "returned" // a refund was paid
	LedgerPaid     LedgerKind = "paid"     // a tutor was paid
	LedgerAdjusted LedgerKind = "adjusted" // an admin changed what a tutor is owed
)

// LedgerKinds lists the kinds.
var LedgerKinds = []LedgerKind{LedgerEarned, LedgerReversed, LedgerReceived, LedgerCredited, LedgerReturned, LedgerPaid, LedgerAdjusted}

// LedgerAccounts lists the accounts of the ledger by name: the money at hand, what
// students owe, the desk's share (negative), and what is owed to tutors (negative).
var LedgerAccounts = []string{"cash", "customer", "desk", "tutors"}

// LedgerLines are the amounts of an entry, or balances, in cents by account.
type LedgerLines struct {
	Cash     int `db:"cash" json:"cash"`
	Customer int `db:"customer" json:"customer"`
	Desk     int `db:"desk" json:"desk"`
	Tutors   int `db:"tutors" json:"tutors"`
}

// LedgerLine is one line of an entry.
type LedgerLine struct {
	Account string `json:"account"`
	Cents   int    `json:"cents"`
}

// Sum returns the sum of the lines. That of an entry is zero.
func (l LedgerLines) Sum() int { return l.Cash + l.Customer + l.Desk + l.Tutors }

// IsZero reports whether there is no line.
func (l LedgerLines) IsZero() bool { return l == LedgerLines{} }

// Plus adds other lines.
func (l LedgerLines) Plus(o LedgerLines) LedgerLines {
	return LedgerLines{l.Cash + o.Cash, l.Customer + o.Customer, l.Desk + o.Desk, l.Tutors + o.Tutors}
}

// Minus subtracts other lines.
func (l LedgerLines) Minus(o LedgerLines) LedgerLines {
	return LedgerLines{l.Cash - o.Cash, l.Customer - o.Customer, l.Desk - o.Desk, l.Tutors - o.Tutors}
}

// List returns the lines in the order of the accounts' names, without zeros.
func (l LedgerLines) List() []LedgerLine {
	lines := []LedgerLine{}
	for i, cents := range []int{l.Cash, l.Customer, l.Desk, l.Tutors} {
		if cents != 0 {
			lines = append(lines, LedgerLine{LedgerAccounts[i], cents})
		}
	}
	return lines
}

// LedgerEntry is an entry of the ledger. Assignment, Tutor, Claim and Payout are ids,
// empty if there is none. At is a time as the API writes it (WireTime).
type LedgerEntry struct {
	Number     int        `db:"number" json:"number"`
	At         string     `db:"at" json:"at"`
	Kind       LedgerKind `db:"kind" json:"kind"`
	Assignment string     `db:"assignment" json:"assignment"`
	Tutor      string     `db:"tutor" json:"tutor"`
	Claim      string     `db:"claim" json:"claim"`
	Payout     string     `db:"payout" json:"payout"`
	Actor      string     `db:"actor" json:"actor"`
	Memo       string     `db:"memo" json:"memo"`
	MemoHash   string     `db:"memoHash" json:"memoHash"` // stays when the memo is erased
	LedgerLines
	Hash string `db:"hash" json:"hash"`
}

// FirstLedgerHash stands for the hash of the entry before the first one.
var FirstLedgerHash = strings.Repeat("0", 64)

// HashOf returns the hash of an entry that follows one with the given hash. It covers the
// entry as docs/ledger.md writes it down, so that an auditor can compute it from the CSV.
func (e LedgerEntry) HashOf(previous string) string {
	text := bytes.NewBufferString(previous + "\n")
	encoder := json.NewEncoder(text)
	encoder.SetEscapeHTML(false)
	// Texts and numbers always encode.
	_ = encoder.Encode(struct {
		Number     int          `json:"number"`
		At         string       `json:"at"`
		Kind       LedgerKind   `json:"kind"`
		Assignment string       `json:"assignment"`
		Tutor      string       `json:"tutor"`
		Claim      string       `json:"claim"`
		Payout     string       `json:"payout"`
		Actor      string       `json:"actor"`
		Memo       string       `json:"memo"`
		Lines      []LedgerLine `json:"lines"`
	}{e.Number, e.At, e.Kind, e.Assignment, e.Tutor, e.Claim, e.Payout, e.Actor, e.MemoHash, e.List()})
	return sha256Hex(bytes.TrimSuffix(text.Bytes(), []byte("\n")))
}

// MemoHash returns the hash that stands for a memo in the hash of its entry.
func MemoHash(memo string) string { return sha256Hex([]byte(memo)) }

func sha256Hex(text []byte) string {
	hash := sha256.Sum256(text)
	return hex.EncodeToString(hash[:])
}

// CanErase reports whether the memo of an entry may be erased: those that the program
// wrote hold nothing but references.
func (e LedgerEntry) CanErase() bool { return e.Kind == LedgerAdjusted }

// IsSound reports whether the lines of an entry are those that its kind can have, and
// whether its memo is the one that it was written with.
func (e LedgerEntry) IsSound() bool {
	isErased := e.CanErase() && e.Memo == ""
	if e.Sum() != 0 || e.IsZero() || (e.Payout != "") != (e.Kind == LedgerPaid) || !isErased && e.MemoHash != MemoHash(e.Memo) {
		return false
	}
	switch e.Kind {
	case LedgerEarned:
		return e.Assignment != "" && e.Cash == 0 && e.Customer > 0 && e.Tutors <= 0 && e.Desk <= 0
	case LedgerReversed, LedgerCredited:
		return e.Assignment != "" && e.Cash == 0 && e.Customer < 0 && e.Tutors >= 0 && e.Desk >= 0
	case LedgerReceived:
		return e.Assignment != "" && e.Cash > 0 && e.Customer == -e.Cash
	case LedgerReturned:
		return e.Assignment != "" && e.Cash < 0 && e.Customer == -e.Cash
	case LedgerPaid:
		return e.Tutor != "" && e.Tutors > 0 && e.Cash == -e.Tutors
	case LedgerAdjusted:
		return e.Assignment == "" && e.Tutor != "" && e.Tutors != 0 && e.Desk == -e.Tutors
	}
	return false
}

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
