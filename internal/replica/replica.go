package replica

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/benbjohnson/litestream"
	"github.com/pocketbase/dbx"

	"deskmate/internal/clock"
	"deskmate/internal/database"
	"deskmate/internal/disk"
)

const (
	databaseFile = "data.db"
	// stopLimit is how long a program that stops tries to send the last changes.
	stopLimit = 10 * time.Second
	// retention is how far back the copy reaches, and how long former generations stay.
	retention = 7 * 24 * time.Hour
	// lookEvery is how often a machine looks whether another has continued the site, and
	// lookLimit how long the store may take to tell.
	lookEvery, lookLimit = time.Minute, 5 * time.Second
	// leasesToSend is for how many times the length of a lease its holder tries in vain to
	// begin its copy.
	leasesToSend = 4
)

// Replica is the copy of one app's database. Without configuration it does nothing.
type Replica struct {
	config  Config
	dataDir string
	store   *store
	logger  *slog.Logger
	out     io.Writer

	ctx     context.Context // ends when the program has sent the last changes
	cancel  context.CancelFunc
	serving context.Context // ends when the program begins to stop
	end     context.CancelFunc
	tasks   sync.WaitGroup
	lease   *lease

	mu       sync.Mutex
	state    state
	db       *litestream.DB
	streams  *litestream.Store
	reached  time.Time // when the store had everything the last time, or when the program started
	complete bool      // whether it has had everything since then
	looked   time.Time // when the store was last asked for a successor
	isOnly   bool      // whether the store has been asked, since it was last reached, if another machine has continued
	failed   time.Time // when copying last failed, or was late
	releases []func()

	signs   sync.Once // begins to give signs of life
	signing sync.Mutex
	signed  sign // the last sign of this process
}

// New returns the copy of an app that is yet to be made.
func New() *Replica {
	ctx, cancel := context.WithCancel(context.Background())
	serving, end := context.WithCancel(ctx)
	return &Replica{logger: slog.New(slog.DiscardHandler), out: os.Stderr, ctx: ctx, cancel: cancel, serving: serving, end: end}
}

// Connect opens a database file. It refuses changes while this machine may not write.
func (r *Replica) Connect(path string) (*dbx.DB, error) {
	return database.ConnectGuarded(path, r.mayWrite)
}

// errReadOnly is the failure of a change on a machine that may not write. Its code is
// that of a database which another process has locked: the caller tries again later.
type errReadOnly struct{}

func (errReadOnly) Error() string { return "this machine may not write: its lease has run out" }
func (errReadOnly) Code() int     { return 5 }

func (r *Replica) mayWrite() error {
	if r.lease != nil && !r.lease.valid() {
		return errReadOnly{}
	}
	return nil
}

func (r *Replica) say(format string, args ...any) {
	_, _ = fmt.Fprintf(r.out, "deskmate: "+format+"\n", args...)
}

// prepare makes the database of this machine the latest there is, before it is opened.
// With a lease it first waits for that, answering at the address meanwhile.
func (r *Replica) prepare(dataDir, address string) (err error) {
	if r.config, err = ReadConfig(dataDir); err != nil || !r.config.On() {
		return err
	}
	r.dataDir, r.store = dataDir, openStore(r.config)
	release, err := lockFolder(r.config.Meta)
	if err != nil {
		return err
	}
	r.releases = append(r.releases, release)
	if r.state, err = readState(r.config); err != nil {
		return err
	}
	if r.config.LeaseTTL > 0 {
		return r.prepareWithLease(address)
	}
	return r.prepareAlone()
}

// prepareAlone is for a machine that is told to be the only one.
func (r *Replica) prepareAlone() error {
	present, err := disk.HasDatabase(r.database())
	if err != nil {
		return err
	}
	stored, err := r.store.generations(r.ctx)
	r.isOnly = err == nil
	if err != nil {
		if present && r.state.Generation > 0 {
			// The site stays up without the store. What changes meanwhile is sent later.
			r.say("the store cannot be reached (%v); starting without it", err)
			return nil
		}
		return err
	}
	last := newest(stored)
	switch {
	case present && r.state.Generation == 0 && last > 0:
		return r.unrelated(last)
	case present && r.state.Generation > 0:
		if last > r.state.Generation {
			return r.superseded(last)
		}
		return nil
	}
	if err := r.claim(r.ctx, last, last+1); err != nil {
		return err
	}
	if !present && last > 0 {
		return r.follow(last+1, last)
	}
	return r.begin(last+1, last)
}

// follow makes the latest state of a generation the database of this machine, and begins
// the generation that continues it. The database gets its name last, so that whatever
// interrupts this, the next start begins anew.
func (r *Replica) follow(generation, from int64) error {
	if !r.config.Restore {
		return fmt.Errorf("there is no database in %s, but a copy at %s, and DESKMATE_RESTORE is never", r.dataDir, r.config.Address())
	}
	if err := os.MkdirAll(r.dataDir, 0o750); err != nil {
		return err
	}
	elapsed := clock.Stopwatch()
	fetched, err := r.fetch(r.ctx, from, time.Time{})
	if err != nil {
		return err
	}
	if err := r.begin(generation, from); err != nil {
		return err
	}
	if err := r.adopt(fetched, disk.Continued); err != nil {
		return err
	}
	r.say("restored generation %d from %s in %v", from, r.config.Address(), elapsed().Round(time.Millisecond))
	return nil
}

