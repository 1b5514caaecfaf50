package records

import (
	"time"

	"github.com/pocketbase/pocketbase/tools/types"
)

// stored writes a time the way it is stored, to compare columns with.
func stored(t time.Time) string {
	return t.UTC().Format(types.DefaultDateLayout)
}
