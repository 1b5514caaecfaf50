package demo

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/tools/filesystem"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/pdf"
)

// assignment is work that was handed in directly, by a student or a guest.
type assignment struct {
	Days                           float64
	Student, Guest                 string // the address of a guest
	Title, Subject, Kind, Priority string
	Words, Sources, DueDays        int
	IsCounted                      bool `json:"counted"` // the order says how many words it is about
	Brief                          string
	Steps                          []step
}

// handIn hands in an assignment.
func (s *story) handIn(a assignment) error {
	description := fmt.Sprintf("%s, about %d words, with at least %d sources.\n\nPlease follow the structure set by the course, and flag anything you are unsure about.",
		a.Kind, a.Words, a.Sources)
	order, err := store.NewRecord(s.app, store.Assignments, map[string]any{
		store.Title: a.Title, store.Subject: a.Subject, store.Priority: a.Priority, store.Description: description,
		store.DueDate: clock.Now(s.app).Add(days(a.DueDays)), store.Status: domain.StatusSubmitted, store.GuestEmail: a.Guest,
	})
	if err != nil {
		return err
	}
	if a.IsCounted {
		order.Set(store.Words, a.Words)
	}
	actor := store.Actor{Via: store.ViaGuest}
	if a.Student != "" {
		actor = s.actor(a.Student)
		order.Set(store.Student, actor.Person.Id)
	}
	if a.Brief != "" {
		content := []byte(a.Title + "\n\n" + description + "\n")
		if number, isPDF := strings.CutSuffix(strings.TrimPrefix(a.Brief, "brief-"), ".pdf"); isPDF {
			content = pdf.Page(a.Subject, "Brief no. "+number)
		}
		file, err := filesystem.NewFileFromBytes(content, a.Brief)
		if err != nil {
			return err
		}
		order.Set(store.File, file)
		order.Set(store.FileName, file.OriginalName)
	}
	err = s.save(order, actor)
	s.names["order"] = order.Id
	return err
}

// sale is an order that begins as a quote request. It is due a number of days after that.
type sale struct {
	Days                             float64
	Student, Tutor, Subject, Service string
	Amount                           float64
	DueDays                          int
	IsOpen                           bool `json:"open"` // the offer was not accepted yet
	Steps                            []step
}

// order adds the story of an order until it is paid for and its tutor has started.
func (s *story) order(sale sale) {
	s.then(0, func() error { return s.ask(sale) })
	s.then(5*time.Hour, func() error { return s.answer(domain.QuoteQuoted, sale.Amount) })
	if sale.IsOpen {
		return
	}
	s.then(9*time.Hour, func() error { return s.acceptOffer(sale) })
	s.then(26*time.Hour, func() error {
		payment := body{"amount": sale.Amount, "method": "Bank transfer", "reference": "TR-{stamp}"}
		return s.call("ada", "POST", "/assignments/{order}/payments", payment, nil)
	})
	s.then(4*time.Hour, func() error {
		return s.call("ada", "PATCH", "/assignments/{order}", body{"tutor": "{" + sale.Tutor + "}"}, nil)
	})
	s.then(6*time.Hour, func() error { return s.call(sale.Tutor, "POST", "/assignments/{order}/start", nil, nil) })
}

// ask asks for a quote.
func (s *story) ask(sale sale) error {
	due := clock.Now(s.app).Add(days(sale.DueDays))
	var asked row
	err := s.call(sale.Student, "POST", "/quotes", body{
		"email": sale.Student + emailDomain, "phone": "0491570156", "countryCode": "AU", "service": sale.Service, "subject": sale.Subject,
		"description": "One page on a question of my choice, with the sources that the course names.",
		"deadline":    due.Format(time.DateOnly), "deadlineTime": due.Format("15:04"), "timeZone": "UTC", "pages": 1, "terms": true,
	}, &asked)
	s.names["quote"] = asked.ID
	return err
}

// acceptOffer takes the offer of a quote request, as the one who asked.
func (s *story) acceptOffer(sale sale) error {
	var own []struct {
		row
		OfferURL string
	}
	if err := s.call(sale.Student, "GET", "/quotes/mine", nil, &own); err != nil {
		return err
	}
	for _, found := range own {
		if found.ID != s.names["quote"] {
			continue
		}
		_, token, _ := strings.Cut(found.OfferURL, "/offers/")
		var accepted struct{ Assignment string }
		err := s.call(sale.Student, "POST", "/offers/"+token+"/accept", body{"version": 1, "acceptTerms": true}, &accepted)
		s.names["order"] = accepted.Assignment
		return err
	}
	return fmt.Errorf("%s has no offer for %s", sale.Student, sale.Subject)
}

