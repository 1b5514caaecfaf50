package replica

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"deskmate/internal/disk"
)

// Trouble is something that keeps the copy from being made or used, and what to do about it.
type Trouble struct{ Text, Do string }

// Examine tries what the copy needs: the store, and the folder that remembers what was
// copied. text says what the copy is; it is empty if the environment asks for none.
func Examine(ctx context.Context, dataDir string) (text string, troubles []Trouble) {
	r := New()
	if err := r.configure(dataDir); err != nil {
		return "the environment is wrong", []Trouble{{err.Error(), "correct the environment of the server (docs/operations.md, A copy of the database)"}}
	}
	if !r.config.On() {
		return "", nil
	}
	add := func(err error, do string) bool {
		if err != nil {
			troubles = append(troubles, Trouble{err.Error(), do})
		}
		return err != nil
	}
	noFolder := add(tryFolder(r.config.Meta), "make the folder writable for the user that the server runs as")
	stored, err := r.store.generations(ctx)
	if add(err, "check DESKMATE_S3_ENDPOINT, the keys, the clock of this machine and its network") {
		return "", troubles
	}
	add(r.store.try(ctx), "allow the keys to list, read, write and delete in the folder of DESKMATE_REPLICA_URL")
	if noFolder {
		return "", troubles
	}
	r.state, err = readState(r.config)
	if add(err, "move that file away if it is damaged, and start the server") {
		return "", troubles
	}
	present, err := disk.HasDatabase(r.database())
	if err == nil && present {
		err = r.refuseOther(newest(stored))
	}
	add(err, "deskmate replica status shows what the store holds")
	return fmt.Sprintf("%s, generation %d here and %d there", r.config.Address(), r.state.Generation, newest(stored)), troubles
}

// tryFolder creates and removes a file in a folder, if there is one: the server makes it.
func tryFolder(folder string) error {
	probe, err := os.CreateTemp(folder, "check.*")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", folder, err)
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// try writes a small object, and deletes it.
func (s *store) try(ctx context.Context) error {
	name := "check-" + rand.Text()[:8]
	if err := s.put(ctx, name, "deskmate doctor"); err != nil {
		return err
	}
	return s.remove(ctx, name)
}
