package replica

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"deskmate/internal/disk"
)

// state is what a machine remembers about its database: which generation of the copy it is.
type state struct {
	Address    string `json:"address"`
	Generation int64  `json:"generation"`
	// Unsent says that not all of the generation has reached the store yet.
	Unsent bool `json:"unsent,omitempty"`
	// Claim is the process of this folder that last set out to begin a generation. If it was
	// cut off, its sign of life keeps nobody here from trying again.
	Claim string `json:"claim,omitempty"`
	// Place is the folder that this is about (disk.Place). A copy of the folder, such
	// as a snapshot of the machine makes, has another.
	Place string `json:"place,omitempty"`
}

const stateFile = "state.json"

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

// write replaces the stored state.
func (s state) write(c Config) error {
	content, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return disk.Replace(filepath.Join(c.Meta, stateFile), string(content))
}
