package domain_test

import (
	"testing"

	"deskmate/hooks/domain"
)

func TestAssignmentScope(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name           string
		reader         domain.Reader
		student, tutor string
		want           domain.Scope
	}{
		{"nobody", domain.Reader{}, "s", "t", domain.ScopeNone},
		{"nobody, of a guest's assignment", domain.Reader{}, "", "", domain.ScopeNone},
		{"nobody, even with a role", domain.Reader{Role: domain.RoleAdmin}, "s", "t", domain.ScopeNone},
		{"its student", domain.Reader{ID: "s", Role: domain.RoleStudent}, "s", "t", domain.ScopeWithoutNames},
		{"another student", domain.Reader{ID: "x", Role: domain.RoleStudent}, "s", "t", domain.ScopeNone},
		{"a student, of a guest's assignment", domain.Reader{ID: "x", Role: domain.RoleStudent}, "", "", domain.ScopeNone},
		{"its tutor", domain.Reader{ID: "t", Role: domain.RoleTutor}, "s", "t", domain.ScopeWithoutNames},
		{"another tutor", domain.Reader{ID: "x", Role: domain.RoleTutor}, "s", "t", domain.ScopeNone},
		{"its tutor, who is no longer a tutor", domain.Reader{ID: "t", Role: domain.RoleStudent}, "s", "t", domain.ScopeNone},
		{"a tutor who handed it in", domain.Reader{ID: "s", Role: domain.RoleTutor}, "s", "t", domain.ScopeWithoutNames},
		{"an admin", domain.Reader{ID: "a", Role: domain.RoleAdmin}, "s", "t", domain.ScopeAll},
		{"an admin, of a guest's assignment", domain.Reader{ID: "a", Role: domain.RoleAdmin}, "", "", domain.ScopeAll},
	} {
		if got := domain.AssignmentScope(c.reader, c.student, c.tutor); got != c.want {
			t.Errorf("%s has scope %d, want %d", c.name, got, c.want)
		}
	}
}

func TestAccountAndDeskScope(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name          string
		reader        domain.Reader
		account, desk domain.Scope
	}{
		{"nobody", domain.Reader{}, domain.ScopeNone, domain.ScopeNone},
		{"its owner", domain.Reader{ID: "me", Role: domain.RoleStudent}, domain.ScopeAll, domain.ScopeNone},
		{"somebody else", domain.Reader{ID: "x", Role: domain.RoleTutor}, domain.ScopeNone, domain.ScopeNone},
		{"an admin", domain.Reader{ID: "a", Role: domain.RoleAdmin}, domain.ScopeAll, domain.ScopeAll},
	} {
		if got := domain.AccountScope(c.reader, "me"); got != c.account {
			t.Errorf("%s has scope %d of the account, want %d", c.name, got, c.account)
		}
		if got := domain.DeskScope(c.reader); got != c.desk {
			t.Errorf("%s has scope %d of an admin's record, want %d", c.name, got, c.desk)
		}
	}
	if got := domain.AccountScope(domain.Reader{}, ""); got != domain.ScopeNone {
		t.Errorf("an anonymous reader has scope %d of an account without an id, want none", got)
	}
}

func TestAnAdminsOwnCaseCoversTheAddressesBefore(t *testing.T) {
	t.Parallel()
	former := domain.WithFormer("", "ada", "first@example.com")
	former = domain.WithFormer(former, "ada", "Second@Example.com ")
	if again := domain.WithFormer(former, "ada", "first@example.com"); again != former {
		t.Errorf("an address is kept twice: %q", again)
	}
	ada := domain.Reader{ID: "ada", Role: domain.RoleAdmin, Email: "third@example.com", Former: former}
	for party, want := range map[string]bool{
		"": false, "ada": true, "third@example.com": true, "first@example.com": true, "second@example.com": true, "fourth@example.com": false, "kim": false,
	} {
		if got := domain.IsOwnCase(ada, party); got != want {
			t.Errorf("of %q it is an own case: %t", party, got)
		}
	}
	if domain.IsOwnCase(domain.Reader{ID: "bruno", Role: domain.RoleAdmin, Former: former}, "first@example.com") {
		t.Error("the digest of one account counts for another")
	}
}
