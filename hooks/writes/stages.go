// Package writes is how records are changed: the stages of a record event, the
// transaction that the later ones share, and the wait for SQLite's one writer.
package writes

import (
	"context"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
)

// Stages of the Execute events of a record (OnRecordCreateExecute and the like),
// in the order in which they run. They are the priorities that handlers bind with.
//
// PocketBase stores uploaded files at its own stage 99. Whatever needs a
// transaction must bind at a later stage: an earlier handler wraps the upload,
// and a transaction opened there would hold the only writer while the file
// travels to the store. If a later stage fails, PocketBase removes the files again.
const (
	// StageFileNames replaces the names that clients gave their files.
	StageFileNames = 90
	// StageUpload is where PocketBase stores files. Nothing of ours binds here.
	StageUpload = 99
	// StageGuard opens the transaction and checks that the caller may still act.
	StageGuard = 110
	// StageInvariant refuses changes that would break a rule across records.
	StageInvariant = 120
	// StageFollowUp changes other records as a consequence.
	StageFollowUp = 130
	// StageHistory records what happened. It runs closest to the change itself.
	StageHistory = 140
)

// At makes a handler for one stage.
func At(stage int, run func(*core.RecordEvent) error) *hook.Handler[*core.RecordEvent] {
	return &hook.Handler[*core.RecordEvent]{Priority: stage, Func: run}
}

// InTransaction runs the rest of a record event inside a transaction: the one
// that the save is already in, or else one of its own. e.App is the transaction
// while run runs. Bind the handler at StageGuard or later.
func InTransaction(e *core.RecordEvent, run func() error) error {
	if e.App.IsTransactional() {
		return run()
	}
	app, ctx := e.App, e.Context
	defer func() { e.App, e.Context = app, ctx }()
	return Run(ctx, app, func(ctx context.Context, tx core.App) error {
		e.App, e.Context = tx, ctx
		return run()
	})
}

// Stages of the Delete event of a record, which runs before its Execute event and
// outside any transaction. They take apart what is too much for one transaction.
const (
	// StageRefuse refuses a deletion before anything has changed.
	StageRefuse = 10
	// StageClose puts the thing out of use.
	StageClose = 20
	// StagePieces removes what goes with the thing, in pieces (InPieces).
	StagePieces = 30
	// StageUnlink empties the references to it that remain.
	StageUnlink = 40
)
