package records

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/rules"
)

// FindSite finds the one row of facts about the site.
func FindSite(app core.App) (*core.Record, error) {
	return app.FindFirstRecordByFilter(Site, "id != ''")
}

// AnalyticsTag is the id of the operator's analytics tag, or nothing: what was
// stored before its rule was made may be none.
func AnalyticsTag(site *core.Record) string {
	if id := site.GetString(AnalyticsID); rules.CheckAnalyticsID(id) == nil {
		return id
	}
	return ""
}
