// Package deliveries lets tutors deliver their work in versions, and its readers open and
// compare the files (docs/product.md, section 10.9).
package deliveries

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"strconv"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/files"
	"deskmate/hooks/lists"
	"deskmate/hooks/orders"
	"deskmate/hooks/routes"
	"deskmate/hooks/sessions"
	"deskmate/internal/clock"
	"deskmate/internal/words"
	"deskmate/records"
)

// Routes returns the routes of this package.
func Routes() []routes.Route {
	const file = "/assignments/{id}/deliveries/{version}/files/{file}"
	return []routes.Route{
		{Method: "POST", Path: "/assignments/{id}/deliveries", Who: routes.SignedIn, Handler: createDelivery, Uploads: routes.SeveralFiles},
		{Method: "GET", Path: "/assignments/{id}/deliveries", Who: routes.SignedIn, Handler: listDeliveries},
		{Method: "POST", Path: file + "/link", Who: routes.SignedIn, Handler: linkFile, Unlimited: true},
		{Method: "GET", Path: file, Who: routes.Anyone, Handler: openFile, Sends: routes.StoredFile},
		{Method: "GET", Path: file + "/text", Who: routes.SignedIn, Handler: showText},
	}
}

// filePath is the address of a delivered file.
func filePath(assignment string, version int, file string) string {
	return "/api/assignments/" + assignment + "/deliveries/" + strconv.Itoa(version) + "/files/" + file
}

func fileNotFound() error { return failures.NotFound("File not found") }

func listDeliveries(e *core.RequestEvent) error {
	row, err := orders.FindReadable(e)
	if err != nil {
		return err
	}
	return lists.Answer(e, records.DeliveryListing(row.ID), viewFor(sessions.Caller(e), clock.Now(e.App)))
}

// findFile returns the delivery and the file in the path of a request about an assignment
// that its caller may read.
func findFile(ctx context.Context, e *core.RequestEvent, assignment string) (delivery records.DeliveryRow, file records.DeliveryFile, err error) {
	version, err := strconv.Atoi(e.Request.PathValue("version"))
	if err != nil {
		return delivery, file, fileNotFound()
	}
	delivery, err = records.FindDelivery(ctx, e.App, assignment, version)
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

// linkFile returns a new link to a delivered file.
func linkFile(e *core.RequestEvent) error {
	row, err := orders.FindReadable(e)
	if err != nil {
		return err
	}
	delivery, file, err := findFile(e.Request.Context(), e, row.ID)
	if err != nil {
		return err
	}
	link := files.Link(filePath(row.ID, delivery.Version, file.File), file.File, sessions.Caller(e), clock.Now(e.App))
	return e.JSON(http.StatusOK, map[string]string{"url": link})
}

// openFile serves a delivered file to whoever has a link to it. It checks access again,
// because a link must not outlive the reader's session or their access to the work.
func openFile(e *core.RequestEvent) error {
	row, err := orders.FindLinked(e, e.Request.PathValue("file"))
	if err != nil {
		return err
	}
	delivery, file, err := findFile(e.Request.Context(), e, row.ID)
	if err != nil {
		return err
	}
	owner, err := e.App.FindRecordById(records.Deliveries, delivery.ID)
	if err != nil {
		return err
	}
	return files.Serve(e, owner, file.File, file.Name)
}

// showText answers with the text of a delivered file, so that two versions can be compared.
func showText(e *core.RequestEvent) error {
	row, err := orders.FindReadable(e)
	if err != nil {
		return err
	}
	ctx := e.Request.Context()
	delivery, file, err := findFile(ctx, e, row.ID)
	if err != nil {
		return err
	}
	if !file.Comparable {
		return fileNotFound()
	}
	owner, err := e.App.FindRecordById(records.Deliveries, delivery.ID)
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
