package replica

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"deskmate/hooks/failures"
	"deskmate/internal/clock"
	"deskmate/internal/database"
	"deskmate/internal/disk"
	"deskmate/internal/requests"
)

const standingBy = "This site is moving to another machine. Please try again in a moment"

// prepareWithLease waits until this machine is the one that writes.
func (r *Replica) prepareWithLease(address string) error {
	r.lease = newLease(r.store, r.logger, r.exit)
	r.lease.leaser.Owner = r.newOwner()
	present, err := disk.HasDatabase(r.database())
	if err != nil {
		return err
	}
	resumed, err := r.waitForLease(address, present)
	if err != nil {
		return err
	}
	r.tasks.Go(func() { r.lease.maintain(r.ctx) })
	if !resumed {
		if err := r.succeed(present); err != nil {
			return err
		}
	}
	r.lease.onRenewal(r.remember)
	return nil
}

// waitForLease returns when this machine holds the lease, and whether no other has held
// it since this machine last did.
func (r *Replica) waitForLease(address string, present bool) (resumed bool, err error) {
	var waiting *http.Server
	defer func() {
		if waiting != nil {
			_ = waiting.Close()
		}
	}()
	for said := ""; ; {
		if present && r.state.ETag != "" {
			resumed, err := r.lease.resume(r.ctx, r.state.Generation, r.state.ETag)
			if resumed {
				return true, nil
			}
			if err == nil {
				r.state.ETag = "" // another machine has held it
			}
		}
		stored, err := r.store.generations(r.ctx)
		wait := r.lease.step()
		if err == nil && (r.state.ETag == "" || !present) {
			if present && r.state.Generation == 0 && newest(stored) > 0 {
				return false, r.unrelated(newest(stored))
			}
			wait, err = r.lease.acquire(r.ctx, max(newest(stored), r.state.Generation))
			if wait == 0 && err == nil {
				return false, nil
			}
		}
		problem := "another machine serves this site; standing by"
		if err != nil {
			problem = fmt.Sprintf("the store cannot be reached (%v); standing by", err)
		}
		if problem != said {
			said = problem
			r.say("%s", problem)
		}
		if waiting == nil && address != "" {
			if waiting, err = r.standBy(address); err != nil {
				return false, err
			}
		}
		select {
		case <-r.ctx.Done():
			return false, r.ctx.Err()
		case <-time.After(max(wait, 20*time.Millisecond)):
		}
	}
}

// succeed makes the database the latest there is and begins the generation of the lease.
func (r *Replica) succeed(present bool) error {
	stored, err := r.store.generations(r.ctx)
	if err != nil {
		return err
	}
	last := newest(stored)
	if present && last > 0 && !r.state.continues(last) {
		// What another machine has continued is the site now. What this one had not yet
		// sent when it was cut off is kept, for somebody to look at.
		kept, err := r.setAside()
		if err != nil {
			return err
		}
		r.say("another machine has continued this site; the database of generation %d is kept as %s", r.state.Generation, kept)
		present = false
	}
	if !present && last > 0 {
		return r.follow(r.lease.current().Generation, last)
	}
	return r.begin(r.lease.current().Generation, last)
}

// setAside renames the database of a former generation, and returns its new path, "" if
// there was none. It replaces nothing: what is set aside may be all that is left of the
// latest changes.
func (r *Replica) setAside() (kept string, err error) {
	present, err := disk.HasDatabase(r.database())
	if err != nil || !present {
		return "", err
	}
	name := fmt.Sprintf("%s%d-%s", disk.FormerPrefix, r.state.Generation, clock.Deadline(0).UTC().Format("20060102150405"))
	kept = filepath.Join(r.dataDir, name+".db")
	for number := 2; ; number++ {
		taken, err := exists(kept)
		if err != nil {
			return "", err
		}
		if !taken {
			break
		}
		kept = filepath.Join(r.dataDir, fmt.Sprintf("%s-%d.db", name, number))
	}
	// A crash between the renames must leave no database without its journal. One that is
	// damaged is kept as it is.
	if err := fold(r.database()); err != nil {
		r.say("the journal of the database could not be folded into it: %v", err)
	}
	for _, suffix := range []string{"-wal", "-shm", ""} {
		if err := os.Rename(r.database()+suffix, kept+suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
	}
	return kept, nil
}

// fold writes the journal of a database that nobody has open into it.
func fold(path string) error {
	db, err := database.Connect(path)
	if err != nil {
		return err
	}
	_, err = db.NewQuery("PRAGMA wal_checkpoint(TRUNCATE)").Execute()
	return errors.Join(err, db.Close())
}

// remember stores the proof that this machine holds the lease.
func (r *Replica) remember(etag string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.state.ETag = etag
	if err := r.state.write(r.config); err != nil {
		r.logger.Error("the lease was not noted", "error", err)
	}
}

// exit ends the process at once. It writes nothing any more, so there is nothing to end
// in order.
func (r *Replica) exit(err error) {
	r.say("%v", err)
	os.Exit(1)
}

// standBy answers at the address of the site until this machine serves it.
func (r *Replica) standBy(address string) (*http.Server, error) {
	answer := http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		if request.URL.Path == healthPath {
			health{Code: http.StatusServiceUnavailable, Message: "This machine is standing by.", Data: healthData{Replica: r.status("standby")}}.write(w)
			return
		}
		refuse(w, standingBy)
	})
	server := &http.Server{ReadHeaderTimeout: time.Minute, Handler: requests.Identify(answer, func() bool { return false })}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	go func() { _ = server.Serve(listener) }()
	return server, nil
}

// refuse answers with a 503 in the shape of all failures.
func refuse(w http.ResponseWriter, sentence string) {
	failure := failures.New(http.StatusServiceUnavailable, sentence, nil)
	failure.RetryAfter = 5 * time.Second
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Retry-After", failure.RetryAfterHeader())
	w.WriteHeader(failure.Status)
	_ = json.NewEncoder(w).Encode(failure.Body())
}
