package replica

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/benbjohnson/litestream"

	"deskmate/internal/clock"
	"deskmate/internal/disk"
)

const (
	databaseFile = "data.db"
	// stopLimit is how long a program that stops tries to send the last changes.
	stopLimit = 10 * time.Second
	// retention is how far back the copy reaches, and how long former generations stay.
	retention = 7 * 24 * time.Hour
)

// Replica is the copy of one app's database. Without configuration it does nothing.
type Replica struct {
	config  Config
	dataDir string
	store   *store
	logger  *slog.Logger
	release func() // gives up the folder that only one process at a time may have
	// isCopied says that the folder was copied since its last use, so that a process which
	// serves the same generation may have the original.
	isCopied bool

	ctx   context.Context // ends when the program begins to stop
	end   context.CancelFunc
	tasks sync.WaitGroup

	signed    sign // the sign of life of this process, set once
	hasSigned bool // whether the store has had it

	mu       sync.Mutex
	state    state
	db       *litestream.DB
	streams  *litestream.Store
	reached  time.Time // when the store had everything the last time, or when the program started
	complete bool      // whether it has had everything since then
	failed   time.Time // when copying last failed, or was late
}

// New returns the copy of an app that is yet to be made.
func New() *Replica {
	ctx, end := context.WithCancel(context.Background())
	return &Replica{logger: slog.New(slog.DiscardHandler), release: func() {}, ctx: ctx, end: end}
}

func say(format string, args ...any) {
	_, _ = fmt.Fprintf(os.Stderr, "deskmate: "+format+"\n", args...)
}

func (r *Replica) database() string { return filepath.Join(r.dataDir, databaseFile) }

// configure reads what the environment says about the copy of a data folder.
func (r *Replica) configure(dataDir string) (err error) {
	if r.config, err = ReadConfig(dataDir); err != nil || !r.config.On() {
		return err
	}
	r.dataDir, r.store = dataDir, openStore(r.config)
	return nil
}

// lock makes this the only process that makes the copy, and reads what is known of it here.
func (r *Replica) lock() (err error) {
	if err := os.MkdirAll(r.config.Meta, 0o700); err != nil {
		return err
	}
	if r.release, err = disk.Lock(r.config.Meta); err != nil {
		r.release = func() {}
		return err
	}
	if r.state, err = readState(r.config); err != nil {
		return err
	}
	place, err := disk.Place(r.config.Meta)
	r.isCopied = r.state.Place != "" && r.state.Place != place
	r.state.Place = place
	return err
}

// prepare makes the database of this machine the latest there is, before it is opened.
func (r *Replica) prepare(dataDir string) error {
	if err := r.configure(dataDir); err != nil || !r.config.On() {
		return err
	}
	if err := r.lock(); err != nil {
		return err
	}
	present, err := disk.HasDatabase(r.database())
	if err != nil {
		return err
	}
	stored, err := r.store.generations(r.ctx)
	if err != nil && present && r.state.Generation > 0 && !r.state.Unsent {
		// The site stays up without the store. What changes meanwhile is sent later.
		say("the store cannot be reached (%v); starting without it", err)
		return nil
	}
	if err != nil {
		return err
	}
	last := newest(stored)
	if present && (last > 0 || r.state.Generation > 0) {
		if err := r.refuseOther(last); err != nil {
			return err
		}
		if r.state.Unsent {
			return r.refuseStale(r.ctx)
		}
		if r.isCopied {
			if err := r.refuseLive(r.ctx); err != nil {
				return err
			}
		}
		return r.state.write(r.config)
	}
	if last > 0 && !r.config.Restore {
		return fmt.Errorf("there is no database in %s, but a copy at %s, and DESKMATE_RESTORE is never", r.dataDir, r.config.Address())
	}
	generation, err := r.claim(r.ctx, last)
	if err != nil {
		return err
	}
	if last == 0 {
		return r.begin(generation)
	}
	elapsed := clock.Stopwatch()
	if _, err := r.install(r.ctx, last, time.Time{}, generation); err != nil {
		return err
	}
	say("restored generation %d from %s in %v", last, r.config.Address(), elapsed().Round(time.Millisecond))
	return nil
}

// refuseOther returns why the database here is not that of the site, given the newest
// generation in the store.
func (r *Replica) refuseOther(last int64) error {
	switch {
	case last > 0 && r.state.Generation == 0: // to copy it there would bury the other one
		return fmt.Errorf("%s holds a copy (generation %d) that %s is not known to belong to. To restore the copy, move that file away. "+
			"To start a new copy, choose another folder in DESKMATE_REPLICA_URL", r.config.Address(), last, r.database())
	case last > r.state.Generation:
		return r.superseded(last, r.state.Generation)
	}
	return nil
}

