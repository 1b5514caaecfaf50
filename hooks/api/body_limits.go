package api

import (
	"io"
	"math"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
	"github.com/pocketbase/pocketbase/tools/router"

	"deskmate/hooks/failures"
	"deskmate/internal/clock"
)

const (
	// nativeBodyLimit is how large a body to one of the framework's own endpoints may be, in
	// bytes, unless it comes from an operator. The framework keeps two copies of it in memory.
	nativeBodyLimit = 16 << 10
	// bodyTime is how long a body without files may take to arrive. It stays in memory meanwhile.
	bodyTime = time.Minute
)

// LimitNative limits the bodies of the framework's own endpoints, most of which are open
// to everyone.
func LimitNative() *hook.Handler[*core.RequestEvent] {
	limit := apis.BodyLimit(nativeBodyLimit)
	return &hook.Handler[*core.RequestEvent]{
		Id:       "deskmateLimitNative",
		Priority: apis.DefaultBodyLimitMiddlewarePriority - 1,
		Func: func(e *core.RequestEvent) error {
			if e.HasSuperuserAuth() || !isNative(e.Request.URL.Path) {
				return e.Next()
			}
			limitTime(e)
			return limit.Func(e)
		},
	}
}

// bounds are what bodies may take up at once, in bytes: those of one account, those of one
// network without an account (a whole campus), and all together (docs/operations.md). A body waits
// in memory until all of it has arrived, and the files of a form on the disk, so that slow ones
// add up.
type bounds struct{ account, network, all int64 }

var (
	memoryBounds = bounds{4 << 20, 64 << 20, 192 << 20}
	fileBounds   = bounds{256 << 20, 128 << 20, math.MaxInt64} // the free space bounds all of them
)

// receive limits how long the body of one of our routes may take to arrive, and what those
// of one caller may take up meanwhile. It also removes the framework's re-readable body,
// which would keep a second copy.
func receive() *hook.Handler[*core.RequestEvent] {
	return &hook.Handler[*core.RequestEvent]{
		Priority: apis.DefaultBodyLimitMiddlewarePriority - 2,
		Func: func(e *core.RequestEvent) error {
			if body, ok := e.Request.Body.(*router.RereadableReadCloser); ok {
				e.Request.Body = body.ReadCloser
			}
			size := e.Request.ContentLength
			if size == 0 {
				return e.Next()
			}
			if size < 0 {
				size = jsonBodyLimit
			}
			back, err := takeShare(e, "memory", min(size, jsonBodyLimit), memoryBounds)
			if err != nil {
				return err
			}
			defer back()
			if mediaType(e.Request) != "multipart/form-data" {
				limitTime(e)
			}
			return e.Next()
		},
	}
}

// takeShare counts bytes of something for the account of a caller, or else the network. It
// returns what gives them back.
func takeShare(e *core.RequestEvent, of string, bytes int64, at bounds) (back func(), err error) {
	shares := e.App.Store().GetOrSet("deskmateShares", func() any { return &Shares{} }).(*Shares)
	name, limit := of+" of "+Network(e), at.network
	if e.Auth != nil {
		name, limit = of+" of "+e.Auth.Id, at.account
	}
	if !shares.Take(name, bytes, limit) {
		return nil, failures.TooMany(bodyTime)
	}
	if !shares.Take(of, bytes, at.all) {
		shares.Give(name, bytes)
		return nil, failures.Busy(nil)
	}
	return func() {
		shares.Give(name, bytes)
		shares.Give(of, bytes)
	}, nil
}

func limitTime(e *core.RequestEvent) {
	if e.Request.ContentLength == 0 { // the answer may stay open, like that of live changes
		return
	}
	response := http.NewResponseController(e.Response)
	if err := response.SetReadDeadline(clock.Deadline(bodyTime)); err != nil {
		return // not every connection has one, such as those of commands
	}
	// Once the body is there, the server waits for the connection to close.
	timed := &timedBody{e.Request.Body, func() { _ = response.SetReadDeadline(time.Time{}) }}
	if body, ok := e.Request.Body.(*router.RereadableReadCloser); ok {
		timed.ReadCloser = body.ReadCloser
		body.ReadCloser = timed
		return
	}
	e.Request.Body = timed
}

// timedBody is a body whose end is noticed.
type timedBody struct {
	io.ReadCloser
	ended func()
}

func (b *timedBody) Read(into []byte) (int, error) {
	n, err := b.ReadCloser.Read(into)
	if err == io.EOF {
		b.ended()
	}
	return n, err
}
