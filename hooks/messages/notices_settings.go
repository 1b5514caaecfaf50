package messages

import (
	"context"
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
)

// settingView is what somebody has chosen about one kind of message. A kind that
// makes no notice, or no mail, has it off for good.
type settingView struct {
	Kind     string `json:"kind"`
	Title    string `json:"title"`
	App      bool   `json:"app"`
	Mail     bool   `json:"mail"`
	Required bool   `json:"required"`
}

func showSettings(e *core.RequestEvent) error {
	reader := sessions.Reader(e)
	chosen, err := store.FindNoticeSettings(e.App, reader.ID)
	if err != nil {
		return err
	}
	views := []settingView{}
	for _, kind := range kindsOf(e.App, reader) {
		view := settingView{kind.Name, kind.Setting, kind.InApp, kind.ByMail, kind.Required}
		for _, setting := range chosen {
			if setting.GetString(store.Kind) == kind.Name && !kind.Required {
				view.App, view.Mail = view.App && setting.GetBool(store.InApp), view.Mail && setting.GetBool(store.ByMail)
			}
		}
		views = append(views, view)
	}
	return e.JSON(http.StatusOK, map[string][]settingView{"kinds": views})
}

// kindsOf returns the kinds of messages that the settings of a role list.
func kindsOf(app core.App, reader domain.Reader) (kinds []Kind) {
	for _, kind := range RegisteredKinds(app) {
		if kind.Setting != "" && slices.Contains(kind.Roles, reader.Role) {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// updateSettings changes the choices about the kinds that the body names. A missing
// choice stays as it is.
func updateSettings(e *core.RequestEvent) error {
	var input struct {
		Kinds []struct {
			Kind string `json:"kind"`
			App  *bool  `json:"app"`
			Mail *bool  `json:"mail"`
		} `json:"kinds"`
	}
	if err := api.BindJSON(e, &input); err != nil {
		return err
	}
	caller := sessions.Caller(e)
	available := kindsOf(e.App, sessions.Reader(e))
	refuse := func(message string) error {
		return failures.Refuse(domain.Problems{{Field: "kinds", Code: domain.Invalid, Message: message}})
	}
	// Each kind may appear once, so a long list is refused before it takes any time.
	seen := map[string]bool{}
	for _, choice := range input.Kinds {
		i := slices.IndexFunc(available, func(kind Kind) bool { return kind.Name == choice.Kind })
		switch {
		case i < 0:
			return refuse("Unknown kind of notice")
		case seen[choice.Kind]:
			return refuse("Each kind of notice may appear only once")
		case available[i].Required && (isOff(choice.App) && available[i].InApp || isOff(choice.Mail) && available[i].ByMail):
			return refuse("This notice cannot be switched off")
		}
		seen[choice.Kind] = true
	}
	err := sessions.Change(e, func(ctx context.Context, tx core.App) error {
		for _, choice := range input.Kinds {
			kind, _ := KindOf(tx, choice.Kind)
			if kind.Required {
				continue
			}
			inApp, byMail, err := Wants(tx, caller.Id, "", kind)
			if err != nil {
				return err
			}
			if choice.App != nil {
				inApp = *choice.App
			}
			if choice.Mail != nil {
				byMail = *choice.Mail
			}
			if err := Choose(ctx, tx, caller.Id, "", kind, inApp, byMail); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return showSettings(e)
}

func isOff(choice *bool) bool { return choice != nil && !*choice }
