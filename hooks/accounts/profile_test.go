package accounts_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// with returns a valid profile with some fields changed.
func with(changes map[string]any) map[string]any {
	profile := map[string]any{
		"firstName": "Robin", "lastName": "Vale", "email": "robin.vale@example.com",
		"specialization": "Physics", "experience": "Expert", "currentPassword": testkit.Password,
	}
	maps.Copy(profile, changes)
	return profile
}

func TestSavingAProfileRefusesInvalidInput(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	app.Person(t, domain.RoleStudent, "Nia Frost")
	student, tutor := app.Person(t, domain.RoleStudent, "Robin Vale"), app.Person(t, domain.RoleTutor, "Kim Marsh")
	app.Call(t, "PUT", "/api/users/profile", "", with(nil)).Refused(t, 401, signInFirst)
	app.Call(t, "PUT", "/api/users/profile", "garbage", with(nil)).Refused(t, 401, signInFirst)
	for _, c := range []struct {
		who      testkit.Person
		changes  map[string]any
		status   int
		sentence string
	}{
		{student, map[string]any{"firstName": ""}, 400, "First name is required"},
		{student, map[string]any{"firstName": " \t\n", "lastName": ""}, 400, "First name is required"},
		{student, map[string]any{"firstName": nil}, 400, "First name is required"},
		{student, map[string]any{"firstName": 7}, 400, "firstName must be text"},
		{student, map[string]any{"lastName": "\u00a0"}, 400, "Last name is required"},
		{student, map[string]any{"email": "  "}, 400, "Email is required"},
		{student, map[string]any{"email": "robin"}, 400, "Email is invalid"},
		{student, map[string]any{"email": "robin@host"}, 400, "Email is invalid"},
		{student, map[string]any{"email": "robin vale@example.com"}, 400, "Email is invalid"},
		{student, map[string]any{"email": strings.Repeat("r", 250) + "@example.com"}, 400, "Email is invalid"},
		{student, map[string]any{"firstName": strings.Repeat("é", 101)}, 400, "First name is too long (at most 100 characters)"},
		{student, map[string]any{"lastName": strings.Repeat("é", 101)}, 400, "Last name is too long (at most 100 characters)"},
		{student, map[string]any{"phone": strings.Repeat("1", 41)}, 400, "Phone is too long (at most 40 characters)"},
		{student, map[string]any{"bio": strings.Repeat("b", 2001)}, 400, "Bio is too long (at most 2,000 characters)"},
		{student, map[string]any{"country": strings.Repeat("c", 101)}, 400, "Country is too long (at most 100 characters)"},
		{tutor, map[string]any{"specialization": " "}, 400, "Specialization is required"},
		{tutor, map[string]any{"specialization": strings.Repeat("s", 201)}, 400, "Specialization is too long (at most 200 characters)"},
		{tutor, map[string]any{"experience": ""}, 400, "Experience is required"},
		{tutor, map[string]any{"experience": "expert"}, 400, "Experience is invalid"},
		{student, map[string]any{"email": "nia.frost@example.com", "bio": "New"}, 409, "Email is already registered"},
		{student, map[string]any{"email": " NIA.Frost@Example.COM ", "bio": "New"}, 409, "Email is already registered"},
	} {
		t.Run(c.sentence, func(t *testing.T) {
			app.Call(t, "PUT", "/api/users/profile", c.who.Token, with(c.changes)).Refused(t, c.status, c.sentence)
		})
	}
	failure := app.Call(t, "PUT", "/api/users/profile", tutor.Token, "{}").Refused(t, 400, "First name is required")
	want := []string{"First name is required", "Last name is required", "Email is required", "Specialization is required", "Experience is required"}
	if !slices.Equal(failure.Errors, want) || failure.Data["experience"].Code != "required" {
		t.Errorf("an empty profile got %+v", failure)
	}
	app.Call(t, "PUT", "/api/users/profile", student.Token, `[]`).Refused(t, 400, "The request body must be an object")
	app.Call(t, "PUT", "/api/users/profile", student.Token, `{"firstName":`).Refused(t, 400, "The request body is not valid JSON")
	for _, person := range []testkit.Person{student, tutor} {
		if kept := stored(t, app, person.Id); kept.GetString(store.FirstName)+kept.GetString(store.Bio) != "" || kept.Email() != person.Email() || kept.GetString(store.Name) != person.GetString(store.Name) {
			t.Errorf("after the refusals the account is %v", kept.PublicExport())
		}
		app.Call(t, "GET", "/api/auth/me", person.Token, nil).Granted(t, 200, nil)
	}
}

