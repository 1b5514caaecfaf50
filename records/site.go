package records

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/rules"
)

// FindSite returns the only record of the site collection.
func FindSite(app core.App) (*core.Record, error) {
	site := &core.Record{}
	err := app.RecordQuery(Site).Limit(1).One(site)
	return site, err
}

// AnalyticsTag returns the id of the operator's analytics tag, or "" if none is
// set or the stored one is invalid: it may be older than the rule for valid ids.
func AnalyticsTag(site *core.Record) string {
	if id := site.GetString(AnalyticsID); rules.CheckAnalyticsID(id) == nil {
		return id
	}
	return ""
}
