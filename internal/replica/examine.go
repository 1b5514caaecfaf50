package replica

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"deskmate/internal/disk"
)

// Trouble is something that keeps the copy from being made or used, and what to do about it.
type Trouble struct{ Text, Do string }

const (
	seeDocs  = "correct the environment of the server (docs/operations.md, A copy of the database)"
	seeStore = "check DESKMATE_S3_ENDPOINT, the keys, the clock of this machine and its network"
	seeKeys  = "allow the keys to list, read, write and delete in the folder of DESKMATE_REPLICA_URL"
	seeLease = "use a store that honours If-None-Match, or leave DESKMATE_LEASE_TTL out: with this one, two machines could write"
	seeState = "deskmate replica status shows what the store holds"
)

// Examine tries what the copy needs: the store, and the folder that remembers what was
// copied. text says what the copy is; it is empty if the environment asks for none.
func Examine(ctx context.Context, dataDir string) (text string, troubles []Trouble) {
	config, err := ReadConfig(dataDir)
	if err != nil {
		return "the environment is wrong", []Trouble{{err.Error(), seeDocs}}
	}
	if !config.On() {
		return "", nil
	}
	add := func(err error, do string) {
		if err != nil {
			troubles = append(troubles, Trouble{err.Error(), do})
		}
	}
	noFolder := tryFolder(config.Meta)
	if noFolder != nil {
		add(fmt.Errorf("%s cannot be written: %w", config.Meta, noFolder), "make the folder writable for the user that the server runs as")
	}
	r := New()
	r.config, r.dataDir, r.store = config, dataDir, openStore(config)
	stored, err := r.store.generations(ctx)
	if err != nil {
		add(err, seeStore)
		return "", troubles
	}
	overwrites, err := r.store.try(ctx)
	add(err, seeKeys)
	if err == nil && overwrites && config.LeaseTTL > 0 {
		add(errors.New("the store overwrites what it is asked to keep"), seeLease)
	}
	if noFolder != nil {
		return "", troubles
	}
	if r.state, err = readState(config); err != nil {
		add(err, "move that file away if it is damaged, and start the server")
		return "", troubles
	}
	present, err := disk.HasDatabase(r.database())
	if err != nil {
		add(err, seeState)
	} else if present {
		add(r.refuses(newest(stored)), seeState)
	}
	return fmt.Sprintf("%s, generation %d here and %d there", config.Address(), r.state.Generation, newest(stored)), troubles
}

// refuses returns why the database here is not that of the site, given the newest
// generation in the store.
func (r *Replica) refuses(last int64) error {
	switch {
	case r.state.Generation == 0 && last > 0:
		return r.unrelated(last)
	case last > r.state.Generation && !r.state.continues(last):
		return r.superseded(last)
	}
	return nil
}

// superseded is the failure of a machine that another has continued.
func (r *Replica) superseded(last int64) error {
	return fmt.Errorf("another machine has continued this site: the copy at %s is at generation %d, the database here at %d. "+
		"To follow it, move %s away and start again", r.config.Address(), last, r.state.Generation, r.database())
}

// unrelated is the failure of a start with a database that is not known to be that of
// the copy. Streaming it there would bury the other one.
func (r *Replica) unrelated(last int64) error {
	return fmt.Errorf("%s holds a copy (generation %d) that %s is not known to belong to. To restore the copy, move that file away. "+
		"To start a new copy, choose another folder in DESKMATE_REPLICA_URL", r.config.Address(), last, r.database())
}

// tryFolder creates and removes a file in a folder, if there is one: the server makes it.
func tryFolder(folder string) error {
	if present, err := exists(folder); err != nil || !present {
		return err
	}
	probe, err := os.CreateTemp(folder, "check.*")
	if err != nil {
		return err
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// try writes a small object, twice, and deletes it. It reports whether the store let the
// second one replace the first, although it was asked not to.
func (s *store) try(ctx context.Context) (overwrites bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, storeLimit)
	defer cancel()
	name := aws.String(s.config.Path + "/check-" + rand.Text()[:8])
	write := func() error {
		_, err := s.client.PutObject(ctx, &s3.PutObjectInput{
			Bucket: aws.String(s.config.Bucket), Key: name, Body: strings.NewReader("deskmate doctor"), IfNoneMatch: aws.String("*"),
		})
		return err
	}
	if err := write(); err != nil {
		return false, fmt.Errorf("writing to %s: %w", s.config.Address(), err)
	}
	var refused interface{ HTTPStatusCode() int }
	switch err := write(); {
	case err == nil:
		overwrites = true
	case !errors.As(err, &refused) || refused.HTTPStatusCode() != http.StatusPreconditionFailed:
		return false, fmt.Errorf("writing to %s: %w", s.config.Address(), err)
	}
	if _, err := s.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: aws.String(s.config.Bucket), Key: name}); err != nil {
		return overwrites, fmt.Errorf("deleting in %s: %w", s.config.Address(), err)
	}
	return overwrites, nil
}
