package backups

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/pocketbase/pocketbase/tools/filesystem"
)

// upload sends the archive to the backup storage.
func upload(ctx context.Context, store *filesystem.System, file *os.File, name string) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	store.SetContext(ctx)
	step := reporterOf(ctx).begin("Storing "+name, info.Size())
	defer step.end()
	content := &source{ReadSeeker: file, content: step.read(ctx, file), abort: cancel}
	if err := store.UploadFile(&filesystem.File{Reader: content, Name: name, OriginalName: name, Size: info.Size()}, name); err != nil {
		return fmt.Errorf("storing %s: %w", name, err)
	}
	return nil
}

// source presents the archive to the storage as an upload.
type source struct {
	io.ReadSeeker
	content io.Reader
	abort   context.CancelFunc
}

// Open returns the archive itself.
func (s *source) Open() (io.ReadSeekCloser, error) { return s, nil }

// Close does nothing: the caller of upload closes the archive.
func (s *source) Close() error { return nil }

// WriteTo copies the archive into the storage. It aborts the upload when the
// copy fails: otherwise the storage would keep the part it has as a complete
// file.
func (s *source) WriteTo(out io.Writer) (int64, error) {
	n, err := io.Copy(out, s.content)
	if err != nil {
		s.abort()
	}
	return n, err
}
