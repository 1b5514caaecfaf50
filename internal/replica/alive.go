package replica

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/middleware"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
)

const (
	// aliveFile is the sign of life of the machine that serves the site, beside the
	// generations.
	aliveFile = "alive.json"
	// signEvery is how often the sign of life is renewed, even while nothing changes.
	signEvery = 20 * time.Second
	// deadAfter is the age of its sign of life at which a machine counts as lost.
	deadAfter = 3 * signEvery
	// signLimit is how long giving a sign of life may take, and how soon it is tried again if
	// that failed.
	signLimit = 5 * time.Second
)

// errContinued is the failure of a server whose site another machine has continued.
var errContinued = errors.New("another machine has continued this site")

// sign is a sign of life.
type sign struct {
	Generation int64  `json:"generation"`
	Machine    string `json:"machine"`
	Process    string `json:"process"` // no other process has the same; empty once it has stopped

	at  time.Time     // when it was given, by the clock of the store: that of a machine may be wrong
	age time.Duration // by the same clock
}

// newSign returns the sign of this process.
func newSign(generation int64) sign {
	machine, _ := os.Hostname()
	return sign{Generation: generation, Machine: machine, Process: rand.Text()[:8]}
}

func (s sign) isAlive() bool { return s.Process != "" && s.age < deadAfter }

// readSign returns the last sign of life. It is zero if there never was one.
func (s *store) readSign(ctx context.Context) (last sign, err error) {
	ctx, cancel := context.WithTimeout(ctx, storeLimit)
	defer cancel()
	answer, err := s.client.GetObject(ctx, &s3.GetObjectInput{Bucket: aws.String(s.config.Bucket), Key: aws.String(s.config.Path + "/" + aliveFile)})
	var missing *types.NoSuchKey
	if errors.As(err, &missing) {
		return sign{}, nil
	}
	if err != nil {
		return sign{}, fmt.Errorf("reading %s in %s: %w", aliveFile, s.config.Address(), err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(&last); err != nil {
		return sign{}, fmt.Errorf("reading %s in %s: %w", aliveFile, s.config.Address(), err)
	}
	now, tells := middleware.GetServerTime(answer.ResultMetadata)
	if !tells {
		return sign{}, fmt.Errorf("%s does not tell the time", s.config.Address())
	}
	last.at = aws.ToTime(answer.LastModified)
	last.age = now.Sub(last.at)
	return last, nil
}

// writeSign replaces the sign of life.
func (s *store) writeSign(ctx context.Context, next sign) error {
	content, err := json.Marshal(next)
	if err != nil {
		return err
	}
	return s.put(ctx, aliveFile, string(content))
}

// claim makes this machine the one that begins a generation after the last one of the
// store, and returns which. It fails if another machine may still be writing.
func (r *Replica) claim(ctx context.Context, last int64) (generation int64, err error) {
	if err := r.refuseLive(ctx); err != nil {
		return 0, err
	}
	generation = max(last, r.state.Generation) + 1
	r.signed = newSign(generation)
	r.state.Claim = r.signed.Process
	if err := r.state.write(r.config); err != nil {
		return 0, err
	}
	if err := r.store.writeSign(ctx, r.signed); err != nil {
		return 0, err
	}
	r.hasSigned = true
	r.tasks.Go(r.giveSigns)
	return generation, nil
}

// refuseLive returns why no machine but the one that writes may serve the site now. The sign
// of a process of this folder refuses nothing: no other process has the folder, unless it is
// a copy.
func (r *Replica) refuseLive(ctx context.Context) error {
	found, err := r.store.readSign(ctx)
	isOwn := !r.isCopied && (found.Generation == r.state.Generation || found.Process == r.state.Claim)
	if err != nil || !found.isAlive() || isOwn {
		return err
	}
	return fmt.Errorf("%s was using the copy at %s %d seconds ago, and %s is not its folder. "+
		"If it still runs, check --dir, or stop it and start again at once. If it is lost, start again in %d seconds",
		found.Machine, r.config.Address(), max(0, int(found.age.Seconds())), r.dataDir, int((deadAfter-found.age).Seconds())+1)
}

// refuseStale returns why the database of this machine may not be served, although nothing in
// the store comes after it: it was to begin a generation, but did not get there, and the
// machine that it was to follow has gone on since.
func (r *Replica) refuseStale(ctx context.Context) error {
	found, err := r.store.readSign(ctx)
	if err == nil && found.Generation < r.state.Generation {
		return fmt.Errorf("%w: %s has used the copy at %s since the database here was fetched. To follow it, move %s away and start again",
			errContinued, found.Machine, r.config.Address(), r.database())
	}
	return err
}

// giveSigns renews the sign of life until the program begins to stop. It ends the program
// if another machine has continued the site: two must not write.
func (r *Replica) giveSigns() {
	for isFailing := !r.hasSigned; ; {
		wait := signEvery
		if isFailing {
			wait = signLimit
		}
		select {
		case <-r.ctx.Done():
			return
		case <-time.After(wait):
		}
		err := r.giveSign()
		if errors.Is(err, errContinued) {
			say("%v", err)
			os.Exit(1) // at once: what is acknowledged from now on would be lost
		}
		if err != nil && !isFailing && r.ctx.Err() == nil {
			say("this machine could give no sign of life, and will be taken for lost in %v: %v", deadAfter, err)
		}
		isFailing = err != nil
	}
}

// giveSign renews the sign of life, unless another machine has continued the site.
func (r *Replica) giveSign() error {
	ctx, cancel := context.WithTimeout(r.ctx, signLimit)
	defer cancel()
	found, err := r.store.readSign(ctx)
	if err != nil {
		return err
	}
	if found.Process != r.signed.Process {
		if err := r.refuseSuccessor(ctx, found); err != nil {
			return err
		}
	}
	if err := r.store.writeSign(ctx, r.signed); err != nil {
		return err
	}
	r.hasSigned = true
	return nil
}

// refuseSuccessor returns why this machine may not go on, given the sign of life of another
// process. If that is of the same generation, it may be of an earlier process in this
// folder, but not once this one has given a sign itself.
func (r *Replica) refuseSuccessor(ctx context.Context, found sign) error {
	own := r.signed.Generation
	if found.isAlive() && (found.Generation > own || r.hasSigned && found.Generation == own) {
		return fmt.Errorf("%w: %s uses the copy at %s now", errContinued, found.Machine, r.config.Address())
	}
	stored, err := r.store.generations(ctx)
	if err == nil && newest(stored) > own {
		return r.superseded(newest(stored), own)
	}
	return err
}

// sayGoodbye lets another machine continue the site at once.
func (r *Replica) sayGoodbye(ctx context.Context) {
	if !r.hasSigned {
		return
	}
	found, err := r.store.readSign(ctx)
	if err == nil && found.Process == r.signed.Process {
		err = r.store.writeSign(ctx, sign{Generation: r.signed.Generation, Machine: r.signed.Machine})
	}
	if err != nil {
		say("another machine can continue the site only in %v: %v", deadAfter, err)
	}
}
