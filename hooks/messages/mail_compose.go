package messages

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"net/mail"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/mailer"

	"deskmate/hooks/domain"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// unwanted is why a mail is not sent.
type unwanted string

func (u unwanted) Error() string { return string(u) }

// Reasons why a mail is not sent.
const (
	errInactive   = unwanted("The account is inactive")
	errGone       = unwanted("It is about something that has been deleted")
	errSwitched   = unwanted("The reader has switched off emails of this kind")
	errNoLongerOf = unwanted("Its link is no longer valid")
	errRole       = unwanted("The reader no longer has the role for this email")
	errAddress    = unwanted("It is about something that no longer has this address")
)

// permanent is a failure that trying again would not change.
type permanent string

func (p permanent) Error() string { return string(p) }

// composeMail builds a mail as it is to be sent now. It fails with unwanted if it should
// not be sent any more.
func composeMail(ctx context.Context, app core.App, taken store.TakenMail) (*mailer.Message, error) {
	kind, ok := KindOf(app, taken.Kind)
	if !ok {
		return nil, permanent("This version of the program does not know emails of the kind " + taken.Kind)
	}
	site, err := store.FindSite(app)
	if err != nil {
		return nil, err
	}
	facts, err := factsOfAll(ctx, app, kind, taken)
	if err != nil {
		return nil, err
	}
	facts.Site = site.GetString(store.Name)
	if address, err := mail.ParseAddress(facts.Address); err != nil || address.Address != facts.Address {
		return nil, permanent("The address is not valid")
	}
	token := ""
	if kind.Secret != nil {
		token, err = kind.Secret(ctx, app, taken)
		if errors.Is(err, sql.ErrNoRows) {
			return nil, errNoLongerOf
		}
		if err != nil {
			return nil, err
		}
	}
	origin, unsubscribe := Origin(app), ""
	if !kind.Required {
		if unsubscribe, err = unsubscribeAddress(app, origin, taken); err != nil {
			return nil, err
		}
	}
	letter := newLetter(kind, facts, origin, site.GetString(store.SupportEmail), token, unsubscribe)
	message := &mailer.Message{
		From:    mail.Address{Name: app.Settings().Meta.SenderName, Address: app.Settings().Meta.SenderAddress},
		To:      []mail.Address{{Address: facts.Address}},
		Subject: letter.Subject,
		Headers: map[string]string{"Message-ID": taken.MessageID, "Auto-Submitted": "auto-generated"},
	}
	if unsubscribe != "" && strings.HasPrefix(origin, "https://") {
		message.Headers["List-Unsubscribe"] = "<" + unsubscribe + ">"
		message.Headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
	}
	message.HTML, message.Text, err = letter.render()
	return message, err
}

// factsOfAll reads what a mail is about, which may be several events. Those that the
// reader should no longer hear of are left out.
func factsOfAll(ctx context.Context, app core.App, kind Kind, taken store.TakenMail) (Facts, error) {
	var (
		all  []Facts
		left unwanted
	)
	parts, more := kind.Parts(taken)
	for _, part := range parts {
		facts, err := factsOf(ctx, app, kind, part)
		if errors.As(err, &left) {
			continue
		}
		if err != nil {
			return facts, err
		}
		all = append(all, facts)
	}
	if len(all) == 0 {
		return Facts{}, left
	}
	return Gather(all, more), nil
}

// factsOf reads what a mail is about as it is stored now.
func factsOf(ctx context.Context, app core.App, kind Kind, taken store.TakenMail) (Facts, error) {
	facts := Facts{Address: taken.To, Account: taken.User, Assignment: taken.Assignment, Quote: taken.Quote, Data: taken.Data, Now: clock.Now(app)}
	// Whoever typed a stranger's address, or opened an account with it, typed all the rest too.
	isTheirs := false
	if taken.User != "" {
		account, err := app.FindRecordById(store.Users, taken.User)
		if errors.Is(err, sql.ErrNoRows) {
			return facts, errGone
		}
		if err != nil {
			return facts, err
		}
		if !store.IsActive(account) || store.IsBeingDeleted(account) {
			return facts, errInactive
		}
		facts.Role = account.GetString(store.Role)
		if !kind.KeepsAddress {
			facts.Address = account.Email()
		}
		if store.IsReleasedAddress(facts.Address) {
			return facts, errAddress
		}
		if len(kind.Roles) > 0 && !slices.Contains(kind.Roles, facts.Role) {
			return facts, errRole
		}
		isTheirs = account.Verified() && facts.Address == account.Email()
		if isTheirs {
			facts.Person = domain.PlainName(account.GetString(store.Name))
		}
	}
	guest := ""
	if facts.IsGuest() {
		guest = facts.Address
		account, err := store.FindUserByEmail(app, guest)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return facts, err
		}
		facts.HasAccount = err == nil
		facts.IsConfirmed = facts.HasAccount && account.Verified()
	}
	_, byMail, err := Wants(app, taken.User, guest, kind)
	if err != nil {
		return facts, err
	}
	if !byMail {
		return facts, errSwitched
	}
	if taken.Assignment != "" {
		if err := readAssignment(ctx, app, &facts); err != nil {
			return facts, err
		}
	}
	if taken.Quote != "" {
		if err := readQuote(ctx, app, &facts); err != nil {
			return facts, err
		}
	}
	if reason := stillApplies(kind, facts); reason != "" {
		return facts, unwanted(reason)
	}
	if !isTheirs {
		facts.LeaveOutWhatWasTyped()
	}
	return facts, nil
}

