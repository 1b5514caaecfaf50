// Package files checks what people upload and serves it again through signed links.
package files

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"

	"deskmate/hooks/failures"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// linkLife is how long a link stays valid.
const linkLife = 15 * time.Minute

// Query parameters of a link.
const (
	linkSession = "session"
	linkUntil   = "until"
	linkSign    = "sign"
)

// Link returns an address that opens one stored file for one reader. It is valid for
// 15 minutes and only as long as the reader's session. Each use checks the reader's
// permission again. filePath is where the API serves the file.
func Link(filePath, file string, reader *core.Record, now time.Time) string {
	return link(filePath, url.Values{}, file, reader, now)
}

// ExportLink returns an address that downloads an export, filtered by a query. It is
// valid as long as a Link. The query is signed too, so the link opens no other view.
func ExportLink(exportPath string, query url.Values, reader *core.Record, now time.Time) string {
	filter := withoutSignature(query)
	return link(exportPath, filter, filter.Encode(), reader, now)
}

// link signs a path and what it opens, and adds the signature to the query.
func link(path string, query url.Values, target string, reader *core.Record, now time.Time) string {
	until := strconv.FormatInt(now.Add(linkLife).Unix(), 10)
	query.Set(linkSession, store.SessionOf(reader))
	query.Set(linkUntil, until)
	query.Set(linkSign, sign(path, target, reader, store.SessionOf(reader), until))
	return path + "?" + query.Encode()
}

// withoutSignature returns a query without the parameters that a link adds.
func withoutSignature(query url.Values) url.Values {
	filter := url.Values{}
	maps.Copy(filter, query)
	for _, name := range []string{linkSession, linkUntil, linkSign} {
		filter.Del(name)
	}
	return filter
}

// ExportReader returns the account that the link to an export was made for, or nil if
// the request is not a valid link.
func ExportReader(e *core.RequestEvent) *core.Record {
	return LinkReader(e, withoutSignature(e.Request.URL.Query()).Encode())
}

// LinkReader returns the account that a link to a target, such as a stored file, was
// made for. It returns nil if the link was altered, has expired, or belongs to a
// session that has ended.
func LinkReader(e *core.RequestEvent, target string) *core.Record {
	query := e.Request.URL.Query()
	until, err := strconv.ParseInt(query.Get(linkUntil), 10, 64)
	if err != nil || clock.Now(e.App).Unix() > until {
		return nil
	}
	session, err := e.App.FindRecordById(store.Sessions, query.Get(linkSession))
	if err != nil {
		return nil
	}
	reader, err := e.App.FindRecordById(store.Users, session.GetString(store.UserField))
	if err != nil || !store.IsActive(reader) {
		return nil
	}
	expected := sign(e.Request.URL.Path, target, reader, session.Id, query.Get(linkUntil))
	if !hmac.Equal([]byte(expected), []byte(query.Get(linkSign))) {
		return nil
	}
	store.MarkSession(reader, session.Id)
	return reader
}

// sign binds path, target and expiry to the reader's session and token key, which
// changes whenever all of the reader's sessions end.
func sign(path, target string, reader *core.Record, session, until string) string {
	mac := hmac.New(sha256.New, []byte(reader.TokenKey()))
	mac.Write([]byte(strings.Join([]string{"deskmate file link", path, target, reader.Id, session, until}, "\n")))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

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
