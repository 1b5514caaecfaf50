package health

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/cron"
	"github.com/pocketbase/pocketbase/tools/filesystem"

	"deskmate/hooks/console"
	"deskmate/hooks/domain"
	"deskmate/hooks/money"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

const (
	// reachLimit is how long another server may take to answer.
	reachLimit = 5 * time.Second
	// oldBackup is the age at which a backup is no longer much help.
	oldBackup = 7 * 24 * time.Hour
	// longQueue is how many emails wait when something holds them up.
	longQueue = 100
	// longWait is how long an email waits when something holds it up.
	longWait = time.Hour
	// daysAhead is how far ahead the next backup is looked for.
	daysAhead = 31
)

// installation checks an opened data folder and its settings.
func (r *report) installation(ctx context.Context, app core.App) {
	r.checkDatabase(ctx, app)
	if pending := pendingMigrations(app); pending > 0 {
		r.note("migrations", fmt.Sprintf("%d are pending", pending), "make a backup and start the server, which applies them; then run this command again for the other checks")
		return
	}
	r.address(app)
	r.people(ctx, app)
	r.console(app)
	r.mail(ctx, app)
	r.files(ctx, app)
	r.backups(ctx, app)
	r.ledger(ctx, app)
	r.scanner(ctx, app, true)
	r.stored(ctx, app)
}

func pendingMigrations(app core.App) (pending int) {
	var applied []string
	if err := app.DB().Select("file").From(core.DefaultMigrationsTable).Column(&applied); err != nil {
		return len(core.AppMigrations.Items())
	}
	known := map[string]bool{}
	for _, file := range applied {
		known[file] = true
	}
	for _, migration := range core.AppMigrations.Items() {
		if !known[migration.File] {
			pending++
		}
	}
	return pending
}

// address checks the site's own address and what goes with it.
func (r *report) address(app core.App) {
	settings := app.Settings()
	const where = "in the console, Settings, Application"
	switch address, err := url.Parse(settings.Meta.AppURL); {
	case err != nil || address.Hostname() == "" || address.Hostname() == "localhost":
		r.problem("site address", strconv.Quote(settings.Meta.AppURL)+" is not where people reach the site", "set the Application URL "+where+": links in emails start with it")
	case address.Scheme != "https":
		r.problem("site address", settings.Meta.AppURL+" is not encrypted", "serve the site by https (docs/operator.md), and set the Application URL "+where)
	default:
		r.ok("site address", settings.Meta.AppURL)
	}
	if len(settings.TrustedProxy.Headers) == 0 {
		r.note("proxy", "no header of a proxy is trusted", "if a proxy is in front of the site, set IP proxy headers "+where+": otherwise all callers share the limits on attempts")
	} else {
		r.ok("proxy", fmt.Sprintf("trusts %v; nobody may reach the program past the proxy", settings.TrustedProxy.Headers))
	}
	if !settings.RateLimits.Enabled {
		r.problem("limits on attempts", "they are switched off", "switch on Rate limiting "+where)
	} else {
		r.ok("limits on attempts", "they are on")
	}
}