func TestAProfileHasExactlyEightFields(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	for _, role := range domain.Roles {
		person := app.Person(t, role, "Robin "+role)
		answer := app.Call(t, "GET", "/api/users/profile", person.Token, nil)
		var got map[string]any
		answer.Granted(t, 200, &got)
		want := []string{"bio", "country", "email", "experience", "firstName", "lastName", "phone", "specialization"}
		if names := slices.Sorted(maps.Keys(got)); !slices.Equal(names, want) {
			t.Errorf("the profile has %q", names)
		}
		for name, value := range got {
			if unset := map[bool]string{true: person.Email()}[name == "email"]; value != unset {
				t.Errorf("%s of a new account is %v", name, value)
			}
		}
	}
}

func TestSavingAProfileTrimsItAndUpdatesTheName(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	long := strings.Repeat("ü", 100)
	for _, c := range []struct {
		changes map[string]any
		want    domain.Profile
		name    string
	}{
		{
			map[string]any{"firstName": "  Robin ", "lastName": "\tVale-Ng\n", "phone": " +61 2 ", "bio": " Reads. ", "country": " Australia "},
			domain.Profile{FirstName: "Robin", LastName: "Vale-Ng", Email: robin.Email(), Phone: "+61 2", Bio: "Reads.", Country: "Australia"},
			"Robin Vale-Ng",
		},
		{
			map[string]any{"firstName": long, "lastName": long, "phone": strings.Repeat("1", 40), "bio": strings.Repeat("b", 2000), "country": long},
			domain.Profile{FirstName: long, LastName: long, Email: robin.Email(), Phone: strings.Repeat("1", 40), Bio: strings.Repeat("b", 2000), Country: long},
			long + " " + long,
		},
		{
			map[string]any{ // omitted fields are cleared, and no other field can be changed
				"email": " ROBIN.Vale@example.com", "role": "admin", "status": "inactive", "verified": true, "name": "Mallory",
				"password": "quill-1", "tokenKey": "known", "listed": true, "_id": "x", "id": "y",
			},
			domain.Profile{FirstName: "Robin", LastName: "Vale", Email: robin.Email()},
			"Robin Vale",
		},
	} {
		var got saved
		app.Call(t, "PUT", "/api/users/profile", robin.Token, with(c.changes)).Granted(t, 200, &got)
		if got.Profile != c.want || got.Token != "" {
			t.Errorf("%v returned %+v", c.changes, got)
		}
		var again domain.Profile
		app.Call(t, "GET", "/api/users/profile", robin.Token, nil).Granted(t, 200, &again)
		if again != c.want {
			t.Errorf("the stored profile is %+v, want %+v", again, c.want)
		}
		user := stored(t, app, robin.Id)
		if user.GetString(store.Name) != c.name || user.GetString(store.Role) != domain.RoleStudent || !store.IsActive(user) ||
			user.Verified() || user.GetBool("listed") || user.TokenKey() != robin.TokenKey() || !user.ValidatePassword(testkit.Password) {
			t.Errorf("the account is now %v", user.PublicExport())
		}
	}
}

