package orders_test

import (
	"regexp"
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// deliver delivers an assignment and returns its id and the code of the receipt.
func deliver(t *testing.T, app *testkit.App, admin testkit.Person) (id, code string) {
	t.Helper()
	robin, kim := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleTutor, "Kim Marsh")
	id = app.HandIn(t, robin.Token, nil)
	path := "/api/assignments/" + id
	app.Call(t, "PATCH", path, admin.Token, map[string]string{"status": domain.StatusInProgress, "tutor": kim.Id}).Granted(t, 200, nil)
	var made struct{ Receipt string }
	app.Call(t, "POST", path+"/deliveries", kim.Token, testkit.Form{
		Texts: map[string]string{"note": "A note of Kim's"},
		Files: []testkit.File{{Field: "files", Name: "Tides.txt", Content: []byte("The tides")}},
	}).Granted(t, 201, &made)
	return id, made.Receipt
}

func TestAReceiptTellsWhatWasDelivered(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	id, code := deliver(t, app, app.Person(t, domain.RoleAdmin, "Ada Quill"))
	if !regexp.MustCompile(`^[2-9A-Z]{5}(-[2-9A-Z]{5}){3}$`).MatchString(code) || strings.ContainsAny(code, "ILO") {
		t.Errorf("the code is %s", code)
	}
	answer := app.Call(t, "GET", "/api/receipts/"+code, "", nil)
	var receipt struct {
		Code, Reference, DeliveredAt string
		Version                      int
		Files                        []struct {
			Name, SHA256 string
			Size         int
		}
	}
	answer.Granted(t, 200, &receipt)
	row, err := store.FindAssignmentRow(t.Context(), app, id)
	if err != nil {
		t.Fatal(err)
	}
	if receipt.Code != code || receipt.Reference != row.Reference || receipt.Version != 1 || receipt.DeliveredAt == "" || len(receipt.Files) != 1 ||
		receipt.Files[0].Name != "Tides.txt" || receipt.Files[0].Size != 9 || len(receipt.Files[0].SHA256) != 64 {
		t.Errorf("got %s", answer.Body)
	}
	for _, secret := range []string{"Robin", "Kim", row.Student, row.Tutor, row.ID, row.Title, "note"} {
		if strings.Contains(string(answer.Body), secret) {
			t.Errorf("%s is in %s", secret, answer.Body)
		}
	}
	if typed := app.Call(t, "GET", "/api/receipts/"+strings.ToLower(code), "", nil); string(typed.Body) != string(answer.Body) {
		t.Errorf("in small letters: got %d %s", typed.Status, typed.Body)
	}
}

func TestUnknownReceiptsAreNotFound(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	_, code := deliver(t, app, app.Person(t, domain.RoleAdmin, "Ada Quill"))
	for _, other := range []string{"x", code[:22] + "?", code + "-", "%20", "%25", "'", strings.Repeat("A", 5000)} {
		app.Call(t, "GET", "/api/receipts/"+other, "", nil).Refused(t, 404, "Receipt not found")
	}
}

func TestAReceiptOutlivesTheAssignment(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	id, code := deliver(t, app, admin)
	before := app.Call(t, "GET", "/api/receipts/"+code, "", nil)
	app.Call(t, "POST", "/api/assignments/"+id+"/cancel", admin.Token, map[string]string{"reason": "Asked for twice"}).Granted(t, 200, nil)
	robin, err := store.FindUserByEmail(app, "robin.vale@example.com")
	if err != nil {
		t.Fatal(err)
	}
	app.Call(t, "DELETE", "/api/users/delete-account", app.LogIn(t, robin).Token, testkit.CurrentPassword).Granted(t, 200, nil)
	app.Call(t, "GET", "/api/assignments/"+id, admin.Token, nil).Refused(t, 404, "Assignment not found")
	// The name of the file goes with the file.
	want := strings.Replace(string(before.Body), "Tides.txt", "file-1.txt", 1)
	if after := app.Call(t, "GET", "/api/receipts/"+code, "", nil); after.Status != 200 || string(after.Body) != want {
		t.Errorf("got %d %s, before %s", after.Status, after.Body, before.Body)
	}
}
