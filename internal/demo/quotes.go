package demo

import (
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/tools/filesystem"

	"deskmate/internal/pdf"
	"deskmate/records"
	"deskmate/rules"
)

// quoteRequest describes one quote request of the sample data. The amount is in
// units of the site's currency, and days is the age of the request.
type quoteRequest struct {
	subject, service, status string
	days                     float64
	pages                    int
	amount                   float64
}

var quoteRequests = []quoteRequest{
	{"BIO2011", "lab-report-writing", rules.QuoteNew, 0.2, 4, 0},
	{"Urban planning", "report-project-writing", rules.QuoteNew, 0.9, 12, 0},
	{"LAW1101", "", rules.QuoteNew, 1.6, 6, 0},
	{"Marketing", "literature-review-writing", rules.QuoteQuoted, 3, 9, 310},
	{"NUR3005", "annotated-bibliography", rules.QuoteQuoted, 5, 5, 175.5},
	{"Media studies", "essay-writing-assistance", rules.QuoteQuoted, 13.9, 8, 240}, // valid for a few hours more
	{"Town history", "", rules.QuoteQuoted, 19, 10, 330},                           // expired
	{"Art history", "referencing-citation", rules.QuoteDeclined, 26, 3, 90},
	{"Data science", "capstone-project", rules.QuoteClosed, 38, 40, 0},
	{"Ancient trade routes", "", rules.QuoteClosed, 80, 7, 0}, // its file is deleted soon
}

func (b *builder) tellQuotes() {
	for i, request := range quoteRequests {
		b.tell(request.days, func(b *builder) error { return b.createQuote(i, request) })
	}
}

func (b *builder) createQuote(i int, request quoteRequest) error {
	site, err := records.FindSite(b.app)
	if err != nil {
		return err
	}
	policy, err := records.FindPolicy(b.app, b.past.at())
	if err != nil {
		return err
	}
	input := rules.NewQuote{
		Email: fmt.Sprintf("visitor%d@visitors.example", 200+i), Phone: fmt.Sprintf("+6149157%04d", i), CountryCode: "AU",
		Service: request.service, Subject: request.subject, Description: "What would this cost, and how soon could you have it ready?",
		Deadline: b.past.at().Add(time.Duration(10+3*i) * 24 * time.Hour).Format(time.DateOnly), DeadlineTime: "17:00",
		TimeZone: "Australia/Sydney", Pages: rules.FormValue(fmt.Sprint(request.pages)), Terms: "true",
	}
	if problems := input.Check(); len(problems) > 0 {
		return errors.New(problems[0].Message)
	}
	quote, err := b.newRecord(records.Quotes, map[string]any{
		records.Reference: fmt.Sprintf("Q-DEM%03d", 222+i), records.Email: input.Email, records.Phone: input.Phone,
		records.CountryCode: input.Country(), records.Service: input.Service, records.Subject: input.Subject,
		records.Description: input.Description, records.Deadline: input.Due(), records.TimeZone: input.TimeZone,
		records.Pages: input.PageCount(), records.Status: rules.QuoteNew,
		records.Currency: site.GetString(records.Currency), records.TermsVersion: policy.GetString(records.Version),
	})
	if err != nil {
		return err
	}
	if i%3 == 0 {
		file, err := filesystem.NewFileFromBytes(pdf.Page(request.subject, "Outline"), "outline.pdf")
		if err != nil {
			return err
		}
		quote.Set(records.Files, []*filesystem.File{file})
		quote.Set(records.FileNames, []records.QuoteFile{{File: file.Name, Name: file.OriginalName, Size: file.Size}})
	}
	if err := b.save(quote, records.Actor{Via: records.ViaGuest}); err != nil {
		return err
	}
	if request.status == rules.QuoteNew {
		return nil
	}
	if quote, err = b.app.FindRecordById(records.Quotes, quote.Id); err != nil {
		return err
	}
	b.past.advance(8 * time.Hour)
	quote.Load(map[string]any{
		records.Status: request.status, records.AmountCents: rules.Cents(request.amount),
		records.Note: "Valid for two weeks.", records.ValidUntil: b.past.at().Add(14 * 24 * time.Hour),
	})
	return b.save(quote, b.actor("ada"))
}