func TestOnlyTutorsHaveSpecializationAndExperience(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	for role, want := range map[string]string{domain.RoleStudent: "", domain.RoleAdmin: "", domain.RoleTutor: "PhysicsExpert"} {
		person := app.Person(t, role, "Robin "+role)
		var got saved
		changes := map[string]any{"email": person.Email(), "specialization": " Physics ", "experience": " Expert "}
		app.Call(t, "PUT", "/api/users/profile", person.Token, with(changes)).Granted(t, 200, &got)
		user := stored(t, app, person.Id)
		if kept := user.GetString(store.Specialization) + user.GetString(store.Experience); kept != want || got.Specialization+got.Experience != want {
			t.Errorf("a %s has %q, want %q", role, kept, want)
		}
		if role != domain.RoleTutor { // for others they are not even validated
			changes := map[string]any{"email": person.Email(), "specialization": strings.Repeat("s", 5000), "experience": "none"}
			app.Call(t, "PUT", "/api/users/profile", person.Token, with(changes)).Granted(t, 200, nil)
		}
	}
}

func TestFormerTutorsLoseSpecializationAndExperience(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	kim := app.Person(t, domain.RoleTutor, "Kim Marsh")
	changes := map[string]any{"email": kim.Email(), "specialization": "Physics", "experience": "Expert"}
	app.Call(t, "PUT", "/api/users/profile", kim.Token, with(changes)).Granted(t, 200, nil)
	user := stored(t, app, kim.Id)
	user.Set(store.Role, domain.RoleStudent)
	app.MustSave(t, user)
	var got saved
	app.Call(t, "GET", "/api/users/profile", kim.Token, nil).Granted(t, 200, &got)
	if got.Specialization+got.Experience != "" {
		t.Errorf("a student has %q", got.Specialization+got.Experience)
	}
	app.Call(t, "PUT", "/api/users/profile", kim.Token, with(changes)).Granted(t, 200, nil)
	if kept := stored(t, app, kim.Id); kept.GetString(store.Specialization)+kept.GetString(store.Experience) != "" {
		t.Error("saving a student's profile keeps a tutor's fields")
	}
}

func TestANewAddressIsUnverifiedAndEndsEveryOtherSession(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	robin.SetVerified(true)
	app.MustSave(t, robin.Record)
	var elsewhere saved
	app.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: robin.Email(), Password: testkit.Password}).Granted(t, 200, &elsewhere)
	id := app.HandIn(t, robin.Token, nil, pdf("essay.pdf"))
	link := fileLink(t, app, robin.Token, id)
	guests := app.HandIn(t, "", map[string]string{"email": "vale@example.org"})

	var got saved
	app.Call(t, "PUT", "/api/users/profile", robin.Token, with(map[string]any{"email": " Vale@Example.org "})).Granted(t, 200, &got)
	if got.Email != "vale@example.org" || got.Token == "" || got.Token == robin.Token {
		t.Fatalf("the answer is %+v", got)
	}
	isRevoked(t, app, robin.Token)
	isRevoked(t, app, elsewhere.Token)
	app.Call(t, "GET", link, "", nil).Refused(t, 404, "File not found")

	var me struct {
		Email    string
		Verified bool
	}
	app.Call(t, "GET", "/api/auth/me", got.Token, nil).Granted(t, 200, &me)
	if me.Email != "vale@example.org" || me.Verified {
		t.Errorf("the account is now %+v", me)
	}
	fileLink(t, app, got.Token, id)
	app.Call(t, "GET", "/api/assignments/"+guests, got.Token, nil).Refused(t, 404, "Assignment not found")
	app.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: robin.Email(), Password: testkit.Password}).Refused(t, 401, "Invalid credentials")
	app.Call(t, "POST", "/api/auth/login", "", domain.LogIn{Email: "vale@example.org", Password: testkit.Password}).Granted(t, 200, nil)

	// Saving without a change returns no token.
	answer := app.Call(t, "PUT", "/api/users/profile", got.Token, with(map[string]any{"email": "vale@example.org"}))
	var fields map[string]json.RawMessage
	answer.Granted(t, 200, &fields)
	if len(fields) != 8 {
		t.Errorf("an unchanged address got %s", answer.Body)
	}
}
