package quotes

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/orders"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
)

// offerAccepted is the answer to an accepted offer. Token and User are there if an account
// was opened for it.
type offerAccepted struct {
	Assignment string `json:"assignment"`
	*sessions.SessionView
}

// acceptOffer turns an offer into an order: all at once or not at all (docs/product.md,
// section 10.4).
func acceptOffer(e *core.RequestEvent) error {
	var input domain.AcceptOffer
	if err := api.BindJSON(e, &input); err != nil {
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
	var answer offerAccepted
	err := sessions.Change(e, func(ctx context.Context, tx core.App) error {
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
			account.SetEmail(f.quote.GetString(store.Email))
		}
		if f.isMailed && account.Email() == f.quote.GetString(store.Email) && !account.Verified() {
			account.SetVerified(true) // the link was sent to this address
			if err := tx.SaveWithContext(ctx, account); err != nil {
				return err
			}
		}
		order, err := beginOffer(ctx, tx, f, account)
		if err != nil {
			return err
		}
		answer = offerAccepted{Assignment: order.Id}
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
func checkAcceptance(e *core.RequestEvent, app core.App, input domain.AcceptOffer, caller *core.Record) (found, *core.Record, error) {
	f, err := findOffer(e, app)
	if err != nil {
		return f, nil, err
	}
	if refusal, refused := domain.OfferRefusals[f.status]; refused {
		return f, nil, failures.Conflict(refusal)
	}
	account, err := accepter(e.Request.Context(), app, f, caller)
	if err != nil {
		return f, nil, err
	}
	if problems := input.Check(); len(problems) > 0 {
		return f, nil, failures.Refuse(problems)
	}
	if input.Version != f.version.GetInt(store.Version) {
		return f, nil, failures.Conflict("This offer has changed. Please review it again")
	}
	if account == nil {
		signUp := domain.SignUp{Name: input.Name, Email: f.quote.GetString(store.Email), Password: input.Password}
		if problems := signUp.Check(); len(problems) > 0 {
			return f, nil, failures.Refuse(problems)
		}
	}
	return f, account, nil
}

// newAccount returns the unsaved account that a request opens.
func newAccount(app core.App, input domain.AcceptOffer) (*core.Record, error) {
	account, err := store.NewUser(app, domain.RoleStudent)
	if err != nil {
		return nil, err
	}
	account.Set(store.Name, strings.TrimSpace(input.Name))
	account.SetPassword(input.Password)
	return account, nil
}

// accepter returns the account that accepts an offer: the caller, if they have its
// address or asked for it. It returns nil if the address has no account yet and the link
// proves it. Nobody accepts a price that they made themselves.
func accepter(ctx context.Context, tx core.App, f found, caller *core.Record) (*core.Record, error) {
	email := f.quote.GetString(store.Email)
	if caller != nil {
		account, err := tx.FindRecordById(store.Users, caller.Id)
		if errors.Is(err, sql.ErrNoRows) {
			return nil, failures.SignInFirst() // it has been deleted meanwhile
		}
		if err != nil {
			return nil, err
		}
		hasAddress := account.Email() == email && (f.isMailed || account.Verified())
		if !hasAddress && f.quote.GetString(store.Student) != account.Id {
			return nil, failures.Forbidden("This offer was sent to another email address")
		}
		if f.offer.GetString(store.PricedBy) == account.Id {
			return nil, sessions.RefuseOwnCase(ctx, tx, store.ReaderOf(account), account.Id)
		}
		return account, nil
	}
	_, err := store.FindUserByEmail(tx, email)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, err
	}
	if err == nil || !f.isMailed {
		return nil, failures.Unauthorized("Sign in to accept this offer")
	}
	return nil, nil
}

// beginOffer stores the order that an accepted offer becomes, with everything that belongs to it.
func beginOffer(ctx context.Context, tx core.App, f found, account *core.Record) (*core.Record, error) {
	row, err := store.FindQuoteRow(ctx, tx, f.quote.Id)
	if err != nil {
		return nil, err
	}
	policy, err := store.FindPinnedPolicy(tx, store.OfferVersionRows, f.version.Id, f.version.GetString(store.Policy))
	if err != nil {
		return nil, err
	}
	order, err := store.NewRecord(tx, store.Assignments, map[string]any{
		store.Title:       domain.OrderTitle(row.ServiceName, row.Subject),
		store.Description: row.Description,
		store.DueDate:     row.Deadline.Time(),
		store.Subject:     row.Subject,
		store.Priority:    domain.PriorityMedium,
		store.Status:      domain.StatusSubmitted,
		store.Type:        domain.OrderType(row.ServiceName),
		store.Student:     account.Id,
		store.Quote:       row.ID,
		store.Words:       row.Pages * policy.GetInt("wordsPerPage"),
		store.PriceCents:  f.version.GetInt(store.AmountCents),
		store.Policy:      policy.Id,
		store.TutorShare:  f.version.GetInt(store.TutorShare),
	})
	if err != nil {
		return nil, err
	}
	if err := tx.SaveWithContext(ctx, order); err != nil {
		return nil, err
	}
	f.offer.Set(store.Status, domain.OfferAccepted)
	f.offer.Set(store.AnsweredAt, order.GetDateTime(store.Created))
	if err := tx.SaveWithContext(ctx, f.offer); err != nil {
		return nil, err
	}
	f.quote.Set(store.Status, domain.QuoteAccepted)
	f.quote.Set(store.Student, account.Id)
	f.quote.Set(store.Assignment, order.Id)
	if err := tx.SaveWithContext(ctx, f.quote); err != nil {
		return nil, err
	}
	return order, orders.IssueInvoice(ctx, tx, order.Id)
}
