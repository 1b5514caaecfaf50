package health

import (
	"strings"
	"testing"
)

func TestTextsLoseWhatIsPersonalOrSecret(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                       "",
		"database is locked (5)": "database is locked (5)",
		"UNIQUE constraint failed: users.email (2067)":                      "UNIQUE constraint failed: users.email (2067)",
		"SQLITE_CONSTRAINT_FOREIGNKEY":                                      "SQLITE_CONSTRAINT_FOREIGNKEY",
		"it took 12.5 s, 3 of 4 tries, at 10:00:00":                         "it took 12.5 s, 3 of 4 tries, at 10:00:00",
		"can't reach the server, and isn't it late":                         "can't reach the server, and isn't it late",
		"550 5.1.1 <robin.vale@example.com>: User unknown":                  "550 5.1.1 <***>: User unknown",
		"no such user robin.vale+x@mail.example.com here":                   "no such user *** here",
		"RCPT TO:robin@example.com refused":                                 "RCPT TO:*** refused",
		`parsing "Robin Vale": invalid syntax`:                              `parsing "***": invalid syntax`,
		`parsing "Robin \"Rob\" Vale": invalid`:                             `parsing "***": invalid`,
		"near 'Robin Vale': syntax error":                                   "near '***': syntax error",
		"no column `Robin`":                                                 "no column `***`",
		"the title “Robin” is taken":                                        "the title “***” is taken",
		"dial tcp 192.0.2.7:587: connect: connection refused":               "dial tcp ***:587: connect: connection refused",
		"read tcp 10.0.0.1:8090->[2001:db8::7]:4711: reset":                 "read tcp ***:8090->[***]:4711: reset",
		"caller ::1 and 2001:db8::7":                                        "caller *** and ***",
		"getting https://u:p@deskmate.example/offers/x.y?z=1 failed":        "getting https://deskmate.example/*** failed",
		"getting s3://bucket.example:9000/a/b failed":                       "getting s3://bucket.example:9000/*** failed",
		"GET /api/offers/abc.def failed":                                    "GET *** failed",
		"GET files?sign=abc failed":                                         "GET files?*** failed",
		"open /srv/pb_data/storage/x/essay of_robin.pdf: no such file":      "open *** ***.pdf: no such file",
		"PutObject pbc_1/abc/my_essay_x7.DOCX failed":                       "PutObject pbc_1/abc/***.DOCX failed",
		"call +61 2 9374 4000 now":                                          "call *** now",
		"token eyJhbGciOiJIUzI1NiJ9.eyJpZCI6IjEifQ.c2lnbmF0dXJl is invalid": "token *** is invalid",
		"offer k3j4h5g6f7d8s9a.AbCdEfGhIjKlMnOpQrStUvWxYz is void":          "offer *** is void",
		"\xff\xfebroken": "broken",
	} {
		if got := Redact(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	if got := Redact(strings.Repeat("long words ", 5000)); len(got) > textLimit+len("…") {
		t.Errorf("a long text has %d bytes", len(got))
	}
}

func TestStatementsAreLoggedWithoutValues(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"SELECT id FROM users WHERE email = ? LIMIT 20":                "SELECT id FROM users WHERE email = ? LIMIT ?",
		"SELECT 'it''s Robin', 'x' FROM t2":                            "SELECT ?, ? FROM t2",
		`SELECT "Robin ""Rob"" Vale"`:                                  "SELECT ?",
		"SELECT `a`.`b1` FROM `a`\n\t WHERE x = 1.5e3 AND y = X'00FF'": "SELECT `a`.`b1` FROM `a` WHERE x = ? AND y = X?",
		"SELECT 1 -- for Robin\n, 2 /* and\nKim */ FROM t":             "SELECT ? , ? FROM t",
		"SELECT 0x1F":   "SELECT ?",
		"SELECT 'Robin": "SELECT ?",
	} {
		if got := withoutValues(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	long := withoutValues("SELECT '" + strings.Repeat("Robin ", 1000) + "' FROM t")
	if strings.Contains(long, "Robin") {
		t.Errorf("a long statement is logged as %q", long)
	}
}

func TestTheEnvironmentSaysWhatIsWatched(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		log, slow, token, address string
		want                      WatchConfig
		problem                   string
	}{
		{want: WatchConfig{Slow: defaultSlow}},
		{log: "json", slow: "off", want: WatchConfig{Log: "json", Slow: -1}},
		{log: "text", slow: "0", want: WatchConfig{Log: "text"}},
		{slow: "250ms", want: WatchConfig{Slow: 250e6}},
		{token: "0123456789abcdef", want: WatchConfig{Slow: defaultSlow, MetricsToken: "0123456789abcdef"}},
		{address: "127.0.0.1:9091", want: WatchConfig{Slow: defaultSlow, MetricsAddress: "127.0.0.1:9091"}},
		{address: "[::1]:9091", want: WatchConfig{Slow: defaultSlow, MetricsAddress: "[::1]:9091"}},
		{address: "localhost:9091", want: WatchConfig{Slow: defaultSlow, MetricsAddress: "localhost:9091"}},
		{address: ":9091", token: "0123456789abcdef", want: WatchConfig{Slow: defaultSlow, MetricsToken: "0123456789abcdef", MetricsAddress: ":9091"}},
		{log: "xml", problem: `DESKMATE_LOG is "xml"`},
		{slow: "fast", problem: `DESKMATE_SLOW_QUERY is "fast"`},
		{slow: "-1s", problem: `DESKMATE_SLOW_QUERY is "-1s"`},
		{token: "0123456789abcde", problem: "DESKMATE_METRICS_TOKEN must have at least 16 characters"},
		{address: "9091", problem: `DESKMATE_METRICS_ADDRESS is "9091"`},
		{address: "127.0.0.1:", problem: "DESKMATE_METRICS_ADDRESS"},
		{address: ":9091", problem: "which others can reach"},
		{address: "0.0.0.0:9091", problem: "which others can reach"},
		{address: "192.0.2.7:9091", problem: "which others can reach"},
		{address: "localhost.example:9091", problem: "which others can reach"},
	} {
		got, err := ReadWatchConfig(func(name string) string {
			return map[string]string{LogVariable: c.log, SlowVariable: c.slow, MetricsTokenVariable: c.token, MetricsAddressVariable: c.address}[name]
		})
		c.want.ReadLimit = defaultReadLimit
		switch {
		case c.problem != "":
			if err == nil || !strings.Contains(err.Error(), c.problem) || c.token != "" && strings.Contains(err.Error(), c.token) {
				t.Errorf("%+v: got %v", c, err)
			}
		case err != nil || got != c.want:
			t.Errorf("%+v: got %+v, %v", c, got, err)
		}
	}
}
