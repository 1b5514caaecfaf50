package files_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/files"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/disk"
	"deskmate/internal/testkit"
)

const (
	half     = 1 << 19
	noGuests = "This site cannot take more files without an account right now. Please sign in, or send it without files"
	noRoom   = "This site cannot take any files right now. Everything else works. Please try again later"
)

func sized(field string, size int) testkit.File {
	content := testkit.PDF("Tides")
	return testkit.File{Field: field, Name: "brief.pdf", Content: append(content, make([]byte, size-len(content))...)}
}

func ask(t *testing.T, app *testkit.App, token string, files ...testkit.File) testkit.Answer {
	t.Helper()
	return app.Call(t, "POST", "/api/quotes", token, testkit.Form{Texts: testkit.NewQuote(), Files: files})
}

func guestWork(t *testing.T, app *testkit.App, file testkit.File) testkit.Answer {
	t.Helper()
	return app.Call(t, "POST", "/api/assignments/public", "", testkit.Form{Texts: testkit.NewAssignment(), Files: []testkit.File{file}})
}

func TestGuestsStoreOnlySoMuchTogether(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	files.Use(app, files.Settings{Guests: 1})
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	var quote struct {
		ID string `json:"_id"`
	}
	ask(t, app, "", sized("files", half/2), sized("files", half/2)).Granted(t, 201, &quote)
	guestWork(t, app, sized("file", half)).Granted(t, 201, nil)

	ask(t, app, "", sized("files", 1000)).Refused(t, http.StatusInsufficientStorage, noGuests)
	guestWork(t, app, sized("file", 1000)).Refused(t, http.StatusInsufficientStorage, noGuests)
	ask(t, app, "").Granted(t, 201, nil)
	ask(t, app, robin.Token, sized("files", half)).Granted(t, 201, nil)
	app.HandIn(t, robin.Token, nil, sized("file", half))

	app.Call(t, "DELETE", "/api/collections/quotes/records/"+quote.ID, app.Superuser(t), nil).Granted(t, 204, nil)
	ask(t, app, "", sized("files", half)).Granted(t, 201, nil)
}

func TestFilesOfRequestsCountAgainstTheQuotaOfAnAccount(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	site, err := store.FindSite(app)
	if err != nil {
		t.Fatal(err)
	}
	site.Set(store.QuotaMegabytes, 1)
	app.MustSave(t, site)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	ask(t, app, robin.Token, sized("files", half/2), sized("files", half/2)).Granted(t, 201, nil)
	const full = "Your files can take up at most 1 MB in total. Delete assignments that you no longer need, or contact support"
	ask(t, app, robin.Token, sized("files", half), sized("files", 1000)).Refused(t, http.StatusRequestEntityTooLarge, full)
	app.HandIn(t, robin.Token, nil, sized("file", half))
	ask(t, app, robin.Token, sized("files", 1000)).Refused(t, http.StatusRequestEntityTooLarge, full)
	ask(t, app, robin.Token).Granted(t, 201, nil)
}

func TestFilesThatAnAccountAdoptsNoLongerCountAsGuests(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	app.AskForQuote(t, sized("files", half))
	app.HandIn(t, "", map[string]string{"email": "visitor@example.com"}, sized("file", half))
	if bytes, err := store.ReadGuestBytes(t.Context(), app); err != nil || bytes != 2*half {
		t.Errorf("guests store %d bytes, %v", bytes, err)
	}
	app.Verify(t, app.Person(t, domain.RoleStudent, "Visitor").Id)
	if bytes, err := store.ReadGuestBytes(t.Context(), app); err != nil || bytes != 0 {
		t.Errorf("afterwards, guests store %d bytes, %v", bytes, err)
	}
}

