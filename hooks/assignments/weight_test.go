package assignments_test

import (
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"

	"deskmate/internal/testkit"
	"deskmate/records"
	"deskmate/rules"
)

func TestABatchOfHeavyRowsIsShortAndNoRowIsLost(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, rules.RoleStudent, "Robin Vale")
	heavy := strings.Repeat("𝒑", rules.DescriptionLimit) // 80 kB
	const count = 40
	for range count {
		app.HandIn(t, robin.Token, map[string]string{"description": heavy})
	}
	for sort, by := range records.AssignmentOrders {
		listing := records.AssignmentListing()
		listing.Where("a.student", "= {:me}", dbx.Params{"me": robin.Id})
		listing.Order.By = by
		seen, batches := map[string]bool{}, 0
		err := records.Walk(t.Context(), app, listing, 5, 30, func(rows []records.AssignmentRow) error {
			batches++
			weight := 0
			for _, row := range rows {
				seen[row.ID] = true
				weight += row.TextBytes()
			}
			if weight > 3<<20 {
				t.Errorf("sorted by %s a batch of %d rows weighs %d bytes", sort, len(rows), weight)
			}
			return nil
		})
		if err != nil || len(seen) != 30 || batches < 3 {
			t.Errorf("sorted by %s: %d rows in %d batches, %v", sort, len(seen), batches, err)
		}
	}
}

// shutter is a reader of an answer that has its account shut after the first bytes.
type shutter struct {
	*httptest.ResponseRecorder
	shut func()
}

func (s *shutter) Write(content []byte) (int, error) {
	if s.shut != nil {
		s.shut()
		s.shut = nil
	}
	return s.ResponseRecorder.Write(content)
}

func TestAListStopsWhenItsReaderIsShut(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	app.Person(t, rules.RoleAdmin, "Ada Quill")
	robin := app.Person(t, rules.RoleStudent, "Robin Vale")
	heavy := strings.Repeat("𝒑", rules.DescriptionLimit)
	for range 30 {
		app.HandIn(t, robin.Token, map[string]string{"description": heavy})
	}
	for _, path := range []string{"/api/assignments/all", "/api/assignments/all?perPage=100"} {
		admin := app.Person(t, rules.RoleAdmin, "Another Admin "+strconv.Itoa(len(path)))
		recorder := &shutter{httptest.NewRecorder(), func() {
			admin.Set(records.Status, rules.StatusInactive)
			app.MustSave(t, admin.Record)
		}}
		request := httptest.NewRequest("GET", path, nil)
		request.Header.Set("Authorization", "Bearer "+admin.Token)
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s goes on to its end, %d bytes", path, recorder.Body.Len())
				}
			}()
			app.Handler().ServeHTTP(recorder, request)
		}()
	}
}

func TestALongLifesWorkIsRemovedInPieces(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, rules.RoleStudent, "Robin Vale")
	for range 450 {
		app.HandIn(t, robin.Token, nil)
	}
	guests := app.HandIn(t, "", nil)
	app.Call(t, "DELETE", "/api/users/delete-account", robin.Token, nil).Granted(t, 200, nil)
	left, err := app.FindAllRecords(records.Assignments)
	if err != nil || len(left) != 1 || left[0].Id != guests {
		t.Errorf("%d assignments are left, %v", len(left), err)
	}
}
