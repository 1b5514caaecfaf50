package health

import (
	"fmt"
	"net"
	"net/netip"
	"time"
)

// The environment variables (docs/operations.md).
const (
	LogVariable            = "DESKMATE_LOG"
	SlowVariable           = "DESKMATE_SLOW_QUERY"
	MetricsTokenVariable   = "DESKMATE_METRICS_TOKEN" // #nosec G101 -- the name of a variable
	MetricsAddressVariable = "DESKMATE_METRICS_ADDRESS"
)

// defaultSlow is far above what any statement of the program takes on a machine that
// keeps up.
const defaultSlow = 500 * time.Millisecond

// defaultReadLimit is far above what reading takes, and far below what scrapers wait.
const defaultReadLimit = 500 * time.Millisecond

// minToken is the least number of characters in a token.
const minToken = 16

// WatchConfig is what the environment asks for. The zero value asks for nothing but the log of
// all statements; Off asks for nothing at all.
type WatchConfig struct {
	Log            string        // json, text, or empty: no log
	Failures       bool          // without a log, failures of jobs and backups are written nevertheless
	Slow           time.Duration // statements that take at least as long are logged; negative: none
	MetricsToken   string        // whoever sends it may read the metrics
	MetricsAddress string        // an address of their own for the metrics, as host:port
	ReadLimit      time.Duration // a scrape waits that long for the database; then it repeats what was read last
}

// WatchOff asks for nothing.
var WatchOff = WatchConfig{Slow: -1}

// ReadWatchConfig reads the environment.
func ReadWatchConfig(getenv func(string) string) (WatchConfig, error) {
	c := WatchConfig{Log: getenv(LogVariable), Slow: defaultSlow, MetricsToken: getenv(MetricsTokenVariable), MetricsAddress: getenv(MetricsAddressVariable), ReadLimit: defaultReadLimit}
	switch c.Log {
	case "", "json", "text":
	default:
		return c, fmt.Errorf("%s is %q; it must be json, text or empty", LogVariable, c.Log)
	}
	switch slow := getenv(SlowVariable); slow {
	case "":
	case "off":
		c.Slow = -1
	default:
		limit, err := time.ParseDuration(slow)
		if err != nil || limit < 0 {
			return c, fmt.Errorf("%s is %q; it must be a time such as 250ms, or off", SlowVariable, slow)
		}
		c.Slow = limit
	}
	if c.MetricsToken != "" && len(c.MetricsToken) < minToken {
		return c, fmt.Errorf("%s must have at least %d characters", MetricsTokenVariable, minToken)
	}
	if c.MetricsAddress == "" {
		return c, nil
	}
	if _, port, err := net.SplitHostPort(c.MetricsAddress); err != nil || port == "" {
		return c, fmt.Errorf("%s is %q, which is no address such as 127.0.0.1:9091", MetricsAddressVariable, c.MetricsAddress)
	}
	if c.MetricsToken == "" && !isLoopback(c.MetricsAddress) {
		return c, fmt.Errorf("%s is %q, which others can reach. Set %s too, or choose an address such as 127.0.0.1:9091",
			MetricsAddressVariable, c.MetricsAddress, MetricsTokenVariable)
	}
	return c, nil
}

// hasMetrics reports whether anybody can read metrics.
func (c WatchConfig) hasMetrics() bool { return c.MetricsToken != "" || c.MetricsAddress != "" }

// isLoopback reports whether only this machine reaches an address.
func isLoopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}