func TestConcurrentGuestsDoNotExceedTheirBoundTogether(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	files.Use(app, files.Settings{Guests: 1})
	guestWork(t, app, sized("file", 3*half/2)).Granted(t, 201, nil)
	var checked sync.WaitGroup
	checked.Add(2)
	// Both uploads have passed the first check before either of them is stored.
	app.OnRecordCreateExecute(store.Assignments, store.Quotes).Bind(transaction.At(transaction.StageFileNames+1, func(e *core.RecordEvent) error {
		checked.Done()
		checked.Wait()
		return e.Next()
	}))
	answers := make([]testkit.Answer, 2)
	var uploads sync.WaitGroup
	uploads.Go(func() { answers[0] = ask(t, app, "", sized("files", half/4), sized("files", half/8)) })
	uploads.Go(func() { answers[1] = guestWork(t, app, sized("file", 3*half/8)) })
	uploads.Wait()
	if answers[0].Status != http.StatusCreated {
		answers[0], answers[1] = answers[1], answers[0]
	}
	answers[0].Granted(t, http.StatusCreated, nil)
	answers[1].Refused(t, http.StatusInsufficientStorage, noGuests)
	if bytes, err := store.ReadGuestBytes(t.Context(), app); err != nil || bytes != 15*half/8 {
		t.Errorf("guests store %d bytes, %v", bytes, err)
	}
}

func TestFilesAreRefusedBelowTheFloorAndAllElseWorks(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin, operator := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Superuser(t)
	id := app.HandIn(t, robin.Token, nil)
	files.Use(app, files.Settings{Guests: 1, Floor: 1 << 30})
	for _, size := range []int{1000, half} { // in memory, and on its way to the disk
		ask(t, app, "", sized("files", size)).Refused(t, http.StatusInsufficientStorage, noRoom)
		guestWork(t, app, sized("file", size)).Refused(t, http.StatusInsufficientStorage, noRoom)
		answer := app.Call(t, "POST", "/api/assignments", robin.Token, testkit.Form{Texts: testkit.NewAssignment(), Files: []testkit.File{sized("file", size)}})
		answer.Refused(t, http.StatusInsufficientStorage, noRoom)
		console := app.Call(t, "PATCH", "/api/collections/assignments/records/"+id, operator, testkit.Form{Files: []testkit.File{sized("file", size)}})
		if console.Status != http.StatusInsufficientStorage {
			t.Errorf("the console got %d %s", console.Status, console.Body)
		}
	}
	ask(t, app, "").Granted(t, 201, nil)
	app.HandIn(t, robin.Token, nil)
	app.Call(t, "GET", "/api/assignments/"+id, robin.Token, nil).Granted(t, 200, nil)
	files.Use(app, files.Settings{Guests: 1})
	app.HandIn(t, robin.Token, nil, sized("file", half))
}

func TestTheRoomForFilesIsASetting(t *testing.T) {
	t.Parallel()
	read := func(guests, floor string) (files.Settings, error) {
		variables := map[string]string{files.GuestsVariable: guests, files.FloorVariable: floor}
		return files.ReadSettings(func(name string) string { return variables[name] })
	}
	if got, err := read("", ""); err != nil || got != (files.Settings{Guests: 500, Floor: 500}) {
		t.Errorf("by default it is %+v, %v", got, err)
	}
	if got, err := read("0", "2000"); err != nil || got != (files.Settings{Guests: 0, Floor: 2000}) {
		t.Errorf("it is %+v, %v", got, err)
	}
	for _, wrong := range []string{"-1", "1.5", "1 GB", "99999999999"} {
		if _, err := read(wrong, ""); err == nil {
			t.Errorf("%q is accepted", wrong)
		}
	}
}

func TestUploadsOnTheirWayCountAsTaken(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	free, known := disk.Free(app.DataDir())
	if !known {
		t.Fatal("the free space is not known")
	}
	files.Use(app, files.Settings{Guests: 100})
	receive := func(account *core.Record, size int64) (*files.Upload, error) {
		e := &core.RequestEvent{App: app, Auth: account}
		e.Request = httptest.NewRequest("POST", "/api/quotes", strings.NewReader("half of it"))
		return files.Receive(e, size, 0)
	}
	refused := func(err error, sentence string) bool {
		var failure *failures.Failure
		return errors.As(err, &failure) && failure.Status == http.StatusInsufficientStorage && failure.Problems[0].Message == sentence
	}
	for _, c := range []struct {
		account  *core.Record
		size     int64
		sentence string
	}{
		{app.Person(t, domain.RoleStudent, "Robin Vale").Record, int64(free) / 10 * 6, noRoom},
		{nil, 60 << 20, noGuests},
	} {
		first, err := receive(c.account, c.size)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := receive(c.account, c.size); !refused(err, c.sentence) {
			t.Errorf("a second one got %v", err)
		}
		first.Release()
		first.Release()
		if again, err := receive(c.account, c.size); err != nil {
			t.Errorf("after the first has ended: %v", err)
		} else {
			again.Release()
		}
	}
}
