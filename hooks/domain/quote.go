package domain

import (
	"encoding/json"
	"reflect"
	"regexp"
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

// QuoteStatuses lists the statuses of a quote request in workflow order.
var QuoteStatuses = []string{QuoteNew, QuoteQuoted, QuoteAccepted, QuoteDeclined, QuoteClosed}

// Limits of a quote request (docs/product.md, section 6).
var (
	QuotePages = limits["pages"]     // pages per request
	NoteLimit  = limits["quoteNote"] // characters
	SlugLimit  = limits["slug"]      // characters
)

// UnknownCountry is the problem of a country code that does not exist or has no
// telephone numbering plan.
var UnknownCountry = Problem{Field: "countryCode", Code: Invalid, Message: "Country code is invalid"}

// ParseQuoteStatus parses the status of a quote request, ignoring case.
func ParseQuoteStatus(text string) (status string, ok bool) { return parseOneOf(QuoteStatuses, text) }

// NewQuote is the request for a quote, without its files (docs/product.md,
// section 3.10).
type NewQuote struct {
	Email        string    `json:"email"`
	Phone        string    `json:"phone"`
	CountryCode  string    `json:"countryCode"` // two letters; AU if blank
	Service      string    `json:"service"`     // the slug of a service; may be blank
	Subject      string    `json:"subject"`
	Description  string    `json:"description"`
	Deadline     string    `json:"deadline"`     // YYYY-MM-DD in TimeZone
	DeadlineTime string    `json:"deadlineTime"` // HH:MM in TimeZone
	TimeZone     string    `json:"timeZone"`     // IANA name; UTC if blank
	Pages        FormValue `json:"pages"`
	Terms        FormValue `json:"terms"`
}

// FormValue is the value of a form field. Forms can only send strings, but JSON
// clients may also send a number or a boolean.
type FormValue string

// UnmarshalJSON accepts a string, a number, a boolean or null.
func (v *FormValue) UnmarshalJSON(data []byte) error {
	var value any
	if err := json.Unmarshal(data, &value); err != nil {
		return err
	}
	switch value := value.(type) {
	case nil:
		*v = ""
	case string:
		*v = FormValue(value)
	case float64, bool:
		*v = FormValue(data)
	default:
		return &json.UnmarshalTypeError{Value: "object", Type: reflect.TypeFor[string]()}
	}
	return nil
}

// Check returns the problems of a quote request. It does not check the phone
// number against numbering plans: the server does.
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
	c.dateOrTime("deadline", "Deadline", time.DateOnly, n.Deadline)
	c.dateOrTime("deadlineTime", "Deadline time", "15:04", n.DeadlineTime)
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

// PageCount returns the number of pages: at least 1, and 1 if Pages is not a number.
func (n NewQuote) PageCount() int {
	pages, err := strconv.ParseFloat(strings.TrimSpace(string(n.Pages)), 64)
	switch {
	case err != nil || !(pages >= 1): // the negation also catches NaN
		return 1
	case pages > float64(QuotePages):
		return QuotePages + 1
	default:
		return int(pages)
	}
}

// Due returns the deadline in UTC. It is only valid after Check has found no
// problems. A time that does not exist because clocks are set forward is moved
// past the change.
func (n NewQuote) Due() time.Time {
	zone, _ := time.LoadLocation(n.Zone())
	due, _ := time.ParseInLocation("2006-01-02 15:04", strings.TrimSpace(n.Deadline)+" "+strings.TrimSpace(n.DeadlineTime), zone)
	return due.UTC()
}

// Country returns the country code of the phone number in upper case.
func (n NewQuote) Country() string {
	if IsBlank(n.CountryCode) {
		return "AU"
	}
	return strings.ToUpper(strings.TrimSpace(n.CountryCode))
}

// Zone returns the name of the time zone of Deadline and DeadlineTime.
func (n NewQuote) Zone() string {
	name := strings.TrimSpace(n.TimeZone)
	if name == "" || name == "Local" { // Go would use the server's own time zone
		return "UTC"
	}
	return name
}

// dateOrTime checks a required date or time of day.
func (c *check) dateOrTime(field, label, layout, value string) {
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

// isTrue reports whether a value means a ticked checkbox, as browsers and API
// clients send it.
func isTrue(text string) bool {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "true", "on", "1", "yes":
		return true
	}
	return false
}

// UpdateQuote is an admin's change to a quote request. Nil leaves a field
// unchanged. Amount is in units of the site's currency. An empty ValidUntil
// removes the date.
type UpdateQuote struct {
	Status     *string  `json:"status"`
	Amount     *float64 `json:"amount"`
	Note       *string  `json:"note"`
	ValidUntil *string  `json:"validUntil"`
}

// Check returns the problems of a change to a quote request.
func (u UpdateQuote) Check() Problems {
	var c check
	if u.Status != nil {
		switch status, ok := ParseQuoteStatus(*u.Status); {
		case !ok:
			c.add("status", Invalid, "Invalid status value")
		case status == QuoteAccepted:
			c.add("status", Invalid, "Only the customer can accept an offer")
		}
	}
	if u.Amount != nil && *u.Amount != 0 { // zero while nobody has named a price
		c.positive("amount", "Amount", u.Amount)
	}
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

// summaryLimit is the number of characters that search engines show of a description.
const summaryLimit = 160

// ServiceTitle returns the page title of a service (docs/product.md, section
// 4.14). Several services share a title, so a title that does not contain the
// name of the service is prefixed with it.
func ServiceTitle(name, title string) string {
	if strings.Contains(strings.ToLower(title), strings.ToLower(name)) {
		return title
	}
	return name + ": " + title
}

// Summary collapses a text to one line and shortens it to at most 160
// characters, between words.
func Summary(text string) string {
	line := strings.Join(strings.Fields(text), " ")
	runes := []rune(line)
	if len(runes) <= summaryLimit {
		return line
	}
	short := string(runes[:summaryLimit-1])
	if space := strings.LastIndex(short, " "); space > 0 && runes[summaryLimit-1] != ' ' {
		short = short[:space]
	}
	return strings.TrimRight(short, " ,;:.–-") + "…"
}

var analyticsID = regexp.MustCompile(`^G-[A-Z0-9]{4,20}$`)

// CheckAnalyticsID returns the problems of the id of the operator's analytics
// tag, which may be empty (docs/product.md, section 4.15).
func CheckAnalyticsID(id string) Problems {
	if id == "" || analyticsID.MatchString(id) {
		return nil
	}
	return Problems{{"analyticsId", Invalid, "Analytics id must look like G-XXXXXXXXXX"}}
}
