package api_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/internal/testkit"
)

// stuck is a body that has begun to arrive, and never continues.
type stuck struct {
	begun func()
	end   chan struct{}
}

func (b stuck) Read([]byte) (int, error) {
	b.begun()
	<-b.end
	return 0, io.ErrUnexpectedEOF
}

// sendSlowly sends count bodies that never end, and returns once all have begun.
func sendSlowly(t *testing.T, app *testkit.App, count int, path, token string) (end func()) {
	t.Helper()
	var begun, ended sync.WaitGroup
	stop := make(chan struct{})
	for range count {
		begun.Add(1)
		ended.Go(func() {
			once := sync.OnceFunc(begun.Done)
			answer := app.Send(large(path, token, stuck{once, stop}))
			once()
			if answer.Status != http.StatusBadRequest {
				t.Errorf("a body that broke off got %d", answer.Status)
			}
		})
	}
	begun.Wait()
	return func() {
		close(stop)
		ended.Wait()
	}
}

func large(path, token string, body io.Reader) *http.Request {
	request := httptest.NewRequest("PUT", path, io.NopCloser(body))
	if token == "" {
		request.Method = "POST"
	}
	request.ContentLength = 256 << 10
	request.Header.Set("Authorization", token)
	request.Header.Set("Content-Type", "application/json")
	return request
}

func TestSlowBodiesOfOneCallerTakeLittleMemory(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin, kim := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleStudent, "Kim Marsh")
	for _, c := range []struct {
		count             int
		path, token, free string
	}{
		{16, "/api/users/profile", robin.Token, kim.Token},
		{256, "/api/auth/login", "", robin.Token},
	} {
		end := sendSlowly(t, app, c.count, c.path, c.token)
		app.Send(large(c.path, c.token, http.NoBody)).Refused(t, http.StatusTooManyRequests, tooMany)
		if answer := app.Send(large("/api/users/profile", c.free, http.NoBody)); answer.Status == http.StatusTooManyRequests {
			t.Errorf("%s: another caller is refused", c.path)
		}
		end()
		if answer := app.Send(large(c.path, c.token, http.NoBody)); answer.Status == http.StatusTooManyRequests {
			t.Errorf("%s: refused after the others have ended", c.path)
		}
	}
}

func TestFormTextHasTheLimitOfJSON(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	for size, want := range map[int]int{200 << 10: http.StatusBadRequest, 300 << 10: http.StatusRequestEntityTooLarge} {
		texts := testkit.NewAssignment()
		texts["description"] = strings.Repeat("x", size)
		answer := app.Call(t, "POST", "/api/assignments/public", "", testkit.Form{Texts: texts, Files: []testkit.File{{Field: "file", Name: "brief.pdf", Content: testkit.PDF("Tides")}}})
		if answer.Status != want {
			t.Errorf("%d bytes: got %d, want %d", size, answer.Status, want)
		}
	}
}
