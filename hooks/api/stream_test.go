package api_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/internal/testkit"
)

// longList is a number of rows that takes more than three batches.
const longList = 1703

// fillList stores longList assignments, which together exceed every buffer.
func fillList(t *testing.T, app *testkit.App) {
	t.Helper()
	text := strings.Repeat("Tides come and go. ", 50)
	err := app.RunInTransaction(func(tx core.App) error {
		for i := range longList {
			_, err := tx.NonconcurrentDB().Insert("assignments", dbx.Params{
				"id": fmt.Sprintf("row%012d", i), "title": fmt.Sprint("Title ", i), "description": text, "subject": text[:100],
				"priority": "High", "status": "submitted", "created": fmt.Sprintf("2030-01-01 10:%02d:00.000Z", i/60), "updated": "2030-01-01 10:00:00.000Z",
			}).Execute()
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// observedWriter calls a function before each write of a response.
type observedWriter struct {
	http.ResponseWriter
	writes int
	before func(write int)
}

func (w *observedWriter) Write(bytes []byte) (int, error) {
	w.writes++
	w.before(w.writes)
	return w.ResponseWriter.Write(bytes)
}

// connectionsInUse counts the connections of the readers' pool that are in use.
func connectionsInUse(app *testkit.App) int { return app.ConcurrentDB().(*dbx.DB).DB().Stats().InUse }

// ids returns the ids of a list that was sent as JSON, or as CSV with a heading.
func ids(t *testing.T, path string, body io.Reader) (all []string, err error) {
	t.Helper()
	if strings.HasSuffix(path, ".csv") {
		rows, err := csv.NewReader(body).ReadAll()
		for _, row := range rows[min(1, len(rows)):] {
			all = append(all, row[0])
		}
		return all, err
	}
	var list []struct {
		ID string `json:"_id"`
	}
	err = json.NewDecoder(body).Decode(&list)
	for _, one := range list {
		all = append(all, one.ID)
	}
	return all, err
}

var longLists = []string{"/api/assignments/all", "/api/assignments/all?sort=title", "/api/assignments/export.csv"}

func TestASlowReaderOfALongListHoldsNoConnection(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	fillList(t, app)
	for _, path := range longLists {
		t.Run(path, func(t *testing.T) {
			stalled, resume, mostInUse := make(chan struct{}), make(chan struct{}), 0
			recorder := httptest.NewRecorder()
			client := &observedWriter{ResponseWriter: recorder, before: func(write int) {
				mostInUse = max(mostInUse, connectionsInUse(app))
				if write == 15 {
					close(stalled)
					<-resume
				}
			}}
			request := httptest.NewRequest("GET", path, nil)
			request.Header.Set("Authorization", "Bearer "+admin.Token)
			done := make(chan struct{})
			go func() {
				defer close(done)
				app.Handler().ServeHTTP(client, request)
			}()
			<-stalled
			if inUse := connectionsInUse(app); inUse != 0 {
				t.Errorf("%d connections are in use while the client reads nothing", inUse)
			}
			// Others write meanwhile, and the list continues after what was sent.
			app.HandIn(t, "", map[string]string{"title": "Title 0"})
			close(resume)
			<-done
			if mostInUse != 0 {
				t.Errorf("%d connections were in use during a write", mostInUse)
			}
			if client.writes < 20 {
				t.Errorf("the list was sent in %d writes, want at least 20", client.writes)
			}
			all, err := ids(t, path, recorder.Body)
			if err != nil {
				t.Fatal(err)
			}
			seen := map[string]bool{}
			for _, id := range all {
				if seen[id] {
					t.Fatalf("%s was sent twice", id)
				}
				seen[id] = true
			}
			for i := range longList {
				if !seen[fmt.Sprintf("row%012d", i)] {
					t.Fatalf("row %d is missing", i)
				}
			}
		})
	}
}

func TestAnInterruptedListDoesNotLookComplete(t *testing.T) {
	t.Parallel()
	for _, path := range longLists {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
			fillList(t, app)
			url := testkit.Listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				app.Handler().ServeHTTP(&observedWriter{ResponseWriter: w, before: func(write int) {
					if write != 15 {
						return
					}
					if _, err := app.NonconcurrentDB().NewQuery("ALTER TABLE assignments RENAME TO elsewhere").Execute(); err != nil {
						t.Error(err)
					}
				}}, r)
			}))
			request, err := http.NewRequest("GET", url+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Authorization", "Bearer "+admin.Token)
			answer, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			if answer.StatusCode != http.StatusOK {
				t.Fatalf("the list: got %d", answer.StatusCode)
			}
			body, err := io.ReadAll(answer.Body)
			if err == nil {
				t.Errorf("the response ended without an error, after %q", body[max(0, len(body)-40):])
			}
			if strings.HasSuffix(strings.TrimSpace(string(body)), "]") || len(body) == 0 {
				t.Errorf("got %d bytes that end with %q", len(body), body[max(0, len(body)-40):])
			}
		})
	}
}

func TestAFailureBeforeTheFirstRowIsAnsweredWith500(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	app.HandIn(t, "", nil)
	if _, err := app.NonconcurrentDB().NewQuery("ALTER TABLE assignments RENAME TO elsewhere").Execute(); err != nil {
		t.Fatal(err)
	}
	for _, path := range append(longLists, "/api/assignments/all?page=1") {
		answer := app.Call(t, "GET", path, admin.Token, nil)
		answer.Refused(t, 500, "Something went wrong on our side. Please try again")
		if kind := answer.Header.Get("Content-Type"); !strings.HasPrefix(kind, "application/json") || answer.Header.Get("Content-Disposition") != "" {
			t.Errorf("%s returned %s with the disposition %q", path, kind, answer.Header.Get("Content-Disposition"))
		}
	}
}

func TestAnUnpagedListSendsItsTotalCount(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	fillList(t, app)
	for query, want := range map[string]int{"": longList, "?search=title+170": 4, "?status=graded": 0} {
		answer := app.Call(t, "GET", "/api/assignments/all"+query, admin.Token, nil)
		all, err := ids(t, "", strings.NewReader(string(answer.Body)))
		if err != nil || len(all) != want || answer.Header.Get("X-Total-Count") != strconv.Itoa(want) {
			t.Errorf("%q lists %d rows with the total %s, want %d: %v", query, len(all), answer.Header.Get("X-Total-Count"), want, err)
		}
	}
}
