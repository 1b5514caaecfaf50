package quotes

import (
	"mime/multipart"
	"net/http"
	"slices"
	"strings"

	"github.com/nyaruka/phonenumbers"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"

	"deskmate/hooks/failures"
	"deskmate/hooks/files"
	"deskmate/hooks/orders"
	"deskmate/hooks/routes"
	"deskmate/hooks/sessions"
	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
)

// thanks is the sentence that a visitor reads after sending a request.
const thanks = "Your request has been submitted successfully."

// createQuote accepts a visitor's request with its files.
func createQuote(e *core.RequestEvent) error {
	var input rules.NewQuote
	if err := routes.BindForm(e, &input); err != nil {
		return err
	}
	parts := routes.FormFiles(e, records.Files)
	phone, problems := checkPhone(input)
	if problems = append(problems, files.CheckParts(parts)...); len(problems) > 0 {
		return failures.Refuse(inFormOrder(problems))
	}
	quote, err := compose(e.App, input, phone, parts)
	if err != nil {
		return err
	}
	if caller := sessions.Caller(e); caller != nil {
		quote.Set(records.Student, caller.Id)
	}
	ctx, cancel := sessions.WriteContext(e)
	defer cancel()
	if err := e.App.SaveWithContext(ctx, quote); err != nil {
		return err
	}
	return e.JSON(http.StatusCreated, map[string]string{
		"_id": quote.Id, "reference": quote.GetString(records.Reference), "message": thanks,
	})
}

// checkPhone checks a request, and with the help of the numbering plans also
// whether the country has phone numbers of its own and whether the number can exist
// there. It returns the number in international format.
func checkPhone(input rules.NewQuote) (phone string, problems rules.Problems) {
	problems = input.Check()
	refused := func(field string) bool {
		return slices.ContainsFunc(problems, func(p rules.Problem) bool { return p.Field == field })
	}
	switch {
	case refused("countryCode"): // a number can only be checked within its country
		return "", problems
	case !phonenumbers.GetSupportedRegions()[input.Country()]:
		return "", append(problems, rules.UnknownCountry)
	case refused("phone"):
		return "", problems
	}
	number, err := phonenumbers.Parse(strings.TrimSpace(input.Phone), input.Country())
	if err != nil || !phonenumbers.IsPossibleNumber(number) {
		return "", append(problems, rules.Problem{Field: "phone", Code: rules.Invalid, Message: "Phone is invalid"})
	}
	return phonenumbers.Format(number, phonenumbers.E164), problems
}

// formOrder lists the fields as the form shows them. Service and time zone, which
// it does not show, are next to related fields.
var formOrder = []string{
	"email", "countryCode", "phone", "service", "subject", "description",
	"deadline", "deadlineTime", "timeZone", "pages", records.Files, "terms",
}

// inFormOrder sorts problems as the form shows their fields (docs/product.md, section 3.10).
func inFormOrder(problems rules.Problems) rules.Problems {
	return slices.SortedStableFunc(slices.Values(problems), func(a, b rules.Problem) int {
		return slices.Index(formOrder, a.Field) - slices.Index(formOrder, b.Field)
	})
}

// compose builds the record of a valid request.
func compose(app core.App, input rules.NewQuote, phone string, parts []*multipart.FileHeader) (*core.Record, error) {
	site, err := records.FindSite(app)
	if err != nil {
		return nil, err
	}
	policy, err := records.FindPolicy(app, clock.Now(app))
	if err != nil {
		return nil, err
	}
	reference, err := orders.NewReference(app, records.Quotes, "Q")
	if err != nil {
		return nil, err
	}
	quote, err := records.NewRecord(app, records.Quotes, map[string]any{
		records.Reference:    reference,
		records.Email:        rules.NormalEmail(input.Email),
		records.Phone:        phone,
		records.CountryCode:  input.Country(),
		records.Service:      rules.OneLine(input.Service),
		records.Subject:      rules.OneLine(input.Subject),
		records.Description:  strings.TrimSpace(input.Description),
		records.Deadline:     input.Due(),
		records.TimeZone:     input.Zone(),
		records.Pages:        input.PageCount(),
		records.Status:       rules.QuoteNew,
		records.Currency:     site.GetString(records.Currency),
		records.TermsVersion: policy.GetString(records.Version),
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
	quote.Set(records.Files, attached)
	return quote, nil
}
