package replica

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// state is what a machine remembers about its database: which generation of the copy
// it is, and the proof that it held the lease last.
type state struct {
	Address    string `json:"address"`
	Generation int64  `json:"generation"`
	// Until the generation has reached the store, From is the one that it continues.
	Unsent bool  `json:"unsent,omitempty"`
	From   int64 `json:"from,omitempty"`
	// Claim is the owner in the sign of life with which a process of this folder last began
	// to continue the site. If it was cut off, the next one begins anew.
	Claim string `json:"claim,omitempty"`
	// ETag is that of the lease when this machine last renewed it.
	ETag string `json:"etag,omitempty"`
}

const (
	stateFile = "state.json"
	lockFile  = "lock"
)

var errFolderInUse = errors.New("another process on this machine is using this data folder")

// lockFolder makes sure that only one process at a time copies the database. The
// system releases the lock when the process ends, however it ends.
func lockFolder(meta string) (release func(), err error) {
	if err := os.MkdirAll(meta, 0o700); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(meta, lockFile), os.O_CREATE|os.O_RDWR, 0o600) // #nosec G304 -- the folder is the operator's
	if err != nil {
		return nil, err
	}
	if err := lock(file); err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("%w (%s)", errFolderInUse, filepath.Join(meta, lockFile))
	}
	return func() { _ = file.Close() }, nil
}

// readState returns the state for a store. It is zero if the machine has none.
func readState(c Config) (s state, err error) {
	content, err := os.ReadFile(filepath.Join(c.Meta, stateFile))
	if errors.Is(err, fs.ErrNotExist) {
		return state{Address: c.Address()}, nil
	}
	if err != nil {
		return state{}, err
	}
	if err := json.Unmarshal(content, &s); err != nil {
		return state{}, fmt.Errorf("reading %s: %w", filepath.Join(c.Meta, stateFile), err)
	}
	if s.Address != c.Address() {
		return state{Address: c.Address()}, nil // another store has a copy of its own
	}
	return s, nil
}

// continues reports whether the database of this machine is the latest there is, given
// the newest generation in the store.
func (s state) continues(newest int64) bool {
	return s.Generation == newest || s.Unsent && s.From == newest
}

// write replaces the stored state, so that a crash leaves the old or the new one.
func (s state) write(c Config) error {
	content, err := json.Marshal(s)
	if err != nil {
		return err
	}
	path := filepath.Join(c.Meta, stateFile)
	file, err := os.CreateTemp(c.Meta, stateFile+".*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	if _, err := file.Write(content); err != nil {
		return errors.Join(err, file.Close())
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// exists reports whether there is a file.
func exists(path string) (bool, error) {
	_, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}
