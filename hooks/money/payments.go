package money

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
	"deskmate/hooks/transaction"
)

// paymentRoutes returns the routes of this package.
func paymentRoutes() []api.Route {
	return []api.Route{
		{Method: "POST", Path: "/assignments/{id}/payments", Who: api.Admins, Handler: recordPayment},
		{Method: "GET", Path: "/assignments/{id}/payments", Who: api.SignedIn, Handler: listPayments},
		{Method: "GET", Path: "/assignments/{id}/invoice", Who: api.SignedIn, Handler: showInvoice},
	}
}

// invoicePayments is how many payments an invoice lists.
const invoicePayments = 500

// paymentView is a payment as the API returns it.
type paymentView struct {
	ID         string  `json:"_id"`
	Kind       string  `json:"kind"`
	Number     string  `json:"number"`
	Amount     float64 `json:"amount"`
	Method     string  `json:"method"`
	Reference  string  `json:"reference"`
	ReceivedOn string  `json:"receivedOn"`
	CreatedAt  string  `json:"createdAt"`
}

func viewPaymentRow(row store.PaymentRow) paymentView {
	return paymentView{row.ID, row.Kind, row.Number, domain.Units(row.AmountCents), row.Method, row.Reference, row.ReceivedOn, string(row.Created)}
}

func viewPayment(payment *core.Record) paymentView {
	return paymentView{
		ID: payment.Id, Kind: payment.GetString(store.Kind), Number: payment.GetString(store.Number),
		Amount: domain.Units(payment.GetInt(store.AmountCents)), Method: payment.GetString(store.Method),
		Reference: payment.GetString(store.Reference), ReceivedOn: payment.GetString(store.ReceivedOn),
		CreatedAt: domain.FormatTime(payment.GetDateTime(store.Created).Time()),
	}
}

// findForBooks returns the assignment in the request path, if its money concerns the
// reader: they are its student or an admin.
func findForBooks(ctx context.Context, app core.App, e *core.RequestEvent) (store.AssignmentRow, error) {
	reader := sessions.Reader(e)
	row, err := orders.FindReadableIn(ctx, app, e)
	if err == nil && row.ScopeFor(reader) != domain.ScopeAll && row.Student != reader.ID {
		err = failures.NotAllowed()
	}
	return row, err
}

func recordPayment(e *core.RequestEvent) error {
	var input domain.NewPayment
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	var payment *core.Record
	err := sessions.Change(e, func(ctx context.Context, tx core.App) error {
		row, err := findForBooks(ctx, tx, e)
		if err != nil {
			return err
		}
		today, err := orders.Today(tx)
		if err != nil {
			return err
		}
		problems := input.Check(today)
		repeated := false
		if len(problems) == 0 {
			if repeated, err = store.HasPayment(ctx, tx, row.ID, orders.Received, input.Reference); err != nil {
				return err
			}
		}
		switch err := orders.Check(ctx, tx, sessions.Reader(e), row, domain.ActionRecordPayment); {
		case repeated && row.Status != domain.StatusCancelled:
			return failures.Conflict(orders.AlreadyRecorded)
		case err != nil:
			return err
		case len(problems) > 0:
			return failures.Refuse(problems)
		}
		cents := domain.Cents(*input.Amount)
		if cents > row.Order().DueCents() {
			return failures.Conflict(domain.MoreThanDue)
		}
		payment, err = orders.RecordPayment(ctx, tx, orders.Payment{
			Assignment: row.ID, Kind: orders.Received, Cents: cents, Method: input.Method, Reference: input.Reference,
			Day: input.Day(today), Today: today, By: sessions.Caller(e).Id,
		})
		if err != nil {
			return err
		}
		if err := orders.IssueInvoice(ctx, tx, row.ID); err != nil {
			return err
		}
		assignment, err := store.FindAssignment(tx, row.ID)
		if err != nil {
			return err
		}
		assignment.Set(store.ReceivedCents, row.ReceivedCents+cents)
		return tx.SaveWithContext(ctx, assignment)
	})
	if err != nil {
		return err
	}
	return e.JSON(http.StatusCreated, viewPayment(payment))
}

// findKept is findForBooks, but for admins it also finds what is kept for the books after
// the student's account was deleted.
func findKept(e *core.RequestEvent) (store.AssignmentRow, error) {
	ctx, reader := e.Request.Context(), sessions.Reader(e)
	row, err := findForBooks(ctx, e.App, e)
	if err == nil || reader.Role != domain.RoleAdmin || failures.From(err).Status != http.StatusNotFound {
		return row, err
	}
	stub, stubErr := store.FindStubRow(ctx, e.App, e.Request.PathValue("id"))
	if errors.Is(stubErr, sql.ErrNoRows) {
		return row, err
	}
	return stub, stubErr
}

func listPayments(e *core.RequestEvent) error {
	row, err := findKept(e)
	if err != nil {
		return err
	}
	return api.AnswerList(e, store.PaymentListing(row.ID), viewPaymentRow)
}

