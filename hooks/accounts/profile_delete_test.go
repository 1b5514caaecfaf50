package accounts_test

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestTheLastAdminAndInactiveAccountsCannotDeleteThemselves(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, inactive := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleAdmin, "Sam Inactive")
	app.Call(t, "PATCH", "/api/users/"+inactive.Id, admin.Token, map[string]string{"status": "inactive"}).Granted(t, 200, nil)
	app.HandIn(t, admin.Token, nil)
	for _, token := range []string{"", "garbage", inactive.Token} {
		app.Call(t, "DELETE", "/api/users/delete-account", token, testkit.CurrentPassword).Refused(t, 401, signInFirst)
	}
	app.Call(t, "DELETE", "/api/users/delete-account", admin.Token, testkit.CurrentPassword).Refused(t, 409, adminMustRemain)
	app.Call(t, "GET", "/api/auth/me", admin.Token, nil).Granted(t, 200, nil)
	if count, err := app.CountRecords(store.Assignments); err != nil || count != 1 {
		t.Errorf("%d assignments remain after the refusal, %v", count, err)
	}
}

func TestDeletingAStudentKeepsOnlyTheTutorsFigures(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, kim := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleTutor, "Kim Marsh")
	robin, nia := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleStudent, "Nia Frost")
	profile := domain.Profile{FirstName: "Robin", LastName: "Vale", Email: robin.Email(), Phone: "0491570006", Bio: "Likes limericks.", Country: "Narnia"}
	app.Call(t, "PUT", "/api/users/profile", robin.Token, profile).Granted(t, 200, nil)
	open := app.HandIn(t, robin.Token, map[string]string{"title": "Open limerick"}, pdf("limerick-open.pdf"))
	done := app.HandIn(t, robin.Token, map[string]string{"title": "Done limerick"}, pdf("limerick-done.pdf"))
	guests := app.HandIn(t, "", map[string]string{"title": "A visitor's", "email": "visitor@example.com"}, pdf("visitor.pdf"))
	others := app.HandIn(t, nia.Token, map[string]string{"title": "Nia's"}, pdf("nia.pdf"))
	app.Call(t, "PATCH", "/api/assignments/"+done, admin.Token, map[string]any{
		"tutor": kim.Id, "status": "graded", "price": 120.55, "grade": "limerick grade", "feedback": "limerick feedback",
	}).Granted(t, 200, nil)
	app.Call(t, "POST", "/api/assignments/"+done+"/rating", robin.Token, map[string]any{"rating": 4, "comment": "Fine limericks."}).Granted(t, 201, nil)
	link := fileLink(t, app, robin.Token, open)
	before := tutorFigures(t, app, kim)
	folders := []string{folderOf(t, app, open), folderOf(t, app, done)}

	var got saved
	app.Call(t, "DELETE", "/api/users/delete-account", robin.Token, testkit.CurrentPassword).Granted(t, 200, &got)
	if got.Message != "Your account has been permanently deleted" {
		t.Errorf("the answer is %+v", got)
	}
	isRevoked(t, app, robin.Token)
	app.Call(t, "GET", link, "", nil).Refused(t, 404, "File not found")
	app.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: robin.Email(), Password: testkit.Password}).Refused(t, 401, "Invalid credentials")
	for _, id := range []string{open, done} {
		app.Call(t, "GET", "/api/assignments/"+id, admin.Token, nil).Refused(t, 404, "Assignment not found")
	}
	for _, id := range []string{guests, others} {
		fileLink(t, app, admin.Token, id)
	}
	if after := tutorFigures(t, app, kim); after != before || !strings.Contains(after, "120.55") || !strings.Contains(after, `"averageRating":4`) {
		t.Errorf("the tutor had %s and has %s", before, after)
	}
	for _, folder := range folders {
		waitGone(t, folder)
	}
	isErased(t, app, robin.Id, "robin", "vale", "limerick", "0491570006", "narnia", open)
	app.Call(t, "POST", "/api/auth/signup", "", domain.SignUp{Name: "Robin Vale", Email: robin.Email(), Password: "quill-1"}).Granted(t, 201, nil)
}

