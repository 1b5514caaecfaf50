package quotes

import (
	"mime/multipart"
	"net/http"
	"slices"
	"strings"

	"github.com/nyaruka/phonenumbers"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/files"
	"deskmate/hooks/orders"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// thanks is the sentence that a visitor reads after sending a request.
const thanks = "Your request has been submitted successfully."

// createQuote accepts a visitor's request with its files.
func createQuote(e *core.RequestEvent) error {
	var input domain.NewQuote
	if err := api.BindForm(e, &input); err != nil {
		return err
	}
	parts := api.FormFiles(e, store.Files)
	phone, problems := checkPhone(input)
	if problems = append(problems, files.CheckParts(parts)...); len(problems) > 0 {
		return failures.Refuse(inFormOrder(problems))
	}
	quote, err := composeQuote(e.App, input, phone, parts)
	if err != nil {
		return err
	}
	if caller := sessions.Caller(e); caller != nil {
		quote.Set(store.Student, caller.Id)
	}
	ctx, cancel := sessions.WriteContext(e)
	defer cancel()
	if err := e.App.SaveWithContext(ctx, quote); err != nil {
		return err
	}
	return e.JSON(http.StatusCreated, map[string]string{
		"_id": quote.Id, "reference": quote.GetString(store.Reference), "message": thanks,
	})
}

// checkPhone checks a request, and with the help of the numbering plans also
// whether the country has phone numbers of its own and whether the number can exist
// there. It returns the number in international format.
func checkPhone(input domain.NewQuote) (phone string, problems domain.Problems) {
	problems = input.Check()
	refused := func(field string) bool {
		return slices.ContainsFunc(problems, func(p domain.Problem) bool { return p.Field == field })
	}
	switch {
	case refused("countryCode"): // a number can only be checked within its country
		return "", problems
	case !phonenumbers.GetSupportedRegions()[input.Country()]:
		return "", append(problems, domain.UnknownCountry)
	case refused("phone"):
		return "", problems
	}
	number, err := phonenumbers.Parse(strings.TrimSpace(input.Phone), input.Country())
	if err != nil || !phonenumbers.IsPossibleNumber(number) {
		return "", append(problems, domain.Problem{Field: "phone", Code: domain.Invalid, Message: "Phone is invalid"})
	}
	return phonenumbers.Format(number, phonenumbers.E164), problems
}

// formOrder lists the fields as the form shows them. Service and time zone, which
// it does not show, are next to related fields.
var formOrder = []string{
	"email", "countryCode", "phone", "service", "subject", "description",
	"deadline", "deadlineTime", "timeZone", "pages", store.Files, "terms",
}

// inFormOrder sorts problems as the form shows their fields (docs/product.md, section 3.10).
func inFormOrder(problems domain.Problems) domain.Problems {
	return slices.SortedStableFunc(slices.Values(problems), func(a, b domain.Problem) int {
		return slices.Index(formOrder, a.Field) - slices.Index(formOrder, b.Field)
	})
}

// composeQuote builds the record of a valid request.
func composeQuote(app core.App, input domain.NewQuote, phone string, parts []*multipart.FileHeader) (*core.Record, error) {
	site, err := store.FindSite(app)
	if err != nil {
		return nil, err
	}
	policy, err := store.FindPolicy(app, clock.Now(app))
	if err != nil {
		return nil, err
	}
	reference, err := orders.NewReference(app, store.Quotes, "Q")
	if err != nil {
		return nil, err
	}
	quote, err := store.NewRecord(app, store.Quotes, map[string]any{
		store.Reference:    reference,
		store.Email:        domain.NormalEmail(input.Email),
		store.Phone:        phone,
		store.CountryCode:  input.Country(),
		store.Service:      domain.OneLine(input.Service),
		store.Subject:      domain.OneLine(input.Subject),
		store.Description:  strings.TrimSpace(input.Description),
		store.Deadline:     input.Due(),
		store.TimeZone:     input.Zone(),
		store.Pages:        input.PageCount(),
		store.Status:       domain.QuoteNew,
		store.Currency:     site.GetString(store.Currency),
		store.TermsVersion: policy.GetString(store.Version),
	})
	if err != nil {
		return nil, err
	}
	attached := make([]*filesystem.File, len(parts))
	for i, part := range parts {
		if attached[i], err = files.Uploaded(part); err != nil {
			return nil, err
		}
	}
	quote.Set(store.Files, attached)
	return quote, nil
}
