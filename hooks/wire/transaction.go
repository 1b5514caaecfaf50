package wire

import "github.com/pocketbase/pocketbase/core"

// InTransaction runs the rest of a record event inside a transaction, its own
// where the save is not in one already. e.App is the transaction meanwhile.
// Files have been stored by then: uploading does not hold the only writer.
func InTransaction(e *core.RecordEvent, run func() error) error {
	if e.App.IsTransactional() {
		return run()
	}
	outer := e.App
	defer func() { e.App = outer }()
	return outer.RunInTransaction(func(tx core.App) error {
		e.App = tx
		return run()
	})
}
