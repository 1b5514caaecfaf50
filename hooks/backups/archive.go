package backups

import (
	"archive/zip"
	"compress/flate"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/tools/filesystem"

	"deskmate/internal/database"
)

// compressed lists extensions of formats that deflate would not shrink further.
var compressed = []string{
	".pdf", ".docx", ".xlsx", ".pptx", ".odt", ".zip", ".gz", ".7z",
	".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".mp3", ".mp4", ".webm", ".woff2",
}

// archive is a zip file that is being written.
type archive struct {
	zip    *zip.Writer
	report reporter
}

func newArchive(ctx context.Context, out io.Writer) *archive {
	a := &archive{zip: zip.NewWriter(out), report: reporterOf(ctx)}
	a.zip.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(out, flate.BestSpeed)
	})
	return a
}

func (a *archive) close() error { return a.zip.Close() }

// addDatabase adds a snapshot of a database, checks it, and removes the copy that it made on
// the disk. It also returns what is wrong with the database, if anything. A damaged log of
// requests is left out: a site that is restored without it makes a new one.
func (a *archive) addDatabase(ctx context.Context, db *sql.DB, source, work string) (damage *database.DamagedError, err error) {
	name := filepath.Base(source)
	path, isLog := filepath.Join(work, name), name != databases[0]
	file, err := os.Create(path) // #nosec G304 -- the path is in a temporary folder of ours
	if err != nil {
		return nil, err
	}
	defer os.Remove(path)
	defer file.Close()
	if err = snapshot(ctx, db, path, a.report, name); err == nil {
		err = database.CheckFile(ctx, path)
	} else if isLog {
		err = database.Explain(ctx, path, err)
	}
	if err != nil && !errors.As(err, &damage) {
		return nil, err
	}
	if damage != nil {
		damage.Path = source
		if isLog {
			return damage, nil
		}
	}
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if there, err := os.Stat(path); err != nil || !os.SameFile(info, there) {
		return nil, errors.New("somebody has emptied the temporary folder meanwhile")
	}
	step := a.report.begin("Packing "+name, info.Size())
	defer step.end()
	return damage, a.add(name, info, step.read(ctx, file))
}

// addFolder adds the files below a folder, except the paths in skip. Files may
// appear and disappear while it runs.
func (a *archive) addFolder(ctx context.Context, root string, skip []string) error {
	step := a.report.begin("Packing files", 0)
	defer step.end()
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && path != root {
			return nil
		}
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if isExcluded(skip, name) {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if entry.IsDir() {
			return ctx.Err()
		}
		return a.addFile(ctx, path, filepath.ToSlash(name), step)
	})
}

func (a *archive) addFile(ctx context.Context, path, name string, step *step) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.IsDir():
		return fmt.Errorf("%s is a link to another folder: a backup only holds what is inside the data folder", name)
	case !info.Mode().IsRegular():
		return nil // a socket or a pipe
	}
	file, err := os.Open(path) // #nosec G304 -- the path comes from a walk of the data folder
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	return a.add(name, info, step.read(ctx, file))
}

func (a *archive) add(name string, info fs.FileInfo, content io.Reader) error {
	header, err := zip.FileInfoHeader(info)
	if err != nil {
		return err
	}
	header.Name, header.Method = name, zip.Deflate
	if slices.Contains(compressed, strings.ToLower(filepath.Ext(name))) {
		header.Method = zip.Store
	}
	entry, err := a.zip.CreateHeader(header)
	if err != nil {
		return err
	}
	_, err = io.Copy(entry, content)
	return err
}

// isExcluded reports whether a path is one of the excluded paths or below one.
func isExcluded(excluded []string, name string) bool {
	return slices.ContainsFunc(excluded, func(path string) bool {
		path = filepath.Clean(path)
		return name == path || strings.HasPrefix(name, path+string(filepath.Separator))
	})
}

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
