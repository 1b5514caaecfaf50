package console_test

import (
	"net/netip"
	"slices"
	"strings"
	"testing"

	"deskmate/hooks/console"
)

func TestTheEnvironmentSaysWhereTheConsoleIs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		address, from string
		networks      []string
		problem       string
	}{
		{},
		{address: "127.0.0.1:8091"},
		{address: ":8091", from: "10.8.0.0/24", networks: []string{"10.8.0.0/24"}},
		{from: " 10.8.0.7/24, ::1 192.0.2.4", networks: []string{"10.8.0.0/24", "::1/128", "192.0.2.4/32"}},
		{from: "::ffff:192.0.2.4", networks: []string{"192.0.2.4/32"}},
		{address: "8091", problem: `DESKMATE_CONSOLE_ADDRESS is "8091", which is no address`},
		{address: "127.0.0.1:", problem: "DESKMATE_CONSOLE_ADDRESS"},
		{from: "10.8.0.0/33", problem: `DESKMATE_CONSOLE_FROM has "10.8.0.0/33"`},
		{from: "office", problem: `DESKMATE_CONSOLE_FROM has "office"`},
	} {
		access, err := console.ReadAccess(func(name string) string {
			return map[string]string{console.AddressVariable: c.address, console.FromVariable: c.from}[name]
		})
		if c.problem != "" {
			if err == nil || !strings.Contains(err.Error(), c.problem) {
				t.Errorf("%q %q: got %v", c.address, c.from, err)
			}
			continue
		}
		var networks []string
		for _, network := range access.From {
			networks = append(networks, network.String())
		}
		if err != nil || access.Address != c.address || !slices.Equal(networks, c.networks) {
			t.Errorf("%q %q: got %+v, %v", c.address, c.from, access, err)
		}
		if open := c.address == "" && c.from == ""; access.IsOpen() != open {
			t.Errorf("%q %q: open is %v", c.address, c.from, access.IsOpen())
		}
	}
	if (console.Access{From: []netip.Prefix{netip.MustParsePrefix("10.8.0.0/24")}}).IsOpen() {
		t.Error("a console with a list is open")
	}
}