// invoiceView is the invoice of an order, as it was issued. The payments, what is paid and
// due, the instructions and the policy are those of today. Amounts are in units of the
// invoice's currency.
type invoiceView struct {
	Number       string        `json:"number"`
	IssuedOn     string        `json:"issuedOn"`
	Seller       string        `json:"seller"`
	Buyer        buyerView     `json:"buyer"`
	Reference    string        `json:"reference"`
	Description  string        `json:"description"`
	Amount       float64       `json:"amount"`
	Currency     string        `json:"currency"`
	Payments     []paymentView `json:"payments"`
	AmountPaid   float64       `json:"amountPaid"`
	AmountDue    float64       `json:"amountDue"`
	Instructions string        `json:"instructions"`
	// Policy is the version of the policies that holds for this order.
	Policy orders.PolicyView `json:"policy"`
}

type buyerView struct {
	Name  string `json:"name"`
	Email string `json:"email"`
}

func showInvoice(e *core.RequestEvent) error {
	ctx := e.Request.Context()
	row, err := findKept(e)
	if err != nil {
		return err
	}
	invoice, err := e.App.FindFirstRecordByData(store.Invoices, store.Assignment, row.ID)
	if errors.Is(err, sql.ErrNoRows) {
		return failures.NotFound("Invoice not found")
	}
	if err != nil {
		return err
	}
	site, err := store.FindSite(e.App)
	if err != nil {
		return err
	}
	rows, err := store.First[store.PaymentRow](ctx, e.App, store.PaymentListing(row.ID), invoicePayments)
	if err != nil {
		return err
	}
	payments := make([]paymentView, len(rows))
	for i, row := range rows {
		payments[i] = viewPaymentRow(row)
	}
	policy, err := store.FindPinnedPolicy(e.App, store.Assignments, row.ID, row.Policy)
	if err != nil {
		return err
	}
	order := row.Order()
	return e.JSON(http.StatusOK, invoiceView{
		Number: invoice.GetString(store.Number), IssuedOn: invoice.GetString(store.IssuedOn), Seller: invoice.GetString(store.Seller),
		Buyer:     buyerView{Name: invoice.GetString(store.BuyerName), Email: invoice.GetString(store.BuyerEmail)},
		Reference: row.Reference, Description: invoice.GetString(store.Description),
		Amount: domain.Units(invoice.GetInt(store.AmountCents)), Currency: invoice.GetString(store.Currency),
		Payments: payments, AmountPaid: domain.Units(order.PaidCents()), AmountDue: domain.Units(order.DueCents()),
		Instructions: strings.ReplaceAll(site.GetString(store.Instructions), "{reference}", row.Reference),
		Policy:       orders.ViewPolicy(policy),
	})
}

// listenPayments keeps payments, invoices and their numbers as they were recorded, and keeps the
// console from writing into the books: the sums of the assignments and the numbers without
// gaps are the work of the routes.
func listenPayments(app core.App) {
	app.OnRecordCreateRequest(store.Payments, store.Invoices, store.Claims).BindFunc(refuseCreation)
	app.OnRecordUpdate(store.Payments, store.Invoices).BindFunc(refusePaymentChange)
	app.OnRecordDelete(store.Payments, store.Invoices).BindFunc(refusePaymentDelete)
}

// refuseCreation refuses what an operator creates through PocketBase's own endpoints.
func refuseCreation(*core.RecordRequestEvent) error {
	return failures.Conflict("Record this on the assignment instead")
}

func refusePaymentDelete(*core.RecordEvent) error {
	return failures.Conflict("Payments and invoices cannot be changed")
}

// forgotten are the fields that become empty when an account is deleted: that of the
// admin who recorded a payment, or of the student who got an invoice.
var forgotten = map[string][]string{
	store.Payments: {store.RecordedBy},
	store.Invoices: {store.BuyerName, store.BuyerEmail, store.Description},
}

// refusePaymentChange refuses every change but the one that follows from a deleted account.
func refusePaymentChange(e *core.RecordEvent) error {
	fields := forgotten[e.Record.Collection().Name]
	if store.ActorOf(e.Context, e.Record).Via == store.ViaConsole || !api.OnlyClears(e.Record, fields...) {
		return refusePaymentDelete(e)
	}
	return e.Next()
}

// ForgetBuyer removes names and texts from the invoice of a deleted assignment. The
// amount and the references stay for the books.
func ForgetBuyer(e *core.RecordEvent) error {
	if !store.BecomesStub(e.Record) {
		return e.Next()
	}
	invoice, err := e.App.FindFirstRecordByData(store.Invoices, store.Assignment, e.Record.Id)
	if errors.Is(err, sql.ErrNoRows) {
		return e.Next()
	}
	if err != nil {
		return err
	}
	for _, field := range forgotten[store.Invoices] {
		invoice.Set(field, "")
	}
	if err := transaction.SaveNested(e.Context, e.App, invoice); err != nil {
		return err
	}
	return e.Next()
}
