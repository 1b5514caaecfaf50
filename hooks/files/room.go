package files

import (
	"fmt"
	"net/http"
	"os"
	"strconv"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/writes"
	"deskmate/internal/disk"
	"deskmate/records"
	"deskmate/rules"
)

// The variables that operators set.
const (
	GuestsVariable = "DESKMATE_GUEST_FILES_MB"
	FloorVariable  = "DESKMATE_FREE_SPACE_MB"
)

// Settings are how much room there is for files, in megabytes.
type Settings struct {
	// Guests is how much all files that belong to no account may take together.
	Guests int
	// Floor is how much stays free on the disk of the data folder: below it, no file is taken.
	Floor int
}

var defaults = Settings{Guests: 500, Floor: 500}

// ReadSettings reads the settings from the environment.
func ReadSettings(getenv func(string) string) (Settings, error) {
	settings := defaults
	for variable, into := range map[string]*int{GuestsVariable: &settings.Guests, FloorVariable: &settings.Floor} {
		text := getenv(variable)
		if text == "" {
			continue
		}
		number, err := strconv.ParseInt(text, 10, 32)
		if err != nil || number < 0 {
			return settings, fmt.Errorf("%s is %q, and must be a whole number of megabytes, such as 500", variable, text)
		}
		*into = int(number)
	}
	return settings, nil
}

const noRoomForGuests = "This site cannot take more files without an account right now. Please sign in, or send it without files"

const roomKey = "deskmateRoom"

// Use makes an app take files as the settings say.
func Use(app core.App, settings Settings) { app.Store().Set(roomKey, settings) }

func settingsOf(app core.App) Settings {
	if settings, ok := app.Store().Get(roomKey).(Settings); ok {
		return settings
	}
	return defaults
}

// listenForRoom refuses files for which there is no room, whoever sends them, before they
// are stored. What is stored is counted again in the transaction of the change, so that
// uploads at the same time cannot take more than there is together. The assignments of
// accounts have a check of their own.
func listenForRoom(app core.App) {
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		settings, err := ReadSettings(os.Getenv)
		if err != nil {
			return err
		}
		Use(e.App, settings)
		return e.Next()
	})
	checkDisk := writes.At(writes.StageFileNames, func(e *core.RecordEvent) error {
		if sizeOfNew(e.Record) > 0 {
			if err := CheckRoom(e.App); err != nil {
				return err
			}
		}
		return e.Next()
	})
	app.OnRecordCreateExecute().Bind(checkDisk)
	app.OnRecordUpdateExecute().Bind(checkDisk)
	app.OnRecordCreateExecute(records.Assignments, records.Quotes).Bind(writes.At(writes.StageFileNames, func(e *core.RecordEvent) error {
		if err := checkOwner(e); err != nil {
			return err
		}
		return e.Next()
	}))
	app.OnRecordCreateExecute(records.Assignments, records.Quotes).Bind(writes.At(writes.StageInvariant, func(e *core.RecordEvent) error {
		return writes.InTransaction(e, func() error {
			if err := checkOwner(e); err != nil {
				return err
			}
			return e.Next()
		})
	}))
}

// CheckRoom refuses files while too little of the disk of the data folder is free. Uploads
// pass through it even if files are kept elsewhere.
func CheckRoom(app core.App) error {
	if free, known := disk.Free(app.DataDir()); known && free < uint64(settingsOf(app).Floor)<<20 { // #nosec G115 -- the setting is at least 0
		return failures.New(http.StatusInsufficientStorage, "This site cannot take any files right now. Everything else works. Please try again later",
			fmt.Errorf("%d bytes are free on the disk of the data folder, fewer than %s", free, FloorVariable))
	}
	return nil
}

// checkOwner refuses files of a guest that would take those of all guests over their bound,
// and files of a quote request that would take its account over the storage quota. It does
// not limit operators.
func checkOwner(e *core.RecordEvent) error {
	via, size := records.ActorOf(e.Context, e.Record).Via, sizeOfNew(e.Record)
	if size == 0 || via != records.ViaGuest && via != records.ViaPerson {
		return nil
	}
	switch account := e.Record.GetString(records.Student); {
	case account == "":
		return checkGuests(e, size)
	case e.Record.Collection().Name == records.Quotes:
		storage, err := records.ReadStorage(e.Context, e.App, account, "")
		if err != nil {
			return err
		}
		if problems := rules.CheckQuota(storage.Bytes, size, storage.QuotaMegabytes); len(problems) > 0 {
			problems[0].Field = records.Files
			return problems
		}
	}
	return nil
}

func checkGuests(e *core.RecordEvent, size int64) error {
	stored, err := records.ReadGuestBytes(e.Context, e.App)
	if err != nil {
		return err
	}
	if stored+size > int64(settingsOf(e.App).Guests)<<20 {
		return failures.New(http.StatusInsufficientStorage, noRoomForGuests, fmt.Errorf("guests store %d bytes, and %s allows no more", stored, GuestsVariable))
	}
	return nil
}

// sizeOfNew returns the size of all files that a change brings.
func sizeOfNew(record *core.Record) (bytes int64) {
	for _, field := range record.Collection().Fields {
		if field.Type() != core.FieldTypeFile {
			continue
		}
		for _, file := range record.GetUnsavedFiles(field.GetName()) {
			bytes += file.Size
		}
	}
	return bytes
}
