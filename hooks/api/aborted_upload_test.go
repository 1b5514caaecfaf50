package api_test

import (
	"bytes"
	"net/http/httptest"
	"runtime"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/internal/testkit"
)

func TestBrokenUploadsDoNotBlockLaterOnes(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	for range runtime.GOMAXPROCS(0) + 2 {
		for _, body := range []string{
			"--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\nbroken off",
			"--x\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nEssay\r\n--x--\r\nand more behind it",
			"not a form at all",
		} {
			request := httptest.NewRequest("POST", "/api/assignments/public", bytes.NewReader([]byte(body)))
			request.Header.Set("Content-Type", "multipart/form-data; boundary=x")
			if answer := app.Send(request); answer.Status != 400 {
				t.Errorf("%q: got %d %s", body, answer.Status, answer.Body)
			}
		}
	}
	app.HandIn(t, robin.Token, nil, testkit.File{Field: "file", Name: "essay.pdf", Content: testkit.PDF("Tides")})
}