// quote is a quote request of a visitor.
type quote struct {
	Days                     float64
	Subject, Service, Status string
	Pages                    int
	Amount                   float64
	HasOutline               bool `json:"outline"`
}

func (b *builder) tellQuote(i int, q quote) {
	s := b.begin(q.Days)
	s.then(0, func() error { return s.createQuote(i, q) })
	if q.Status == "" {
		return
	}
	s.then(8*time.Hour, func() error { return s.answer(q.Status, q.Amount) })
}

// answer answers a quote request.
func (s *story) answer(status string, amount float64) error {
	return s.call("ada", "PATCH", "/quotes/{quote}", body{
		"status": status, "amount": amount, "note": "Valid for two weeks.",
		"validUntil": domain.FormatTime(clock.Now(s.app).Add(days(14))),
	}, nil)
}

func (s *story) createQuote(i int, q quote) error {
	site, err := store.FindSite(s.app)
	if err != nil {
		return err
	}
	now := clock.Now(s.app)
	policy, err := store.FindPolicy(s.app, now)
	if err != nil {
		return err
	}
	asked := domain.NewQuote{Deadline: now.Add(days(10 + 3*i)).Format(time.DateOnly), DeadlineTime: "17:00", TimeZone: "Australia/Sydney"}
	created, err := store.NewRecord(s.app, store.Quotes, map[string]any{
		store.Reference: fmt.Sprintf("Q-DEM%03d", 222+i), store.Email: fmt.Sprintf("visitor%d@visitors.example", 200+i),
		store.Phone: fmt.Sprintf("+6149157%04d", i), store.CountryCode: "AU", store.Service: q.Service, store.Subject: q.Subject,
		store.Description: "What would this cost, and how soon could you have it ready?",
		store.Deadline:    asked.Due(), store.TimeZone: asked.TimeZone, store.Pages: q.Pages, store.Status: domain.QuoteNew,
		store.Currency: site.GetString(store.Currency), store.TermsVersion: policy.GetString(store.Version),
	})
	if err != nil {
		return err
	}
	if q.HasOutline {
		file, err := filesystem.NewFileFromBytes(pdf.Page(q.Subject, "Outline"), "outline.pdf")
		if err != nil {
			return err
		}
		created.Set(store.Files, []*filesystem.File{file})
		created.Set(store.FileNames, []store.QuoteFile{{File: file.Name, Name: file.OriginalName, Size: file.Size}})
	}
	err = s.save(created, store.Actor{Via: store.ViaGuest})
	s.names["quote"] = created.Id
	return err
}

// deliver stores the next version of an order, on behalf of its tutor. Orders that say how
// many words they are about get a longer text.
func (s *story) deliver(step step) error {
	order, err := s.app.FindRecordById(store.Assignments, s.names["order"])
	if err != nil {
		return err
	}
	paragraphs := append([]string{order.GetString(store.Title)}, s.texts.Versions[step.Version-1]...)
	if order.GetInt(store.Words) > 0 {
		paragraphs = append(paragraphs, s.texts.Method...)
	}
	text := strings.Join(paragraphs, "\n\n") + "\n"
	file, err := filesystem.NewFileFromBytes([]byte(text), fmt.Sprintf("version-%d.txt", step.Version))
	if err != nil {
		return err
	}
	hash, words := sha256.Sum256([]byte(text)), domain.CountWords(text)
	delivery, err := store.NewRecord(s.app, store.Deliveries, map[string]any{
		store.Assignment: order.Id, store.Tutor: s.people[step.As].Id, store.Note: step.Note, store.Words: words,
		store.Files: []*filesystem.File{file},
		store.FileNames: store.DeliveredFiles{{
			File: file.Name, Name: file.OriginalName, Size: file.Size, SHA256: hex.EncodeToString(hash[:]), Words: &words, Comparable: true,
		}},
	})
	if err != nil {
		return err
	}
	return s.save(delivery, s.actor(step.As))
}
