package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/pprof"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/apis"

	"deskmate/hooks"
	"deskmate/internal/clock"
	"deskmate/internal/database"
	_ "deskmate/pb_migrations"
	"deskmate/pb_public"
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

// serve runs one of the servers in this process. Deskmate is served this way only
// for CPU profiles: it is the same app, with a listener for net/http/pprof.
func serve(ctx context.Context, name, dir, address, profiler string) error {
	config := pocketbase.Config{DefaultDataDir: dir, HideStartBanner: true}
	if name == deskmateServer.String() {
		config.DBConnect = database.Connect
	}
	switch name {
	case floorServer.String():
		return serveFloor(ctx, dir, address)
	case pocketBaseServer.String(), deskmateServer.String():
		app := pocketbase.NewWithConfig(config)
		if name == deskmateServer.String() {
			hooks.Register(app, pb_public.Files())
			go func() { fmt.Fprintln(os.Stderr, http.ListenAndServe(profiler, profiles())) }()
		}
		if err := app.Bootstrap(); err != nil {
			return err
		}
		return apis.Serve(app, apis.ServeConfig{HttpAddr: address})
	}
	return fmt.Errorf("there is no server called %q", name)
}

func profiles() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /profile", pprof.Profile)
	mux.HandleFunc("GET /state", state)
	return mux
}

// server is a running server process.
type server struct {
	kind     kind
	address  string
	profiler string // address of its profiles, if it has any
	command  *exec.Cmd
	end      context.CancelFunc
	log      string
	ready    time.Duration     // from the start to the first answer
	tokens   map[string]string // of sessions, by e-mail address
}

// start starts a server on a data folder and waits until it answers. A program
// replaces the bench's own build of the server.
func start(ctx context.Context, k kind, dir, program string, profile bool) (*server, error) {
	s := &server{kind: k, tokens: map[string]string{}, log: filepath.Join(filepath.Dir(dir), k.String()+".log")}
	var err error
	if s.address, err = freeAddress(); err != nil {
		return nil, err
	}
	args := []string{"serve", "--http=" + s.address, "--dir=" + dir}
	if program == "" {
		if program, err = os.Executable(); err != nil {
			return nil, err
		}
		args = []string{"-serve=" + k.String(), "-http=" + s.address, "-data=" + dir}
		if profile {
			if s.profiler, err = freeAddress(); err != nil {
				return nil, err
			}
			args = append(args, "-profiler="+s.profiler)
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
	request := encode("GET", "/api/health", "", "", nil)
	for {
		if response, err := exchange(s.address, request); err == nil && response.status == http.StatusOK {
			return nil
		}
		if elapsed() > startLimit {
			return fmt.Errorf("%v does not answer: %s", s.kind, s.lastLog())
		}
		select {
		case <-time.After(time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (s *server) stop() {
	s.end()
	_ = s.command.Wait() // reports only that the server was told to end
}

// lastLog returns the end of what the server printed.
func (s *server) lastLog() string {
	printed, _ := os.ReadFile(s.log)
	return string(printed[max(0, len(printed)-2000):])
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

// profile writes a CPU profile of the server while run runs.
func (s *server) profile(ctx context.Context, file string, seconds int, run func() error) error {
	request, err := http.NewRequestWithContext(ctx, "GET", fmt.Sprintf("http://%s/profile?seconds=%d", s.profiler, seconds), nil)
	if err != nil {
		return err
	}
	running := make(chan error, 1)
	go func() { running <- run() }()
	err = save(request, file)
	return errors.Join(err, <-running)
}

// save stores the response to a request in a file.
func save(request *http.Request, file string) (err error) {
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the profiler answered %s", response.Status)
	}
	target, err := os.Create(file)
	if err != nil {
		return err
	}
	defer func() { err = closing(target, err) }()
	_, err = io.Copy(target, response.Body)
	return err
}
