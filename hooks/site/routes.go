// Package site serves the public settings of this installation (docs/product.md,
// section 6).
package site

import (
	"database/sql"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/orders"
	"deskmate/hooks/routes"
	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
)

// Routes returns the routes of this package.
func Routes() []routes.Route {
	return []routes.Route{
		{Method: "GET", Path: "/site", Who: routes.Anyone, Handler: showSite},
	}
}

// Listen makes sure that the collection has exactly one row, with a valid analytics
// id. The migrations create that row.
func Listen(app core.App) {
	onlyOne := failures.Conflict("There is only one site record. Edit it instead")
	app.OnRecordCreate(records.Site).BindFunc(func(e *core.RecordEvent) error {
		_, err := records.FindSite(e.App)
		switch {
		case err == nil:
			return onlyOne
		case errors.Is(err, sql.ErrNoRows):
			return e.Next()
		default:
			return err
		}
	})
	app.OnRecordDelete(records.Site).BindFunc(func(*core.RecordEvent) error { return onlyOne })
	app.OnRecordValidate(records.Site).BindFunc(func(e *core.RecordEvent) error {
		problems := rules.CheckAnalyticsID(e.Record.GetString(records.AnalyticsID))
		if e.Record.Collection().Fields.GetByName(records.Holidays) != nil { // older migrations save the row without it
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
func checkCalendar(site *core.Record) (problems rules.Problems) {
	// Local would be the zone of whichever machine serves the site.
	if zone := site.GetString(records.TimeZone); !isZone(zone) || zone == "Local" {
		problems = append(problems, rules.Problem{Field: records.TimeZone, Code: rules.Invalid, Message: "Time zone is invalid"})
	}
	var days []string
	isDay := func(day string) bool {
		_, err := time.Parse(time.DateOnly, day)
		return err == nil
	}
	if err := site.UnmarshalJSONField(records.Holidays, &days); err != nil || slices.ContainsFunc(days, func(day string) bool { return !isDay(day) }) {
		problems = append(problems, rules.Problem{Field: records.Holidays, Code: rules.Invalid, Message: "Holidays must be a list of dates such as 2026-12-25"})
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
	site, err := records.FindSite(e.App)
	if err != nil {
		return err
	}
	policy, err := records.FindPolicy(e.App, clock.Now(e.App))
	if err != nil {
		return err
	}
	return e.JSON(http.StatusOK, siteView{
		Name:         site.GetString(records.Name),
		DemoMode:     site.GetBool(records.DemoMode),
		SupportEmail: site.GetString(records.SupportEmail),
		Currency:     site.GetString(records.Currency),
		AnalyticsID:  records.AnalyticsTag(site),

		RequirePayment: site.GetBool(records.RequirePayment),
		TimeZone:       records.SiteZone(site).String(),
		Policy:         orders.ViewPolicy(policy),
	})
}
