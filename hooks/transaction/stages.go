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

// Stages of the Execute event of a deletion (OnRecordDeleteExecute). No file travels
// here. PocketBase deletes the record and what depends on it at its own stage 99,
// in a transaction that it would begin without a limit on the wait, so ours begins first.
const (
	// StageDeleteTransaction opens the transaction that the later stages share.
	StageDeleteTransaction = 5
	// StageDeleteGuard checks that the caller may still act.
	StageDeleteGuard = 10
	// StageDeleteInvariant refuses deletions that would break a rule across records.
	StageDeleteInvariant = 20
	// StageDeleteFollowUp changes other records as a consequence.
	StageDeleteFollowUp = 30
	// StageDeleteHistory records what happened.
	StageDeleteHistory = 40
	// StageCascade is where PocketBase deletes. Nothing of ours binds here.
	StageCascade = 99
)

// Stages of the Delete event of a record. It comes before the Execute event and
// outside any transaction, so it can do what takes too long for one.
const (
	// StageRefuse refuses the deletion before anything has changed.
	StageRefuse = 5
	// StageClose closes the record to further use.
	StageClose = 10
	// StagePieces removes what is deleted along with the record, in pieces (InPieces).
	StagePieces = 20
	// StageUnlink clears the remaining references to the record.
	StageUnlink = 30
)

// At returns a handler for one stage.
func At(stage int, run func(*core.RecordEvent) error) *hook.Handler[*core.RecordEvent] {
	return &hook.Handler[*core.RecordEvent]{Priority: stage, Func: run}
}
