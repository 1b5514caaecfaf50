// Package files checks what people upload and serves it again through signed links.
package files

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"maps"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

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