// superseded is the failure of a machine with a generation that another has continued.
func (r *Replica) superseded(last, here int64) error {
	return fmt.Errorf("%w: the copy at %s is at generation %d, the database here at %d. "+
		"To follow it, move %s away and start again", errContinued, r.config.Address(), last, here, r.database())
}

// begin notes that the database is a new generation from now on.
func (r *Replica) begin(generation int64) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.state.Generation, r.state.Unsent = generation, true
	return r.state.write(r.config)
}

// start begins to stream. A new generation is complete in the store before it returns:
// otherwise, if the machine were lost, its successor would continue the previous one.
func (r *Replica) start(logger *slog.Logger) error {
	r.logger = logger
	if r.signed.Process == "" {
		r.signed = newSign(r.state.Generation)
		if err := r.giveSign(); errors.Is(err, errContinued) {
			return err
		}
		r.tasks.Go(r.giveSigns)
	}
	client, err := r.store.litestream(r.state.Generation, r.logger)
	if err != nil {
		return err
	}
	db := litestream.NewDB(r.database())
	db.SetMetaPath(filepath.Join(r.config.Meta, "g"+strconv.FormatInt(r.state.Generation, 10)))
	db.MonitorInterval = r.config.Interval
	db.Replica = litestream.NewReplicaWithClient(db, client)
	// Changes leave the database once per interval. What has left it is sent at once.
	db.Replica.SyncInterval = r.config.Interval / 4
	// A piece that is missing on this machine is replaced by a new complete copy.
	db.Replica.AutoRecoverEnabled = true
	streams := litestream.NewStore([]*litestream.DB{db}, litestream.DefaultCompactionLevels)
	streams.Logger = r.logger
	streams.SnapshotRetention = retention
	db.SetLogger(r.logger)
	db.ShutdownSyncTimeout = stopLimit
	if err := streams.Open(r.ctx); err != nil {
		return fmt.Errorf("starting to copy the database: %w", err)
	}
	r.mu.Lock()
	r.db, r.streams, r.reached = db, streams, clock.Deadline(0)
	unsent := r.state.Unsent
	r.mu.Unlock()
	if unsent {
		if err := r.sendAll(db); err != nil {
			return err
		}
	}
	r.tasks.Go(r.watch)
	return nil
}

// sendAll waits until everything is in the store, however often that fails.
func (r *Replica) sendAll(db *litestream.DB) error {
	for hasFailed := false; ; {
		err := db.SyncAndWait(r.ctx)
		if err == nil && !db.Replica.Pos().IsZero() {
			break
		}
		if err != nil && !hasFailed && r.ctx.Err() == nil {
			hasFailed = true
			say("the site is served once the store has all of the database: %v", err)
		}
		select {
		case <-r.ctx.Done():
			return fmt.Errorf("stopped before the copy was complete: %w", errors.Join(err, r.ctx.Err()))
		case <-time.After(r.config.Interval):
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.state.Unsent = false
	return r.state.write(r.config)
}

// watch notes when the store had everything. Litestream counts an upload as successful
// even if it could not read the latest changes from the database, so look at both.
func (r *Replica) watch() {
	ticker := time.NewTicker(r.config.Interval)
	defer ticker.Stop()
	for {
		select {
		case <-r.ctx.Done():
			return
		case <-ticker.C:
		}
		sent, problem := r.db.LastSuccessfulSyncAt(), r.db.SyncDiagnostic().Error
		r.mu.Lock()
		if problem == "" && sent.After(r.reached) {
			r.reached, r.complete = sent, true
		}
		if problem != "" || r.lag() > Late {
			r.failed = clock.Deadline(0)
		}
		r.mu.Unlock()
	}
}

// forget deletes the generations that are too old to restore from. It takes the time from the
// latest sign of life, which has that of the store.
func (r *Replica) forget() {
	last, err := r.store.readSign(r.ctx)
	if err == nil {
		err = r.store.forget(r.ctx, r.state.Generation, last.at.Add(-retention))
	}
	if err != nil {
		r.logger.Error("former generations of the copy were not deleted", "error", err)
	}
}

// stop sends the last changes, and says that another machine may continue the site. The
// databases of the app are closed by then, or were never opened.
func (r *Replica) stop() {
	r.end()
	ctx, cancel := context.WithTimeout(context.Background(), stopLimit)
	defer cancel()
	var err error
	if r.streams != nil {
		if err = r.streams.Close(ctx); err != nil {
			say("the last changes have not reached the store: %v", err)
		}
	}
	r.tasks.Wait()
	if err == nil {
		r.sayGoodbye(ctx)
	}
	r.release()
}
