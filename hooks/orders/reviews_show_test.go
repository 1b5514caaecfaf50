package orders_test

import (
	"strings"
	"testing"
)

func TestEveryReaderOfAnAssignmentMayReadItsRating(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	id := f.newAssignment(t, f.robin.Token, "graded")
	path := "/api/assignments/" + id + "/rating"
	if body := strings.TrimSpace(string(f.Call(t, "GET", path, f.robin.Token, nil).Body)); body != "null" {
		t.Errorf("before it is rated the body is %q, want null", body)
	}
	f.rate(t, f.robin.Token, id, map[string]any{"rating": 4, "comment": "Clear."}).Granted(t, 201, nil)
	for _, token := range []string{f.robin.Token, f.kim.Token, f.admin.Token} {
		var got review
		f.Call(t, "GET", path, token, nil).Granted(t, 200, &got)
		if got.Rating != 4 || got.Comment != "Clear." || got.Assignment != id || got.Student != "" {
			t.Errorf("got the rating %+v", got)
		}
	}
	for _, token := range []string{f.nia.Token, f.lou.Token} {
		f.Call(t, "GET", path, token, nil).Refused(t, 404, notFound)
	}
	f.Call(t, "GET", "/api/assignments/nowhere/rating", f.admin.Token, nil).Refused(t, 404, notFound)
}
