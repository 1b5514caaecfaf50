package web

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
)

// siteData is a snapshot of the records that appear in the heads of pages.
type siteData struct {
	site     *core.Record
	policy   *core.Record   // the version in force
	services []*core.Record // all of them, in display order

	nextPolicy time.Time // when the next version takes effect; zero if none is announced
}

// readSiteData reads the records as they are now.
func readSiteData(app core.App, now time.Time) (*siteData, error) {
	site, err := store.FindSite(app)
	if err != nil {
		return nil, err
	}
	policy, err := store.FindPolicy(app, now)
	if err != nil {
		return nil, err
	}
	nextPolicy, err := store.NextPolicyStart(app, now)
	if err != nil {
		return nil, err
	}
	services, err := store.FindAllServices(app)
	if err != nil {
		return nil, err
	}
	return &siteData{site: site, policy: policy, services: services, nextPolicy: nextPolicy}, nil
}

// findService finds a service by its slug, or returns nil.
func (d *siteData) findService(slug string) *core.Record {
	for _, service := range d.services {
		if service.GetString(store.Slug) == slug {
			return service
		}
	}
	return nil
}

// lastUpdated returns when the most recently updated of some records was updated.
func lastUpdated(rows ...*core.Record) (latest time.Time) {
	for _, row := range rows {
		if updated := row.GetDateTime(store.Updated).Time(); updated.After(latest) {
			latest = updated
		}
	}
	return latest
}

// isEnabled reports whether the operator offers a service.
func isEnabled(service *core.Record) bool { return service.GetBool(store.Enabled) }

// singleLine returns a text field of a record without line breaks.
func singleLine(row *core.Record, field string) string { return domain.OneLine(row.GetString(field)) }
