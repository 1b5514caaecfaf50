package hooks_test

import (
	"slices"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

func TestCollectionsHaveNoAccessRules(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	collections, err := app.FindAllCollections()
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, collection := range collections {
		if collection.System {
			continue
		}
		checked++
		for name, rule := range map[string]*string{
			"list": collection.ListRule, "view": collection.ViewRule, "create": collection.CreateRule,
			"update": collection.UpdateRule, "delete": collection.DeleteRule, "manage": collection.ManageRule,
		} {
			if rule != nil {
				t.Errorf("the %s rule of %s is %q, want none", name, collection.Name, *rule)
			}
		}
		if collection.IsAuth() && collection.Name != store.Users {
			t.Errorf("accounts in %s can sign in, but no test covers how", collection.Name)
		}
	}
	if checked < 4 {
		t.Errorf("checked only %d collections", checked)
	}
}

func TestAPasswordIsTheOnlyWayToSignIn(t *testing.T) {
	t.Parallel()
	users, err := testkit.New(t).FindCollectionByNameOrId(store.Users)
	if err != nil {
		t.Fatal(err)
	}
	if users.AuthRule == nil || *users.AuthRule != "status = 'active'" {
		t.Errorf("the auth rule is %v", users.AuthRule)
	}
	if users.OTP.Enabled || users.MFA.Enabled || users.OAuth2.Enabled {
		t.Errorf("one-time passwords: %v, multi-factor: %v, OAuth2: %v; want none", users.OTP.Enabled, users.MFA.Enabled, users.OAuth2.Enabled)
	}
	if !users.PasswordAuth.Enabled {
		t.Error("password sign-in is disabled, which also disables password resets")
	}
	if password := users.Fields.GetByName(store.PasswordField).(*core.PasswordField); password.Min != domain.PasswordMinimum {
		t.Errorf("the minimum password length is %d, want %d", password.Min, domain.PasswordMinimum)
	}
}

func TestTheSchemaHasTheLimitsOfTheRules(t *testing.T) {
	t.Parallel()
	assignments, err := testkit.New(t).FindCollectionByNameOrId(store.Assignments)
	if err != nil {
		t.Fatal(err)
	}
	for field, limit := range map[string]int{
		store.Title: domain.TitleLimit, store.Description: domain.DescriptionLimit, store.Subject: domain.SubjectLimit,
		store.Grade: domain.GradeLimit, store.Feedback: domain.FeedbackLimit, store.Type: domain.TypeLimit,
		store.FileName: domain.FileNameLimit,
	} {
		if got := assignments.Fields.GetByName(field).(*core.TextField).Max; got != limit {
			t.Errorf("the limit of %s is %d characters, want %d", field, got, limit)
		}
	}
	file := assignments.Fields.GetByName(store.File).(*core.FileField)
	if file.MaxSize != domain.MaxFileBytes || file.MaxSelect != 1 || !file.Protected {
		t.Errorf("the file field allows %d bytes and %d files, protected: %v", file.MaxSize, file.MaxSelect, file.Protected)
	}
	price := assignments.Fields.GetByName(store.PriceCents).(*core.NumberField)
	if !price.OnlyInt || price.Min == nil || *price.Min != 0 || price.Max == nil || *price.Max != float64(domain.MaxCents) {
		t.Errorf("prices range from %v to %v, integers only: %v", price.Min, price.Max, price.OnlyInt)
	}
	for field, values := range map[string][]string{store.Status: append(slices.Clone(domain.AssignmentStatuses), domain.StatusCancelled), store.Priority: domain.Priorities} {
		if got := assignments.Fields.GetByName(field).(*core.SelectField).Values; !slices.Equal(got, values) {
			t.Errorf("the values of %s are %q, want %q", field, got, values)
		}
	}
}
