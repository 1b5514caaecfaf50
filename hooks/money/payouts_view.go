package money

import (
	"cmp"
	"strconv"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
)

// payoutView is a payout as admins read it in a list.
type payoutView struct {
	ID        string      `json:"_id"`
	Number    string      `json:"number"`
	Total     float64     `json:"total"`
	Tutors    int         `json:"tutors"` // how many were paid
	Method    string      `json:"method"`
	Reference string      `json:"reference"`
	By        *personView `json:"by"` // null once the account is deleted
	CreatedAt string      `json:"createdAt"`
}

// personView is a person. The name is empty once the account is deleted.
type personView struct {
	ID   string `json:"_id"`
	Name string `json:"name"`
}

func viewPayoutRow(row store.PayoutRow) payoutView {
	view := payoutView{
		ID: row.ID, Number: row.Number, Total: domain.Units(row.TotalCents), Tutors: row.Tutors, Method: row.Method, Reference: row.Reference,
		CreatedAt: string(row.Created),
	}
	if row.By != "" {
		view.By = &personView{row.By, row.ByName}
	}
	return view
}

// paidView is one payout with everything that it paid for.
type paidView struct {
	payoutView
	Lines []lineView `json:"lines"`
}

// statementView is a payout with the head of the ledger, for the statement to print.
type statementView struct {
	paidView
	Head headView `json:"head"`
}

// headView is the newest entry of the ledger. deskmate ledger verify --head tells whether
// the ledger still continues it.
type headView struct {
	Number int    `json:"number"`
	Hash   string `json:"hash"`
}

// lineView is what one tutor got.
type lineView struct {
	Tutor   personView        `json:"tutor"`
	Amount  float64           `json:"amount"`
	Entries []payoutEntryView `json:"entries"`
}

// payoutEntryView is what was paid for an assignment, or as adjustments if there is none. The id
// is the number of the entry in the ledger.
type payoutEntryView struct {
	ID         string                `json:"_id"`
	Amount     float64               `json:"amount"`
	Assignment *payoutAssignmentView `json:"assignment"`
}

type payoutAssignmentView struct {
	ID        string `json:"_id"`
	Reference string `json:"reference"`
	Title     string `json:"title"`
}

// wholeTitle shows a title to admins, who may read contact details in it.
func wholeTitle(row store.NamedRow) string { return row.Title }

func titleForTutors(row store.NamedRow) string { return cmp.Or(row.ShownTitle, row.Title) }

// viewLines groups the entries of a payout by tutor. Those of a tutor follow one another.
// titleOf is what the reader sees of a title.
func viewLines(rows []store.NamedRow, titleOf func(store.NamedRow) string) []lineView {
	lines, cents := []lineView{}, 0
	for _, row := range rows {
		if len(lines) == 0 || lines[len(lines)-1].Tutor.ID != row.Tutor {
			lines, cents = append(lines, lineView{Tutor: personView{row.Tutor, row.TutorName}}), 0
		}
		line := &lines[len(lines)-1]
		entry := payoutEntryView{ID: strconv.Itoa(row.LedgerEntry.Number), Amount: domain.Units(row.LedgerEntry.Tutors)}
		if row.IsThere {
			entry.Assignment = &payoutAssignmentView{row.Assignment, row.EarningRow.Reference, titleOf(row)}
		}
		cents += row.LedgerEntry.Tutors
		line.Amount = domain.Units(cents)
		line.Entries = append(line.Entries, entry)
	}
	return lines
}

// ownView is a payout as a tutor reads it: their own line of it.
type ownView struct {
	ID        string            `json:"_id"`
	Number    string            `json:"number"`
	Amount    float64           `json:"amount"`
	Method    string            `json:"method"`
	Reference string            `json:"reference"`
	CreatedAt string            `json:"createdAt"`
	Entries   []payoutEntryView `json:"entries"`
}

// owedView is what a tutor is owed. PayableByOthers is in the place of Payable if the tutor is
// the admin who asks: only another one pays it.
type owedView struct {
	Tutor           personView `json:"tutor"`
	Payable         float64    `json:"payable"`
	PayableByOthers float64    `json:"payableByOthers,omitempty"`
	Held            float64    `json:"held"`
}
