package admin

import (
	"database/sql"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/orders"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// siteRoutes returns the routes of this package.
func siteRoutes() []api.Route {
	return []api.Route{
		{Method: "GET", Path: "/site", Who: api.Anyone, Handler: showSite},
	}
}

// listenSite makes sure that the collection has exactly one row, with a valid analytics
// id. The migrations create that row.
func listenSite(app core.App) {
	onlyOne := failures.Conflict("There is only one site record. Edit it instead")
	app.OnRecordCreate(store.Site).BindFunc(func(e *core.RecordEvent) error {
		_, err := store.FindSite(e.App)
		switch {
		case err == nil:
			return onlyOne
		case errors.Is(err, sql.ErrNoRows):
			return e.Next()
		default:
			return err
		}
	})
	app.OnRecordDelete(store.Site).BindFunc(func(*core.RecordEvent) error { return onlyOne })
	app.OnRecordValidate(store.Site).BindFunc(func(e *core.RecordEvent) error {
		problems := domain.CheckAnalyticsID(e.Record.GetString(store.AnalyticsID))
		if e.Record.Collection().Fields.GetByName(store.Holidays) != nil { // older migrations save the row without it
			problems = append(problems, checkCalendar(e.Record)...)
		}
		if len(problems) > 0 {
			return failures.FieldErrors(problems)
		}
		return e.Next()
	})
}

func isZone(name string) bool {
	_, err := time.LoadLocation(name)
	return err == nil
}

// checkCalendar checks what business days are computed from.
func checkCalendar(site *core.Record) (problems domain.Problems) {
	// Local would be the zone of whichever machine serves the site.
	if zone := site.GetString(store.TimeZone); !isZone(zone) || zone == "Local" {
		problems = append(problems, domain.Problem{Field: store.TimeZone, Code: domain.Invalid, Message: "Time zone is invalid"})
	}
	var days []string
	isDay := func(day string) bool {
		_, err := time.Parse(time.DateOnly, day)
		return err == nil
	}
	if err := site.UnmarshalJSONField(store.Holidays, &days); err != nil || slices.ContainsFunc(days, func(day string) bool { return !isDay(day) }) {
		problems = append(problems, domain.Problem{Field: store.Holidays, Code: domain.Invalid, Message: "Holidays must be a list of dates such as 2026-12-25"})
	}
	return problems
}

type siteView struct {
	Name         string `json:"name"`
	DemoMode     bool   `json:"demoMode"`
	SupportEmail string `json:"supportEmail"`
	Currency     string `json:"currency"`
	AnalyticsID  string `json:"analyticsId"`
	// RequirePayment says that work starts only once it is paid for. TimeZone is that of
	// business days.
	RequirePayment bool              `json:"requirePayment"`
	TimeZone       string            `json:"timeZone"`
	Policy         orders.PolicyView `json:"policy"`
}

func showSite(e *core.RequestEvent) error {
	site, err := store.FindSite(e.App)
	if err != nil {
		return err
	}
	policy, err := store.FindPolicy(e.App, clock.Now(e.App))
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, siteView{
		Name:         site.GetString(store.Name),
		DemoMode:     site.GetBool(store.DemoMode),
		SupportEmail: site.GetString(store.SupportEmail),
		Currency:     site.GetString(store.Currency),
		AnalyticsID:  store.AnalyticsTag(site),

		RequirePayment: site.GetBool(store.RequirePayment),
		TimeZone:       store.SiteZone(site).String(),
		Policy:         orders.ViewPolicy(policy),
	})
}
