package files_test

import (
	"bytes"
	"io"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"deskmate/hooks/files"
)

func TestFastUploadsLeaveOneProcessorFree(t *testing.T) {
	t.Parallel()
	slots := int64(max(1, runtime.GOMAXPROCS(0)-1))
	var working, most atomic.Int64
	var uploads sync.WaitGroup
	for range 16 {
		uploads.Go(func() {
			paced := files.Pace(bytes.NewReader(make([]byte, 200)))
			for piece := make([]byte, 1); ; {
				if _, err := paced.Read(piece); err != nil {
					return
				}
				now := working.Add(1)
				for seen := most.Load(); now > seen && !most.CompareAndSwap(seen, now); seen = most.Load() {
				}
				runtime.Gosched()
				working.Add(-1)
			}
		})
	}
	uploads.Wait()
	if got := most.Load(); got > slots {
		t.Errorf("%d uploads worked at the same time, want at most %d", got, slots)
	}
}

func TestUploadsThatWaitForTheNetworkDoNotBlockOthers(t *testing.T) {
	t.Parallel()
	for range runtime.GOMAXPROCS(0) + 4 {
		silent, sender := io.Pipe()
		t.Cleanup(func() { _ = sender.Close() })
		paced := files.Pace(silent)
		go func() {
			_, _ = sender.Write([]byte("begun")) // and then nothing more
		}()
		piece := make([]byte, 5)
		if _, err := paced.Read(piece); err != nil {
			t.Fatal(err)
		}
		go func() { _, _ = paced.Read(piece) }()
	}
	if _, err := io.ReadAll(files.Pace(bytes.NewReader(make([]byte, 100)))); err != nil {
		t.Error(err)
	}
}
