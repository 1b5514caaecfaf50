package hooks_test

import (
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/testkit"
	"deskmate/records"
	"deskmate/rules"
)

func TestNoCollectionHasARuleThatLetsAnyoneIn(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	collections, err := app.FindAllCollections()
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, collection := range collections {
		if collection.System {
			continue
		}
		seen++
		for name, rule := range map[string]*string{
			"list": collection.ListRule, "view": collection.ViewRule, "create": collection.CreateRule,
			"update": collection.UpdateRule, "delete": collection.DeleteRule, "manage": collection.ManageRule,
		} {
			if rule != nil {
				t.Errorf("the %s rule of %s is %q, want none", name, collection.Name, *rule)
			}
		}
		if collection.IsAuth() && collection.Name != records.Users {
			t.Errorf("%s can sign in, and no test holds how", collection.Name)
		}
	}
	if seen < 4 {
		t.Errorf("only %d collections are seen", seen)
	}
}

func TestAccountsSignInByPasswordAlone(t *testing.T) {
	t.Parallel()
	users, err := testkit.New(t).FindCollectionByNameOrId(records.Users)
	if err != nil {
		t.Fatal(err)
	}
	if users.AuthRule == nil || *users.AuthRule != "status = 'active'" {
		t.Errorf("the auth rule is %v", users.AuthRule)
	}
	if users.OTP.Enabled || users.MFA.Enabled || users.OAuth2.Enabled {
		t.Errorf("one-time codes %v, two factors %v, other sites' accounts %v: want none", users.OTP.Enabled, users.MFA.Enabled, users.OAuth2.Enabled)
	}
	if !users.PasswordAuth.Enabled {
		t.Error("passwords are off, and with them the way to reset one")
	}
	if password := users.Fields.GetByName(records.PasswordField).(*core.PasswordField); password.Min != rules.PasswordMinimum {
		t.Errorf("the least password has %d characters, want %d", password.Min, rules.PasswordMinimum)
	}
}

func TestTheStoredLimitsAreTheLimitsOfTheRules(t *testing.T) {
	t.Parallel()
	assignments, err := testkit.New(t).FindCollectionByNameOrId(records.Assignments)
	if err != nil {
		t.Fatal(err)
	}
	for field, limit := range map[string]int{
		records.Title: rules.TitleLimit, records.Description: rules.DescriptionLimit, records.Subject: rules.SubjectLimit,
		records.Grade: rules.GradeLimit, records.Feedback: rules.FeedbackLimit, records.Type: rules.TypeLimit,
		records.FileName: rules.FileNameLimit,
	} {
		if got := assignments.Fields.GetByName(field).(*core.TextField).Max; got != limit {
			t.Errorf("%s holds %d characters, want %d", field, got, limit)
		}
	}
	file := assignments.Fields.GetByName(records.File).(*core.FileField)
	if file.MaxSize != rules.MaxFileBytes || file.MaxSelect != 1 || !file.Protected {
		t.Errorf("a file may have %d bytes, %d at once, protected %v", file.MaxSize, file.MaxSelect, file.Protected)
	}
	price := assignments.Fields.GetByName(records.PriceCents).(*core.NumberField)
	if !price.OnlyInt || price.Min == nil || *price.Min != 0 || price.Max == nil || *price.Max != rules.MaxCents {
		t.Errorf("a price is between %v and %v, whole cents %v", price.Min, price.Max, price.OnlyInt)
	}
	for field, values := range map[string][]string{records.Status: rules.AssignmentStatuses, records.Priority: rules.Priorities} {
		got := assignments.Fields.GetByName(field).(*core.SelectField)
		if len(got.Values) != len(values) {
			t.Errorf("%s is one of %q, want %q", field, got.Values, values)
		}
		for i := range values {
			if got.Values[i] != values[i] {
				t.Errorf("%s is one of %q, want %q", field, got.Values, values)
			}
		}
	}
}
