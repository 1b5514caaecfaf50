// Package services serves the list of services that the operator offers
// (docs/product.md, section 3.11).
package services

import (
	"database/sql"
	"errors"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/routes"
	"deskmate/records"
	"deskmate/rules"
)

// Routes returns the routes of this package.
func Routes() []routes.Route {
	return []routes.Route{
		{Method: "GET", Path: "/services", Who: routes.Anyone, Handler: listServices},
		{Method: "GET", Path: "/services/{slug}", Who: routes.Anyone, Handler: showService},
	}
}

// serviceView is the public JSON of a service.
type serviceView struct {
	Slug         string   `json:"slug"`
	Name         string   `json:"name"`
	InNavigation bool     `json:"inNavigation"`
	Title        string   `json:"title"`
	Subtitle     string   `json:"subtitle"`
	Description  string   `json:"description"`
	Features     []string `json:"features"`
}

// generic is the text for addresses without a service of their own.
var generic = serviceView{
	Name:     "Academic Writing Services",
	Title:    "Academic Writing Services",
	Subtitle: "Help with written work, from first outline to finished draft",
	Description: "Tell us what you are working on, how long it has to be and when you need it. " +
		"We read your brief, find someone who knows the subject and reply with a quote. " +
		"You decide whether to go ahead. A quote costs nothing.",
	Features: []string{
		"A quote for your brief before you commit to anything",
		"Work by people who know the subject",
		"Free revisions within the revision window",
		"A clear refund policy, with dates you can check",
	},
}

func view(service *core.Record) serviceView {
	view := serviceView{
		Slug:         service.GetString(records.Slug),
		Name:         service.GetString(records.Name),
		InNavigation: service.GetBool("inNavigation"),
		Title:        service.GetString(records.Title),
		Subtitle:     service.GetString(records.Subtitle),
		Description:  service.GetString(records.Description),
		Features:     []string{},
	}
	// An operator may have stored something else. The service then has no features.
	_ = service.UnmarshalJSONField("features", &view.Features)
	return view
}

func listServices(e *core.RequestEvent) error {
	services, err := records.FindServices(e.App)
	if err != nil {
		return err
	}
	views := make([]serviceView, len(services))
	for i, service := range services {
		views[i] = view(service)
	}
	return e.JSON(http.StatusOK, views)
}

// showService returns the generic text for a slug without a service, and 404 for a
// disabled service.
func showService(e *core.RequestEvent) error {
	slug := e.Request.PathValue("slug")
	service, err := records.FindService(e.App, slug)
	switch {
	case errors.Is(err, sql.ErrNoRows) && len(slug) <= rules.SlugLimit:
		view := generic
		view.Slug = slug
		return e.JSON(http.StatusOK, view)
	case errors.Is(err, sql.ErrNoRows), err == nil && !service.GetBool(records.Enabled):
		return failures.NotFound("Service not found")
	case err != nil:
		return err
	default:
		return e.JSON(http.StatusOK, view(service))
	}
}
