package web

import (
	"strings"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/spf13/cobra"

	"deskmate/hooks/api"
)

const originsKey = "deskmateOrigins"

// AdmitOrigins makes the flag --origins of the command that serves name the other sites
// whose pages may call the API. PocketBase's default is every site.
func AdmitOrigins(app core.App, serve *cobra.Command) {
	flags := serve.PersistentFlags()
	flag := flags.Lookup("origins")
	flag.DefValue, flag.Usage = "", "other sites whose pages may call the API, such as https://app.example.com"
	app.Store().Set(originsKey, func() []string {
		if !flag.Changed {
			return nil
		}
		named, _ := flags.GetStringSlice(flag.Name)
		return named
	})
}

// crossOrigin replaces PocketBase's CORS. Only pages of the site's own origin, and of those
// that the operator names, may read answers.
func crossOrigin(app core.App) *hook.Handler[*core.RequestEvent] {
	admit := func(isAdmitted bool) *hook.Handler[*core.RequestEvent] {
		return apis.CORS(apis.CORSConfig{AllowOriginFunc: func(string) (bool, error) { return isAdmitted, nil }})
	}
	own, other := admit(true), admit(false)
	if named, ok := app.Store().Get(originsKey).(func() []string); ok && len(named()) > 0 {
		other = apis.CORS(apis.CORSConfig{AllowOrigins: named()})
	}
	return &hook.Handler[*core.RequestEvent]{
		Id:       apis.DefaultCorsMiddlewareId,
		Priority: apis.DefaultCorsMiddlewarePriority,
		Func: func(e *core.RequestEvent) error {
			if origin := e.Request.Header.Get("Origin"); origin != "" && strings.EqualFold(origin, api.Origin(e)) {
				return own.Func(e)
			}
			return other.Func(e)
		},
	}
}
