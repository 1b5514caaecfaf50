package transaction_test

import (
	"slices"
	"testing"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/testkit"
)

func TestStagesAreInOrder(t *testing.T) {
	t.Parallel()
	stages := []int{
		transaction.StageScan, transaction.StageFileNames, transaction.StageNote, transaction.StageUpload, transaction.StageTransaction,
		transaction.StageGuard, transaction.StageInvariant, transaction.StageFollowUp, transaction.StageHistory,
	}
	if !slices.IsSorted(stages) || len(slices.Compact(slices.Clone(stages))) != len(stages) {
		t.Errorf("the stages of a save are %d, want each after the one before", stages)
	}
	if last := transaction.AtDeletion(transaction.StageHistory, nil); last.Priority >= transaction.StageUpload {
		t.Error("PocketBase deletes before the history is written")
	}
	if first := transaction.AtDeletion(transaction.StageTransaction, nil); first.Priority <= 0 {
		t.Error("the transaction opens before what is bound without a stage")
	}
}

// The framework could move its own handlers with any release.
func TestFilesAreStoredBeforeTheTransaction(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	fileStore := app.UseStore(t)
	fileStore.Take <- 200
	var before, after int
	app.OnRecordCreateExecute(store.Assignments).Bind(transaction.At(transaction.StageUpload-1, func(e *core.RecordEvent) error {
		before = len(fileStore.Arrived)
		return e.Next()
	}))
	app.OnRecordCreateExecute(store.Assignments).Bind(transaction.At(transaction.StageUpload+1, func(e *core.RecordEvent) error {
		after = len(fileStore.Arrived)
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
	admin, robin := app.Person(t, domain.RoleAdmin, "Ada Quill"), app.Person(t, domain.RoleStudent, "Robin Vale")
	collections := []string{store.Users, store.Assignments, store.Reviews, store.Quotes}
	seen := map[string]int{}
	probe := func(event string, stage int, want bool) *hook.Handler[*core.RecordEvent] {
		return transaction.At(stage, func(e *core.RecordEvent) error {
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
	}{{transaction.StageUpload - 1, false}, {transaction.StageTransaction - 1, false}, {transaction.StageTransaction + 1, true}, {transaction.StageHistory + 1, true}} {
		app.OnRecordCreateExecute(collections...).Bind(probe("create", step.stage, step.want))
	}
	deletion := probe("delete", transaction.StageTransaction+1, true)
	app.OnRecordDeleteExecute(collections...).Bind(transaction.AtDeletion(deletion.Priority, deletion.Func))

	id := app.HandIn(t, robin.Token, nil, essay("file"))
	app.AskForQuote(t, essay("files"))
	app.Call(t, "POST", "/api/auth/signup", "", domain.SignUp{Name: "Nia", Email: "nia@example.com", Password: "quill-1"}).Granted(t, 201, nil)
	app.Call(t, "DELETE", "/api/assignments/"+id, admin.Token, nil).Granted(t, 200, nil)
	app.Call(t, "DELETE", "/api/users/delete-account", robin.Token, testkit.CurrentPassword).Granted(t, 200, nil)
	for _, event := range []string{"create assignments", "create quotes", "create users", "delete assignments", "delete users"} {
		if seen[event] == 0 {
			t.Errorf("no %s event ran", event)
		}
	}
}
