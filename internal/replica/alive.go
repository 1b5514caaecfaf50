package replica

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/middleware"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
)

const (
	// aliveFile is the sign of life of the machine that serves the site, beside the
	// generations. Its dot keeps it apart from the folder of a cell.
	aliveFile = "alive.json"
	// signEvery is how often the sign of life is renewed, also while nothing changes.
	signEvery = 20 * time.Second
	// deadAfter is how old the sign of life of a machine is that counts as lost.
	deadAfter = 3 * signEvery
)

// sign is a sign of life. A server that was stopped leaves one without an owner.
type sign struct {
	Generation int64  `json:"generation"`
	Owner      string `json:"owner"`
	// age is how old it is by the clock of the store: that of a machine may be wrong.
	age time.Duration
}

// readSign returns the last sign of life. It is nil if there never was one.
func (s *store) readSign(ctx context.Context) (*sign, error) {
	ctx, cancel := context.WithTimeout(ctx, storeLimit)
	defer cancel()
	answer, err := s.client.GetObject(ctx, &s3.GetObjectInput{Bucket: aws.String(s.config.Bucket), Key: aws.String(s.config.Path + "/" + aliveFile)})
	var missing *types.NoSuchKey
	if errors.As(err, &missing) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s in %s: %w", aliveFile, s.config.Address(), err)
	}
	defer answer.Body.Close()
	last := new(sign)
	if err := json.NewDecoder(answer.Body).Decode(last); err != nil {
		return nil, fmt.Errorf("reading %s in %s: %w", aliveFile, s.config.Address(), err)
	}
	now, tells := middleware.GetServerTime(answer.ResultMetadata)
	if !tells {
		return nil, fmt.Errorf("%s does not tell the time", s.config.Address())
	}
	last.age = now.Sub(aws.ToTime(answer.LastModified))
	return last, nil
}

// writeSign replaces the sign of life.
func (s *store) writeSign(ctx context.Context, next sign) error {
	ctx, cancel := context.WithTimeout(ctx, storeLimit)
	defer cancel()
	content, err := json.Marshal(next)
	if err != nil {
		return err
	}
	_, err = s.client.PutObject(ctx, &s3.PutObjectInput{
		Bucket: aws.String(s.config.Bucket), Key: aws.String(s.config.Path + "/" + aliveFile), Body: strings.NewReader(string(content)),
	})
	if err != nil {
		return fmt.Errorf("writing %s in %s: %w", aliveFile, s.config.Address(), err)
	}
	return nil
}

// claim makes this machine the one that begins a generation after the last one of the
// store, unless another machine may still be writing that. What this folder wrote itself
// is safe to continue: no other process has the folder.
func (r *Replica) claim(ctx context.Context, last, generation int64) error {
	if r.state.Generation == 0 || !r.state.continues(last) {
		if err := r.refuseLive(ctx, last); err != nil {
			return err
		}
	}
	r.signing.Lock()
	defer r.signing.Unlock()
	r.state.Claim = r.newOwner()
	if err := r.state.write(r.config); err != nil {
		return err
	}
	if err := r.sign(ctx, sign{Generation: generation, Owner: r.state.Claim}); err != nil {
		return err
	}
	r.signs.Do(func() { r.tasks.Go(r.giveSigns) })
	return nil
}

// sign expects the lock to be held.
func (r *Replica) sign(ctx context.Context, next sign) error {
	err := r.store.writeSign(ctx, next)
	if err == nil {
		r.signed = next
	}
	return err
}

// refuseLive returns why no machine but the one that writes may serve the site now. Where
// there is no sign of life, the time of the last change tells: an older version of the
// program may be running.
func (r *Replica) refuseLive(ctx context.Context, last int64) error {
	found, err := r.store.readSign(ctx)
	switch {
	case err != nil || found == nil && last == 0:
		return err
	case found == nil:
		found = &sign{Owner: "another server"}
		if found.age, err = r.store.age(ctx, last); err != nil {
			return err
		}
	}
	if found.Owner == "" || found.Owner == r.state.Claim || found.age >= deadAfter {
		return nil
	}
	return fmt.Errorf("%s was using the copy at %s %d seconds ago, and %s is not its folder. "+
		"If it still runs, check --dir, or stop it and start again at once. If it is lost, start again in %d seconds",
		nodeOf(found.Owner), r.config.Address(), max(0, int(found.age.Seconds())), r.dataDir, int((deadAfter-found.age).Seconds())+1)
}

// giveSigns renews the sign of life until the program begins to stop.
func (r *Replica) giveSigns() {
	ticker := time.NewTicker(signEvery)
	defer ticker.Stop()
	for {
		select {
		case <-r.serving.Done():
			return
		case <-ticker.C:
		}
		if err := r.giveSign(); err != nil {
			r.exit(err)
		}
	}
}

// beginSigns gives a sign of life, and more until the program begins to stop.
func (r *Replica) beginSigns() error {
	r.signs.Do(func() { r.tasks.Go(r.giveSigns) })
	return r.giveSign()
}

// giveSign renews the sign of life, if the store can be reached. It fails if another
// machine gives signs of its own: two must not write.
func (r *Replica) giveSign() error {
	r.signing.Lock()
	defer r.signing.Unlock()
	own := r.signed
	if own.Owner == "" {
		own = sign{Generation: r.state.Generation, Owner: r.newOwner()}
	}
	ctx, cancel := context.WithTimeout(r.serving, lookLimit)
	defer cancel()
	found, err := r.store.readSign(ctx)
	if err == nil {
		if found.isOfSuccessor(own, r.signed.Owner != "") {
			r.signed = sign{}
			return fmt.Errorf("another machine has continued this site: %s uses the copy at %s now", nodeOf(found.Owner), r.config.Address())
		}
		err = r.sign(ctx, own)
	}
	if err != nil && ctx.Err() == nil {
		r.logger.Warn("no sign of life could be given", "error", err)
	}
	return nil
}

// isOfSuccessor reports whether a sign is that of a machine that has continued the site. Of
// the same generation, that is so if it has replaced one of this process.
func (s *sign) isOfSuccessor(own sign, hasSigned bool) bool {
	if s == nil || s.Owner == "" || s.age >= deadAfter {
		return false
	}
	return s.Generation > own.Generation || hasSigned && s.Generation == own.Generation && s.Owner != own.Owner
}

// sayGoodbye lets another machine continue the site at once.
func (r *Replica) sayGoodbye(ctx context.Context) {
	if r.signed.Owner == "" {
		return
	}
	if err := r.sign(ctx, sign{Generation: r.signed.Generation}); err != nil {
		r.say("another machine can continue the site only in %v: %v", deadAfter, err)
	}
}