// fetch restores a generation, as it was at a time, into a file beside the database.
func (r *Replica) fetch(ctx context.Context, generation int64, at time.Time) (path string, err error) {
	path = r.database() + ".restored"
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	removeJournals(path)
	if err := r.store.restore(ctx, generation, at, path, r.logger); err != nil {
		return "", err
	}
	removeJournals(path)
	return path, nil
}

// begin starts a generation that continues another, or nothing if from is 0.
func (r *Replica) begin(generation, from int64) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.state.Generation, r.state.From, r.state.Unsent, r.state.ETag = generation, from, true, ""
	return r.state.write(r.config)
}

// start begins to stream. A new generation is complete in the store before it returns:
// otherwise, if the machine were lost, its successor would continue the previous one.
func (r *Replica) start(logger *slog.Logger) error {
	r.logger = logger
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
	if r.lease == nil {
		return r.beginSigns()
	}
	return nil
}

// sendAll waits until everything is in the store, however often that fails. But a machine
// that holds the lease lets another one try after a while.
func (r *Replica) sendAll(db *litestream.DB) error {
	elapsed := clock.Stopwatch()
	for {
		err := db.SyncAndWait(r.serving)
		if err == nil && !db.Replica.Pos().IsZero() {
			break
		}
		if err != nil && r.lease != nil && elapsed() > leasesToSend*r.config.LeaseTTL {
			return fmt.Errorf("the store does not take the copy: %w", err)
		}
		select {
		case <-r.serving.Done():
			return fmt.Errorf("stopped before the copy was complete: %w", errors.Join(err, r.serving.Err()))
		case <-time.After(r.config.Interval):
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.state.From, r.state.Unsent = 0, false
	return r.state.write(r.config)
}

// watch notes when the store had everything. Litestream counts an upload as successful
// even if it could not read the latest changes from the database, so look at both.
func (r *Replica) watch() {
	ticker := time.NewTicker(r.config.Interval)
	defer ticker.Stop()
	for {
		select {
		case <-r.serving.Done():
			return
		case <-ticker.C:
		}
		sent, problem := r.db.LastSuccessfulSyncAt(), r.db.SyncDiagnostic().Error
		r.mu.Lock()
		isSent := problem == "" && sent.After(r.reached)
		if isSent {
			r.reached, r.complete = sent, true
		}
		if problem != "" || r.lag() > lateAfter {
			r.failed = clock.Deadline(0)
			r.isOnly = false // somebody may have taken over meanwhile
		}
		r.mu.Unlock()
		r.lookForSuccessor(isSent)
	}
}

// lookForSuccessor ends the program if another machine has continued the site: two must
// not write. It asks the store once a minute, and as soon as that is reached again.
func (r *Replica) lookForSuccessor(isReached bool) {
	if r.isOnly && clock.Left(r.looked) > -lookEvery || !r.isOnly && !isReached {
		return
	}
	ctx, cancel := context.WithTimeout(r.serving, lookLimit)
	defer cancel()
	stored, err := r.store.generations(ctx)
	if err != nil {
		return
	}
	if last := newest(stored); last > r.state.Generation {
		r.exit(r.superseded(last))
	}
	r.isOnly, r.looked = true, clock.Deadline(0)
}

// stop sends the last changes and hands the lease over. The databases of the app are
// closed by then, or were never opened.
func (r *Replica) stop() {
	r.end()
	ctx, cancel := context.WithTimeout(context.Background(), stopLimit)
	defer cancel()
	var err error
	if r.streams != nil {
		if err = r.streams.Close(ctx); err != nil {
			r.say("the last changes have not reached the store: %v", err)
		}
	}
	r.cancel()
	r.tasks.Wait()
	if err == nil {
		r.sayGoodbye(ctx)
	}
	// Whoever has not begun its generation in the store has acknowledged nothing in it.
	if r.lease != nil && (err == nil || r.state.Unsent) {
		if err := r.lease.release(ctx); err != nil {
			r.say("the lease was not handed over and runs out by itself: %v", err)
		}
	}
	for _, release := range r.releases {
		release()
	}
}

func (r *Replica) database() string { return filepath.Join(r.dataDir, databaseFile) }

// newOwner names this process in the lease. No other process has the same name.
func (r *Replica) newOwner() string { return r.config.Node + "." + rand.Text()[:8] }

// removeJournals deletes what belongs to a database file that is gone. SQLite would
// apply it to the next one.
func removeJournals(path string) {
	for _, suffix := range []string{"-wal", "-shm", "-journal"} {
		_ = os.Remove(path + suffix)
	}
}
