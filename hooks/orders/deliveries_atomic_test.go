package orders_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"runtime"
	"sync"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// isUntouched checks that nothing of a delivery is left.
func (d deliveryDesk) isUntouched(t *testing.T, what string, files int) {
	t.Helper()
	if stored := d.storedFiles(t); len(stored) != files {
		t.Errorf("%s: the store holds %q", what, stored)
	}
	count, err := d.CountRecords(store.Deliveries)
	if err != nil || count != 0 {
		t.Errorf("%s: there are %d deliveries, %v", what, count, err)
	}
	if row := d.assignment(t); row.Status != domain.StatusInProgress || row.LastVersion != 0 || row.WindowsStart != "" {
		t.Errorf("%s: the assignment is %+v", what, row)
	}
}

func TestADeliveryOfWhichAnyPartFailsLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	d := newDeliveryDesk(t)
	files := len(d.storedFiles(t))
	for _, statement := range []string{"INSERT ON deliveries", "UPDATE ON assignments", "INSERT ON activities", "INSERT ON notices", "INSERT ON outbox"} {
		for _, query := range []string{"CREATE TRIGGER fault BEFORE " + statement + " BEGIN SELECT RAISE(ABORT, 'the disk is full'); END", "DROP TRIGGER fault"} {
			if query == "DROP TRIGGER fault" {
				answer := d.send(t, "", text("a.txt", "one"), text("b.txt", "two"))
				if answer.Status != http.StatusInternalServerError {
					t.Errorf("%s failed: got %d %s", statement, answer.Status, answer.Body)
				}
			}
			if _, err := d.NonconcurrentDB().NewQuery(query).Execute(); err != nil {
				t.Fatal(err)
			}
		}
		d.isUntouched(t, statement, files)
	}
	if made := d.deliver(t, "", text("a.txt", "one")); made.Version != 1 {
		t.Errorf("afterwards: got %+v", made)
	}
}

func TestOfTwoDeliveriesAtOnceOneSucceeds(t *testing.T) {
	t.Parallel()
	for range 3 {
		d := newDeliveryDesk(t)
		answers := d.race(
			func() testkit.Answer { return d.send(t, "", text("a.txt", "one")) },
			func() testkit.Answer { return d.send(t, "", text("a.txt", "one")) },
		)
		if answers[0].Status == http.StatusCreated {
			answers[0], answers[1] = answers[1], answers[0]
		}
		answers[0].Refused(t, 409, "This assignment is not in progress")
		answers[1].Granted(t, 201, nil)
		if stored := d.storedFiles(t); len(stored) != 1 {
			t.Errorf("the store holds %q", stored)
		}
		if row := d.assignment(t); row.LastVersion != 1 {
			t.Errorf("the last version is %d", row.LastVersion)
		}
	}
}

func TestADeliveryAndACancellationAtOnce(t *testing.T) {
	t.Parallel()
	for range 3 {
		d := newDeliveryDesk(t)
		answers := d.race(
			func() testkit.Answer { return d.send(t, "", text("a.txt", "one")) },
			func() testkit.Answer {
				return d.Call(t, "POST", d.path("/cancel"), d.admin.Token, map[string]string{"reason": "Asked for twice"})
			},
		)
		answers[1].Granted(t, 200, nil) // delivered work can be cancelled too
		row, delivered := d.assignment(t), answers[0].Status == http.StatusCreated
		if !delivered {
			answers[0].Refused(t, 409, domain.WasCancelled)
		}
		if row.Status != domain.StatusCancelled || (row.LastVersion == 1) != delivered || (len(d.storedFiles(t)) == 1) != delivered {
			t.Errorf("delivered: %v, and the assignment is %+v", delivered, row)
		}
	}
}

// race makes calls at the same time and returns their answers.
func (d deliveryDesk) race(calls ...func() testkit.Answer) []testkit.Answer {
	answers := make([]testkit.Answer, len(calls))
	var running sync.WaitGroup
	for i, call := range calls {
		running.Go(func() { answers[i] = call() })
	}
	running.Wait()
	return answers
}

func TestWorkTakenAwayDuringAnUploadIsNotDelivered(t *testing.T) {
	t.Parallel()
	d := newDeliveryDesk(t)
	fileStore := d.UseStore(t)
	answers := make(chan testkit.Answer, 1)
	go func() { answers <- d.send(t, "", text("a.txt", "one")) }()
	<-fileStore.Arrived
	d.Call(t, "PATCH", d.path(""), d.admin.Token, map[string]any{"tutor": nil}).Granted(t, 200, nil)
	fileStore.Take <- http.StatusOK
	(<-answers).Refused(t, 404, "Assignment not found")
	if files := fileStore.Files(); len(files) != 0 {
		t.Errorf("the store holds %q", files)
	}
}

func TestASessionThatEndsDuringTheUploadDeliversNothing(t *testing.T) {
	t.Parallel()
	d := newDeliveryDesk(t)
	fileStore := d.UseStore(t)
	answers := make(chan testkit.Answer, 1)
	go func() { answers <- d.send(t, "", text("a.txt", "one")) }()
	<-fileStore.Arrived
	d.tutor.Set(store.Status, domain.StatusInactive)
	d.MustSave(t, d.tutor.Record)
	fileStore.Take <- http.StatusOK
	(<-answers).Refused(t, 401, "Please log in to continue")
	if files := fileStore.Files(); len(files) != 0 {
		t.Errorf("the store holds %q", files)
	}
	if count, err := d.CountRecords(store.Deliveries); err != nil || count != 0 {
		t.Errorf("there are %d deliveries, %v", count, err)
	}
}

// deliveryMemory is how much memory may be allocated in all while 60 MB are delivered.
const deliveryMemory = 16 << 20

// This test is not parallel, because it measures what the whole process allocates.
func TestSixtyMegabytesAreDeliveredInLittleMemory(t *testing.T) {
	d := newDeliveryDesk(t)
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for range 3 {
		part, err := form.CreateFormFile("files", "Tides.txt")
		if err == nil {
			_, err = part.Write(bytes.Repeat([]byte("The tides "), 2<<20))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	request := httptest.NewRequest("POST", d.path("/deliveries"), bytes.NewReader(body.Bytes()))
	request.Header.Set("Content-Type", form.FormDataContentType())
	request.Header.Set("Authorization", "Bearer "+d.tutor.Token)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	answer := d.Send(request)
	runtime.ReadMemStats(&after)
	answer.Granted(t, 201, nil)
	allocated := after.TotalAlloc - before.TotalAlloc
	t.Logf("%d MB were delivered, and %d MB allocated", body.Len()>>20, allocated>>20)
	if allocated > deliveryMemory {
		t.Errorf("%d MB were allocated, want at most %d", allocated>>20, deliveryMemory>>20)
	}
}