func TestDeletingATutorKeepsTheStudentsWorkAndRatings(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, kim, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleTutor, "Kim Marsh"), app.Person(t, domain.RoleStudent, "Robin Vale")
	kept, stub, free := app.HandIn(t, robin.Token, nil, pdf("essay.pdf")), app.HandIn(t, robin.Token, nil), app.HandIn(t, robin.Token, nil)
	for id, price := range map[string]int{kept: 10, stub: 10, free: 0} {
		app.Call(t, "PATCH", "/api/assignments/"+id, admin.Token, map[string]any{"tutor": kim.Id, "status": "graded", "grade": "A", "price": price}).Granted(t, 200, nil)
		app.Call(t, "POST", "/api/assignments/"+id+"/rating", robin.Token, map[string]any{"rating": 4, "comment": "Good."}).Granted(t, 201, nil)
	}
	for _, id := range []string{stub, free} {
		app.Call(t, "DELETE", "/api/assignments/"+id, robin.Token, nil).Granted(t, 200, nil)
	}
	app.Call(t, "DELETE", "/api/users/delete-account", kim.Token, testkit.CurrentPassword).Refused(t, 409, "Finish or cancel your open orders first")
	app.AcceptWork(t)
	app.PayTutors(t, admin.Token)
	app.Call(t, "DELETE", "/api/users/delete-account", kim.Token, testkit.CurrentPassword).Granted(t, 200, nil)
	var got struct {
		Tutor  *struct{}
		Status string
		Grade  string
	}
	app.Call(t, "GET", "/api/assignments/"+kept, robin.Token, nil).Granted(t, 200, &got)
	if got.Tutor != nil || got.Status != "Graded" || got.Grade != "A" {
		t.Errorf("the student now reads %+v", got)
	}
	fileLink(t, app, robin.Token, kept)
	review, err := app.FindFirstRecordByData(store.Reviews, store.Assignment, kept)
	if err != nil || review.GetInt(store.Rating) != 4 || review.GetString(store.Tutor) != "" || review.GetString(store.Comment) != "Good." {
		t.Errorf("the rating is now %v, %v", review, err)
	}
	// The ledger says what was earned, and the stub what for, but no longer by whom.
	if left, err := app.FindRecordById(store.Assignments, stub); err != nil || left.GetString(store.Tutor) != "" || left.GetInt(store.PriceCents) != 1000 {
		t.Errorf("the stub is %v, %v", left, err)
	}
	// Nothing was earned with the other one, and the tutor's counts are no longer needed.
	if _, err := app.FindRecordById(store.Assignments, free); !errors.Is(err, sql.ErrNoRows) {
		t.Errorf("the stub without a price is still there: %v", err)
	}
	isErased(t, app, kim.Id, "kim", "marsh")
}

func TestTwoAdminsWhoDeleteThemselvesAtOnceLeaveOne(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	for attempt := range 5 {
		admins := []testkit.Person{app.Person(t, domain.RoleAdmin, fmt.Sprint("Ada ", attempt)), app.Person(t, domain.RoleAdmin, fmt.Sprint("Bo ", attempt))}
		if attempt > 0 { // delete the admin who remained, so that only the two new ones are left
			for _, old := range activeAdmins(t, app) {
				if old.Id != admins[0].Id && old.Id != admins[1].Id {
					if err := app.Delete(old); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		answers := make([]testkit.Answer, len(admins))
		var racing sync.WaitGroup
		for i, admin := range admins {
			racing.Go(func() {
				answers[i] = app.Call(t, "DELETE", "/api/users/delete-account", admin.Token, testkit.CurrentPassword)
			})
		}
		racing.Wait()
		if answers[0].Status > answers[1].Status {
			answers[0], answers[1] = answers[1], answers[0]
		}
		answers[0].Granted(t, 200, nil)
		answers[1].Refused(t, 409, adminMustRemain)
		if left := activeAdmins(t, app); len(left) != 1 {
			t.Fatalf("%d admins remain", len(left))
		}
	}
}

func activeAdmins(t *testing.T, app *testkit.App) []*core.Record {
	t.Helper()
	admins, err := app.FindAllRecords(store.Users, dbx.HashExp{store.Role: domain.RoleAdmin, store.Status: domain.StatusActive})
	if err != nil {
		t.Fatal(err)
	}
	return admins
}

// tutorFigures returns a tutor's earnings, counts and ratings.
func tutorFigures(t *testing.T, app *testkit.App, tutor testkit.Person) string {
	t.Helper()
	answer := app.Call(t, "GET", "/api/users/tutor-stats", tutor.Token, nil)
	answer.Granted(t, 200, nil)
	return string(answer.Body)
}

// folderOf returns the folder of an assignment's files.
func folderOf(t *testing.T, app *testkit.App, id string) string {
	t.Helper()
	assignment, err := app.FindRecordById(store.Assignments, id)
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(app.DataDir(), "storage", assignment.BaseFilesPath())
	if _, err := os.Stat(filepath.Join(folder, assignment.GetString(store.File))); err != nil {
		t.Fatal(err)
	}
	return folder
}

// waitGone waits until a folder holds no files: PocketBase deletes them after the answer.
func waitGone(t *testing.T, folder string) {
	t.Helper()
	testkit.Eventually(t, filepath.Base(folder)+" holds no files", func() bool {
		entries, err := os.ReadDir(folder)
		return os.IsNotExist(err) || (err == nil && len(entries) == 0)
	})
}

var randomID = regexp.MustCompile(`^[a-z0-9]{15}$`)

// isErased checks that no column of any table contains one of the words, in any case.
func isErased(t *testing.T, app *testkit.App, words ...string) {
	t.Helper()
	var tables []string
	err := app.DB().NewQuery("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'").Column(&tables)
	if err != nil || len(tables) < 8 {
		t.Fatalf("tables %q, %v", tables, err)
	}
	for _, table := range tables {
		var rows []dbx.NullStringMap
		if err := app.DB().NewQuery("SELECT * FROM [[" + table + "]]").All(&rows); err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			for column, cell := range row {
				if column == "password" || column == "tokenKey" || table == "_collections" || randomID.MatchString(cell.String) {
					continue // random letters, such as those of secrets, may spell a word
				}
				for _, word := range words {
					if strings.Contains(strings.ToLower(cell.String), strings.ToLower(word)) {
						t.Errorf("%s.%s still contains %q", table, column, cell.String)
					}
				}
			}
		}
	}
}
