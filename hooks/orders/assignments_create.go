package orders

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/files"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
)

// createAssignment submits an assignment as the caller.
func createAssignment(e *core.RequestEvent) error {
	return create(e, sessions.Caller(e))
}

// createGuestAssignment submits an assignment as a guest, even if the caller is signed in.
func createGuestAssignment(e *core.RequestEvent) error {
	return create(e, nil)
}

// create submits an assignment for a student, or for a guest if student is nil.
func create(e *core.RequestEvent, student *core.Record) error {
	var input struct {
		domain.NewAssignment
		Email string `json:"email"`
	}
	if err := api.BindForm(e, &input); err != nil {
		return err
	}
	part, err := api.FormFile(e, store.File)
	if err != nil {
		return err
	}
	problems := input.Check()
	if part != nil {
		problems = append(problems, files.CheckPart(part)...)
	}
	guestEmail := ""
	if student == nil {
		guestEmail = domain.NormalEmail(input.Email)
		problems = append(problems, domain.CheckOptionalEmail(store.Email, guestEmail)...)
	}
	if len(problems) > 0 {
		return failures.Refuse(problems)
	}

	priority, _ := domain.ParsePriority(input.Priority)
	assignment, err := store.NewRecord(e.App, store.Assignments, map[string]any{
		store.Title:       strings.TrimSpace(input.Title),
		store.Description: strings.TrimSpace(input.Description),
		store.DueDate:     input.Due(),
		store.Subject:     strings.TrimSpace(input.Subject),
		store.Priority:    priority,
		store.Status:      domain.StatusSubmitted,
		store.GuestEmail:  guestEmail,
	})
	if err != nil {
		return err
	}
	if student != nil {
		assignment.Set(store.Student, student.Id)
	}
	if part != nil {
		file, err := files.Uploaded(part)
		if err != nil {
			return err
		}
		assignment.Set(store.File, file)
	}
	actor := store.Actor{Via: store.ViaGuest}
	if student != nil {
		actor = store.Actor{Via: store.ViaPerson, Person: student}
	}
	ctx, cancel := sessions.WriteContextAs(e, actor)
	defer cancel()
	if err := e.App.SaveWithContext(ctx, assignment); err != nil {
		return err
	}
	return AnswerStored(e, http.StatusCreated, assignment.Id, student)
}

// checkFile checks a newly attached file, and stores its original name and its
// size next to it. An assignment without a file has neither, but the name of a file that
// the program has deleted stays.
func checkFile(e *core.RecordEvent) (problems domain.Problems, err error) {
	assignment := e.Record
	attached := assignment.GetUnsavedFiles(store.File)
	if len(attached) == 0 && assignment.GetString(store.File) == "" {
		if !store.HasPurgedFiles(assignment) {
			assignment.Set(store.FileName, "")
		}
		assignment.Set(store.FileSize, 0)
	}
	for _, file := range attached {
		found, err := files.CheckContent(e.Context, e.App, file)
		if err != nil {
			return nil, err
		}
		problems = append(problems, found...)
		assignment.Set(store.FileSize, file.Size)
		if !isNamed(assignment) {
			assignment.Set(store.FileName, files.CleanName(file.OriginalName))
		}
	}
	if len(problems) > 0 || len(attached) == 0 {
		return problems, nil
	}
	return checkQuota(e)
}

// isNamed reports whether the change itself sets the name of the new file, as an
// operator can in the console.
func isNamed(assignment *core.Record) bool {
	return assignment.GetString(store.FileName) != assignment.Original().GetString(store.FileName)
}

// checkQuota refuses a file that would take its student over the storage quota.
// It does not limit operators or guests.
func checkQuota(e *core.RecordEvent) (domain.Problems, error) {
	student := e.Record.GetString(store.Student)
	if store.ActorOf(e.Context, e.Record).Person == nil || student == "" || !grows(e.Record) {
		return nil, nil
	}
	storage, err := store.ReadStorage(e.Context, e.App, student, e.Record.Id)
	if err != nil {
		return nil, err
	}
	return domain.CheckQuota(storage.Bytes, int64(e.Record.GetInt(store.FileSize)), storage.QuotaMegabytes), nil
}

