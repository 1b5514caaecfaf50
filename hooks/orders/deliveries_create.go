package orders

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/files"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/hooks/words"
	"deskmate/internal/clock"
)

// countLimit is how long counting the words of a delivery may take. Those of the files
// that are left then are unknown.
const countLimit = 10 * time.Second

// createDelivery stores the next version of a tutor's work. The files are read and stored
// before the transaction begins, which checks again whether the work can be delivered.
func createDelivery(e *core.RequestEvent) error {
	var input domain.NewDelivery
	if err := api.BindForm(e, &input); err != nil {
		return err
	}
	row, err := FindReadable(e)
	if err != nil {
		return err
	}
	if err := Check(e.Request.Context(), e.App, sessions.Reader(e), row, domain.ActionDeliver); err != nil {
		return err
	}
	parts := api.FormFiles(e, store.Files)
	if problems := append(input.Check(len(parts) > 0), files.CheckParts(parts)...); len(problems) > 0 {
		return failures.Refuse(problems)
	}
	if err := checkVersion(row, input.Expected()); err != nil {
		return err
	}
	names := make([]string, len(parts))
	for i, part := range parts {
		names[i] = files.CleanName(part.Filename)
	}
	if problems := domain.CheckDeliveredNames(names); len(problems) > 0 {
		return failures.Refuse(problems)
	}
	ctx, cancel := sessions.WriteContext(e)
	defer cancel()
	attached, described, err := inspectDelivery(ctx, e.App, parts)
	if err != nil {
		return err
	}
	delivery, err := composeDelivery(e.App, row.ID, sessions.Caller(e).Id, strings.TrimSpace(input.Note), attached, described)
	if err != nil {
		return err
	}
	delivery.Set(expectedVersion, input.Expected())
	if err := e.App.SaveWithContext(ctx, delivery); err != nil {
		return err
	}
	stored, err := store.FindDelivery(ctx, e.App, row.ID, delivery.GetInt(store.Version))
	if err != nil {
		return err
	}
	return e.JSON(http.StatusCreated, deliveryViewFor(sessions.Caller(e), clock.Now(e.App))(stored))
}

// expectedVersion is a value of a new record that is not stored: the version that its
// sender expects to make, 0 if unknown.
const expectedVersion = "expectedVersion"

// checkVersion refuses a delivery that would not become the version that its sender
// expects: it was sent again after its answer was lost.
func checkVersion(row store.AssignmentRow, expected int) error {
	if expected != 0 && expected != row.LastVersion+1 {
		return failures.Conflict(domain.AlreadyDelivered)
	}
	return nil
}

// inspectDelivery checks the content of the files, and describes them: with their hashes, and the
// number of their words as far as it can be found out.
func inspectDelivery(ctx context.Context, app core.App, parts []*multipart.FileHeader) ([]*filesystem.File, store.DeliveredFiles, error) {
	attached := make([]*filesystem.File, len(parts))
	for i, part := range parts {
		file, err := files.Uploaded(part)
		if err != nil {
			return nil, nil, err
		}
		problems, err := files.CheckContent(ctx, app, file)
		if err != nil {
			return nil, nil, err
		}
		if len(problems) > 0 {
			problems[0].Field = store.Files
			return nil, nil, failures.Refuse(problems)
		}
		attached[i] = file
	}
	counting, cancel := context.WithTimeout(ctx, countLimit)
	defer cancel()
	described := make(store.DeliveredFiles, len(attached))
	for i, file := range attached {
		var err error
		if described[i], err = describeDelivery(counting, file); err != nil {
			return nil, nil, err
		}
	}
	return attached, described, nil
}

// describeDelivery hashes a file and counts its words.
func describeDelivery(ctx context.Context, file *filesystem.File) (store.DeliveryFile, error) {
	name := files.CleanName(file.OriginalName)
	described := store.DeliveryFile{File: file.Name, Name: name, Size: file.Size}
	content, err := file.Reader.Open()
	if err != nil {
		return described, err
	}
	defer content.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, content); err != nil {
		return described, err
	}
	described.SHA256 = hex.EncodeToString(hash.Sum(nil))
	if _, err := content.Seek(0, io.SeekStart); err != nil {
		return described, err
	}
	if count, ok := words.Count(ctx, name, content); ok {
		described.Words, described.Comparable = &count, words.IsComparable(name)
	}
	return described, nil
}

// composeDelivery builds the record of a delivery. Its version, its receipt and the revision that it
// answers are set when it is stored.
func composeDelivery(
	app core.App, assignment, tutor, note string, attached []*filesystem.File, described store.DeliveredFiles,
) (*core.Record, error) {
	values := map[string]any{
		store.Assignment: assignment,
		store.Tutor:      tutor,
		store.Files:      attached,
		store.FileNames:  described,
		store.Note:       note,
	}
	if count := described.Words(); count != nil {
		values[store.Words] = *count
	}
	return store.NewRecord(app, store.Deliveries, values)
}
