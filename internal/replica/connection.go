package replica

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"sync/atomic"
)

// connection is one on which the answer to a change is only sent while this machine may
// write. The last look comes right before the bytes leave, so a machine that is frozen and
// woken up after another has taken over has hardly an instant to freeze in.
type connection struct {
	net.Conn
	mayWrite func() error
	changing atomic.Int32 // how many answers to changes are being sent: HTTP/2 sends several at once
}

// Write sends bytes, unless they say that a change was made which the next machine may not
// know of: the caller is cut off instead.
func (c *connection) Write(content []byte) (int, error) {
	if c.changing.Load() > 0 {
		if err := c.mayWrite(); err != nil {
			_ = c.Close()
			return 0, err
		}
	}
	return c.Conn.Write(content)
}

// listener accepts such connections.
type listener struct {
	net.Listener
	mayWrite func() error
}

// Accept waits for the next connection.
func (l listener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &connection{Conn: conn, mayWrite: l.mayWrite}, nil
}

// Beside returns a listener of another address, whose connections are looked at as well.
func (l listener) Beside(other net.Listener) net.Listener { return listener{other, l.mayWrite} }

type connectionKey struct{}

// withConnection keeps the connection in the context of its requests.
func withConnection(ctx context.Context, conn net.Conn) context.Context {
	if secure, ok := conn.(*tls.Conn); ok {
		conn = secure.NetConn()
	}
	return context.WithValue(ctx, connectionKey{}, conn)
}

// changing says that the answer to a change is being sent on the request's connection, until
// done is called.
func changing(request *http.Request) (done func()) {
	c, ok := request.Context().Value(connectionKey{}).(*connection)
	if !ok {
		return func() {}
	}
	c.changing.Add(1)
	return func() { c.changing.Add(-1) }
}
