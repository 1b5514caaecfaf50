package store

import (
	"time"

	"github.com/pocketbase/pocketbase/tools/types"
)

// stored formats a time as PocketBase stores it, for comparison with columns.
func stored(t time.Time) string {
	return t.UTC().Format(types.DefaultDateLayout)
}
