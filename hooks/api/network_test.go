package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"deskmate/hooks/api"
	"deskmate/internal/testkit"
)

func TestAnIPv6AddressCountsAsItsNetwork(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"192.0.2.7": "192.0.2.7", "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::", "2001:0db8:0001:0002:0000:0000:0000:0001": "2001:db8:1:2::",
		"::ffff:192.0.2.7": "192.0.2.7", "fe80::1%eth0": "fe80::", "::1": "::", "": "", "unix": "unix",
	} {
		if got := api.NetworkOf(address); got != want {
			t.Errorf("%q counts as %q, want %q", address, got, want)
		}
	}
}

func TestAddressesOfOneNetworkShareTheLimitsOfTheFramework(t *testing.T) {
	t.Parallel()
	for path, label := range map[string]string{
		"/api/auth/login": "POST /api/auth/login",
		"/api/collections/users/request-password-reset":       "users:requestPasswordReset",
		"/api/collections/_superusers/request-password-reset": "_superusers:requestPasswordReset",
		"/api/collections/_superusers/auth-with-password":     "_superusers:auth",
	} {
		t.Run(label, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			setLimits(t, app, map[string]int{label: 2})
			app.Settings().TrustedProxy.Headers = []string{"X-Forwarded-For"}
			app.Settings().RateLimits.ExcludedIPs = []string{"2001:db8:9::7", "2001:db8:8::/120"}
			const body = `{"email":"nobody@example.com","identity":"nobody@example.com","password":"secret1"}`
			limited := func(address string, header http.Header) bool {
				answer := from(app, address, "POST", path, "", body, header)
				if answer.Status == http.StatusTooManyRequests {
					answer.Refused(t, http.StatusTooManyRequests, tooMany)
				}
				return answer.Status == http.StatusTooManyRequests
			}
			for i, want := range []bool{false, false, true} {
				if got := limited(fmt.Sprintf("[2001:db8:7::%d]", i), nil); got != want {
					t.Errorf("address %d without a proxy: limited is %t", i, got)
				}
			}
			forwarded := func(address string) http.Header { return http.Header{"X-Forwarded-For": {"192.0.2.1, " + address}} }
			for _, c := range []struct {
				address string
				want    bool
			}{
				{"2001:db8::1", false}, {"2001:db8::2", false}, {"2001:db8::ffff:3", true}, {"2001:db8:0:1::1", false}, {"192.0.2.7", false},
				{"::ffff:192.0.2.7", false}, {"192.0.2.7", true},
				{"2001:db8:9::7", false}, {"2001:db8:9::7", false}, {"2001:db8:9::7", false}, {"2001:db8:8::a", false}, {"2001:db8:8::b", false}, {"2001:db8:8::c", false},
			} {
				if got := limited("198.51.100.1", forwarded(c.address)); got != c.want {
					t.Errorf("%s behind a proxy: limited is %t", c.address, got)
				}
			}
		})
	}
}

func TestTheLogKeepsTheAddressThatCalled(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	logRequests(t, app)
	app.Settings().Logs.LogIP = true
	setLimits(t, app, map[string]int{"POST /api/auth/login": 1})
	for range 2 { // the second is refused by the limit
		logIn(app, "[2001:db8::7]", "nobody@example.com", "secret1")
	}
	for _, entry := range loggedRequests(t, app, 2) {
		if !strings.Contains(entry, "2001:0db8:0000:0000:0000:0000:0000:0007") {
			t.Errorf("the log contains %s", entry)
		}
	}
}
