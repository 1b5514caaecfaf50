// Package transaction holds what all changes to records have in common: the stages of
// record events, the transaction that the later stages share, and the wait for
// SQLite's only writer.
package transaction

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"
)

// Stages of the Execute events of a save (OnRecordCreateExecute and
// OnRecordUpdateExecute), in the order in which they run. They are the priorities
// that handlers bind with.
//
// PocketBase stores uploaded files at its own stage 99. Whatever needs a
// transaction must bind at a later stage: an earlier handler wraps the upload,
// and a transaction opened there would hold the only writer while the file
// travels to the store. If a later stage fails, PocketBase removes the files again.
const (
	// StageScan asks the virus scanner about new files.
	StageScan = 85
	// StageFileNames replaces the names that clients gave their files.
	StageFileNames = 90
	// StageNote notes which files are about to be stored.
	StageNote = 95
	// StageUpload is where PocketBase stores files. Nothing of ours binds here.
	StageUpload = 99
	// StageTransaction opens the transaction that the later stages share.
	StageTransaction = 105
	// StageGuard checks that the caller may still act.
	StageGuard = 110
	// StageInvariant refuses changes that would break a rule across records.
	StageInvariant = 120
	// StageFollowUp changes other records as a consequence.
	StageFollowUp = 130
	// StageHistory records what happened. It runs closest to the change itself.
	StageHistory = 140
)

// earlier is by how much the stages of a deletion come before those of a save. No file
// travels in a deletion. PocketBase deletes the record and what depends on it at its own
// stage 99, in a transaction that it would begin without a limit on the wait, so ours
// begins first.
const earlier = 100

// At returns a handler for one stage of a save.
func At(stage int, run func(*core.RecordEvent) error) *hook.Handler[*core.RecordEvent] {
	return &hook.Handler[*core.RecordEvent]{Priority: stage, Func: run}
}

// AtDeletion returns a handler for one stage of a deletion (OnRecordDeleteExecute), of
// StageTransaction or later.
func AtDeletion(stage int, run func(*core.RecordEvent) error) *hook.Handler[*core.RecordEvent] {
	return At(stage-earlier, run)
}

// Change is a set of kinds of change.
type Change int

// The kinds of change. Saved is either of the first two.
const (
	Created Change = 1 << iota
	Updated
	Deleted
	Saved = Created | Updated
)

// Step is something that happens when a record changes. It calls e.Next to go on, and stops
// the change by returning an error.
type Step struct {
	On Change
	Do func(*core.RecordEvent) error
}

// Consequences are all that happens when a record of these collections changes, moment by
// moment. The steps of a moment run in their order. What a step does after e.Next happens
// once the row is written: there, the last step comes first.
type Consequences struct {
	Collections []string
	// Prepare comes before everything else, outside any transaction: values that follow from
	// others, and, for a deletion, what takes too long for one transaction.
	Prepare []Step
	// Validate checks the fields and the content of files.
	Validate []Step
	// Scan and Room come before new files are stored.
	Scan, Room []Step
	// Invariants come in the transaction (StageInvariant).
	Invariants []Step
	// FollowUps come in the transaction (StageFollowUp).
	FollowUps []Step
	// Committed comes after the transaction.
	Committed []Step
}

// Bind makes the steps happen.
func (c Consequences) Bind(app core.App) {
	on := func(steps []Step, change Change, event *hook.TaggedHook[*core.RecordEvent], priority int) {
		for _, step := range steps {
			if step.On&change != 0 {
				event.Bind(At(priority, step.Do))
			}
		}
	}
	names := c.Collections
	on(c.Prepare, Created, app.OnRecordCreate(names...), 0)
	on(c.Prepare, Updated, app.OnRecordUpdate(names...), 0)
	on(c.Prepare, Deleted, app.OnRecordDelete(names...), 0)
	on(c.Validate, Saved, app.OnRecordValidate(names...), 0)
	for _, stage := range []struct {
		steps    []Step
		priority int
	}{{c.Scan, StageScan}, {c.Room, StageFileNames}, {c.Invariants, StageInvariant}, {c.FollowUps, StageFollowUp}} {
		on(stage.steps, Created, app.OnRecordCreateExecute(names...), stage.priority)
		on(stage.steps, Updated, app.OnRecordUpdateExecute(names...), stage.priority)
		on(stage.steps, Deleted, app.OnRecordDeleteExecute(names...), stage.priority-earlier)
	}
	on(c.Committed, Created, app.OnRecordAfterCreateSuccess(names...), 0)
	on(c.Committed, Updated, app.OnRecordAfterUpdateSuccess(names...), 0)
	on(c.Committed, Deleted, app.OnRecordAfterDeleteSuccess(names...), 0)
}

// WriteChangesOnly saves only the fields that changed, so that a save does not overwrite a
// concurrent change to another field.
func WriteChangesOnly(e *core.RecordEvent) error {
	e.Record.IgnoreUnchangedFields(true)
	return e.Next()
}
