package demo

import (
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/tools/filesystem"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/pdf"
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
	{"BIO2011", "lab-report-writing", domain.QuoteNew, 0.2, 4, 0},
	{"Urban planning", "report-project-writing", domain.QuoteNew, 0.9, 12, 0},
	{"LAW1101", "", domain.QuoteNew, 1.6, 6, 0},
	{"Marketing", "literature-review-writing", domain.QuoteQuoted, 3, 9, 310},
	{"NUR3005", "annotated-bibliography", domain.QuoteQuoted, 5, 5, 175.5},
	{"Media studies", "essay-writing-assistance", domain.QuoteQuoted, 13.9, 8, 240}, // valid for a few hours more
	{"Town history", "", domain.QuoteQuoted, 19, 10, 330},                           // expired
	{"Art history", "referencing-citation", domain.QuoteDeclined, 26, 3, 90},
	{"Data science", "capstone-project", domain.QuoteClosed, 38, 40, 0},
	{"Ancient trade routes", "", domain.QuoteClosed, 80, 7, 0}, // its file is deleted soon
}

func (b *builder) tellQuotes() {
	for i, request := range quoteRequests {
		b.tell(request.days, func(b *builder) error { return b.createQuote(i, request) })
	}
}

func (b *builder) createQuote(i int, request quoteRequest) error {
	site, err := store.FindSite(b.app)
	if err != nil {
		return err
	}
	policy, err := store.FindPolicy(b.app, b.past.at())
	if err != nil {
		return err
	}
	input := domain.NewQuote{
		Email: fmt.Sprintf("visitor%d@visitors.example", 200+i), Phone: fmt.Sprintf("+6149157%04d", i), CountryCode: "AU",
		Service: request.service, Subject: request.subject, Description: "What would this cost, and how soon could you have it ready?",
		Deadline: b.past.at().Add(time.Duration(10+3*i) * 24 * time.Hour).Format(time.DateOnly), DeadlineTime: "17:00",
		TimeZone: "Australia/Sydney", Pages: domain.FormValue(fmt.Sprint(request.pages)), Terms: "true",
	}
	if problems := input.Check(); len(problems) > 0 {
		return errors.New(problems[0].Message)
	}
	quote, err := b.newRecord(store.Quotes, map[string]any{
		store.Reference: fmt.Sprintf("Q-DEM%03d", 222+i), store.Email: input.Email, store.Phone: input.Phone,
		store.CountryCode: input.Country(), store.Service: input.Service, store.Subject: input.Subject,
		store.Description: input.Description, store.Deadline: input.Due(), store.TimeZone: input.TimeZone,
		store.Pages: input.PageCount(), store.Status: domain.QuoteNew,
		store.Currency: site.GetString(store.Currency), store.TermsVersion: policy.GetString(store.Version),
	})
	if err != nil {
		return err
	}
	if i%3 == 0 {
		file, err := filesystem.NewFileFromBytes(pdf.Page(request.subject, "Outline"), "outline.pdf")
		if err != nil {
			return err
		}
		quote.Set(store.Files, []*filesystem.File{file})
		quote.Set(store.FileNames, []store.QuoteFile{{File: file.Name, Name: file.OriginalName, Size: file.Size}})
	}
	if err := b.save(quote, store.Actor{Via: store.ViaGuest}); err != nil {
		return err
	}
	if request.status == domain.QuoteNew {
		return nil
	}
	if quote, err = b.app.FindRecordById(store.Quotes, quote.Id); err != nil {
		return err
	}
	b.past.advance(8 * time.Hour)
	quote.Load(map[string]any{
		store.Status: request.status, store.AmountCents: domain.Cents(request.amount),
		store.Note: "Valid for two weeks.", store.ValidUntil: b.past.at().Add(14 * 24 * time.Hour),
	})
	return b.save(quote, b.actor("ada"))
}
