package files

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"path"
	"strings"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"

	"deskmate/hooks/failures"
)

// contentTypes are the content types of downloads, by extension.
var contentTypes = map[string]string{
	".pdf":  "application/pdf",
	".doc":  "application/msword",
	".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	".txt":  "text/plain; charset=utf-8",
}

// Serve sends a stored file of a record as a download under its original
// name. No upload can run as a page of this origin. A file that nobody may open is
// refused with 409 or 403.
func Serve(e *core.RequestEvent, owner *core.Record, file, name string) error {
	if err := RefuseBlocked(e.Request.Context(), e.App, owner, file); err != nil {
		return err
	}
	store, err := e.App.NewFilesystem()
	if err != nil {
		return err
	}
	defer store.Close()
	contentType := contentTypes[strings.ToLower(path.Ext(name))]
	if contentType == "" {
		contentType = "application/octet-stream"
	}
	header := e.Response.Header()
	setDownload(header, contentType, name)
	err = store.Serve(e.Response, e.Request, owner.BaseFilesPath()+"/"+file, name)
	if errors.Is(err, filesystem.ErrNotFound) {
		unsetDownload(header)
		return failures.NotFound("File not found")
	}
	return err
}

// setDownload makes the response a download that runs nowhere and is kept nowhere.
func setDownload(header http.Header, contentType, name string) {
	header.Set("Content-Type", contentType)
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	header.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	header.Set("Cache-Control", "private, no-store")
	header.Set("X-Content-Type-Options", "nosniff")
}

// unsetDownload undoes it for a failure, which is sent as JSON.
func unsetDownload(header http.Header) {
	header.Del("Content-Type")
	header.Del("Content-Disposition")
}

// Open opens a stored file of a record to read it. Close it when done. A file that nobody
// may open is refused with 409 or 403.
func Open(ctx context.Context, app core.App, owner *core.Record, file string) (io.ReadCloser, error) {
	if err := RefuseBlocked(ctx, app, owner, file); err != nil {
		return nil, err
	}
	content, err := OpenUnchecked(ctx, app, owner.BaseFilesPath()+"/"+file)
	if errors.Is(err, filesystem.ErrNotFound) {
		return nil, failures.NotFound("File not found")
	}
	return content, err
}

// OpenUnchecked opens a file of the store, even one that nobody may open, so that it can be
// scanned. It fails with filesystem.ErrNotFound if there is none.
func OpenUnchecked(ctx context.Context, app core.App, path string) (io.ReadCloser, error) {
	store, err := app.NewFilesystem()
	if err != nil {
		return nil, err
	}
	store.SetContext(ctx)
	content, err := store.GetReader(path)
	if err != nil {
		_ = store.Close()
		return nil, err
	}
	return opened{content, store}, nil
}

// opened is an open file of a store, which is closed with it.
type opened struct {
	io.ReadCloser
	store *filesystem.System
}

// Close closes the file and its store.
func (o opened) Close() error { return errors.Join(o.ReadCloser.Close(), o.store.Close()) }
