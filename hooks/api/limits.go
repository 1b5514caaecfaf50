package api

import (
	"io"
	"maps"
	"math"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/router"

	"deskmate/hooks/failures"
	"deskmate/internal/clock"
)

const (
	// nativeBodyLimit is how large a body to one of the framework's own endpoints may be, in
	// bytes, unless it comes from an operator. The framework keeps two copies of it in memory.
	nativeBodyLimit = 16 << 10
	// bodyTime is how long a body without files may take to arrive. It stays in memory meanwhile.
	bodyTime = time.Minute
)

// LimitNative limits the bodies of the framework's own endpoints, most of which are open
// to everyone.
func LimitNative() *hook.Handler[*core.RequestEvent] {
	limit := apis.BodyLimit(nativeBodyLimit)
	return &hook.Handler[*core.RequestEvent]{
		Id:       "deskmateLimitNative",
		Priority: apis.DefaultBodyLimitMiddlewarePriority - 1,
		Func: func(e *core.RequestEvent) error {
			if e.HasSuperuserAuth() || !isNative(e.Request.URL.Path) {
				return e.Next()
			}
			limitTime(e)
			return limit.Func(e)
		},
	}
}

// bounds are what bodies may take up at once, in bytes: those of one account, those of one
// network without an account (a whole campus), and all together (docs/operations.md). A body waits
// in memory until all of it has arrived, and the files of a form on the disk, so that slow ones
// add up.
type bounds struct{ account, network, all int64 }

var (
	memoryBounds = bounds{4 << 20, 64 << 20, 192 << 20}
	fileBounds   = bounds{256 << 20, 128 << 20, math.MaxInt64} // the free space bounds all of them
)

// receive limits how long the body of one of our routes may take to arrive, and what those
// of one caller may take up meanwhile. It also removes the framework's re-readable body,
// which would keep a second copy.
func receive() *hook.Handler[*core.RequestEvent] {
	return &hook.Handler[*core.RequestEvent]{
		Priority: apis.DefaultBodyLimitMiddlewarePriority - 2,
		Func: func(e *core.RequestEvent) error {
			if body, ok := e.Request.Body.(*router.RereadableReadCloser); ok {
				e.Request.Body = body.ReadCloser
			}
			size := e.Request.ContentLength
			if size == 0 {
				return e.Next()
			}
			if size < 0 {
				size = jsonBodyLimit
			}
			back, err := takeShare(e, "memory", min(size, jsonBodyLimit), memoryBounds)
			if err != nil {
				return err
			}
			defer back()
			if mediaType(e.Request) != "multipart/form-data" {
				limitTime(e)
			}
			return e.Next()
		},
	}
}

// takeShare counts bytes of something for the account of a caller, or else the network. It
// returns a function that gives them back.
func takeShare(e *core.RequestEvent, of string, bytes int64, at bounds) (back func(), err error) {
	shares := e.App.Store().GetOrSet("deskmateShares", func() any { return &Shares{} }).(*Shares)
	name, limit := of+" of "+Network(e), at.network
	if e.Auth != nil {
		name, limit = of+" of "+e.Auth.Id, at.account
	}
	if !shares.Take(name, bytes, limit) {
		return nil, failures.TooMany(bodyTime)
	}
	if !shares.Take(of, bytes, at.all) {
		shares.Give(name, bytes)
		return nil, failures.Busy(nil)
	}
	return func() {
		shares.Give(name, bytes)
		shares.Give(of, bytes)
	}, nil
}

func limitTime(e *core.RequestEvent) {
	if e.Request.ContentLength == 0 { // the answer may stay open, like that of live changes
		return
	}
	response := http.NewResponseController(e.Response)
	if err := response.SetReadDeadline(clock.Deadline(bodyTime)); err != nil {
		return // not every connection has one, such as those of commands
	}
	// Once the body is there, the server waits for the connection to close.
	timed := &timedBody{e.Request.Body, func() { _ = response.SetReadDeadline(time.Time{}) }}
	if body, ok := e.Request.Body.(*router.RereadableReadCloser); ok {
		timed.ReadCloser = body.ReadCloser
		body.ReadCloser = timed
		return
	}
	e.Request.Body = timed
}

