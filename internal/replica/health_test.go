package replica

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"deskmate/internal/requests"
)

func TestAnAnswerThatIsHeldBackKeepsOnlyItsID(t *testing.T) {
	t.Parallel()
	recorder := httptest.NewRecorder()
	answer := &heldAnswer{ResponseWriter: recorder, request: httptest.NewRequest("POST", "/", nil), mayWrite: func() error { return errReadOnly{} }}
	answer.Header().Set(requests.Header, "the-id-of-the-request")
	answer.Header().Set("X-Made", "something")
	answer.WriteHeader(http.StatusCreated)
	answer.release()
	if header := recorder.Header(); recorder.Code != 503 || header.Get(requests.Header) != "the-id-of-the-request" || header.Get("X-Made") != "" {
		t.Errorf("got %d %v", recorder.Code, header)
	}
}
