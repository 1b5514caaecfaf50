package api_test

import (
	"io"
	"net/http/httptest"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/internal/testkit"
)

func TestTheFieldsParameterIsIgnored(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	id := app.HandIn(t, robin.Token, nil)
	path := "/api/assignments/" + id
	whole := app.Call(t, "GET", path, robin.Token, nil)
	for _, fields := range []string{"_id", "title:foo", "title:excerpt(x)", ":excerpt("} {
		if got := app.Call(t, "GET", path+"?fields="+fields, robin.Token, nil); got.Status != 200 || string(got.Body) != string(whole.Body) {
			t.Errorf("fields=%s: got %d %s", fields, got.Status, got.Body)
		}
		app.Call(t, "POST", "/api/assignments?fields="+fields, robin.Token, testkit.NewAssignment()).Granted(t, 201, &struct{}{})
	}
}

func TestARefusedBodyIsStillReadToItsEnd(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	for path, c := range map[string]struct {
		size     int
		sentence string
	}{
		"/api/assignments":        {20 << 20, "Please log in to continue"},
		"/api/assignments/public": {28 << 20, "Files may be at most 25 MB"},
		"/api/auth/login":         {2 << 20, "The request is too large"},
	} {
		size, sentence := int64(c.size), c.sentence
		body := &countedReader{Reader: io.LimitReader(zeros{}, size)}
		request := httptest.NewRequest("POST", path, body)
		request.ContentLength = size
		request.Header.Set("Content-Type", "multipart/form-data; boundary=x")
		answer := app.Send(request)
		var failure testkit.Failure
		answer.Decode(t, &failure)
		if failure.Message != sentence || int64(body.read) != size {
			t.Errorf("%s read %d of %d bytes and answered %q", path, body.read, size, failure.Message)
		}
	}
}

// countedReader counts the bytes that are read from it.
type countedReader struct {
	io.Reader
	read int
}

func (c *countedReader) Read(into []byte) (int, error) {
	n, err := c.Reader.Read(into)
	c.read += n
	return n, err
}

type zeros struct{}

func (zeros) Read(into []byte) (int, error) {
	clear(into)
	return len(into), nil
}
