package assignments

import (
	"context"
	"errors"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"

	"deskmate/hooks/files"
	"deskmate/hooks/writes"
	"deskmate/records"
	"deskmate/rules"
)

// checkFile checks a newly attached file and keeps its author's name and its
// size next to it. Without a file there is neither.
func checkFile(e *core.RecordEvent) (problems rules.Problems, err error) {
	assignment := e.Record
	attached := assignment.GetUnsavedFiles(records.File)
	if len(attached) == 0 && assignment.GetString(records.File) == "" {
		assignment.Set(records.FileName, "")
		assignment.Set(records.FileSize, 0)
	}
	for _, file := range attached {
		found, err := files.CheckContent(e.Context, e.App, file)
		if err != nil {
			return nil, err
		}
		problems = append(problems, found...)
		assignment.Set(records.FileSize, file.Size)
		if !isNamed(assignment) {
			assignment.Set(records.FileName, files.KeptName(file.OriginalName))
		}
	}
	if len(problems) > 0 || len(attached) == 0 {
		return problems, nil
	}
	return checkQuota(e)
}

// isNamed tells whether somebody chose a name for the new file, as the console can.
func isNamed(assignment *core.Record) bool {
	return assignment.GetString(records.FileName) != assignment.Original().GetString(records.FileName)
}

// checkQuota refuses a file that would take its student over what an account may
// store. Operators may attach what they want.
func checkQuota(e *core.RecordEvent) (rules.Problems, error) {
	student := e.Record.GetString(records.Student)
	if records.ActorOf(e.Context, e.Record).Person == nil || student == "" || !grows(e.Record) {
		return nil, nil
	}
	site, err := records.FindSite(e.App)
	if err != nil {
		return nil, err
	}
	stored, err := records.ReadStoredBytes(e.Context, e.App, student, e.Record.Id)
	if err != nil {
		return nil, err
	}
	return rules.CheckQuota(stored, int64(e.Record.GetInt(records.FileSize)), site.GetInt(records.QuotaMegabytes)), nil
}

// grows tells whether the assignment takes more room than before.
func grows(assignment *core.Record) bool {
	return assignment.GetInt(records.FileSize) > assignment.Original().GetInt(records.FileSize)
}

// keepQuota checks the quota again in the transaction of the change, so that
// concurrent uploads cannot pass it together.
func keepQuota(e *core.RecordEvent) error {
	return writes.InTransaction(e, func() error {
		problems, err := checkQuota(e)
		if err != nil {
			return err
		}
		if len(problems) > 0 {
			return problems
		}
		return e.Next()
	})
}

const (
	// measureBatch is how many sizes one run of measureFiles finds out.
	measureBatch = 200
	// missingFile is the size of a file that the store does not have.
	missingFile = -1
)

// measureFiles finds out the sizes of files that were stored before sizes were
// kept. It asks the file store outside of any transaction.
func measureFiles(ctx context.Context, app core.App) error {
	unmeasured, err := records.FindUnmeasured(app, measureBatch)
	if err != nil || len(unmeasured) == 0 {
		return err
	}
	store, err := app.NewFilesystem()
	if err != nil {
		return err
	}
	defer store.Close()
	sizes := map[string]int64{}
	for _, assignment := range unmeasured {
		attributes, err := store.Attributes(assignment.BaseFilesPath() + "/" + assignment.GetString(records.File))
		switch {
		case errors.Is(err, filesystem.ErrNotFound):
			sizes[assignment.Id] = missingFile
		case err != nil:
			return err
		default:
			sizes[assignment.Id] = attributes.Size
		}
	}
	// Plain SQL: a size that was found out is no change to the assignment.
	return writes.Run(ctx, app, func(ctx context.Context, tx core.App) error {
		for id, size := range sizes {
			_, err := tx.NonconcurrentDB().Update(records.Assignments, dbx.Params{records.FileSize: size},
				dbx.HashExp{records.ID: id, records.FileSize: 0}).WithContext(ctx).Execute()
			if err != nil {
				return err
			}
		}
		return nil
	})
}
