package sessions

import (
	"strings"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/security"

	"deskmate/internal/clock"
	"deskmate/records"
)

// callersLimit is how many callers are remembered. Each takes about 6 kB.
const callersLimit = 500

// callers remembers the accounts of verified tokens for as long as no account
// changes. Reading and decoding an account costs more than reading a short list.
type callers struct {
	mu      sync.RWMutex
	byToken map[string]knownCaller
}

type knownCaller struct {
	account  *core.Record
	revision int       // of the accounts, when this one was read or before
	expires  time.Time // the token does
}

// Authenticate loads the account that a request's token belongs to, as PocketBase's
// own middleware would do after it. A remembered account is used only if no account
// has changed since: the database itself counts the changes, so this holds for
// changes in the console, by commands and by SQL too. Failures, superusers and
// unknown tokens are left to PocketBase. applies selects the requests.
func Authenticate(applies func(path string) bool) *hook.Handler[*core.RequestEvent] {
	return &hook.Handler[*core.RequestEvent]{
		Id:       "deskmateAuthenticate",
		Priority: apis.DefaultLoadAuthTokenMiddlewarePriority - 1,
		Func: func(e *core.RequestEvent) error {
			if token := bearer(e); token != "" && applies(e.Request.URL.Path) {
				if account := accountOf(e, token); account != nil {
					e.Auth = account
				}
			}
			return e.Next()
		},
	}
}

// bearer returns the token of a request. PocketBase accepts it without the scheme too.
func bearer(e *core.RequestEvent) string {
	header := e.Request.Header.Get("Authorization")
	if scheme, token, ok := strings.Cut(header, " "); ok && strings.EqualFold(scheme, "Bearer") {
		return token
	}
	return header
}

// accountOf returns a copy of the account that a token belongs to, or nil if
// PocketBase has to decide.
func accountOf(e *core.RequestEvent, token string) *core.Record {
	users, err := e.App.FindCachedCollectionByNameOrId(records.Users)
	if err != nil {
		return nil
	}
	// The revision is read first, so that the account is at least as new.
	revision, err := records.Revision(e.Request.Context(), e.App, records.Users)
	if err != nil {
		return nil
	}
	remembered := e.App.Store().GetOrSet("deskmateCallers", func() any {
		return &callers{byToken: map[string]knownCaller{}}
	}).(*callers)
	if known, ok := remembered.get(token); ok && known.revision == revision &&
		known.account.Collection() == users && clock.Now(e.App).Before(known.expires) {
		return known.account.Fresh()
	}
	account, err := e.App.FindAuthRecordByToken(token, core.TokenTypeAuth)
	if err != nil || account.Collection() != users {
		return nil
	}
	claims, err := security.ParseUnverifiedJWT(token) // FindAuthRecordByToken has verified it
	if err != nil {
		return nil
	}
	if expires, err := claims.GetExpirationTime(); err == nil && expires != nil {
		remembered.put(token, knownCaller{account.Fresh(), revision, expires.Time})
	}
	return account
}

func (c *callers) get(token string) (knownCaller, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	known, ok := c.byToken[token]
	return known, ok
}

func (c *callers) put(token string, known knownCaller) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.byToken) >= callersLimit {
		clear(c.byToken)
	}
	c.byToken[token] = known
}
