package demo

import (
	"errors"
	"fmt"
	"time"

	"deskmate/records"
	"deskmate/rules"

	"github.com/pocketbase/pocketbase/tools/filesystem"
)

// asked is one quote request of the sample.
type asked struct {
	subject, service, status string
	days                     float64
	pages                    int
	units                    float64
}

var requests = []asked{
	{"BIO2011", "lab-report-writing", rules.QuoteNew, 0.2, 4, 0},
	{"Urban planning", "report-project-writing", rules.QuoteNew, 0.9, 12, 0},
	{"LAW1101", "", rules.QuoteNew, 1.6, 6, 0},
	{"Marketing", "literature-review-writing", rules.QuoteQuoted, 3, 9, 310},
	{"NUR3005", "annotated-bibliography", rules.QuoteQuoted, 5, 5, 175.5},
	{"Political theory", "essay-writing-assistance", rules.QuoteAccepted, 11, 8, 240},
	{"ECON2102", "", rules.QuoteAccepted, 19, 10, 330},
	{"Art history", "referencing-citation", rules.QuoteDeclined, 26, 3, 90},
	{"Data science", "capstone-project", rules.QuoteClosed, 38, 40, 0},
}

func (d *desk) askForQuotes() error {
	site, err := records.FindSite(d.app)
	if err != nil {
		return err
	}
	policy, err := records.FindPolicy(d.app, d.clock.now)
	if err != nil {
		return err
	}
	for i, request := range requests {
		d.clock.ago(request.days)
		input := rules.NewQuote{
			Email: fmt.Sprintf("visitor%d@visitors.example", 200+i), Phone: fmt.Sprintf("+6149157%04d", i), CountryCode: "AU",
			Service: request.service, Subject: request.subject, Description: "What would this cost, and by when could it be read through?",
			Deadline: d.clock.at.Add(time.Duration(10+3*i) * 24 * time.Hour).Format(time.DateOnly), DeadlineTime: "17:00",
			TimeZone: "Australia/Sydney", Pages: rules.FormValue(fmt.Sprint(request.pages)), Terms: "true",
		}
		if problems := input.Check(); len(problems) > 0 {
			return errors.New(problems[0].Message)
		}
		quote, err := d.fresh(records.Quotes, map[string]any{
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
			file, err := filesystem.NewFileFromBytes(pdf(request.subject, "Outline"), "outline.pdf")
			if err != nil {
				return err
			}
			quote.Set(records.Files, []*filesystem.File{file})
			quote.Set(records.FileNames, []records.QuoteFile{{File: file.Name, Name: file.OriginalName, Size: file.Size}})
		}
		if err := d.save(quote, records.Actor{Via: records.ViaGuest}); err != nil {
			return err
		}
		if request.status == rules.QuoteNew {
			continue
		}
		if quote, err = d.app.FindRecordById(records.Quotes, quote.Id); err != nil {
			return err
		}
		d.clock.turn(8 * time.Hour)
		quote.Load(map[string]any{
			records.Status: request.status, records.AmountCents: rules.Cents(request.units),
			records.Note: "Valid for two weeks.", records.ValidUntil: d.clock.at.Add(14 * 24 * time.Hour),
		})
		if err := d.save(quote, d.by("ada")); err != nil {
			return err
		}
	}
	return nil
}
