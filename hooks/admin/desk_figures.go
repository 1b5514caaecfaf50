package admin

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// figures are those of one month. Amounts are in cents.
type figures struct {
	month string
	store.MonthMoney
	store.MonthDeadlines
}

// figuresView is what admins read of a month (docs/product.md, section 17).
type figuresView struct {
	Month           string  `json:"month"`
	Received        float64 `json:"received"`
	Earned          float64 `json:"earned"`
	Paid            float64 `json:"paid"`
	Returned        float64 `json:"returned"`
	Desk            float64 `json:"desk"`
	DeadlinesKept   int     `json:"deadlinesKept"`
	DeadlinesMissed int     `json:"deadlinesMissed"`
}

// showFigures sends the figures of each month of a period, also of those in which nothing
// happened.
func showFigures(e *core.RequestEvent) error {
	months, err := readFigures(e)
	if err != nil {
		return err
	}
	views := make([]figuresView, len(months))
	for i, m := range months {
		views[i] = figuresView{
			Month: m.month, Received: domain.Units(m.Received), Earned: domain.Units(m.Earned), Paid: domain.Units(m.Paid),
			Returned: domain.Units(m.Returned), Desk: domain.Units(m.Desk), DeadlinesKept: m.Kept, DeadlinesMissed: m.Missed,
		}
	}
	return e.JSON(http.StatusOK, views)
}

func readFigures(e *core.RequestEvent) ([]figures, error) {
	site, err := store.FindSite(e.App)
	if err != nil {
		return nil, err
	}
	now := clock.Now(e.App)
	months, err := monthsOf(e.Request.URL.Query(), now, store.SiteZone(site))
	if err != nil {
		return nil, err
	}
	money, err := store.ReadMoneyByMonth(e.Request.Context(), e.App, months)
	if err != nil {
		return nil, err
	}
	deadlines, err := store.ReadDeadlinesByMonth(e.Request.Context(), e.App, months, now)
	if err != nil {
		return nil, err
	}
	read := make([]figures, len(months))
	for i, month := range months {
		read[i] = figures{month.Name, money[i], deadlines[i]}
	}
	return read, nil
}

// monthsOf returns the months that a query selects, in the time zone of the books.
func monthsOf(query url.Values, now time.Time, zone *time.Location) ([]domain.Month, error) {
	read := func(name string) (moment time.Time, err error) {
		if !query.Has(name) {
			return moment, nil
		}
		moment, ok := domain.ParseMoment(query.Get(name), zone)
		if !ok {
			return moment, failures.BadRequest("Invalid " + name + " filter")
		}
		return moment, nil
	}
	from, wrongFrom := read("from")
	before, wrongBefore := read("before")
	if err := errors.Join(wrongFrom, wrongBefore); err != nil {
		return nil, err
	}
	months, problem := domain.MonthsBetween(from, before, now, zone)
	if problem != "" {
		return nil, failures.BadRequest(problem)
	}
	return months, nil
}

// figuresSheet is the same as CSV.
var figuresSheet = api.Sheet[figures]{Path: "/desk/figures.csv", File: "figures", Rows: readFigures, Columns: []api.Column[figures]{
	{Head: "month", Cell: func(m figures) string { return m.month }},
	{Head: "received", IsNumber: true, Cell: func(m figures) string { return api.FormatMoney(m.Received) }},
	{Head: "earned", IsNumber: true, Cell: func(m figures) string { return api.FormatMoney(m.Earned) }},
	{Head: "paid", IsNumber: true, Cell: func(m figures) string { return api.FormatMoney(m.Paid) }},
	{Head: "returned", IsNumber: true, Cell: func(m figures) string { return api.FormatMoney(m.Returned) }},
	{Head: "desk", IsNumber: true, Cell: func(m figures) string { return api.FormatMoney(m.Desk) }},
	{Head: "deadlines kept", IsNumber: true, Cell: func(m figures) string { return strconv.Itoa(m.Kept) }},
	{Head: "deadlines missed", IsNumber: true, Cell: func(m figures) string { return strconv.Itoa(m.Missed) }},
}}
