package reviews_test

import "testing"

func TestARatingIsReadByAllWhoMayReadTheWork(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id := d.handIn(t, d.robin.Token, "graded")
	path := "/api/assignments/" + id + "/rating"
	if body := string(d.Call(t, "GET", path, d.robin.Token, nil).Body); body != "null" && body != "null\n" {
		t.Errorf("without a rating is answered %q", body)
	}
	d.rate(t, d.robin.Token, id, map[string]any{"rating": 4, "comment": "Clear."}).Granted(t, 201, nil)
	for _, token := range []string{d.robin.Token, d.kim.Token, d.admin.Token} {
		var got review
		d.Call(t, "GET", path, token, nil).Granted(t, 200, &got)
		if got.Rating != 4 || got.Comment != "Clear." || got.Assignment != id || got.Student != "" {
			t.Errorf("the rating reads %+v", got)
		}
	}
	for _, token := range []string{d.nia.Token, d.lou.Token} {
		d.Call(t, "GET", path, token, nil).Refused(t, 404, notFound)
	}
	d.Call(t, "GET", "/api/assignments/nowhere/rating", d.admin.Token, nil).Refused(t, 404, notFound)
}
