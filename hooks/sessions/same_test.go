package sessions_test

import (
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// Saving an account as inactive also changes its token key, so each condition is
// checked by itself on records in memory.
func TestIsSameNeedsTheTokenKeyAndAnActiveAccount(t *testing.T) {
	t.Parallel()
	known := testkit.New(t).Person(t, domain.RoleStudent, "Robin Vale").Record
	for name, c := range map[string]struct {
		change func(*core.Record)
		want   bool
	}{
		"no change":     {func(*core.Record) {}, true},
		"a new name":    {func(account *core.Record) { account.Set(store.Name, "Nia Frost") }, true},
		"a new key":     {func(account *core.Record) { account.RefreshTokenKey() }, false},
		"inactive only": {func(account *core.Record) { account.SetRaw(store.Status, domain.StatusInactive) }, false},
	} {
		account := known.Clone()
		c.change(account)
		if got := sessions.IsSame(account, known); got != c.want {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}
