package offers

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/orders"
	"deskmate/hooks/routes"
	"deskmate/hooks/sessions"
	"deskmate/hooks/writes"
	"deskmate/records"
	"deskmate/rules"
)

// accepted is the answer to an accepted offer. Token and User are there if an account
// was opened for it.
type accepted struct {
	Assignment string `json:"assignment"`
	*sessions.SessionView
}

// acceptOffer turns an offer into an order: all at once or not at all (docs/product.md,
// section 10.4).
func acceptOffer(e *core.RequestEvent) error {
	var input rules.AcceptOffer
	if err := routes.BindJSON(e, &input); err != nil {
		return err
	}
	caller := sessions.Caller(e)
	// Hashing a password takes long, so it happens before the transaction, but only if the
	// offer can be accepted. If not, the transaction finds out why: what is read outside of
	// it may mix what was before another answer with what came after.
	_, account, early := checkAcceptance(e, e.App, input, caller)
	if early != nil && failures.From(early).Status == http.StatusNotFound {
		return early // guessing tokens must not occupy the writer
	}
	var newcomer *core.Record
	if early == nil && account == nil {
		var err error
		if newcomer, err = newAccount(e.App, input); err != nil {
			return err
		}
	}
	actor := records.Actor{Via: records.ViaGuest}
	if caller != nil {
		actor = records.Actor{Via: records.ViaPerson, Person: caller}
	}
	ctx, cancel := sessions.WriteContextAs(e, actor)
	defer cancel()
	var answer accepted
	err := writes.Run(ctx, e.App, func(ctx context.Context, tx core.App) error {
		f, account, err := checkAcceptance(e, tx, input, caller)
		if err != nil {
			return err
		}
		isNew := account == nil
		if isNew {
			if newcomer == nil {
				return early // it could not be accepted a moment ago
			}
			account = newcomer
			account.SetEmail(f.quote.GetString(records.Email))
		}
		if f.isMailed && account.Email() == f.quote.GetString(records.Email) && !account.Verified() {
			account.SetVerified(true) // the link was sent to this address
			if err := tx.SaveWithContext(ctx, account); err != nil {
				return err
			}
		}
		order, err := begin(ctx, tx, f, account)
		if err != nil {
			return err
		}
		answer = accepted{Assignment: order.Id}
		if isNew {
			session, err := sessions.Open(ctx, tx, account)
			answer.SessionView = &session
			return err
		}
		return nil
	})
	if err != nil {
		return err
	}
	return e.JSON(http.StatusCreated, answer)
}

// checkAcceptance returns the offer that a request accepts, and the account that accepts
// it, nil if one is to be opened. It fails if the offer cannot be accepted like this.
func checkAcceptance(e *core.RequestEvent, app core.App, input rules.AcceptOffer, caller *core.Record) (found, *core.Record, error) {
	f, err := findOffer(e, app)
	if err != nil {
		return f, nil, err
	}
	if refusal, refused := rules.OfferRefusals[f.status]; refused {
		return f, nil, failures.Conflict(refusal)
	}
	account, err := accepter(e.Request.Context(), app, f, caller)
	if err != nil {
		return f, nil, err
	}
	if problems := input.Check(); len(problems) > 0 {
		return f, nil, failures.Refuse(problems)
	}
	if input.Version != f.version.GetInt(records.Version) {
		return f, nil, failures.Conflict("This offer has changed. Please review it again")
	}
	if account == nil {
		signUp := rules.SignUp{Name: input.Name, Email: f.quote.GetString(records.Email), Password: input.Password}
		if problems := signUp.Check(); len(problems) > 0 {
			return f, nil, failures.Refuse(problems)
		}
	}
	return f, account, nil
}

// newAccount returns the unsaved account that a request opens.
func newAccount(app core.App, input rules.AcceptOffer) (*core.Record, error) {
	account, err := records.NewUser(app, rules.RoleStudent)
	if err != nil {
		return nil, err
	}
	account.Set(records.Name, strings.TrimSpace(input.Name))
	account.SetPassword(input.Password)
	return account, nil
}

// accepter returns the account that accepts an offer: the caller, if they have its
// address or asked for it. It returns nil if the address has no account yet and the link
// proves it. Nobody accepts a price that they made themselves.
func accepter(ctx context.Context, tx core.App, f found, caller *core.Record) (*core.Record, error) {
	email := f.quote.GetString(records.Email)
	if caller != nil {
		account, err := tx.FindRecordById(records.Users, caller.Id)
		if errors.Is(err, sql.ErrNoRows) {
			return nil, failures.SignInFirst() // it has been deleted meanwhile
		}
		if err != nil {
			return nil, err
		}
		hasAddress := account.Email() == email && (f.isMailed || account.Verified())
		if !hasAddress && f.quote.GetString(records.Student) != account.Id {
			return nil, failures.Forbidden("This offer was sent to another email address")
		}
		if f.offer.GetString(records.PricedBy) == account.Id {
			return nil, sessions.RefuseOwnCase(ctx, tx, records.ReaderOf(account), account.Id)
		}
		return account, nil
	}
	_, err := records.FindUserByEmail(tx, email)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, err
	}
	if err == nil || !f.isMailed {
		return nil, failures.Unauthorized("Sign in to accept this offer")
	}
	return nil, nil
}

// begin stores the order that an accepted offer becomes, with everything that hangs on it.
func begin(ctx context.Context, tx core.App, f found, account *core.Record) (*core.Record, error) {
	row, err := records.FindQuoteRow(ctx, tx, f.quote.Id)
	if err != nil {
		return nil, err
	}
	policy, err := records.FindPinnedPolicy(tx, records.OfferVersionRows, f.version.Id, f.version.GetString(records.Policy))
	if err != nil {
		return nil, err
	}
	order, err := records.NewRecord(tx, records.Assignments, map[string]any{
		records.Title:       rules.OrderTitle(row.ServiceName, row.Subject),
		records.Description: row.Description,
		records.DueDate:     row.Deadline.Time(),
		records.Subject:     row.Subject,
		records.Priority:    rules.PriorityMedium,
		records.Status:      rules.StatusSubmitted,
		records.Type:        rules.OrderType(row.ServiceName),
		records.Student:     account.Id,
		records.Quote:       row.ID,
		records.Words:       row.Pages * policy.GetInt("wordsPerPage"),
		records.PriceCents:  f.version.GetInt(records.AmountCents),
		records.Policy:      policy.Id,
		records.TutorShare:  f.version.GetInt(records.TutorShare),
	})
	if err != nil {
		return nil, err
	}
	if err := tx.SaveWithContext(ctx, order); err != nil {
		return nil, err
	}
	f.offer.Set(records.Status, rules.OfferAccepted)
	f.offer.Set(records.AnsweredAt, order.GetDateTime(records.Created))
	if err := tx.SaveWithContext(ctx, f.offer); err != nil {
		return nil, err
	}
	f.quote.Set(records.Status, rules.QuoteAccepted)
	f.quote.Set(records.Student, account.Id)
	f.quote.Set(records.Assignment, order.Id)
	if err := tx.SaveWithContext(ctx, f.quote); err != nil {
		return nil, err
	}
	return order, orders.IssueInvoice(ctx, tx, order.Id)
}
