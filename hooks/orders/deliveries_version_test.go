package orders_test

import (
	"net/http"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/internal/testkit"
)

// sendVersion delivers a file as the version that the sender expects to make.
func (d deliveryDesk) sendVersion(t *testing.T, version string) testkit.Answer {
	t.Helper()
	return d.Call(t, "POST", d.path("/deliveries"), d.tutor.Token, testkit.Form{
		Texts: map[string]string{"version": version}, Files: []testkit.File{text("a.txt", "one")},
	})
}

func (d deliveryDesk) lastVersion(t *testing.T) int {
	t.Helper()
	var shown struct{ LastVersion *int }
	d.Call(t, "GET", d.path(""), d.tutor.Token, nil).Granted(t, 200, &shown)
	if shown.LastVersion == nil {
		t.Fatal("the assignment does not tell its last version")
	}
	return *shown.LastVersion
}

func TestADeliverySentAgainIsNotANewVersion(t *testing.T) {
	t.Parallel()
	d := newDeliveryDesk(t)
	if last := d.lastVersion(t); last != 0 {
		t.Errorf("before the first delivery, the last version is %d", last)
	}
	d.sendVersion(t, "1").Granted(t, http.StatusCreated, nil)
	if last := d.lastVersion(t); last != 1 {
		t.Errorf("after the first delivery, the last version is %d", last)
	}
	d.askForRevision(t, 1)
	for _, version := range []string{"1", "3"} {
		d.sendVersion(t, version).Refused(t, 409, domain.AlreadyDelivered)
	}
	for _, version := range []string{"0", "-1", "two", "1.5"} {
		d.sendVersion(t, version).Refused(t, 400, "Version must be a whole number from 1")
	}
	if row := d.assignment(t); row.LastVersion != 1 || row.Status != domain.StatusRevision {
		t.Errorf("the assignment is %+v", row)
	}
	d.sendVersion(t, "2").Granted(t, http.StatusCreated, nil)
}
