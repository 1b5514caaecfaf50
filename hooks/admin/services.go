package admin

import (
	"database/sql"
	"errors"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/store"
)

// serviceRoutes returns the routes of this package.
func serviceRoutes() []api.Route {
	return []api.Route{
		{Method: "GET", Path: "/services", Who: api.Anyone, Handler: listServices},
		{Method: "GET", Path: "/services/{slug}", Who: api.Anyone, Handler: showService},
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

// genericService is the text for addresses without a service of their own.
var genericService = serviceView{
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

func viewService(service *core.Record) serviceView {
	view := serviceView{
		Slug:         service.GetString(store.Slug),
		Name:         service.GetString(store.Name),
		InNavigation: service.GetBool("inNavigation"),
		Title:        service.GetString(store.Title),
		Subtitle:     service.GetString(store.Subtitle),
		Description:  service.GetString(store.Description),
		Features:     []string{},
	}
	// An operator may have stored something else. The service then has no features.
	_ = service.UnmarshalJSONField("features", &view.Features)
	return view
}

func listServices(e *core.RequestEvent) error {
	services, err := store.FindServices(e.App)
	if err != nil {
		return err
	}
	views := make([]serviceView, len(services))
	for i, service := range services {
		views[i] = viewService(service)
	}
	return e.JSON(http.StatusOK, views)
}

// showService returns the generic text for a slug without a service, and 404 for a
// disabled service.
func showService(e *core.RequestEvent) error {
	slug := e.Request.PathValue("slug")
	service, err := store.FindService(e.App, slug)
	switch {
	case errors.Is(err, sql.ErrNoRows) && len(slug) <= domain.SlugLimit:
		view := genericService
		view.Slug = slug
		return e.JSON(http.StatusOK, view)
	case errors.Is(err, sql.ErrNoRows), err == nil && !service.GetBool(store.Enabled):
		return failures.NotFound("Service not found")
	case err != nil:
		return err
	default:
		return e.JSON(http.StatusOK, viewService(service))
	}
}

// listenServices requires every service to have four features, because its page shows four.
func listenServices(app core.App) {
	app.OnRecordValidate(store.Services).BindFunc(func(e *core.RecordEvent) error {
		var features []string
		if err := e.Record.UnmarshalJSONField("features", &features); err != nil || len(features) != 4 {
			return failures.FieldErrors(domain.Problems{{
				Field: "features", Code: domain.Invalid, Message: "Features must be a list of four texts",
			}})
		}
		return e.Next()
	})
}
