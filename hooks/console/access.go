// Package console decides who reaches the console at /_/ and the endpoints behind it.
// Everyone does unless the operator sets an address of its own for it, or the networks
// that it is for.
package console

import (
	"fmt"
	"net"
	"net/netip"
	"strings"

	"github.com/pocketbase/pocketbase/core"
)

// The environment variables that restrict the console (docs/operations.md).
const (
	AddressVariable = "DESKMATE_CONSOLE_ADDRESS"
	FromVariable    = "DESKMATE_CONSOLE_FROM"
)

// Access is where the console is, and for whom.
type Access struct {
	// Address is the console's own, as host:port. If it is empty, the console is where the site is.
	Address string
	// From are the networks that it is for. If there are none, it is for everyone.
	From []netip.Prefix
}

// ReadAccess reads the environment.
func ReadAccess(getenv func(string) string) (Access, error) {
	access := Access{Address: strings.TrimSpace(getenv(AddressVariable))}
	if access.Address != "" {
		if _, port, err := net.SplitHostPort(access.Address); err != nil || port == "" {
			return access, fmt.Errorf("%s is %q, which is no address such as 127.0.0.1:8091", AddressVariable, access.Address)
		}
	}
	for _, text := range strings.FieldsFunc(getenv(FromVariable), func(r rune) bool { return r == ',' || r == ' ' }) {
		network, err := parseNetwork(text)
		if err != nil {
			return access, fmt.Errorf("%s has %q, which is no IP address or network such as 10.8.0.0/24", FromVariable, text)
		}
		access.From = append(access.From, network)
	}
	return access, nil
}

// IsOpen reports whether everyone who reaches the site reaches the console.
func (a Access) IsOpen() bool { return a.Address == "" && len(a.From) == 0 }

func parseNetwork(text string) (netip.Prefix, error) {
	if address, err := netip.ParseAddr(text); err == nil {
		address = address.Unmap()
		return netip.PrefixFrom(address, address.BitLen()), nil
	}
	network, err := netip.ParsePrefix(text)
	if err != nil {
		return network, err
	}
	return network.Masked(), nil
}

// forwarding are the headers in which proxies say for whom they ask.
var forwarding = []string{"X-Forwarded-For", "X-Real-Ip", "Forwarded", "Via", "Cf-Connecting-Ip", "True-Client-Ip"}

// admits reports whether a request may reach the console. atOwn says that it came to the
// console's own address.
func (a Access) admits(e *core.RequestEvent, atOwn bool) bool {
	if a.Address != "" && !atOwn {
		return false
	}
	if len(a.From) == 0 {
		return true
	}
	if len(e.App.Settings().TrustedProxy.Headers) == 0 {
		// The address would be the proxy's, which may well be on the list.
		for _, name := range forwarding {
			if e.Request.Header.Get(name) != "" {
				return false
			}
		}
	}
	caller, err := netip.ParseAddr(e.RealIP())
	if err != nil {
		return false
	}
	caller = caller.Unmap().WithZone("")
	for _, network := range a.From {
		if network.Contains(caller) {
			return true
		}
	}
	return false
}
