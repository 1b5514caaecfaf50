package files

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"sync/atomic"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/disk"
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

// room is how much room there is, and what is on its way.
type room struct {
	Settings
	coming       atomic.Int64 // bytes of uploads that have not arrived yet
	guestsComing atomic.Int64 // bytes of guests' uploads that have not ended yet
}

// Use makes an app take files as the settings say.
func Use(app core.App, settings Settings) { app.Store().Set(roomKey, &room{Settings: settings}) }

func roomOf(app core.App) *room {
	return app.Store().GetOrSet(roomKey, func() any { return &room{Settings: defaults} }).(*room)
}

// listenForRoom refuses files for which there is no room, whoever sends them, before they
// are stored.
func listenForRoom(app core.App) {
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		settings, err := ReadSettings(os.Getenv)
		if err != nil {
			return err
		}
		Use(e.App, settings)
		return e.Next()
	})
	checkDisk := transaction.At(transaction.StageFileNames, func(e *core.RecordEvent) error {
		if size := sizeOfNew(e.Record); size > 0 {
			if err := roomOf(e.App).check(e.App, size); err != nil {
				return err
			}
		}
		return e.Next()
	})
	app.OnRecordCreateExecute().Bind(checkDisk)
	app.OnRecordUpdateExecute().Bind(checkDisk)
}

// Upload is a body with files on its way to the disk of the data folder, where uploads wait
// even if files are kept elsewhere. What has not arrived yet counts as taken. Call Release
// when it has ended.
type Upload struct {
	*Paced
	room   *room
	left   int64 // bytes that have not arrived
	guests int64 // bytes that count for guests
}

// Receive makes room for a body of at most size bytes, with at most texts bytes of texts, and
// paces it. It refuses what would leave too little free, and what would take guests over
// their bound.
func Receive(e *core.RequestEvent, size, texts int64) (*Upload, error) {
	upload := &Upload{Paced: Pace(e.Request.Body), room: roomOf(e.App), left: size}
	upload.room.coming.Add(size)
	if e.Auth == nil {
		upload.guests = size - texts
		upload.room.guestsComing.Add(upload.guests)
	}
	err := upload.room.check(e.App, 0)
	if err == nil && e.Auth == nil {
		err = checkGuests(e.Request.Context(), e.App, upload.room.guestsComing.Load())
	}
	if err != nil {
		upload.Release()
		return nil, err
	}
	return upload, nil
}

// Read reads the next piece.
func (u *Upload) Read(into []byte) (int, error) {
	n, err := u.Paced.Read(into)
	arrived := min(int64(n), u.left)
	u.left -= arrived
	u.room.coming.Add(-arrived)
	return n, err
}

// Release gives back the room for what has not arrived.
func (u *Upload) Release() {
	u.Paced.Release()
	u.room.coming.Add(-u.left)
	u.room.guestsComing.Add(-u.guests)
	u.left, u.guests = 0, 0
}

// check refuses more bytes if too little would stay free beside what is on its way.
func (r *room) check(app core.App, bytes int64) error {
	free, known := disk.Free(app.DataDir())
	taken := r.coming.Load() + bytes + int64(r.Floor)<<20
	if known && free < uint64(taken) { // #nosec G115 -- none of them is negative
		return failures.New(http.StatusInsufficientStorage, "This site cannot take any files right now. Everything else works. Please try again later",
			fmt.Errorf("%d bytes are free on the disk of the data folder, and uploads and %s take %d", free, FloorVariable, taken))
	}
	return nil
}

// CheckOwner refuses files of a guest that would take those of all guests over their bound,
// and files of a quote request that would take its account over the storage quota. It does
// not limit operators. The assignments of accounts have a check of their own.
func CheckOwner(e *core.RecordEvent) error {
	if err := checkOwner(e); err != nil {
		return err
	}
	return e.Next()
}

func checkOwner(e *core.RecordEvent) error {
	via, size := store.ActorOf(e.Context, e.Record).Via, sizeOfNew(e.Record)
	if size == 0 || via != store.ViaGuest && via != store.ViaPerson {
		return nil
	}
	switch account := e.Record.GetString(store.Student); {
	case account == "":
		return checkGuests(e.Context, e.App, size)
	case e.Record.Collection().Name == store.Quotes:
		storage, err := store.ReadStorage(e.Context, e.App, account, "")
		if err != nil {
			return err
		}
		if problems := domain.CheckQuota(storage.Bytes, size, storage.QuotaMegabytes); len(problems) > 0 {
			problems[0].Field = store.Files
			return problems
		}
	}
	return nil
}

func checkGuests(ctx context.Context, app core.App, size int64) error {
	stored, err := store.ReadGuestBytes(ctx, app)
	if err != nil {
		return err
	}
	if stored+size > int64(roomOf(app).Guests)<<20 {
		return failures.New(http.StatusInsufficientStorage, noRoomForGuests, fmt.Errorf("guests store %d bytes, and %s allows no more", stored, GuestsVariable))
	}
	return nil
}

// sizeOfNew returns the size of all files that a change brings.
func sizeOfNew(record *core.Record) (bytes int64) {
	for _, attached := range NewFiles(record) {
		for _, file := range attached {
			bytes += file.Size
		}
	}
	return bytes
}
