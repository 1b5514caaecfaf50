package sweeps

import (
	"context"
	"time"

	"github.com/pocketbase/pocketbase/core"
)

// object is a file in the store. Its key is its path, with slashes.
type object struct {
	key     string
	size    int64
	written time.Time
}

// page is how many files are looked at together.
const page = 500

// store is where uploaded files are: a folder of this machine, or a bucket. It lists in
// pieces, because the framework's store returns everything at once, and the folder's sidecar
// files not at all.
type store interface {
	// top calls visit with the names at the top. Those of folders end with a slash.
	top(ctx context.Context, visit func(name string) error) error
	// list calls visit with the files below a folder, in pieces and in any order.
	list(ctx context.Context, folder string, visit func([]object) error) error
	// stat finds a file. It reports false if there is none.
	stat(ctx context.Context, key string) (found object, exists bool, err error)
	// put stores a small file.
	put(ctx context.Context, key, content string) error
	// remove removes a file. One that is gone already is no error.
	remove(ctx context.Context, key string) error
}

func open(app core.App) store {
	if s3 := app.Settings().S3; s3.Enabled {
		return openBucket(s3)
	}
	return openFolder(app.DataDir())
}
