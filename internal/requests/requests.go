// Package requests gives each request an id, so that its answer, the lines of the log
// and what a person reports can be brought together.
package requests

import (
	"context"
	"crypto/rand"
	"net/http"
	"sync/atomic"
	"time"
)

// Header is the header of the id. Every answer has it.
const Header = "X-Request-Id"

// Request is what is known of a request while it is answered. The zero value, and nil, is
// a request of which nothing is known.
type Request struct {
	ID string
	// Role is that of the caller: anonymous, student, tutor, admin or operator. It is
	// empty until the caller is known.
	Role string
	// Account is the id of the caller's account, or empty.
	Account string

	waited atomic.Int64
}

// Wait adds to the time that the request has waited for the database's writer.
func (r *Request) Wait(by time.Duration) {
	if r != nil {
		r.waited.Add(int64(by))
	}
}

// Waited returns how long the request has waited for the database's writer.
func (r *Request) Waited() time.Duration {
	if r == nil {
		return 0
	}
	return time.Duration(r.waited.Load())
}

type key struct{}

// Of returns the request that a context belongs to, or nil.
func Of(ctx context.Context) *Request {
	request, _ := ctx.Value(key{}).(*Request)
	return request
}

// ID returns the id of the request that a context belongs to, or an empty string.
func ID(ctx context.Context) string {
	if request := Of(ctx); request != nil {
		return request.ID
	}
	return ""
}

// Identify gives requests their ids. trusts says whether the ids that callers send come
// through a trusted proxy. If not, anybody could make up the id of another request. A
// request that already has one keeps it.
func Identify(next http.Handler, trusts func() bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if Of(r.Context()) != nil {
			next.ServeHTTP(w, r)
			return
		}
		id := r.Header.Get(Header)
		if !isHarmless(id) || !trusts() {
			id = rand.Text()[:20] // 100 bits
		}
		w.Header().Set(Header, id)
		identified := r.WithContext(context.WithValue(r.Context(), key{}, &Request{ID: id}))
		// The server removes the files of the form of the request that it knows.
		defer func() { r.MultipartForm = identified.MultipartForm }()
		next.ServeHTTP(w, identified)
	})
}

// isHarmless reports whether an id can be repeated in a header and a log: 8 to 64 letters,
// digits, dots, hyphens and underscores.
func isHarmless(id string) bool {
	if len(id) < 8 || len(id) > 64 {
		return false
	}
	for _, c := range []byte(id) {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (c < '0' || c > '9') && c != '.' && c != '-' && c != '_' {
			return false
		}
	}
	return true
}
