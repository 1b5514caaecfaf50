package rules_test

import (
	"testing"

	"deskmate/rules"
)

func TestAssignmentScope(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name           string
		reader         rules.Reader
		student, tutor string
		want           rules.Scope
	}{
		{"nobody", rules.Reader{}, "s", "t", rules.ScopeNone},
		{"nobody, of a guest's assignment", rules.Reader{}, "", "", rules.ScopeNone},
		{"nobody, even with a role", rules.Reader{Role: rules.RoleAdmin}, "s", "t", rules.ScopeNone},
		{"its student", rules.Reader{ID: "s", Role: rules.RoleStudent}, "s", "t", rules.ScopeWithoutNames},
		{"another student", rules.Reader{ID: "x", Role: rules.RoleStudent}, "s", "t", rules.ScopeNone},
		{"a student, of a guest's assignment", rules.Reader{ID: "x", Role: rules.RoleStudent}, "", "", rules.ScopeNone},
		{"its tutor", rules.Reader{ID: "t", Role: rules.RoleTutor}, "s", "t", rules.ScopeWithoutNames},
		{"another tutor", rules.Reader{ID: "x", Role: rules.RoleTutor}, "s", "t", rules.ScopeNone},
		{"its tutor, who is no longer a tutor", rules.Reader{ID: "t", Role: rules.RoleStudent}, "s", "t", rules.ScopeNone},
		{"a tutor who handed it in", rules.Reader{ID: "s", Role: rules.RoleTutor}, "s", "t", rules.ScopeWithoutNames},
		{"an admin", rules.Reader{ID: "a", Role: rules.RoleAdmin}, "s", "t", rules.ScopeAll},
		{"an admin, of a guest's assignment", rules.Reader{ID: "a", Role: rules.RoleAdmin}, "", "", rules.ScopeAll},
	} {
		if got := rules.AssignmentScope(c.reader, c.student, c.tutor); got != c.want {
			t.Errorf("%s has scope %d, want %d", c.name, got, c.want)
		}
	}
}

func TestAccountAndDeskScope(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name          string
		reader        rules.Reader
		account, desk rules.Scope
	}{
		{"nobody", rules.Reader{}, rules.ScopeNone, rules.ScopeNone},
		{"its owner", rules.Reader{ID: "me", Role: rules.RoleStudent}, rules.ScopeAll, rules.ScopeNone},
		{"somebody else", rules.Reader{ID: "x", Role: rules.RoleTutor}, rules.ScopeNone, rules.ScopeNone},
		{"an admin", rules.Reader{ID: "a", Role: rules.RoleAdmin}, rules.ScopeAll, rules.ScopeAll},
	} {
		if got := rules.AccountScope(c.reader, "me"); got != c.account {
			t.Errorf("%s has scope %d of the account, want %d", c.name, got, c.account)
		}
		if got := rules.DeskScope(c.reader); got != c.desk {
			t.Errorf("%s has scope %d of an admin's record, want %d", c.name, got, c.desk)
		}
	}
	if got := rules.AccountScope(rules.Reader{}, ""); got != rules.ScopeNone {
		t.Errorf("an anonymous reader has scope %d of an account without an id, want none", got)
	}
}

func TestAnAdminsOwnCaseCoversTheAddressesBefore(t *testing.T) {
	t.Parallel()
	former := rules.WithFormer("", "ada", "first@example.com")
	former = rules.WithFormer(former, "ada", "Second@Example.com ")
	if again := rules.WithFormer(former, "ada", "first@example.com"); again != former {
		t.Errorf("an address is kept twice: %q", again)
	}
	ada := rules.Reader{ID: "ada", Role: rules.RoleAdmin, Email: "third@example.com", Former: former}
	for party, want := range map[string]bool{
		"": false, "ada": true, "third@example.com": true, "first@example.com": true, "second@example.com": true, "fourth@example.com": false, "kim": false,
	} {
		if got := rules.IsOwnCase(ada, party); got != want {
			t.Errorf("of %q it is an own case: %t", party, got)
		}
	}
	if rules.IsOwnCase(rules.Reader{ID: "bruno", Role: rules.RoleAdmin, Former: former}, "first@example.com") {
		t.Error("the digest of one account counts for another")
	}
}
