package store

import (
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
)

// FindServices returns the enabled services in display order.
func FindServices(app core.App) ([]*core.Record, error) {
	return app.FindRecordsByFilter(Services, "enabled = true", "position,created", 0, 0)
}

// FindService returns a service by its slug, enabled or not; sql.ErrNoRows if there is none.
func FindService(app core.App, slug string) (*core.Record, error) {
	return app.FindFirstRecordByFilter(Services, "slug = {:slug}", dbx.Params{"slug": slug})
}

// FindAllServices returns all services, enabled or not, in display order.
func FindAllServices(app core.App) ([]*core.Record, error) {
	return app.FindRecordsByFilter(Services, "", "position,created", 0, 0)
}

// FindSite returns the only record of the site collection.
func FindSite(app core.App) (*core.Record, error) {
	return one(app.RecordQuery(Site))
}

// AnalyticsTag returns the id of the operator's analytics tag, or "" if none is
// set or the stored one is invalid: it may be older than the rule for valid ids.
func AnalyticsTag(site *core.Record) string {
	if id := site.GetString(AnalyticsID); domain.CheckAnalyticsID(id) == nil {
		return id
	}
	return ""
}

// SiteZone returns the time zone of the site's books, UTC if none is set or the stored
// one is unknown.
func SiteZone(site *core.Record) *time.Location {
	zone, err := time.LoadLocation(site.GetString(TimeZone))
	if err != nil {
		return time.UTC
	}
	return zone
}

// SiteHolidays returns the days (YYYY-MM-DD) that are no business days.
func SiteHolidays(site *core.Record) (days []string) {
	_ = site.UnmarshalJSONField(Holidays, &days) // validated when it is stored
	return days
}
