package writes_test

import (
	"slices"
	"testing"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"deskmate/hooks/writes"
	"deskmate/internal/testkit"
	"deskmate/records"
	"deskmate/rules"
)

func TestStagesAreInOrder(t *testing.T) {
	t.Parallel()
	for name, stages := range map[string][]int{
		"save":            {writes.StageFileNames, writes.StageUpload, writes.StageTransaction, writes.StageGuard, writes.StageInvariant, writes.StageFollowUp, writes.StageHistory},
		"deletion":        {writes.StageDeleteTransaction, writes.StageDeleteGuard, writes.StageDeleteInvariant, writes.StageDeleteFollowUp, writes.StageDeleteHistory, writes.StageCascade},
		"before deletion": {writes.StageClose, writes.StagePieces, writes.StageUnlink},
	} {
		if !slices.IsSorted(stages) || len(slices.Compact(slices.Clone(stages))) != len(stages) {
			t.Errorf("the stages of a %s are %d, want each after the one before", name, stages)
		}
	}
}

// The framework could move its own handlers with any release.
func TestFilesAreStoredBeforeTheTransaction(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, rules.RoleStudent, "Robin Vale")
	store := app.UseStore(t)
	store.Take <- 200
	var before, after int
	app.OnRecordCreateExecute(records.Assignments).Bind(writes.At(writes.StageUpload-1, func(e *core.RecordEvent) error {
		before = len(store.Arrived)
		return e.Next()
	}))
	app.OnRecordCreateExecute(records.Assignments).Bind(writes.At(writes.StageUpload+1, func(e *core.RecordEvent) error {
		after = len(store.Arrived)
		return e.Next()
	}))
	app.HandIn(t, robin.Token, nil, essay("file"))
	if before != 0 || after != 1 {
		t.Errorf("%d files have reached the store before the upload stage and %d after it, want 0 and 1", before, after)
	}
}

func TestTheTransactionOpensAtItsStage(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin, robin := app.Person(t, rules.RoleAdmin, "Ada Quill"), app.Person(t, rules.RoleStudent, "Robin Vale")
	collections := []string{records.Users, records.Assignments, records.Reviews, records.Quotes}
	seen := map[string]int{}
	probe := func(event string, stage int, want bool) *hook.Handler[*core.RecordEvent] {
		return writes.At(stage, func(e *core.RecordEvent) error {
			seen[event+" "+e.Record.Collection().Name]++
			if got := e.App.IsTransactional(); got != want {
				t.Errorf("%s of %s at stage %d: in a transaction %v, want %v", event, e.Record.Collection().Name, stage, got, want)
			}
			return e.Next()
		})
	}
	for _, step := range []struct {
		stage int
		want  bool
	}{{writes.StageUpload - 1, false}, {writes.StageTransaction - 1, false}, {writes.StageTransaction + 1, true}, {writes.StageHistory + 1, true}} {
		app.OnRecordCreateExecute(collections...).Bind(probe("create", step.stage, step.want))
	}
	app.OnRecordDeleteExecute(collections...).Bind(probe("delete", writes.StageDeleteTransaction+1, true))

	id := app.HandIn(t, robin.Token, nil, essay("file"))
	app.AskForQuote(t, essay("files"))
	app.Call(t, "POST", "/api/auth/signup", "", rules.SignUp{Name: "Nia", Email: "nia@example.com", Password: "quill-1"}).Granted(t, 201, nil)
	app.Call(t, "DELETE", "/api/assignments/"+id, admin.Token, nil).Granted(t, 200, nil)
	app.Call(t, "DELETE", "/api/users/delete-account", robin.Token, testkit.CurrentPassword).Granted(t, 200, nil)
	for _, event := range []string{"create assignments", "create quotes", "create users", "delete assignments", "delete users"} {
		if seen[event] == 0 {
			t.Errorf("no %s event ran", event)
		}
	}
}