// people checks that there is somebody to run the site.
func (r *report) people(ctx context.Context, app core.App) {
	operators, err := app.CountRecords(core.CollectionNameSuperusers, dbx.Not(dbx.HashExp{"email": core.DefaultInstallerEmail}))
	switch {
	case err != nil:
		r.problem("operators", err.Error(), "restore a backup")
	case operators == 0:
		r.problem("operators", "there are none", "deskmate superuser upsert EMAIL PASSWORD")
	default:
		r.ok("operators", strconv.FormatInt(operators, 10))
	}
	site, err := store.FindSite(app)
	if err != nil {
		r.problem("site", err.Error(), "restore a backup: the row of site is missing")
		return
	}
	admins, err := app.CountRecords(store.Users, dbx.HashExp{store.Role: domain.RoleAdmin, store.Status: domain.StatusActive})
	hasKey := os.Getenv("DESKMATE_ADMIN_KEY") != "" || site.GetString(store.AdminKeyHash) != ""
	switch {
	case err != nil:
		r.problem("admins", err.Error(), "restore a backup")
	case admins == 0 && !hasKey:
		r.problem("admins", "there are none, and no admin key is set", "deskmate admin-key set --generate, and register at /admin/signup")
	case admins == 0:
		r.note("admins", "there are none yet", "register at /admin/signup with the admin key")
	case !hasKey:
		r.ok("admins", fmt.Sprintf("%d; no admin key is set, so nobody else can register as one", admins))
	default:
		r.ok("admins", fmt.Sprintf("%d. Anyone with the admin key can register as another, until the key is removed.", admins))
	}
	if zone := site.GetString(store.TimeZone); zone != "" {
		if _, err := time.LoadLocation(zone); err != nil {
			r.problem("time zone", zone+" is unknown", "set timeZone in the row of site, for example Australia/Sydney")
		} else {
			r.ok("time zone", zone)
		}
	}
	if site.GetString(store.SupportEmail) == "" {
		r.note("support", "no address is set", "set supportEmail in the row of site: the policy pages show it")
	}
}

// console checks who reaches the console, as far as this command's environment tells.
func (r *report) console(app core.App) {
	access, err := console.ReadAccess(os.Getenv)
	switch {
	case err != nil:
		r.problem("console", err.Error(), "correct the variable: the server does not start with it")
	case !access.IsOpen():
		r.ok("console", fmt.Sprintf("at %q for %v", access.Address, access.From))
	case len(app.Settings().SuperuserIPs) > 0:
		r.note("console", "everyone can open it, and chosen addresses can sign in", "set "+console.AddressVariable+" or "+console.FromVariable+" to hide it")
	default:
		r.note("console", "whoever reaches the site can open it", "set "+console.AddressVariable+" or "+console.FromVariable+" for the server, and run this command with the same environment")
	}
}

func (r *report) mail(ctx context.Context, app core.App) {
	server := app.Settings().SMTP
	queue, err := store.ReadMailQueue(ctx, app)
	queued, failed := queue.Counts["queued"], queue.Counts["failed"]
	waiting := fmt.Sprintf("%d wait, %d failed", queued, failed)
	var age time.Duration
	if !queue.Oldest.IsZero() {
		age = max(0, clock.Now(app).Sub(queue.Oldest))
		waiting = fmt.Sprintf("%d wait, the oldest for %s, %d failed", queued, roughly(age), failed)
	}
	switch {
	case err != nil:
		r.problem("emails", err.Error(), "deskmate tallies verify")
	case !server.Enabled && queued > 0:
		r.problem("emails", waiting+", and no mail server is set up", "set one up in the console, Settings, Mail settings: emails are skipped after 7 days")
	case failed > 0 || queued > longQueue || age > longWait:
		r.note("emails", waiting, "look at them in the tab of emails on the admin dashboard")
	default:
		r.ok("emails", waiting)
	}
	if !server.Enabled {
		r.note("mail server", "none is set up", "set one up in the console, Settings, Mail settings: without it, nobody gets emails")
		return
	}
	address := net.JoinHostPort(server.Host, strconv.Itoa(server.Port))
	connection, err := (&net.Dialer{Timeout: reachLimit}).DialContext(ctx, "tcp", address)
	if err != nil {
		r.problem("mail server", err.Error(), "check host and port in the console, Settings, Mail settings, and the firewall")
		return
	}
	_ = connection.Close()
	r.ok("mail server", "it takes connections; the console can send a test email")
}

func (r *report) files(ctx context.Context, app core.App) {
	if !app.Settings().S3.Enabled {
		r.ok("files", "in the data folder")
		return
	}
	if err := ask(ctx, app.NewFilesystem, func(store *filesystem.System) error {
		_, err := store.Exists("deskmate-doctor") // whether it does makes no difference
		return err
	}); err != nil {
		r.problem("files", "S3: "+err.Error(), "check the bucket and the keys in the console, Settings, Files storage")
		return
	}
	r.ok("files", "in a bucket; backups do not contain them")
}

