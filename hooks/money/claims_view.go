package money

import (
	"deskmate/hooks/domain"
	"deskmate/hooks/store"
)

// claimView is a claim as the API returns it. Only those whom it concerns read the reason
// and the amount: nil leaves them out, and a pointer to nil is null.
type claimView struct {
	ID         string              `json:"_id"`
	Kind       string              `json:"kind"`
	Status     string              `json:"status"`
	Reason     *string             `json:"reason,omitempty"`
	Amount     **float64           `json:"amount,omitempty"`
	Outcome    *string             `json:"outcome"`
	OpenedBy   openerView          `json:"openedBy"`
	DueAt      *string             `json:"dueAt"`
	PayFrom    *string             `json:"payFrom"`
	PayBy      *string             `json:"payBy"`
	CreatedAt  string              `json:"createdAt"`
	DecidedAt  *string             `json:"decidedAt"`
	PaidAt     *string             `json:"paidAt"`
	Assignment claimAssignmentView `json:"assignment"`
	Actions    []actionView        `json:"actions"`
}

// openerView is who opened a claim. The id is null if the reader is not told, or if the
// account was deleted.
type openerView struct {
	ID   *string `json:"_id"`
	Name string  `json:"name"`
	Role string  `json:"role"`
}

type claimAssignmentView struct {
	ID        string `json:"_id"`
	Reference string `json:"reference"`
	Title     string `json:"title"`
}

// actionView is an action that the reader can take. No clock runs for any of them.
type actionView struct {
	Action domain.Action `json:"action"`
	Until  *string       `json:"until"`
}

// claimViewFor returns the view of claims for a reader who may read their assignments.
func claimViewFor(reader domain.Reader) func(store.ClaimRow) claimView {
	return func(row store.ClaimRow) claimView {
		claim := row.Claim()
		view := claimView{
			ID:         row.ID,
			Kind:       row.Kind,
			Status:     row.Status,
			Outcome:    optional(row.Outcome),
			OpenedBy:   viewOpener(row, reader),
			DueAt:      optional(string(row.DueAt)),
			PayFrom:    optional(string(row.PayFrom)),
			PayBy:      optional(string(row.PayBy)),
			CreatedAt:  string(row.Created),
			DecidedAt:  optional(string(row.DecidedAt)),
			PaidAt:     optional(string(row.PaidAt)),
			Assignment: claimAssignmentView{row.Assignment, row.Reference, domain.ShownText(row.Title, row.ShownTitle, reader, row.Student, row.Tutor)},
			Actions:    []actionView{},
		}
		if claim.ShowsDetails(reader, row.Student) {
			var amount *float64
			if row.AmountCents > 0 {
				units := domain.Units(row.AmountCents)
				amount = &units
			}
			view.Reason, view.Amount = &row.Reason, &amount
		}
		for _, action := range claim.Actions(reader) {
			view.Actions = append(view.Actions, actionView{Action: action})
		}
		return view
	}
}

// viewOpener names who opened a claim: students and tutors do not learn which admin it
// was, and tutors see no more of a student than the first name.
func viewOpener(row store.ClaimRow, reader domain.Reader) openerView {
	isAdmin := reader.Role == domain.RoleAdmin
	switch {
	case row.OpenedAs == domain.OpenedAsAdmin && !isAdmin:
		return openerView{Name: "Our team", Role: row.OpenedAs}
	case row.OpenedBy == "":
		return openerView{Name: "Deleted account", Role: row.OpenedAs}
	case row.OpenedAs == domain.OpenedAsStudent && !isAdmin && reader.ID != row.Student:
		return openerView{ID: &row.OpenedBy, Name: domain.FirstWord(row.OpenedByName), Role: row.OpenedAs}
	default:
		return openerView{ID: &row.OpenedBy, Name: row.OpenedByName, Role: row.OpenedAs}
	}
}

// optional returns a pointer to a text, nil if it is empty.
func optional(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