// timedBody is a body whose end is noticed.
type timedBody struct {
	io.ReadCloser
	ended func()
}

func (b *timedBody) Read(into []byte) (int, error) {
	n, err := b.ReadCloser.Read(into)
	if err == io.EOF {
		b.ended()
	}
	return n, err
}

// Network returns what limits count a caller's address as. An IPv4 address counts as itself.
// With IPv6, everybody has 2^64 addresses, so the network counts.
func Network(e *core.RequestEvent) string {
	return networkOf(e.RealIP())
}

func networkOf(text string) string {
	address, err := netip.ParseAddr(text)
	if err != nil {
		return text
	}
	address = address.Unmap().WithZone("")
	if address.Is4() {
		return address.String()
	}
	return netip.PrefixFrom(address, 64).Masked().Addr().String()
}

// shownKey is where a request keeps itself while the framework's rate limits see another.
const shownKey = "deskmateShown"

// CountNetworks shows the framework's rate limits the network of a caller instead of the
// address. Everything else, such as the log, keeps the address.
func CountNetworks() (hide, show *hook.Handler[*core.RequestEvent]) {
	showAddress := func(e *core.RequestEvent) {
		if shown, ok := e.Get(shownKey).(*http.Request); ok {
			e.Request = shown
			e.Set(shownKey, nil)
		}
	}
	hide = &hook.Handler[*core.RequestEvent]{
		Id:       "deskmateHideAddress",
		Priority: apis.DefaultRateLimitMiddlewarePriority - 1,
		Func: func(e *core.RequestEvent) error {
			address := e.RealIP()
			network := networkOf(address)
			if network == address || isExcluded(e, address) {
				return e.Next()
			}
			e.Set(shownKey, e.Request)
			defer showAddress(e) // if a limit refuses the request
			e.Request = e.Request.WithContext(e.Request.Context())
			e.Request.RemoteAddr = net.JoinHostPort(network, "0")
			e.Request.Header = maps.Clone(e.Request.Header)
			for _, name := range e.App.Settings().TrustedProxy.Headers {
				e.Request.Header.Del(name)
			}
			return e.Next()
		},
	}
	show = &hook.Handler[*core.RequestEvent]{
		Id:       "deskmateShowAddress",
		Priority: apis.DefaultRateLimitMiddlewarePriority + 1,
		Func: func(e *core.RequestEvent) error {
			showAddress(e)
			return e.Next()
		},
	}
	return hide, show
}

// isExcluded reports whether the operator has excluded an address from rate limits.
func isExcluded(e *core.RequestEvent, text string) bool {
	address, err := netip.ParseAddr(text)
	return err == nil && slices.ContainsFunc(e.App.Settings().RateLimits.ExcludedIPs, func(excluded string) bool {
		if network, err := netip.ParsePrefix(excluded); err == nil {
			return network.Contains(address)
		}
		one, err := netip.ParseAddr(excluded)
		return err == nil && one == address
	})
}

// Shares counts what callers hold at the same time, each under a name of its own. The
// zero value is ready for use.
type Shares struct {
	mu   sync.Mutex
	held map[string]int64
}

// Take adds to what a caller holds, unless it would be more than a limit.
func (s *Shares) Take(name string, amount, limit int64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held[name]+amount > limit {
		return false
	}
	if s.held == nil {
		s.held = map[string]int64{}
	}
	s.held[name] += amount
	return true
}

// Give returns what a caller has taken.
func (s *Shares) Give(name string, amount int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held[name] -= amount; s.held[name] == 0 {
		delete(s.held, name)
	}
}
