package orders_test

import (
	"io/fs"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/testkit"
)

const overQuota = "Your files can take up at most 1 MB in total. Delete assignments that you no longer need, or contact support"

// setQuota sets how much one account may store, in megabytes.
func setQuota(t *testing.T, app *testkit.App, megabytes int) {
	t.Helper()
	site, err := store.FindSite(app)
	if err != nil {
		t.Fatal(err)
	}
	site.Set(store.QuotaMegabytes, megabytes)
	app.MustSave(t, site)
}

// part returns a form part with a PDF of exactly the given size in bytes.
func part(size int) testkit.File {
	return testkit.File{Field: "file", Name: "essay.pdf", Content: sized(size)}
}

// submit submits an assignment with a PDF of exactly the given size in bytes.
func submit(t *testing.T, app *testkit.App, token string, size int) testkit.Answer {
	t.Helper()
	return app.Call(t, "POST", "/api/assignments", token, testkit.Form{Texts: testkit.NewAssignment(), Files: []testkit.File{part(size)}})
}

// storedFiles returns the paths of all uploads in the file store.
func storedFiles(t *testing.T, app *testkit.App) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(app.DataDir(), core.LocalStorageDirName), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".pdf") {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

const half = 1 << 19

func TestAnAccountStoresUpToItsQuota(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	setQuota(t, app, 1)
	robin, nia := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleStudent, "Nia Frost")
	id := app.HandIn(t, robin.Token, nil, part(half))
	uploads := 0
	app.OnRecordCreateExecute(store.Assignments).Bind(transaction.At(transaction.StageFileNames, func(e *core.RecordEvent) error {
		uploads++
		return e.Next()
	}))
	failure := submit(t, app, robin.Token, half+1).Refused(t, http.StatusRequestEntityTooLarge, overQuota)
	if failure.Data["file"].Code != string(domain.TooLarge) {
		t.Errorf("the refusal by field is %v", failure.Data)
	}
	if uploads != 0 {
		t.Error("the file was uploaded before it was refused")
	}
	submit(t, app, robin.Token, half).Granted(t, 201, nil)
	submit(t, app, robin.Token, 1000).Refused(t, http.StatusRequestEntityTooLarge, overQuota)
	app.HandIn(t, robin.Token, nil) // without a file
	submit(t, app, nia.Token, 2*half).Granted(t, 201, nil)
	if stored := storedFiles(t, app); len(stored) != 3 {
		t.Errorf("the store holds %q, want three files", stored)
	}

	app.Call(t, "DELETE", "/api/assignments/"+id, robin.Token, nil).Granted(t, 200, nil)
	submit(t, app, robin.Token, half).Granted(t, 201, nil)
	setQuota(t, app, 0)
	submit(t, app, robin.Token, 2*half).Granted(t, 201, nil)
}

func TestFinishedWorkThatIsDeletedFreesItsStorage(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	setQuota(t, app, 1)
	admin, kim := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleTutor, "Kim Marsh")
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	id := app.HandIn(t, robin.Token, nil, part(2*half))
	patch(t, app, admin, id, map[string]any{"tutor": kim.Id, "status": "completed"}) // a change without a file is not limited
	submit(t, app, robin.Token, 1000).Refused(t, http.StatusRequestEntityTooLarge, overQuota)
	app.Call(t, "DELETE", "/api/assignments/"+id, robin.Token, nil).Granted(t, 200, nil)
	if size := sizeOf(t, app, id); size != 0 {
		t.Errorf("the stub says that its file has %d bytes", size)
	}
	submit(t, app, robin.Token, 2*half).Granted(t, 201, nil)
}

func TestTheQuotaDoesNotLimitGuestsOrOperators(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	setQuota(t, app, 1)
	robin, operator := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Superuser(t)
	for range 2 {
		app.HandIn(t, "", map[string]string{"email": robin.Email()}, part(2*half))
	}
	id := app.HandIn(t, robin.Token, nil, part(half))
	console := "/api/collections/assignments/records/" + id
	for _, size := range []int{3 * half, half} { // the second file replaces the first, so only the second counts
		app.Call(t, "PATCH", console, operator, testkit.Form{Files: []testkit.File{part(size)}}).Granted(t, 200, nil)
	}
	submit(t, app, robin.Token, half+1).Refused(t, http.StatusRequestEntityTooLarge, overQuota)
	submit(t, app, robin.Token, half).Granted(t, 201, nil)

	app.Call(t, "PATCH", console, operator, map[string]any{store.File: nil}).Granted(t, 200, nil)
	submit(t, app, robin.Token, half).Granted(t, 201, nil)
}

func TestConcurrentUploadsDoNotExceedTheQuotaTogether(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	setQuota(t, app, 1)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	var checked sync.WaitGroup
	checked.Add(2)
	// Both uploads have passed the first check before either of them is stored.
	app.OnRecordCreateExecute(store.Assignments).Bind(transaction.At(transaction.StageFileNames, func(e *core.RecordEvent) error {
		checked.Done()
		checked.Wait()
		return e.Next()
	}))
	answers := make([]testkit.Answer, 2)
	var uploads sync.WaitGroup
	for i := range answers {
		uploads.Go(func() { answers[i] = submit(t, app, robin.Token, 2*half) })
	}
	uploads.Wait()
	if answers[0].Status != http.StatusCreated {
		answers[0], answers[1] = answers[1], answers[0]
	}
	answers[0].Granted(t, http.StatusCreated, nil)
	answers[1].Refused(t, http.StatusRequestEntityTooLarge, overQuota)
	if stored := storedFiles(t, app); len(stored) != 1 {
		t.Errorf("the store holds %q, want one file", stored)
	}
}
