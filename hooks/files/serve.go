package files

import (
	"errors"
	"mime"
	"path"
	"strings"

	"deskmate/hooks/failures"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"
)

// contentTypes are the content types of downloads, by extension.
var contentTypes = map[string]string{
	".pdf":  "application/pdf",
	".doc":  "application/msword",
	".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	".txt":  "text/plain; charset=utf-8",
}

// Serve sends a stored file of a record as a download under its original
// name. No upload can run as a page of this origin.
func Serve(e *core.RequestEvent, owner *core.Record, file, name string) error {
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
	header.Set("Content-Type", contentType)
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	header.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	header.Set("Cache-Control", "private, no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	err = store.Serve(e.Response, e.Request, owner.BaseFilesPath()+"/"+file, name)
	if errors.Is(err, filesystem.ErrNotFound) {
		header.Del("Content-Type") // the failure is sent as JSON
		header.Del("Content-Disposition")
		return failures.NotFound("File not found")
	}
	return err
}
