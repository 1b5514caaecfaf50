package replica

import (
	"testing"

	"github.com/pocketbase/pocketbase/core"
)

func TestFilesAndTheCopyShareNoBucket(t *testing.T) {
	t.Parallel()
	r := New()
	r.config.Bucket = "copies"
	for _, c := range []struct {
		enabled bool
		bucket  string
		refused bool
	}{{true, "copies", true}, {true, "files", false}, {false, "copies", false}} {
		settings := &core.Settings{}
		settings.S3.Enabled, settings.S3.Bucket = c.enabled, c.bucket
		if err := r.refuseSharedBucket(settings); (err != nil) != c.refused {
			t.Errorf("%+v: got %v", c, err)
		}
	}
}
