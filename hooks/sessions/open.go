package sessions

import (
	"context"
	"strings"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/security"

	"deskmate/hooks/failures"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
)

// sessionClaim is the claim of a token that names its session.
const sessionClaim = "session"

// sessionsLimit is how many sessions an account may have. A new one ends the one that
// has not been used for longest.
const sessionsLimit = 20

// SessionView is the JSON of a new session: its token and its account.
type SessionView struct {
	Token string   `json:"token"`
	User  UserView `json:"user"`
}

// Open starts a session for an account, on the device of the request that ctx was made
// for, and marks the account with it. Every token of an account is made here: one without
// a session admits nobody.
func Open(ctx context.Context, app core.App, account *core.Record) (SessionView, error) {
	config := account.Collection().AuthToken
	agent := ""
	if e, ok := Request(ctx); ok {
		agent = e.Request.UserAgent()
	}
	now := clock.Now(app)
	session, err := store.NewRecord(app, store.Sessions, map[string]any{
		// The framework's own ids are not made to be hard to guess.
		store.ID:        security.RandomStringWithAlphabet(core.DefaultIdLength, core.DefaultIdAlphabet),
		store.UserField: account.Id,
		store.Device:    Device(agent),
		store.SeenAt:    now,
		store.ExpiresAt: now.Add(config.DurationTime()),
	})
	if err != nil {
		return SessionView{}, err
	}
	err = transaction.Run(ctx, app, func(ctx context.Context, tx core.App) error {
		// The password may have changed, or the account been deactivated, since it was read.
		isPresent, err := store.HasTokenKey(ctx, tx, account.Id, account.TokenKey())
		if err != nil {
			return err
		}
		if !isPresent {
			return failures.SignInFirst()
		}
		open, err := store.FindSessions(tx, account.Id)
		if err != nil {
			return err
		}
		for _, oldest := range open[min(len(open), sessionsLimit-1):] {
			if err := transaction.DeleteNested(ctx, tx, oldest); err != nil {
				return err
			}
		}
		return transaction.SaveNested(ctx, tx, session)
	})
	if err != nil {
		return SessionView{}, err
	}
	store.MarkSession(account, session.Id)
	token, err := security.NewJWT(map[string]any{
		core.TokenClaimType: core.TokenTypeAuth, core.TokenClaimId: account.Id,
		core.TokenClaimCollectionId: account.Collection().Id, sessionClaim: session.Id,
	}, account.TokenKey()+config.Secret, config.DurationTime())
	return SessionView{Token: token, User: ViewUser(account)}, err
}

// browsers and platforms are looked for in a User-Agent in this order: many browsers
// also name those that they want to be taken for.
var (
	browsers = [][2]string{
		{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"}, {"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"},
		{"CriOS/", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"},
	}
	platforms = [][2]string{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"CrOS", "ChromeOS"},
		{"Macintosh", "macOS"}, {"Linux", "Linux"},
	}
)

// Device names the browser and the platform of a request, such as Firefox on
// Windows. Versions are left out: an update is no new device.
func Device(userAgent string) string {
	find := func(names [][2]string, otherwise string) string {
		for _, name := range names {
			if strings.Contains(userAgent, name[0]) {
				return name[1]
			}
		}
		return otherwise
	}
	return find(browsers, "Another browser") + " on " + find(platforms, "another system")
}

// Guard checks the actor again in the transaction of every change to these
// collections. A request may be admitted long before its body has arrived, and
// a session that has ended in the meantime must not change anything
// (docs/security.md).
func Guard(app core.App, collections ...string) {
	guard := func(e *core.RecordEvent) error {
		if person := store.ActorOf(e.Context, e.Record).Person; person != nil {
			if err := Confirm(e.App, person); err != nil {
				return err
			}
		}
		return e.Next()
	}
	app.OnRecordCreateExecute(collections...).Bind(transaction.At(transaction.StageGuard, guard))
	app.OnRecordUpdateExecute(collections...).Bind(transaction.At(transaction.StageGuard, guard))
	app.OnRecordDeleteExecute(collections...).Bind(transaction.AtDeletion(transaction.StageGuard, guard))
}
