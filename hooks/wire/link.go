package wire

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"maps"
	"mime"
	"net/url"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/records"
)

// linkLife is how long a link to a file is good.
const linkLife = 15 * time.Minute

// The parameters that make an address a link.
const (
	linkReader = "reader"
	linkUntil  = "until"
	linkSign   = "sign"
)

// FileLink is an address that opens the file behind a path of ours for one
// reader: good for 15 minutes and dead with the key of the reader's session.
// The right to the file is asked again at each use.
func FileLink(filePath, file string, reader *core.Record, now time.Time) string {
	return link(filePath, url.Values{}, file, reader, now)
}

// ExportLink is an address that downloads the export behind a path of ours,
// narrowed as a query asks, with the same limits as a link to a file. The query
// is part of what is signed: the link opens no other view.
func ExportLink(exportPath string, query url.Values, reader *core.Record, now time.Time) string {
	asked := unsigned(query)
	return link(exportPath, asked, asked.Encode(), reader, now)
}

// link signs a path and what it opens; the query gets the signature.
func link(linked string, query url.Values, what string, reader *core.Record, now time.Time) string {
	until := strconv.FormatInt(now.Add(linkLife).Unix(), 10)
	query.Set(linkReader, reader.Id)
	query.Set(linkUntil, until)
	query.Set(linkSign, sign(linked, what, reader, until))
	return linked + "?" + query.Encode()
}

// unsigned is a query without what makes it a link.
func unsigned(query url.Values) url.Values {
	asked := url.Values{}
	maps.Copy(asked, query)
	for _, name := range []string{linkReader, linkUntil, linkSign} {
		asked.Del(name)
	}
	return asked
}

// exportReader is who the link to an export was made for, or nil where the request is no good link.
func exportReader(e *core.RequestEvent) *core.Record {
	return LinkReader(e, unsigned(e.Request.URL.Query()).Encode(), time.Now())
}

// LinkReader is who a link to a file, or to what else it opens, was made for, or nil where the link is not good:
// changed, too old, or of somebody whose session has ended.
func LinkReader(e *core.RequestEvent, file string, now time.Time) *core.Record {
	query := e.Request.URL.Query()
	until, err := strconv.ParseInt(query.Get(linkUntil), 10, 64)
	if err != nil || now.Unix() > until {
		return nil
	}
	reader, err := e.App.FindRecordById(records.Users, query.Get(linkReader))
	if err != nil || !records.IsActive(reader) {
		return nil
	}
	expected := sign(e.Request.URL.Path, file, reader, query.Get(linkUntil))
	if !hmac.Equal([]byte(expected), []byte(query.Get(linkSign))) {
		return nil
	}
	return reader
}

// sign binds the path, what it opens and the time to the reader's own key,
// which changes whenever the reader's sessions end.
func sign(linked, what string, reader *core.Record, until string) string {
	mac := hmac.New(sha256.New, []byte(reader.TokenKey()))
	mac.Write([]byte(strings.Join([]string{"deskmate file link", linked, what, reader.Id, until}, "\n")))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// fileTypes are the content types that files are sent with, by their ending.
var fileTypes = map[string]string{
	".pdf":  "application/pdf",
	".doc":  "application/msword",
	".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	".txt":  "text/plain; charset=utf-8",
}

// ServeFile sends the stored file of a record under its own name, as a
// download: nothing uploaded can run as a page of ours.
func ServeFile(e *core.RequestEvent, owner *core.Record, file, name string) error {
	store, err := e.App.NewFilesystem()
	if err != nil {
		return err
	}
	defer store.Close()
	contentType := fileTypes[strings.ToLower(path.Ext(name))]
	if contentType == "" {
		contentType = "application/octet-stream"
	}
	header := e.Response.Header()
	header.Set("Content-Type", contentType)
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	header.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	header.Set("Cache-Control", "private, no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	return store.Serve(e.Response, e.Request, owner.BaseFilesPath()+"/"+file, name)
}
