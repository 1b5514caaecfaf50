package sessions

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/security"

	"deskmate/hooks/jobs"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
)

// callersLimit is how many callers are remembered. Each takes about 6 kB.
const callersLimit = 500

// callers remembers the accounts of verified tokens for as long as no account changes
// and no session ends. Reading and decoding an account costs more than reading a short
// list.
type callers struct {
	mu      sync.RWMutex
	byToken map[string]knownCaller
}

type knownCaller struct {
	account *core.Record
	session string
	changes int       // to the accounts and sessions, when these were read or before
	expires time.Time // the token does
}

// Authenticate loads the account that a request's token belongs to, in the place of
// PocketBase's own middleware, which knows nothing of sessions. A remembered account is
// used only if no account has changed and no session has ended since: the database
// itself counts that, so this holds for changes in the console, by commands and by SQL
// too.
func Authenticate() *hook.Handler[*core.RequestEvent] {
	return &hook.Handler[*core.RequestEvent]{
		Id:       apis.DefaultLoadAuthTokenMiddlewareId,
		Priority: apis.DefaultLoadAuthTokenMiddlewarePriority,
		Func: func(e *core.RequestEvent) error {
			if token := bearer(e); token != "" {
				account, err := accountOf(e, token)
				if err != nil {
					return err
				}
				e.Auth = account
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

// accountOf returns a copy of the account that a token belongs to, marked with its
// session. It returns nil if the token is not valid or the session has ended. Superusers
// have no sessions of ours.
func accountOf(e *core.RequestEvent, token string) (*core.Record, error) {
	users, err := e.App.FindCachedCollectionByNameOrId(store.Users)
	if err != nil {
		return nil, err
	}
	// The changes are counted first, so that the account is at least as new.
	changes, err := store.CountChanges(e.Request.Context(), e.App, store.Users, store.Sessions)
	if err != nil {
		return nil, err
	}
	remembered := e.App.Store().GetOrSet("deskmateCallers", func() any {
		return &callers{byToken: map[string]knownCaller{}}
	}).(*callers)
	now := clock.Now(e.App)
	if known, ok := remembered.get(token); ok && known.changes == changes &&
		known.account.Collection() == users && now.Before(known.expires) {
		seenOf(e.App).note(known.session, now)
		return marked(known.account, known.session), nil
	}
	account, err := e.App.FindAuthRecordByToken(token, core.TokenTypeAuth)
	if err != nil {
		return nil, nil // the framework does not say whether the token is at fault
	}
	if account.Collection() != users {
		return account, nil
	}
	claims, err := security.ParseUnverifiedJWT(token) // FindAuthRecordByToken has verified it
	if err != nil {
		return nil, nil
	}
	session, _ := claims[sessionClaim].(string)
	if _, err := store.ReadAccess(e.App, account.Id, session); errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	seenOf(e.App).note(session, now)
	if expires, err := claims.GetExpirationTime(); err == nil && expires != nil {
		remembered.put(token, knownCaller{account.Fresh(), session, changes, expires.Time})
	}
	return marked(account, session), nil
}

// marked returns a copy of an account that makes a request as a session.
func marked(account *core.Record, session string) *core.Record {
	account = account.Fresh()
	store.MarkSession(account, session)
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

// seen gathers when sessions were used, so that no request has to write it.
type seen struct {
	mu sync.Mutex
	at map[string]time.Time
}

func seenOf(app core.App) *seen {
	return app.Store().GetOrSet("deskmateSeen", func() any { return &seen{at: map[string]time.Time{}} }).(*seen)
}

func (s *seen) note(session string, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at[session] = now
}

// take returns what has been gathered, and starts over.
func (s *seen) take() map[string]time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	taken := s.at
	s.at = make(map[string]time.Time, len(taken))
	return taken
}

// Listen keeps what is known of sessions up to date.
func Listen(app core.App) {
	jobs.Add(app, jobs.Job{ID: "noteSessions", Schedule: "*/5 * * * *", Run: noteSessions})
	jobs.Add(app, jobs.Job{ID: "forgetSessions", Schedule: "13 * * * *", Run: forgetSessions})
}

// noteSessions stores when sessions were last used.
func noteSessions(ctx context.Context, app core.App) error {
	used := seenOf(app).take()
	if len(used) == 0 {
		return nil
	}
	return transaction.Run(ctx, app, func(ctx context.Context, tx core.App) error { return store.NoteSeen(ctx, tx, used) })
}

// forgetSessions deletes sessions whose tokens are no longer valid.
func forgetSessions(ctx context.Context, app core.App) error {
	return transaction.DeleteInPieces(ctx, app, store.Expired(store.Sessions, clock.Now(app)))
}
