package mail

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

	"deskmate/hooks/messages"
	"deskmate/hooks/tokens"
	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
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

// compose builds a mail as it is to be sent now. It fails with unwanted if it should
// not be sent any more.
func compose(ctx context.Context, app core.App, claimed records.ClaimedMail) (*mailer.Message, error) {
	kind, ok := messages.KindOf(app, claimed.Kind)
	if !ok {
		return nil, permanent("This version of the program does not know emails of the kind " + claimed.Kind)
	}
	site, err := records.FindSite(app)
	if err != nil {
		return nil, err
	}
	facts, err := factsOfAll(ctx, app, kind, claimed)
	if err != nil {
		return nil, err
	}
	facts.Site = site.GetString(records.Name)
	if address, err := mail.ParseAddress(facts.Address); err != nil || address.Address != facts.Address {
		return nil, permanent("The address is not valid")
	}
	token := ""
	if kind.Secret != nil {
		token, err = kind.Secret(ctx, app, claimed)
		if errors.Is(err, sql.ErrNoRows) {
			return nil, errNoLongerOf
		}
		if err != nil {
			return nil, err
		}
	}
	origin, unsubscribe := messages.Origin(app), ""
	if !kind.Required {
		if unsubscribe, err = unsubscribeAddress(app, origin, claimed); err != nil {
			return nil, err
		}
	}
	letter := newLetter(kind, facts, origin, site.GetString(records.SupportEmail), token, unsubscribe)
	message := &mailer.Message{
		From:    mail.Address{Name: app.Settings().Meta.SenderName, Address: app.Settings().Meta.SenderAddress},
		To:      []mail.Address{{Address: facts.Address}},
		Subject: letter.Subject,
		Headers: map[string]string{"Message-ID": claimed.MessageID, "Auto-Submitted": "auto-generated"},
	}
	if unsubscribe != "" && strings.HasPrefix(origin, "https://") {
		message.Headers["List-Unsubscribe"] = "<" + unsubscribe + ">"
		message.Headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
	}
	message.HTML, message.Text, err = letter.render()
	return message, err
}

// factsOfAll reads what a mail is about, which may be several events. Those of which the
// reader should not hear any more are left out.
func factsOfAll(ctx context.Context, app core.App, kind messages.Kind, claimed records.ClaimedMail) (messages.Facts, error) {
	var (
		all  []messages.Facts
		left unwanted
	)
	parts, more := kind.Parts(claimed)
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
		return messages.Facts{}, left
	}
	return messages.Gather(all, more), nil
}

// factsOf reads what a mail is about as it is stored now.
func factsOf(ctx context.Context, app core.App, kind messages.Kind, claimed records.ClaimedMail) (messages.Facts, error) {
	facts := messages.Facts{Address: claimed.To, Account: claimed.User, Assignment: claimed.Assignment, Quote: claimed.Quote, Data: claimed.Data, Now: clock.Now(app)}
	// Whoever typed a stranger's address, or opened an account with it, typed all the rest too.
	isTheirs := false
	if claimed.User != "" {
		account, err := app.FindRecordById(records.Users, claimed.User)
		if errors.Is(err, sql.ErrNoRows) {
			return facts, errGone
		}
		if err != nil {
			return facts, err
		}
		if !records.IsActive(account) || records.IsBeingDeleted(account) {
			return facts, errInactive
		}
		facts.Role = account.GetString(records.Role)
		if !kind.KeepsAddress {
			facts.Address = account.Email()
		}
		if records.IsReleasedAddress(facts.Address) {
			return facts, errAddress
		}
		if len(kind.Roles) > 0 && !slices.Contains(kind.Roles, facts.Role) {
			return facts, errRole
		}
		isTheirs = account.Verified() && facts.Address == account.Email()
		if isTheirs {
			facts.Person = rules.PlainName(account.GetString(records.Name))
		}
	}
	guest := ""
	if facts.IsGuest() {
		guest = facts.Address
		account, err := records.FindUserByEmail(app, guest)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return facts, err
		}
		facts.HasAccount = err == nil
		facts.IsConfirmed = facts.HasAccount && account.Verified()
	}
	_, byMail, err := messages.Wants(app, claimed.User, guest, kind)
	if err != nil {
		return facts, err
	}
	if !byMail {
		return facts, errSwitched
	}
	if claimed.Assignment != "" {
		if err := readAssignment(ctx, app, &facts); err != nil {
			return facts, err
		}
	}
	if claimed.Quote != "" {
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
func stillApplies(kind messages.Kind, facts messages.Facts) (reason string) {
	if kind.StillApplies != nil {
		return kind.StillApplies(facts)
	}
	reader := rules.Reader{ID: facts.Account, Role: facts.Role}
	if facts.Assignment != "" && !facts.IsGuest() && rules.AssignmentScope(reader, facts.Student, facts.Tutor) == rules.ScopeNone {
		return "The reader may no longer see the assignment"
	}
	return ""
}

// readAssignment reads the assignment that a mail is about. Work of an account that is
// being deleted counts as deleted.
func readAssignment(ctx context.Context, app core.App, facts *messages.Facts) error {
	row, err := records.FindAssignmentRow(ctx, app, facts.Assignment)
	if errors.Is(err, sql.ErrNoRows) {
		return errGone
	}
	if err != nil {
		return err
	}
	if row.Student != "" {
		student, err := app.FindRecordById(records.Users, row.Student)
		if errors.Is(err, sql.ErrNoRows) || err == nil && records.IsBeingDeleted(student) {
			return errGone
		}
		if err != nil {
			return err
		}
	}
	if facts.IsGuest() && facts.Address != cmp.Or(row.GuestEmail, row.StudentEmail) {
		return errAddress
	}
	reader := rules.Reader{ID: facts.Account, Role: facts.Role}
	if reader.Role == rules.RoleTutor && reader.ID != row.Student {
		row.Title, row.Subject = cmp.Or(row.ShownTitle, row.Title), cmp.Or(row.ShownSubject, row.Subject) // former tutors too
	}
	facts.Reference, facts.Title, facts.Subject, facts.Due, facts.Grade, facts.Feedback = row.Reference, row.Title, row.Subject, row.DueDate.Time(), row.Grade, row.Feedback
	facts.Student, facts.Tutor, facts.Status = row.Student, row.Tutor, row.Status
	facts.IsAccepted, facts.ClaimOpen = row.AcceptedAt != "", row.ClaimOpen
	if reader.Role == rules.RoleAdmin {
		facts.HandBackReason = row.HandBackReason
	}
	return nil
}

// readQuote reads the quote request that a mail is about.
func readQuote(ctx context.Context, app core.App, facts *messages.Facts) error {
	row, err := records.FindQuoteRow(ctx, app, facts.Quote)
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
func unsubscribeAddress(app core.App, origin string, claimed records.ClaimedMail) (string, error) {
	of, id := "user", claimed.User
	switch {
	case claimed.User != "":
	case claimed.Assignment != "":
		of, id = "assignment", claimed.Assignment
	default:
		of, id = "quote", claimed.Quote
	}
	token, err := tokens.Join(app, unsubscribePurpose, strings.Join([]string{of, id, claimed.Kind}, "~"))
	return origin + "/api/unsubscribe/" + token, err
}
