package orders_test

import (
	"cmp"
	"fmt"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// The fields of row i of the long list. Many rows share the value they are sorted by.
var (
	titleOf   = func(i int) string { return []string{"apple", "Banana", "cherry", "Date", "élan", "", "zebra"}[i%7] }
	dueOf     = func(i int) string { return fmt.Sprintf("2031-01-%02d 10:00:00.000Z", 1+i%5) }
	createdOf = func(i int) string { return fmt.Sprintf("2030-01-01 10:%02d:00.000Z", i/40) }
	statusOf  = func(i int) string { return domain.AssignmentStatuses[i%6] }
)

func TestALongListIsCompleteAndSorted(t *testing.T) {
	t.Parallel()
	const rows = 1203 // more than two of the batches in which a list is read
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	for i := range rows {
		_, err := app.NonconcurrentDB().NewQuery(`INSERT INTO assignments (id, title, subject, dueDate, priority, status, created, updated)
			VALUES ({:id}, {:title}, {:title}, {:due}, {:priority}, {:status}, {:created}, {:created})`).
			Bind(map[string]any{"id": fmt.Sprintf("row%012d", i), "title": titleOf(i), "due": dueOf(i), "priority": domain.Priorities[i%3], "status": statusOf(i), "created": createdOf(i)}).Execute()
		if err != nil {
			t.Fatal(err)
		}
	}
	byTitle := func(a, b int) int { return cmp.Compare(strings.ToLower(titleOf(a)), strings.ToLower(titleOf(b))) }
	byCreated := func(a, b int) int { return cmp.Compare(createdOf(a), createdOf(b)) }
	for name, order := range map[string]func(a, b int) int{
		"createdAt": byCreated, "updatedAt": byCreated, "title": byTitle, "subject": byTitle,
		"dueDate":  func(a, b int) int { return cmp.Compare(dueOf(a), dueOf(b)) },
		"status":   func(a, b int) int { return cmp.Compare(statusOf(a), statusOf(b)) },
		"priority": func(a, b int) int { return cmp.Compare(a%3, b%3) },
	} {
		for _, descending := range []bool{false, true} {
			want := make([]int, rows)
			for i := range want {
				want[i] = i
			}
			// Rows with equal values are in the order of their creation, which a descending sort reverses.
			slices.SortStableFunc(want, order)
			sort := name
			if descending {
				slices.Reverse(want)
				sort = "-" + name
			}
			t.Run(sort, func(t *testing.T) {
				t.Parallel()
				var got []assignment
				answer := app.Call(t, "GET", "/api/assignments/all?sort="+sort, admin.Token, nil)
				answer.Granted(t, 200, &got)
				if len(got) != rows || answer.Header.Get("X-Total-Count") != strconv.Itoa(rows) {
					t.Fatalf("got %d rows and a total of %s", len(got), answer.Header.Get("X-Total-Count"))
				}
				for i := range want {
					if id := fmt.Sprintf("row%012d", want[i]); got[i].ID != id {
						t.Fatalf("row %d is %s, want %s", i, got[i].ID, id)
					}
				}
				paged := []assignment{}
				for page := range 3 {
					var onePage []assignment
					app.Call(t, "GET", fmt.Sprintf("/api/assignments/all?sort=%s&perPage=500&page=%d", sort, page+1), admin.Token, nil).Granted(t, 200, &onePage)
					paged = append(paged, onePage...)
				}
				if !slices.EqualFunc(paged, got, func(a, b assignment) bool { return a.ID == b.ID }) {
					t.Error("the pages together differ from the whole list")
				}
			})
		}
	}
}

func TestLargeRowsAreReadInSmallBatchesWithoutLoss(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	large := strings.Repeat("𝒑", domain.DescriptionLimit) // 80 kB
	const count = 40
	for range count {
		app.HandIn(t, robin.Token, map[string]string{"description": large})
	}
	for sort, by := range store.AssignmentOrders {
		listing := store.AssignmentListing()
		listing.Where("a.student", "= {:me}", dbx.Params{"me": robin.Id})
		listing.Order.By = by
		ids, batches := map[string]bool{}, 0
		err := store.Walk(t.Context(), app, listing, 5, 30, count, func(rows []store.AssignmentRow) error {
			batches++
			size := 0
			for _, row := range rows {
				ids[row.ID] = true
				size += row.TextBytes()
			}
			if size > 3<<20 {
				t.Errorf("sorted by %s, a batch of %d rows has %d bytes", sort, len(rows), size)
			}
			return nil
		})
		if err != nil || len(ids) != 30 || batches < 2 {
			t.Errorf("sorted by %s: %d rows in %d batches, %v", sort, len(ids), batches, err)
		}
	}
}

// interruptedWriter runs a function once, after the first bytes of the response.
type interruptedWriter struct {
	*httptest.ResponseRecorder
	interrupt func()
}

func (w *interruptedWriter) Write(content []byte) (int, error) {
	if w.interrupt != nil {
		w.interrupt()
		w.interrupt = nil
	}
	return w.ResponseRecorder.Write(content)
}

func TestAListStopsWhenItsReaderIsDeactivated(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	app.Person(t, domain.RoleAdmin, "Ada Quill")
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	large := strings.Repeat("𝒑", domain.DescriptionLimit)
	for range 30 {
		app.HandIn(t, robin.Token, map[string]string{"description": large})
	}
	for _, path := range []string{"/api/assignments/all", "/api/assignments/all?perPage=100"} {
		admin := app.Person(t, domain.RoleAdmin, "Another Admin "+strconv.Itoa(len(path)))
		recorder := &interruptedWriter{httptest.NewRecorder(), func() {
			admin.Set(store.Status, domain.StatusInactive)
			app.MustSave(t, admin.Record)
		}}
		request := httptest.NewRequest("GET", path, nil)
		request.Header.Set("Authorization", "Bearer "+admin.Token)
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s was sent to the end, %d bytes", path, recorder.Body.Len())
				}
			}()
			app.Handler().ServeHTTP(recorder, request)
		}()
	}
}
