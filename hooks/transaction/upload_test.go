package transaction_test

import (
	"net/http"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/testkit"
)

// within runs a call and fails the test if it does not return in time.
func within(t *testing.T, what string, call func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		call()
	}()
	testkit.Receive(t, what+" is over", done)
}

func arrival(t *testing.T, fileStore *testkit.Store) string {
	t.Helper()
	return testkit.Receive(t, "a file reaches the store", fileStore.Arrived)
}

// uploads are the ways in which files reach the store: two of our routes, and
// the console, which creates and updates records through PocketBase's own API.
var uploads = map[string]func(app *testkit.App, t *testing.T, token, operator, existing string) testkit.Answer{
	"a student's assignment": func(app *testkit.App, t *testing.T, token, _, _ string) testkit.Answer {
		return app.Call(t, "POST", "/api/assignments", token, testkit.Form{Texts: testkit.NewAssignment(), Files: []testkit.File{essay("file")}})
	},
	"a guest's assignment": func(app *testkit.App, t *testing.T, _, _, _ string) testkit.Answer {
		return app.Call(t, "POST", "/api/assignments/public", "", testkit.Form{Texts: testkit.NewAssignment(), Files: []testkit.File{essay("file")}})
	},
	"a quote request": func(app *testkit.App, t *testing.T, _, _, _ string) testkit.Answer {
		return app.Call(t, "POST", "/api/quotes", "", testkit.Form{Texts: testkit.NewQuote(), Files: []testkit.File{essay("files")}})
	},
	"a file attached in the console": func(app *testkit.App, t *testing.T, _, operator, existing string) testkit.Answer {
		return app.Call(t, "PATCH", "/api/collections/assignments/records/"+existing, operator, testkit.Form{Files: []testkit.File{essay("file")}})
	},
}

func essay(field string) testkit.File {
	return testkit.File{Field: field, Name: "essay.pdf", Content: testkit.PDF("Tides")}
}

func TestUploadsToTheStoreDoNotBlockOtherWrites(t *testing.T) {
	t.Parallel()
	for name, upload := range uploads {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			robin, operator := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Superuser(t)
			existing := app.HandIn(t, robin.Token, nil)
			fileStore := app.UseStore(t)
			answers := make(chan testkit.Answer, 1)
			go func() { answers <- upload(app, t, robin.Token, operator, existing) }()
			arrival(t, fileStore)
			within(t, "a sign-up", func() {
				app.Call(t, "POST", "/api/auth/signup", "", domain.SignUp{Name: "Nia", Email: "nia@example.com", Password: "quill-1"}).Granted(t, 201, nil)
			})
			within(t, "another assignment", func() { app.HandIn(t, robin.Token, nil) })
			fileStore.Take <- http.StatusOK
			within(t, "the upload", func() {
				if answer := <-answers; answer.Status/100 != 2 {
					t.Errorf("the upload: got %d %s", answer.Status, answer.Body)
				}
			})
			if files := fileStore.Files(); len(files) != 1 {
				t.Errorf("the store holds %q, want one file", files)
			}
		})
	}
}

func TestARefusedSaveRemovesTheFileItStored(t *testing.T) {
	t.Parallel()
	for name, upload := range uploads {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := testkit.New(t)
			robin, operator := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Superuser(t)
			existing := app.HandIn(t, robin.Token, nil)
			before, err := app.CountRecords(store.Activities)
			if err != nil {
				t.Fatal(err)
			}
			fileStore := app.UseStore(t)
			refuse := transaction.At(transaction.StageHistory+1, func(*core.RecordEvent) error {
				return domain.Problems{{Field: "title", Code: domain.Invalid, Message: "Title is refused"}}
			})
			app.OnRecordCreateExecute(store.Assignments, store.Quotes).Bind(refuse)
			app.OnRecordUpdateExecute(store.Assignments, store.Quotes).Bind(refuse)
			fileStore.Take <- http.StatusOK
			if answer := upload(app, t, robin.Token, operator, existing); answer.Status != 400 {
				t.Errorf("got %d %s, want 400", answer.Status, answer.Body)
			}
			arrival(t, fileStore)
			if files := fileStore.Files(); len(files) != 0 {
				t.Errorf("the store still holds %q", files)
			}
			if after, err := app.CountRecords(store.Activities); err != nil || after != before {
				t.Errorf("the history has %d entries, want %d; %v", after, before, err)
			}
		})
	}
}

func TestASessionThatEndsDuringItsUploadStoresNothing(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	fileStore := app.UseStore(t)
	answers := make(chan testkit.Answer, 1)
	go func() { answers <- uploads["a student's assignment"](app, t, robin.Token, "", "") }()
	arrival(t, fileStore)
	robin.Set(store.Status, domain.StatusInactive)
	app.MustSave(t, robin.Record)
	fileStore.Take <- http.StatusOK
	(<-answers).Refused(t, 401, "Please log in to continue")
	if files := fileStore.Files(); len(files) != 0 {
		t.Errorf("the store still holds %q", files)
	}
}

func TestAFailingFileStoreIsAServerError(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	fileStore := app.UseStore(t)
	fileStore.Take <- http.StatusForbidden
	uploads["a student's assignment"](app, t, robin.Token, "", "").Refused(t, 500, "Something went wrong on our side. Please try again")
	if count, err := app.CountRecords(store.Assignments); err != nil || count != 0 {
		t.Errorf("%d assignments are stored, %v", count, err)
	}
}
