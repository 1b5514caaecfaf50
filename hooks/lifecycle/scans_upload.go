package lifecycle

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"

	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/files"
	"deskmate/hooks/store"
	"deskmate/internal/clamd"
	"deskmate/internal/clock"
)

const (
	// scansAtOnce is how many files of uploads are scanned at the same time.
	scansAtOnce = 4
	// retryAfter is when a delivery that could not be scanned can be sent again.
	retryAfter = time.Minute
)

// cannotScan refuses a delivery whose files could not be scanned.
const cannotScan = "Files cannot be checked for viruses right now. Please try again in a few minutes"

// collections are those whose records have files that people upload.
var collections = []string{store.Assignments, store.Quotes, store.Deliveries}

// unscanned marks a file that is to be scanned once it is stored.
type unscanned struct{ filesystem.FileReader }

func listenForFiles(app core.App) {
	app.OnFileDownloadRequest(collections...).BindFunc(refuseDownload)
}

// refuseDownload keeps operators, who read all files by the framework's own address, from
// those that nobody may open.
func refuseDownload(e *core.FileDownloadRequestEvent) error {
	if err := files.RefuseBlocked(e.Request.Context(), e.App, e.Record, e.Request.PathValue("filename")); err != nil {
		return err
	}
	return e.Next()
}

// ScanNewFiles scans the new files of a record, whoever saves it, before they travel to the
// store. Nothing is scanned inside a transaction, because the only writer would wait for
// the scanner: those files are scanned later.
func ScanNewFiles(e *core.RecordEvent) error {
	settings := settingsOf(e.App)
	if !settings.IsOn {
		return e.Next()
	}
	ctx, cancel := context.WithTimeout(e.Context, settings.Patience)
	defer cancel()
	for field, attached := range files.NewFiles(e.Record) {
		for _, file := range attached {
			var refused *clamd.RefusedError
			malware, err := "", errors.New("it is part of a larger change")
			if !e.App.IsTransactional() {
				malware, err = scanUpload(ctx, e.App, settings.Daemon, file)
			}
			switch {
			case err != nil && e.Context.Err() != nil: // the caller has gone
				return e.Context.Err()
			case err != nil && !settings.AcceptsUnscanned && e.Record.Collection().Name == store.Deliveries:
				// A delivery starts the student's clocks, so its files must not be held.
				if errors.As(err, &refused) {
					e.App.Logger().Warn("file not scanned", "collection", store.Deliveries, "error", err)
					return failures.Refuse(domain.Problems{domain.UncheckedUpload(field, files.CleanName(file.OriginalName))})
				}
				failure := failures.New(http.StatusServiceUnavailable, cannotScan, err)
				failure.RetryAfter = retryAfter
				return failure
			case err != nil:
				e.App.Logger().Warn("file not scanned", "collection", e.Record.Collection().Name, "error", err)
				file.Reader = unscanned{file.Reader}
			case malware != "":
				e.App.Logger().Warn("malware refused", "collection", e.Record.Collection().Name, "malware", malware)
				return failures.Refuse(domain.Problems{domain.InfectedUpload(field, files.CleanName(file.OriginalName))})
			}
		}
	}
	return e.Next()
}

const slotsKey = "deskmateScanSlots"

// scanUpload scans an unsaved file once it is its turn.
func scanUpload(ctx context.Context, app core.App, daemon clamd.Daemon, file *filesystem.File) (malware string, err error) {
	slots := app.Store().GetOrSet(slotsKey, func() any { return make(chan struct{}, scansAtOnce) }).(chan struct{})
	select {
	case slots <- struct{}{}:
		defer func() { <-slots }()
	case <-ctx.Done():
		return "", ctx.Err()
	}
	content, err := file.Reader.Open()
	if err != nil {
		return "", err
	}
	defer content.Close()
	return daemon.Scan(ctx, content)
}

// NoteUnscannedFiles notes the new files that were not scanned, in the transaction that stores
// the record, and forgets those that the record no longer has.
func NoteUnscannedFiles(e *core.RecordEvent) error {
	var added, kept []string
	isReplaced := false
	for _, field := range e.Record.Collection().Fields {
		if field.Type() != core.FieldTypeFile {
			continue
		}
		names := namesOf(e.Record, field.GetName())
		kept = append(kept, names...)
		for _, former := range e.Record.Original().GetStringSlice(field.GetName()) {
			isReplaced = isReplaced || !slices.Contains(names, former)
		}
		for _, file := range e.Record.GetUnsavedFiles(field.GetName()) {
			if _, isUnscanned := files.Unpaced(file).(unscanned); isUnscanned {
				added = append(added, file.Name)
			}
		}
	}
	if len(added) == 0 && !isReplaced {
		return e.Next()
	}
	if err := e.Next(); err != nil {
		return err
	}
	if isReplaced {
		if err := store.ForgetFileScans(e.Context, e.App, e.Record.Id, kept); err != nil {
			return err
		}
	}
	for _, file := range added {
		scan := store.FileScan{Collection: e.Record.Collection().Name, Record: e.Record.Id, File: file, State: settingsOf(e.App).stateOfUnscanned()}
		if err := store.AddFileScan(e.Context, e.App, scan, clock.Now(e.App)); err != nil {
			return err
		}
	}
	return nil
}

// namesOf returns the names under which the files of a field are stored, or will be.
func namesOf(record *core.Record, field string) []string {
	names := record.GetStringSlice(field)
	for _, file := range record.GetUnsavedFiles(field) {
		names = append(names, file.Name)
	}
	return names
}

// ForgetScans forgets the scans of the files of a record that is deleted.
func ForgetScans(e *core.RecordEvent) error {
	if err := store.ForgetFileScans(e.Context, e.App, e.Record.Id, nil); err != nil {
		return err
	}
	return e.Next()
}
