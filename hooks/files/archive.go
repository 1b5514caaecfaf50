package files

import (
	"archive/zip"
	"errors"
	"io"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"

	"deskmate/hooks/failures"
)

// Archived is a stored file that goes into an archive, under a name.
type Archived struct {
	Owner *core.Record
	File  string
	Name  string
}

// ServeArchive sends stored files as one ZIP archive, as they are read. It leaves out
// files that are missing from the store, and fails with 404 if all are. It refuses an
// archive with a file that nobody may open, because half of a brief would look complete.
func ServeArchive(e *core.RequestEvent, name string, contents []Archived) error {
	for _, content := range contents {
		if err := RefuseBlocked(e.Request.Context(), e.App, content.Owner, content.File); err != nil {
			return err
		}
	}
	store, err := e.App.NewFilesystem()
	if err != nil {
		return err
	}
	defer store.Close()
	store.SetContext(e.Request.Context())
	archive := zip.NewWriter(e.Response)
	taken, isEmpty := map[string]bool{}, true
	for _, content := range contents {
		source, err := store.GetReader(content.Owner.BaseFilesPath() + "/" + content.File)
		if errors.Is(err, filesystem.ErrNotFound) {
			continue
		}
		if err == nil && isEmpty {
			setDownload(e.Response.Header(), "application/zip", name)
			isEmpty = false
		}
		if err == nil {
			err = add(archive, uniqueName(content.Name, taken), source)
		}
		if err != nil {
			return abort(e, err)
		}
	}
	if isEmpty {
		return failures.NotFound("File not found")
	}
	if err := archive.Close(); err != nil {
		return abort(e, err)
	}
	return nil
}

// abort ends the response: half an archive must not look complete.
func abort(e *core.RequestEvent, err error) error {
	if e.Written() {
		panic(http.ErrAbortHandler)
	}
	unsetDownload(e.Response.Header())
	return err
}

// add copies a file into an archive, uncompressed: documents are compressed already.
func add(archive *zip.Writer, name string, source io.ReadCloser) error {
	defer source.Close()
	entry, err := archive.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
	if err != nil {
		return err
	}
	_, err = io.Copy(entry, source)
	return err
}

// forbidden are the characters that some system does not allow in the name of a file.
var forbidden = strings.NewReplacer("/", "_", `\`, "_", ":", "_", "*", "_", "?", "_", `"`, "_", "<", "_", ">", "_", "|", "_")

// reserved matches the names of devices, which Windows allows with no extension at all.
var reserved = regexp.MustCompile(`(?i)^(con|nul|aux|prn|com[1-9]|lpt[1-9])$`)

// uniqueName returns a name that is safe to unpack everywhere and that no other file in
// the archive has: essay.pdf, essay (2).pdf.
func uniqueName(name string, taken map[string]bool) string {
	name = strings.Trim(forbidden.Replace(CleanName(name)), ". ")
	if name == "" {
		name = "file"
	}
	if base, _, _ := strings.Cut(name, "."); reserved.MatchString(strings.TrimSpace(base)) {
		name = "_" + name
	}
	extension := path.Ext(name)
	unique := name
	for number := 2; taken[strings.ToLower(unique)]; number++ {
		unique = strings.TrimSuffix(name, extension) + " (" + strconv.Itoa(number) + ")" + extension
	}
	taken[strings.ToLower(unique)] = true
	return unique
}