// grows reports whether the assignment takes more storage than before.
func grows(assignment *core.Record) bool {
	return assignment.GetInt(store.FileSize) > assignment.Original().GetInt(store.FileSize)
}

// RecheckQuota checks the quota again in the transaction of the change, so that
// concurrent uploads cannot exceed it together.
func RecheckQuota(e *core.RecordEvent) error {
	problems, err := checkQuota(e)
	if err != nil {
		return err
	}
	if len(problems) > 0 {
		return problems
	}
	return e.Next()
}

const (
	// measureBatch is how many files measureFiles measures before it stores their sizes. A
	// store that takes seconds for each must let it finish some before its time is over.
	measureBatch = 20
	// noContent is the stored size of a file that is empty or missing from the store.
	noContent = -1
)

// measureFiles measures the files that were stored before sizes were recorded. It
// reads the file store outside any transaction. A file that cannot be read does not
// hold up the others; the next run tries it again.
func measureFiles(ctx context.Context, app core.App) error {
	var failed []error
	for after, more := "", true; more; {
		unmeasured, err := store.FindUnmeasured(app, after, measureBatch)
		if err != nil || len(unmeasured) == 0 {
			return errors.Join(append(failed, err)...)
		}
		after, more = unmeasured[len(unmeasured)-1].Id, len(unmeasured) == measureBatch
		failed = append(failed, measureBatchOf(ctx, app, unmeasured))
		if ctx.Err() != nil {
			break
		}
	}
	return errors.Join(failed...)
}

// measureBatchOf measures a batch of files and stores their sizes.
func measureBatchOf(ctx context.Context, app core.App, unmeasured []*core.Record) error {
	fileStore, err := app.NewFilesystem()
	if err != nil {
		return err
	}
	defer fileStore.Close()
	fileStore.SetContext(ctx)
	var failed []error
	var measured []*core.Record
	for _, assignment := range unmeasured {
		size, err := sizeIn(fileStore, assignment)
		if err != nil {
			failed = append(failed, fmt.Errorf("the file of assignment %s: %w", assignment.Id, err))
			if ctx.Err() != nil {
				return errors.Join(failed...)
			}
			continue
		}
		assignment.SetRaw(store.FileSize, size)
		measured = append(measured, assignment)
	}
	err = transaction.InPieces(ctx, app, func(ctx context.Context, tx core.App, enough func() bool) (bool, error) {
		for len(measured) > 0 {
			next := measured[0]
			if err := storeSize(ctx, tx, next, int64(next.GetInt(store.FileSize))); err != nil {
				return false, err
			}
			measured = measured[1:]
			if enough() {
				break
			}
		}
		return len(measured) > 0, nil
	})
	return errors.Join(append(failed, err)...)
}

// sizeIn returns the size of an assignment's file in the store.
func sizeIn(fileStore *filesystem.System, assignment *core.Record) (int64, error) {
	attributes, err := fileStore.Attributes(assignment.BaseFilesPath() + "/" + assignment.GetString(store.File))
	switch {
	case errors.Is(err, filesystem.ErrNotFound):
		return noContent, nil
	case err != nil:
		return 0, err
	case attributes.Size == 0:
		return noContent, nil // 0 would mean that it was never measured
	default:
		return attributes.Size, nil
	}
}

// storeSize stores the size of an assignment's file, unless the file has changed
// in the meantime. It is plain SQL, because measuring does not change the assignment.
func storeSize(ctx context.Context, tx core.App, assignment *core.Record, size int64) error {
	_, err := tx.NonconcurrentDB().Update(store.Assignments, dbx.Params{store.FileSize: size}, dbx.HashExp{
		store.ID: assignment.Id, store.File: assignment.GetString(store.File), store.FileSize: 0,
	}).WithContext(ctx).Execute()
	return err
}
