package orders

import (
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/files"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// linkMaterial returns a new link to a file of the brief.
func linkMaterial(e *core.RequestEvent) error {
	row, err := FindReadable(e)
	if err != nil {
		return err
	}
	file := e.Request.PathValue("file")
	if _, ok := material(row, file); !ok {
		return failures.NotFound("File not found")
	}
	return e.JSON(http.StatusOK, map[string]string{"url": files.Link(MaterialPath(row.ID, file), file, sessions.Caller(e), clock.Now(e.App))})
}

// openMaterial serves a file of the brief to whoever has a link to it. Like openFile it
// checks access again.
func openMaterial(e *core.RequestEvent) error {
	file := e.Request.PathValue("file")
	row, err := FindLinked(e, file)
	if err != nil {
		return err
	}
	found, ok := material(row, file)
	if !ok {
		return failures.NotFound("File not found")
	}
	owner, err := ownerOf(e.App, row, found)
	if err != nil {
		return err
	}
	return files.Serve(e, owner, file, shownName(e, row, file, found.Name))
}

// materialsFile is the last part of the address of the archive of a brief, and what its
// link opens.
const materialsFile = "materials.zip"

// linkMaterials returns a new link to all files of the brief in one archive.
func linkMaterials(e *core.RequestEvent) error {
	row, err := FindReadable(e)
	if err != nil {
		return err
	}
	if len(materials(row)) == 0 {
		return failures.NotFound("File not found")
	}
	link := files.Link("/api/assignments/"+row.ID+"/"+materialsFile, materialsFile, sessions.Caller(e), clock.Now(e.App))
	return e.JSON(http.StatusOK, map[string]string{"url": link})
}

// openMaterials serves all files of the brief in one archive to whoever has a link to it.
// Like openFile it checks access again.
func openMaterials(e *core.RequestEvent) error {
	row, err := FindLinked(e, materialsFile)
	if err != nil {
		return err
	}
	var archived []files.Archived
	for _, file := range materials(row) {
		owner, err := ownerOf(e.App, row, file)
		if err != nil {
			return err
		}
		archived = append(archived, files.Archived{Owner: owner, File: file.File, Name: shownName(e, row, materialsFile, file.Name)})
	}
	return files.ServeArchive(e, row.Reference+".zip", archived)
}

// shownName returns the name of a file of the brief as whoever has a link to a target may
// read it.
func shownName(e *core.RequestEvent, row store.AssignmentRow, target, name string) string {
	return domain.ShownFileName(name, store.ReaderOf(files.LinkReader(e, target)), row.Student, row.Tutor)
}

// ownerOf returns the record that stores a file of the brief.
func ownerOf(app core.App, row store.AssignmentRow, file store.QuoteFile) (*core.Record, error) {
	if file.File == row.File {
		return app.FindRecordById(store.Assignments, row.ID)
	}
	return app.FindRecordById(store.Quotes, row.Quote)
}

// materials returns the files of the brief that were not deleted.
func materials(row store.AssignmentRow) store.QuoteFiles {
	all := slices.Concat(store.QuoteFiles{{File: row.File, Name: row.FileName}}, row.QuoteFiles)
	return slices.DeleteFunc(all, func(file store.QuoteFile) bool { return file.File == "" || file.PurgedAt != "" })
}

// material returns the file of the brief that is stored under a name.
func material(row store.AssignmentRow, file string) (store.QuoteFile, bool) {
	all := materials(row)
	i := slices.IndexFunc(all, func(f store.QuoteFile) bool { return f.File == file })
	if i < 0 {
		return store.QuoteFile{}, false
	}
	return all[i], true
}
