package rules

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Statuses of a quote request (docs/product.md, section 3.10).
const (
	QuoteNew      = "new"
	QuoteQuoted   = "quoted"
	QuoteAccepted = "accepted"
	QuoteDeclined = "declined"
	QuoteClosed   = "closed"
)

// QuoteStatuses lists the statuses of a quote request in the order of the work.
var QuoteStatuses = []string{QuoteNew, QuoteQuoted, QuoteAccepted, QuoteDeclined, QuoteClosed}

// Limits of a quote request (docs/product.md, section 6).
const (
	QuoteFiles      = 10         // files of one request
	QuoteFilesBytes = 62_914_560 // all files of one request together: 60 MB
	QuotePages      = 10_000     // pages of one request
	NoteLimit       = 10_000     // characters
	SlugLimit       = 80         // characters
)

// UnknownCountry is the refusal of a country that is none, or that has no phones.
var UnknownCountry = Problem{Field: "countryCode", Code: Invalid, Message: "Country code is invalid"}

// The two refusals of several files.
var (
	TooManyFiles       = Problem{Field: "files", Code: TooLong, Message: "At most 10 files can be attached"}
	FilesTooLargeInAll = Problem{Field: "files", Code: TooLarge, Message: "Files may be at most 60 MB together"}
)

// ParseQuoteStatus reads a status of a quote request without regard to case.
func ParseQuoteStatus(text string) (status string, ok bool) {
	status = strings.ToLower(strings.TrimSpace(text))
	return status, slices.Contains(QuoteStatuses, status)
}

// NewQuote is what is sent to ask for a quote, the files apart (docs/product.md,
// section 3.10).
type NewQuote struct {
	Email        string `json:"email"`
	Phone        string `json:"phone"`
	CountryCode  string `json:"countryCode"` // two letters; AU where nothing is said
	Service      string `json:"service"`     // the slug of the page, or nothing
	Subject      string `json:"subject"`
	Description  string `json:"description"`
	Deadline     string `json:"deadline"`     // YYYY-MM-DD where the person is
	DeadlineTime string `json:"deadlineTime"` // HH:MM there
	TimeZone     string `json:"timeZone"`     // IANA name; UTC where nothing is said
	Pages        Loose  `json:"pages"`
	Terms        Loose  `json:"terms"`
}

// Loose is a text that JSON may also send as a number or as true or false: a
// form knows texts alone.
type Loose string

// UnmarshalJSON reads a text, a number, true, false or null.
func (l *Loose) UnmarshalJSON(data []byte) error {
	var value any
	if err := json.Unmarshal(data, &value); err != nil {
		return err
	}
	switch value := value.(type) {
	case nil:
		*l = ""
	case string:
		*l = Loose(value)
	case float64, bool:
		*l = Loose(data)
	default:
		return &json.UnmarshalTypeError{Value: "object", Type: reflect.TypeFor[string]()}
	}
	return nil
}

// Check names what is wrong with a quote request; whether the phone number can
// exist is for the server to say.
func (n NewQuote) Check() Problems {
	var c check
	c.email("email", n.Email)
	if code := strings.TrimSpace(n.CountryCode); code != "" && !isCountryCode(code) {
		c.problems = append(c.problems, UnknownCountry)
	}
	c.text("phone", "Phone", n.Phone, PhoneLimit)
	c.length("service", "Service", OneLine(n.Service), SlugLimit)
	c.text("subject", "Subject", OneLine(n.Subject), SubjectLimit)
	c.text("description", "Description", n.Description, DescriptionLimit)
	c.moment("deadline", "Deadline", time.DateOnly, n.Deadline)
	c.moment("deadlineTime", "Deadline time", "15:04", n.DeadlineTime)
	if _, err := time.LoadLocation(n.Zone()); err != nil {
		c.add("timeZone", Invalid, "Time zone is invalid")
	}
	if n.PageCount() > QuotePages {
		c.add("pages", Invalid, "Pages must be at most "+Thousands(QuotePages))
	}
	if !isTrue(string(n.Terms)) {
		c.add("terms", Required, "Terms must be accepted")
	}
	return c.problems
}

// PageCount is the number of pages: at least 1, and 1 where no number was sent.
func (n NewQuote) PageCount() int {
	pages, err := strconv.ParseFloat(strings.TrimSpace(string(n.Pages)), 64)
	switch {
	case err != nil || !(pages >= 1): // not a number is no number either
		return 1
	case pages > QuotePages:
		return QuotePages + 1
	default:
		return int(pages)
	}
}

// Due is when the work is wanted; call it after Check. A time that the clocks
// of the zone skip is the time after the change.
func (n NewQuote) Due() time.Time {
	zone, _ := time.LoadLocation(n.Zone())
	due, _ := time.ParseInLocation("2006-01-02 15:04", strings.TrimSpace(n.Deadline)+" "+strings.TrimSpace(n.DeadlineTime), zone)
	return due.UTC()
}

// Country is the code of the phone's country in capitals.
func (n NewQuote) Country() string {
	if IsBlank(n.CountryCode) {
		return "AU"
	}
	return strings.ToUpper(strings.TrimSpace(n.CountryCode))
}

// Zone is the name of the zone in which Deadline and DeadlineTime are meant.
func (n NewQuote) Zone() string {
	name := strings.TrimSpace(n.TimeZone)
	if name == "" || name == "Local" { // the machine's own zone is nobody's
		return "UTC"
	}
	return name
}

// moment checks a date or a time of day that must be there.
func (c *check) moment(field, label, layout, value string) {
	value = strings.TrimSpace(value)
	if value == "" {
		c.add(field, Required, label+" is required")
		return
	}
	parsed, err := time.Parse(layout, value)
	if err != nil || (layout == time.DateOnly && (parsed.Year() < 1970 || parsed.Year() > 9998)) {
		c.add(field, Invalid, label+" is invalid")
	}
}

func isCountryCode(code string) bool {
	for _, letter := range strings.ToUpper(code) {
		if letter < 'A' || letter > 'Z' {
			return false
		}
	}
	return utf8.RuneCountInString(code) == 2
}

// isTrue reads a ticked box as forms and programs send it.
func isTrue(text string) bool {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "true", "on", "1", "yes":
		return true
	}
	return false
}

// UpdateQuote is what the desk changes of a quote request; nil leaves a field
// as it is. Amount is in units of the site's currency; an empty ValidUntil
// takes the date away.
type UpdateQuote struct {
	Status     *string  `json:"status"`
	Amount     *float64 `json:"amount"`
	Note       *string  `json:"note"`
	ValidUntil *string  `json:"validUntil"`
}

// Check names what is wrong with a change of a quote request.
func (u UpdateQuote) Check() Problems {
	var c check
	if u.Status != nil {
		if _, ok := ParseQuoteStatus(*u.Status); !ok {
			c.add("status", Invalid, "Invalid status value")
		}
	}
	c.money("amount", "Amount", u.Amount)
	if u.Note != nil {
		c.length("note", "Note", *u.Note, NoteLimit)
	}
	if u.ValidUntil != nil && !IsBlank(*u.ValidUntil) {
		if _, ok := ParseTime(*u.ValidUntil); !ok {
			c.add("validUntil", Invalid, "Valid until is invalid")
		}
	}
	return c.problems
}
