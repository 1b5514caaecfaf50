package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/apis"

	"deskmate/internal/clock"
)

// kind is one of the three servers that are compared.
type kind int

const (
	floorServer kind = iota
	pocketBaseServer
	deskmateServer
)

var kinds = []kind{floorServer, pocketBaseServer, deskmateServer}

func (k kind) String() string { return [...]string{"floor", "pocketbase", "deskmate"}[k] }

// serve runs the floor or PocketBase in this process.
func serve(ctx context.Context, name, dir, address string) error {
	switch name {
	case floorServer.String():
		return serveFloor(ctx, dir, address)
	case pocketBaseServer.String():
		app := pocketbase.NewWithConfig(pocketbase.Config{DefaultDataDir: dir, HideStartBanner: true})
		if err := app.Bootstrap(); err != nil {
			return err
		}
		return apis.Serve(app, apis.ServeConfig{HttpAddr: address})
	}
	return fmt.Errorf("there is no server called %q", name)
}

// server is a running server process.
type server struct {
	kind    kind
	address string
	command *exec.Cmd
	end     context.CancelFunc
	log     string
	ready   time.Duration     // from the start to the first answer
	tokens  map[string]string // of sessions, by e-mail address
}

// start starts a server on a data folder and waits until it answers. Program is Deskmate.
func start(ctx context.Context, k kind, dir, program string, flags ...string) (*server, error) {
	s := &server{kind: k, tokens: map[string]string{}, log: filepath.Join(filepath.Dir(dir), k.String()+".log")}
	var err error
	if s.address, err = freeAddress(); err != nil {
		return nil, err
	}
	args := append([]string{"serve", "--http=" + s.address, "--dir=" + dir}, flags...)
	if k != deskmateServer {
		args = []string{"-serve=" + k.String(), "-http=" + s.address, "-data=" + dir}
		if program, err = os.Executable(); err != nil {
			return nil, err
		}
	}
	log, err := os.Create(s.log)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	ctx, s.end = context.WithCancel(ctx)
	s.command = exec.CommandContext(ctx, program, args...)
	s.command.Stdout, s.command.Stderr = log, log
	s.command.Cancel = func() error { return s.command.Process.Signal(syscall.SIGTERM) }
	s.command.WaitDelay = 30 * time.Second
	elapsed := clock.Stopwatch()
	if err := s.command.Start(); err != nil {
		s.end()
		return nil, err
	}
	if err := s.awaitHealth(ctx, elapsed); err != nil {
		s.stop()
		return nil, err
	}
	s.ready = elapsed()
	return s, nil
}

func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}

const startLimit = 2 * time.Minute

func (s *server) awaitHealth(ctx context.Context, elapsed func() time.Duration) error {
	for {
		err := receive(ctx, "http://"+s.address+"/api/health", func(io.Reader) error { return nil })
		if err == nil {
			return nil
		}
		if elapsed() > startLimit {
			printed, _ := os.ReadFile(s.log)
			return fmt.Errorf("%v does not answer: %w: %s", s.kind, err, printed[max(0, len(printed)-2000):])
		}
		select {
		case <-time.After(time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// receive sends a GET request that must succeed, and lets read have the body.
func receive(ctx context.Context, url string, read func(io.Reader) error) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", url, response.Status)
	}
	return read(response.Body)
}

func (s *server) stop() {
	s.end()
	_ = s.command.Wait() // reports only that the server was told to end
}

// logIn opens sessions of a student and an admin.
func (s *server) logIn(ctx context.Context) error {
	if s.kind == floorServer {
		return nil
	}
	for _, email := range []string{studentEmail, adminEmail} {
		request := changingWorkloads()[0].requests[s.kind]
		request.body = strings.Replace(request.body, returningEmail, email, 1)
		status, _, body, err := exchange(ctx, request.target(s))
		if err != nil {
			return err
		}
		var answer struct{ Token string }
		if err := json.Unmarshal(body, &answer); err != nil || answer.Token == "" {
			return fmt.Errorf("%v does not let %s log in: %d %s", s.kind, email, status, body)
		}
		s.tokens[email] = answer.Token
	}
	return nil
}

// memory returns a line of the process's status in MB, such as VmRSS. It is 0 on
// systems without /proc.
func (s *server) memory(line string) float64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.command.Process.Pid))
	if err != nil {
		return 0
	}
	for text := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(text, line+":"); ok {
			kilobytes, _ := strconv.Atoi(strings.Fields(rest)[0])
			return float64(kilobytes) / 1024
		}
	}
	return 0
}
