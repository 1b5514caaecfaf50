package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"deskmate/internal/clock"
)

// connections is how many clients send requests at the same time.
const connections = 8

// requestLimit is the longest that a single request may take. It is generous, because
// a slow list should be measured too.
const requestLimit = 10 * time.Minute

// response is an HTTP response that has been read to its end.
type response struct {
	status int
	header http.Header
	body   []byte
}

// encode returns the bytes of a request. Encoding it once and reading responses
// without net/http's client leaves more of the processors to the server.
func encode(method, path, token, contentType string, body []byte) []byte {
	var request bytes.Buffer
	fmt.Fprintf(&request, "%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\n", method, path)
	if token != "" {
		fmt.Fprintf(&request, "Authorization: Bearer %s\r\n", token)
	}
	if body != nil {
		fmt.Fprintf(&request, "Content-Type: %s\r\nContent-Length: %d\r\n", contentType, len(body))
	}
	request.WriteString("\r\n")
	request.Write(body)
	return request.Bytes()
}

// client sends requests over one connection and opens it again if the server closes it.
type client struct {
	address string
	conn    net.Conn
	reader  *bufio.Reader
}

// send sends a request and reads the response. It writes the body to sink.
func (c *client) send(request []byte, sink io.Writer) (status int, header http.Header, err error) {
	if c.conn == nil {
		if c.conn, err = net.Dial("tcp", c.address); err != nil {
			return 0, nil, err
		}
		c.reader = bufio.NewReaderSize(c.conn, 64<<10)
	}
	if err := c.conn.SetDeadline(clock.Deadline(requestLimit)); err != nil {
		return 0, nil, err
	}
	if _, err := c.conn.Write(request); err != nil {
		return 0, nil, err
	}
	answer, err := http.ReadResponse(c.reader, nil)
	if err != nil {
		return 0, nil, err
	}
	if _, err := io.Copy(sink, answer.Body); err != nil {
		return 0, nil, err
	}
	if answer.Close {
		c.close()
	}
	return answer.StatusCode, answer.Header, nil
}

func (c *client) close() {
	if c.conn != nil {
		_ = c.conn.Close()
		c.conn = nil
	}
}

// exchange sends one request over a connection of its own and keeps the body.
func exchange(address string, request []byte) (response, error) {
	c := &client{address: address}
	defer c.close()
	var body bytes.Buffer
	status, header, err := c.send(request, &body)
	return response{status, header, body.Bytes()}, err
}

// round is the outcome of one round of load.
type round struct {
	perSecond float64
	took      []time.Duration // of each request
}

// drive sends a request over and over, on all connections, until the time is over or
// enough requests were sent. Any status that is not 2xx is an error.
func drive(ctx context.Context, address string, request []byte, limit time.Duration, count int) (round, error) {
	var (
		started  atomic.Int64
		failure  atomic.Pointer[error]
		took     [connections][]time.Duration
		finished sync.WaitGroup
	)
	whole := clock.Stopwatch()
	for i := range connections {
		finished.Go(func() {
			c := &client{address: address}
			defer c.close()
			for whole() < limit && int(started.Add(1)) <= count && failure.Load() == nil && ctx.Err() == nil {
				elapsed := clock.Stopwatch()
				status, _, err := c.send(request, io.Discard)
				if err == nil && status/100 != 2 {
					err = fmt.Errorf("status %d", status)
				}
				if err != nil {
					failure.Store(&err)
					return
				}
				took[i] = append(took[i], elapsed())
			}
		})
	}
	finished.Wait()
	seconds := whole().Seconds()
	if err := failure.Load(); err != nil {
		return round{}, *err
	}
	all := slices.Concat(took[:]...)
	return round{float64(len(all)) / seconds, all}, ctx.Err()
}

// median returns the middle of the rounds' rates.
func median(rounds []round) float64 {
	rates := make([]float64, len(rounds))
	for i, r := range rounds {
		rates[i] = r.perSecond
	}
	slices.Sort(rates)
	return rates[len(rates)/2]
}

// percentile returns the duration that the given share of all requests stayed below.
func percentile(rounds []round, share float64) time.Duration {
	var all []time.Duration
	for _, r := range rounds {
		all = append(all, r.took...)
	}
	slices.Sort(all)
	return all[min(len(all)-1, int(share*float64(len(all))))]
}