func (r *report) backups(ctx context.Context, app core.App) {
	var newest, damaged time.Time
	var size uint64
	err := ask(ctx, app.NewBackupsFilesystem, func(store *filesystem.System) error {
		files, err := store.List("")
		for _, file := range files {
			if strings.HasPrefix(file.Key, "damaged_") {
				if file.ModTime.After(damaged) {
					damaged = file.ModTime
				}
			} else if file.ModTime.After(newest) {
				newest, size = file.ModTime, uint64(max(0, file.Size))
			}
		}
		return err
	})
	const schedule = "set a schedule in the console, Settings, Backups, or run deskmate backup create"
	now := clock.Now(app)
	text := fmt.Sprintf("the newest is of %s and has %s", newest.UTC().Format(time.DateTime), humanize.IBytes(size))
	next := nextRun(app.Settings().Backups.Cron, now)
	switch {
	case err != nil:
		r.problem("backups", err.Error(), "check where they are stored: the console, Settings, Backups")
	case damaged.After(newest):
		r.problem("backups", "since the newest good one, there is one of a damaged database, of "+damaged.UTC().Format(time.DateTime), seeDamage)
	case newest.IsZero():
		r.problem("backups", "there are none", schedule)
	case now.Sub(newest) > oldBackup:
		r.problem("backups", text, schedule)
	case app.Settings().Backups.Cron == "":
		r.note("backups", text+", and there is no schedule", schedule)
	case next.IsZero():
		r.note("backups", fmt.Sprintf("%s, and no other is due within %d days", text, daysAhead), schedule)
	default:
		r.ok("backups", text+", the next is due at "+next.UTC().Format(time.DateTime))
	}
}

// nextRun returns when a schedule is due next, in UTC as all schedules are, or the zero time
// if that is not within daysAhead.
func nextRun(schedule string, now time.Time) time.Time {
	parsed, err := cron.NewSchedule(schedule)
	if err != nil {
		return time.Time{}
	}
	from := now.UTC().Truncate(time.Minute).Add(time.Minute)
	for at := from; at.Before(from.AddDate(0, 0, daysAhead)); at = at.Add(time.Minute) {
		if parsed.IsDue(cron.NewMoment(at)) {
			return at
		}
	}
	return time.Time{}
}

// roughly words a duration in the largest unit that fits it.
func roughly(d time.Duration) string {
	switch {
	case d >= 48*time.Hour:
		return fmt.Sprintf("%d days", int(d.Hours())/24)
	case d >= 2*time.Hour:
		return fmt.Sprintf("%d hours", int(d.Hours()))
	case d >= 2*time.Minute:
		return fmt.Sprintf("%d minutes", int(d.Minutes()))
	}
	return fmt.Sprintf("%d s", int(d.Seconds()))
}

// ask opens a store and waits a limited time for its answer.
func ask(ctx context.Context, open func() (*filesystem.System, error), question func(*filesystem.System) error) error {
	store, err := open()
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	limited, cancel := context.WithTimeout(ctx, reachLimit)
	defer cancel()
	store.SetContext(limited)
	return question(store)
}

func (r *report) ledger(ctx context.Context, app core.App) {
	differences := 0
	head, err := money.VerifyLedger(ctx, app, nil, func(string) { differences++ })
	switch {
	case err != nil:
		r.problem("ledger", err.Error(), "deskmate ledger verify")
	case differences > 0:
		r.problem("ledger", fmt.Sprintf("it does not agree in %d places", differences), "deskmate ledger verify prints them (docs/ledger.md)")
	default:
		r.ok("ledger", fmt.Sprintf("its %d entries agree", head.Number))
	}
}
