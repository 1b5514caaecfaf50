package api

import (
	"maps"
	"net"
	"net/http"
	"net/netip"
	"slices"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
)

// Network returns what a caller's address is counted as by limits: an IPv4 address is
// counted for itself. Of IPv6, everybody has 2^64 addresses, so the network counts.
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