// stillApplies returns why a mail should not be sent any more, or "".
func stillApplies(kind Kind, facts Facts) (reason string) {
	if kind.StillApplies != nil {
		return kind.StillApplies(facts)
	}
	reader := domain.Reader{ID: facts.Account, Role: facts.Role}
	if facts.Assignment != "" && !facts.IsGuest() && domain.AssignmentScope(reader, facts.Student, facts.Tutor) == domain.ScopeNone {
		return "The reader may no longer see the assignment"
	}
	return ""
}

// readAssignment reads the assignment that a mail is about. Work of an account that is
// being deleted counts as deleted.
func readAssignment(ctx context.Context, app core.App, facts *Facts) error {
	row, err := store.FindAssignmentRow(ctx, app, facts.Assignment)
	if errors.Is(err, sql.ErrNoRows) {
		return errGone
	}
	if err != nil {
		return err
	}
	if row.Student != "" {
		student, err := app.FindRecordById(store.Users, row.Student)
		if errors.Is(err, sql.ErrNoRows) || err == nil && store.IsBeingDeleted(student) {
			return errGone
		}
		if err != nil {
			return err
		}
	}
	if facts.IsGuest() && facts.Address != cmp.Or(row.GuestEmail, row.StudentEmail) {
		return errAddress
	}
	reader := domain.Reader{ID: facts.Account, Role: facts.Role}
	if reader.Role == domain.RoleTutor && reader.ID != row.Student {
		row.Title, row.Subject = cmp.Or(row.ShownTitle, row.Title), cmp.Or(row.ShownSubject, row.Subject) // former tutors too
	}
	facts.Reference, facts.Title, facts.Subject, facts.Due, facts.Grade, facts.Feedback = row.Reference, row.Title, row.Subject, row.DueDate.Time(), row.Grade, row.Feedback
	facts.Student, facts.Tutor, facts.Status = row.Student, row.Tutor, row.Status
	facts.IsAccepted, facts.ClaimOpen = row.AcceptedAt != "", row.ClaimOpen
	if reader.Role == domain.RoleAdmin {
		facts.HandBackReason = row.HandBackReason
	}
	return nil
}

// readQuote reads the quote request that a mail is about.
func readQuote(ctx context.Context, app core.App, facts *Facts) error {
	row, err := store.FindQuoteRow(ctx, app, facts.Quote)
	if errors.Is(err, sql.ErrNoRows) {
		return errGone
	}
	if err != nil {
		return err
	}
	if facts.IsGuest() && facts.Address != row.Email {
		return errAddress
	}
	facts.Reference, facts.Service, facts.Subject, facts.Deadline = row.Reference, row.ServiceName, row.Subject, row.Deadline.Time()
	return nil
}

// unsubscribeAddress returns the address that switches off mails of the same kind for
// the same reader. It names a guest by what the mail is about, so that no address of
// a person is in it.
func unsubscribeAddress(app core.App, origin string, taken store.TakenMail) (string, error) {
	of, id := "user", taken.User
	switch {
	case taken.User != "":
	case taken.Assignment != "":
		of, id = "assignment", taken.Assignment
	default:
		of, id = "quote", taken.Quote
	}
	token, err := sessions.JoinToken(app, unsubscribePurpose, strings.Join([]string{of, id, taken.Kind}, "~"))
	return origin + "/api/unsubscribe/" + token, err
}
