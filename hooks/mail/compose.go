package mail

import (
	"context"
	"database/sql"
	"errors"
	"net/mail"
	"strings"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/mailer"

	"deskmate/hooks/messages"
	"deskmate/hooks/tokens"
	"deskmate/records"
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
	facts, err := factsOf(ctx, app, kind, claimed)
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

// factsOf reads what a mail is about as it is stored now.
func factsOf(ctx context.Context, app core.App, kind messages.Kind, claimed records.ClaimedMail) (messages.Facts, error) {
	facts := messages.Facts{Address: claimed.To, Assignment: claimed.Assignment, Quote: claimed.Quote, Data: claimed.Data}
	if claimed.User != "" {
		account, err := app.FindRecordById(records.Users, claimed.User)
		if errors.Is(err, sql.ErrNoRows) {
			return facts, errGone
		}
		if err != nil {
			return facts, err
		}
		if !records.IsActive(account) {
			return facts, errInactive
		}
		facts.Person, facts.Role = account.GetString(records.Name), account.GetString(records.Role)
		if !kind.KeepsAddress {
			facts.Address = account.Email()
		}
	}
	guest := ""
	if facts.IsGuest() {
		guest = facts.Address
	}
	if _, byMail, err := messages.Wants(app, claimed.User, guest, kind); err != nil || !byMail {
		return facts, errors.Join(err, errSwitched)
	}
	if claimed.Assignment != "" {
		row, err := records.FindAssignmentRow(ctx, app, claimed.Assignment)
		if errors.Is(err, sql.ErrNoRows) {
			return facts, errGone
		}
		if err != nil {
			return facts, err
		}
		facts.Title, facts.Subject, facts.Due, facts.Grade, facts.Feedback = row.Title, row.Subject, row.DueDate.Time(), row.Grade, row.Feedback
	}
	if claimed.Quote != "" {
		row, err := records.FindQuoteRow(ctx, app, claimed.Quote)
		if errors.Is(err, sql.ErrNoRows) {
			return facts, errGone
		}
		if err != nil {
			return facts, err
		}
		facts.Reference, facts.Service, facts.Subject, facts.Deadline = row.Reference, row.ServiceName, row.Subject, row.Deadline.Time()
	}
	return facts, nil
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
