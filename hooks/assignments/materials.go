package assignments

import (
	"database/sql"
	"errors"
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/failures"
	"deskmate/hooks/files"
	"deskmate/hooks/sessions"
	"deskmate/internal/clock"
	"deskmate/records"
	"deskmate/rules"
)

// materialPath is the path that serves a file of the brief of an assignment.
func materialPath(id, file string) string { return "/api/assignments/" + id + "/materials/" + file }

// linkMaterial returns a new link to a file of the brief.
func linkMaterial(e *core.RequestEvent) error {
	row, err := findReadable(e)
	if err != nil {
		return err
	}
	file := e.Request.PathValue("file")
	if _, ok := material(row, file); !ok {
		return failures.NotFound("File not found")
	}
	return e.JSON(http.StatusOK, map[string]string{"url": files.Link(materialPath(row.ID, file), file, sessions.Caller(e), clock.Now(e.App))})
}

// openMaterial serves a file of the brief to whoever has a link to it. Like openFile it
// checks access again.
func openMaterial(e *core.RequestEvent) error {
	missing := failures.NotFound("File not found")
	row, err := records.FindAssignmentRow(e.Request.Context(), e.App, e.Request.PathValue("id"))
	if errors.Is(err, sql.ErrNoRows) {
		return missing
	}
	if err != nil {
		return err
	}
	file := e.Request.PathValue("file")
	found, ok := material(row, file)
	if !ok || row.ScopeFor(records.ReaderOf(files.LinkReader(e, file))) == rules.ScopeNone {
		return missing
	}
	collection, id := records.Assignments, row.ID
	if file != row.File {
		collection, id = records.Quotes, row.Quote
	}
	owner, err := e.App.FindRecordById(collection, id)
	if err != nil {
		return err
	}
	return files.Serve(e, owner, file, found.Name)
}

// material returns the file of the brief that is stored under a name.
func material(row records.AssignmentRow, file string) (records.QuoteFile, bool) {
	all := slices.Concat(records.QuoteFiles{{File: row.File, Name: row.FileName}}, row.QuoteFiles)
	i := slices.IndexFunc(all, func(f records.QuoteFile) bool { return f.File != "" && f.File == file })
	if i < 0 {
		return records.QuoteFile{}, false
	}
	return all[i], true
}
