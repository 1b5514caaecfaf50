package orders

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/failures"
	"deskmate/hooks/files"
	"deskmate/hooks/moderation"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/hooks/words"
	"deskmate/internal/clock"
)

// deliveryRoutes returns the routes of this package.
func deliveryRoutes() []api.Route {
	const file = "/assignments/{id}/deliveries/{version}/files/{file}"
	return []api.Route{
		{Method: "POST", Path: "/assignments/{id}/deliveries", Who: api.SignedIn, Handler: createDelivery, Uploads: api.SeveralFiles},
		{Method: "GET", Path: "/assignments/{id}/deliveries", Who: api.SignedIn, Handler: listDeliveries},
		{Method: "POST", Path: file + "/link", Who: api.SignedIn, Handler: linkDeliveredFile, Unlimited: true},
		{Method: "GET", Path: file, Who: api.Anyone, Handler: openDeliveredFile, Sends: api.StoredFile},
		{Method: "GET", Path: file + "/text", Who: api.SignedIn, Handler: showText},
	}
}

// deliveredFilePath is the address of a delivered file.
func deliveredFilePath(assignment string, version int, file string) string {
	return "/api/assignments/" + assignment + "/deliveries/" + strconv.Itoa(version) + "/files/" + file
}

func fileNotFound() error { return failures.NotFound("File not found") }

func listDeliveries(e *core.RequestEvent) error {
	row, err := FindReadable(e)
	if err != nil {
		return err
	}
	return api.AnswerList(e, store.DeliveryListing(row.ID), deliveryViewFor(sessions.Caller(e), clock.Now(e.App)))
}

// findDeliveredFile returns the delivery and the file in the path of a request about an assignment
// that its caller may read.
func findDeliveredFile(ctx context.Context, e *core.RequestEvent, assignment string) (delivery store.DeliveryRow, file store.DeliveryFile, err error) {
	version, err := strconv.Atoi(e.Request.PathValue("version"))
	if err != nil {
		return delivery, file, fileNotFound()
	}
	delivery, err = store.FindDelivery(ctx, e.App, assignment, version)
	if errors.Is(err, sql.ErrNoRows) {
		return delivery, file, fileNotFound()
	}
	if err != nil {
		return delivery, file, err
	}
	file, ok := delivery.Files.Find(e.Request.PathValue("file"))
	if !ok {
		return delivery, file, fileNotFound()
	}
	return delivery, file, nil
}

// linkDeliveredFile returns a new link to a delivered file.
func linkDeliveredFile(e *core.RequestEvent) error {
	row, err := FindReadable(e)
	if err != nil {
		return err
	}
	delivery, file, err := findDeliveredFile(e.Request.Context(), e, row.ID)
	if err != nil {
		return err
	}
	link := files.Link(deliveredFilePath(row.ID, delivery.Version, file.File), file.File, sessions.Caller(e), clock.Now(e.App))
	return e.JSON(http.StatusOK, map[string]string{"url": link})
}

// openDeliveredFile serves a delivered file to whoever has a link to it. It checks access again,
// because a link must not outlive the reader's session or their access to the work.
func openDeliveredFile(e *core.RequestEvent) error {
	row, err := FindLinked(e, e.Request.PathValue("file"))
	if err != nil {
		return err
	}
	delivery, file, err := findDeliveredFile(e.Request.Context(), e, row.ID)
	if err != nil {
		return err
	}
	owner, err := e.App.FindRecordById(store.Deliveries, delivery.ID)
	if err != nil {
		return err
	}
	return files.Serve(e, owner, file.File, file.Name)
}

// showText answers with the text of a delivered file, so that two versions can be compared.
func showText(e *core.RequestEvent) error {
	row, err := FindReadable(e)
	if err != nil {
		return err
	}
	ctx := e.Request.Context()
	delivery, file, err := findDeliveredFile(ctx, e, row.ID)
	if err != nil {
		return err
	}
	if !file.Comparable {
		return fileNotFound()
	}
	owner, err := e.App.FindRecordById(store.Deliveries, delivery.ID)
	if err != nil {
		return err
	}
	content, err := files.Open(ctx, e.App, owner, file.File)
	if err != nil {
		return err
	}
	defer content.Close()
	reading, cancel := context.WithTimeout(ctx, countLimit)
	defer cancel()
	text, ok := words.Text(reading, file.Name, content)
	switch {
	case reading.Err() != nil: // others were first
		return failures.Busy(reading.Err())
	case !ok:
		return fileNotFound()
	}
	return e.JSON(http.StatusOK, map[string]string{"text": text})
}

// deliveryView is a delivery as the API returns it. Held and Notice are left out unless its
// note is held.
type deliveryView struct {
	ID              string              `json:"_id"`
	Version         int                 `json:"version"`
	Note            string              `json:"note"`
	Words           *int                `json:"words"`
	Files           []deliveredFileView `json:"files"`
	Receipt         string              `json:"receipt"`
	DeliveredAt     string              `json:"deliveredAt"`
	Tutor           *tutorView          `json:"tutor"`
	AnswersRevision *int                `json:"answersRevision"`
	Held            bool                `json:"held,omitempty"`
	Notice          string              `json:"notice,omitempty"`
}

// deliveredFileView is a delivered file. Its address is empty once the file was deleted, and while
// nobody may open it: State, which is left out otherwise, says why.
type deliveredFileView struct {
	ID         string  `json:"_id"`
	Name       string  `json:"name"`
	Size       int64   `json:"size"`
	SHA256     string  `json:"sha256"`
	Words      *int    `json:"words"`
	URL        string  `json:"url"`
	PurgedAt   *string `json:"purgedAt"`
	Comparable bool    `json:"comparable"`
	State      string  `json:"state,omitempty"` // "checking" or "infected"
}

type tutorView struct {
	ID   string `json:"_id"`
	Name string `json:"name"`
}

// deliveryViewFor returns the view of deliveries for one reader.
func deliveryViewFor(reader *core.Record, now time.Time) func(store.DeliveryRow) deliveryView {
	return func(row store.DeliveryRow) deliveryView {
		view := deliveryView{
			ID: row.ID, Version: row.Version, Words: row.Files.Words(), Files: []deliveredFileView{},
			Receipt: row.Receipt, DeliveredAt: string(row.Created),
		}
		view.Note, view.Held, view.Notice = moderation.Read(row.TextStatus, row.Writer, store.ReaderOf(reader), row.Note)
		for _, file := range row.Files {
			shown := deliveredFileView{
				ID: file.File, Name: file.Name, Size: file.Size, SHA256: file.SHA256, Words: file.Words, PurgedAt: file.PurgedAt,
				State: row.FileStates.Shown(file.File),
			}
			shown.Comparable = file.Comparable && file.PurgedAt == nil && shown.State == ""
			if file.PurgedAt == nil && shown.State == "" {
				shown.URL = files.Link(deliveredFilePath(row.Assignment, row.Version, file.File), file.File, reader, now)
			}
			view.Files = append(view.Files, shown)
		}
		if row.Tutor != "" {
			view.Tutor = &tutorView{row.Tutor, row.TutorName}
		}
		if row.AnswersRevision > 0 {
			view.AnswersRevision = &row.AnswersRevision
		}
		return view
	}
}
