package replica

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"deskmate/internal/clock"
)

// testStore returns a store in this process.
func testStore(t *testing.T, options ...s3mem.Option) *store {
	t.Helper()
	backend := s3mem.New(options...)
	if err := backend.CreateBucket("copies"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(serveBackend(backend))
	t.Cleanup(server.Close)
	return openStore(Config{
		Bucket: "copies", Path: "desk",
		S3: S3{Endpoint: server.URL, Region: "us-east-1", AccessKey: "key", SecretKey: "secret", PathStyle: true},
	})
}

func serveBackend(backend gofakes3.Backend) http.Handler {
	log := gofakes3.StdLog(slog.NewLogLogger(slog.DiscardHandler, slog.LevelInfo))
	return gofakes3.New(backend, gofakes3.WithLogger(log)).Server()
}

// put stores an object.
func put(t *testing.T, s *store, name string) {
	t.Helper()
	request, _ := http.NewRequest(http.MethodPut, s.config.S3.Endpoint+"/copies/desk/"+name, strings.NewReader("x"))
	answer, err := http.DefaultClient.Do(request)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%v %v", answer, err)
	}
	_ = answer.Body.Close()
}

// piece is the name of a piece of a generation, as Litestream gives it.
func piece(generation, number int) string {
	return fmt.Sprintf("g%d/0000/%016x-%016x.ltx", generation, number, number)
}

func TestFormerGenerationsAreForgottenWhole(t *testing.T) {
	t.Parallel()
	now := clock.Deadline(0)
	written := gofakes3.FixedTimeSource(now.Add(-retention - time.Hour)) // the store's clock
	s := testStore(t, s3mem.WithTimeSource(written))
	for _, name := range []string{piece(1, 1), "g1/0009/other", piece(2, 1), piece(4, 1), piece(12, 1), "games/x"} {
		put(t, s, name)
	}
	written.Advance(2 * time.Hour)
	put(t, s, piece(2, 2))
	put(t, s, piece(3, 1))
	r := New()
	r.store, r.state.Generation = s, 4
	r.forget()
	if left, err := s.generations(t.Context()); err != nil || !slices.Equal(left, []int64{1, 2, 3, 4, 12}) {
		t.Errorf("without a sign of life, left are %v, %v", left, err)
	}
	written.Advance(retention - time.Hour - time.Minute)
	if err := s.writeSign(t.Context(), sign{Generation: 4}); err != nil {
		t.Fatal(err)
	}
	r.forget()
	if left, err := s.generations(t.Context()); err != nil || !slices.Equal(left, []int64{2, 3, 4, 12}) {
		t.Errorf("left are %v, %v", left, err)
	}
	if answer, err := http.Get(s.config.S3.Endpoint + "/copies/desk/games/x"); err != nil || answer.StatusCode != http.StatusOK {
		t.Errorf("another folder is gone: %v, %v", answer, err)
	}
}
