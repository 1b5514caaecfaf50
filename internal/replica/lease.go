package replica

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/benbjohnson/litestream"
	litestreams3 "github.com/benbjohnson/litestream/s3"

	"deskmate/internal/clock"
)

// errLeaseLost says that another machine writes now.
var errLeaseLost = errors.New("another machine has taken over: this one stops, and stands by when it is started again")

// lease is the right to write, which one machine at a time holds. It lasts for the TTL
// after each renewal. This machine stops writing a quarter of that earlier, so that it
// has stopped when another takes over even if their clocks differ a little.
type lease struct {
	store  *store
	leaser *litestreams3.Leaser
	lost   func(error)

	mu       sync.Mutex
	held     *litestream.Lease
	deadline time.Time
	renewed  func(etag string)
}

func newLease(s *store, logger *slog.Logger, lost func(error)) *lease {
	return &lease{store: s, leaser: s.leaser(s.config.LeaseTTL, logger), lost: lost, renewed: func(string) {}}
}

// step is the time between renewals.
func (l *lease) step() time.Duration { return l.store.config.LeaseTTL / 4 }

// resume takes up the lease that this machine held when its process ended. It succeeds
// only if no machine has held it since.
func (l *lease) resume(ctx context.Context, generation int64, etag string) (bool, error) {
	err := l.renew(ctx, &litestream.Lease{Generation: generation, ETag: etag})
	if errors.Is(err, litestream.ErrLeaseNotHeld) {
		return false, nil
	}
	return err == nil, err
}

// acquire tries to become the holder. It returns how long to wait before trying again,
// or 0 if it succeeded. The generation of the lease is later than all of the known ones.
func (l *lease) acquire(ctx context.Context, known int64) (wait time.Duration, err error) {
	start := clock.Deadline(0)
	held, err := l.leaser.AcquireLease(ctx)
	var taken *litestream.LeaseExistsError
	if errors.As(err, &taken) {
		return max(50*time.Millisecond, min(l.step(), clock.Left(taken.ExpiresAt))), nil
	}
	if err != nil {
		return l.step(), err
	}
	l.keep(held, start)
	if held.Generation <= known {
		return 0, l.renew(ctx, &litestream.Lease{Generation: known + 1, ETag: held.ETag})
	}
	return 0, nil
}

// renew extends the lease, and moves it to another generation if held has one.
func (l *lease) renew(ctx context.Context, held *litestream.Lease) error {
	start := clock.Deadline(0)
	ctx, cancel := context.WithTimeout(ctx, max(l.step(), time.Second))
	defer cancel()
	renewed, err := l.leaser.RenewLease(ctx, held)
	if err != nil {
		return err
	}
	l.keep(renewed, start)
	return nil
}

func (l *lease) keep(held *litestream.Lease, start time.Time) {
	l.mu.Lock()
	l.held, l.deadline = held, start.Add(l.store.config.LeaseTTL-l.step())
	renewed := l.renewed
	l.mu.Unlock()
	renewed(held.ETag)
}

// maintain renews the lease until the context ends or another machine has it.
func (l *lease) maintain(ctx context.Context) {
	ticker := time.NewTicker(l.step())
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		held := l.current()
		err := l.renew(ctx, held)
		if ctx.Err() != nil {
			return
		}
		if errors.Is(err, litestream.ErrLeaseNotHeld) && !l.recover(ctx, held) {
			l.lost(errLeaseLost)
			return
		}
	}
}

// recover looks whether the lease is this machine's after all: the answer to a renewal
// that succeeded may have been lost. It reports false if it is another's.
func (l *lease) recover(ctx context.Context, held *litestream.Lease) bool {
	stored, err := l.store.readLease(ctx)
	if err != nil {
		return true // not known: writing has stopped or will, and the next renewal tells
	}
	if stored.Generation != held.Generation || stored.Owner != l.leaser.Owner {
		return false
	}
	l.mu.Lock()
	l.held = &stored // which proves nothing about how long it lasts, so the deadline stays
	l.mu.Unlock()
	return true
}

func (l *lease) current() *litestream.Lease {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.held
}

// valid reports whether this machine may write.
func (l *lease) valid() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.held != nil && clock.Left(l.deadline) > 0
}

// onRenewal calls a function with the lease's ETag now and after each renewal.
func (l *lease) onRenewal(call func(etag string)) {
	l.mu.Lock()
	l.renewed = call
	etag := l.held.ETag
	l.mu.Unlock()
	call(etag)
}

// release lets another machine take over at once. The lease is not deleted, because it
// counts the generations.
func (l *lease) release(ctx context.Context) error {
	held := l.current()
	if held == nil {
		return nil
	}
	l.mu.Lock()
	l.deadline = clock.Deadline(0)
	l.mu.Unlock()
	l.leaser.TTL = 0
	released, err := l.leaser.RenewLease(ctx, held)
	if err != nil {
		return err
	}
	l.mu.Lock()
	renewed := l.renewed
	l.mu.Unlock()
	renewed(released.ETag)
	return nil
}

// readLease returns the lease as it is stored. It is zero if there is none.
func (s *store) readLease(ctx context.Context) (stored litestream.Lease, err error) {
	ctx, cancel := context.WithTimeout(ctx, storeLimit)
	defer cancel()
	answer, err := s.client.GetObject(ctx, &s3.GetObjectInput{
		Bucket: aws.String(s.config.Bucket), Key: aws.String(s.config.Path + "/" + litestreams3.DefaultLeasePath),
	})
	var missing *types.NoSuchKey
	if errors.As(err, &missing) {
		return stored, nil
	}
	if err != nil {
		return stored, fmt.Errorf("reading the lease in %s: %w", s.config.Address(), err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(&stored); err != nil {
		return stored, fmt.Errorf("reading the lease in %s: %w", s.config.Address(), err)
	}
	stored.ETag = aws.ToString(answer.ETag)
	return stored, nil
}
