package files

import (
	"archive/zip"
	"context"
	"errors"
	"io"
	"mime/multipart"
	"strings"
	"time"
	"unicode"

	"github.com/gabriel-vasile/mimetype"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"

	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
)

// CheckPart checks an uploaded file by its name and size. CheckContent checks its
// content when the record is saved.
func CheckPart(part *multipart.FileHeader) domain.Problems {
	return domain.Attachment{Name: CleanName(part.Filename), Size: part.Size}.Check()
}

// CheckParts checks several uploaded files by their number, names and sizes. CheckContent
// checks their contents.
func CheckParts(parts []*multipart.FileHeader) domain.Problems {
	if len(parts) > domain.MaxFiles {
		return domain.Problems{domain.TooManyFiles}
	}
	var total int64
	for _, part := range parts {
		if problems := CheckPart(part); len(problems) > 0 {
			problems[0].Field = store.Files
			return problems
		}
		total += part.Size
	}
	if total > domain.MaxFilesBytes {
		return domain.Problems{domain.FilesTooLargeInAll}
	}
	return nil
}

// Limits of checking contents.
const (
	// checksAtOnce is how many files are inspected at the same time.
	checksAtOnce = 4
	// checkWait is how long a file waits for its turn before it is refused with 503.
	checkWait = 10 * time.Second
	// zipTail is how many bytes at the end of a zip archive are read. They hold its
	// central directory: that of a Word document with a thousand pictures takes a
	// fifth of them.
	zipTail = 512 << 10
)

const checksKey = "deskmateFileChecks"

// CheckContent checks an unsaved file by its name, size and content: a program
// named .pdf is refused (docs/product.md, section 3.3). Only a few files are
// inspected at once. A file that waits too long for its turn is refused with 503.
func CheckContent(ctx context.Context, app core.App, file *filesystem.File) (domain.Problems, error) {
	attachment := domain.Attachment{Name: CleanName(file.OriginalName), Size: file.Size}
	if problems := attachment.Check(); len(problems) > 0 {
		return problems, nil
	}
	slots := app.Store().GetOrSet(checksKey, func() any { return make(chan struct{}, checksAtOnce) }).(chan struct{})
	waiting, cancel := context.WithTimeout(ctx, checkWait)
	defer cancel()
	select {
	case slots <- struct{}{}:
		defer func() { <-slots }()
	case <-waiting.Done():
		return nil, failures.Busy(waiting.Err())
	}
	content, err := file.Reader.Open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	isGenuine, err := matches(attachment.Extension(), content, file.Size)
	if err != nil {
		return nil, err
	}
	if !isGenuine {
		return domain.Problems{domain.WrongFileType}, nil
	}
	return nil, nil
}

// matches reports whether the content is what the extension promises.
func matches(extension string, content io.ReadSeeker, size int64) (bool, error) {
	if extension == ".docx" {
		at, ok := content.(io.ReaderAt)
		return ok && isWordZip(at, size), nil
	}
	kind, err := mimetype.DetectReader(content)
	if err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	switch extension {
	case ".pdf":
		return kind.Is("application/pdf"), nil
	case ".doc":
		// A document without a class id is only recognised as some OLE file.
		return kind.Is("application/msword") || kind.Is("application/x-ole-storage"), nil
	default: // .txt: HTML, CSV, source code and the like are text too
		for ; kind != nil; kind = kind.Parent() {
			if kind.Is("text/plain") {
				return true, nil
			}
		}
		return false, nil
	}
}

// isWordZip looks for the two entries that every zipped Word document has.
//
// archive/zip loads the whole central directory, and allocates memory for as many
// entries as the archive claims and its size allows. It therefore gets only the end
// of the file, where the directory is, and the length of that end limits both. It
// locates the directory by counting back from the end, so offsets need no
// translation. It finds none in a 64-bit archive larger than zipTail, but no
// document needs that format.
func isWordZip(content io.ReaderAt, size int64) bool {
	tail := min(size, zipTail)
	archive, err := zip.NewReader(io.NewSectionReader(content, size-tail, tail), tail)
	if err != nil {
		return false
	}
	var types, word bool
	for _, entry := range archive.File {
		types = types || entry.Name == "[Content_Types].xml"
		word = word || strings.HasPrefix(entry.Name, "word/")
	}
	return types && word
}

// RefuseBlocked refuses a stored file that nobody may open: it is still to be scanned for
// malware, or contains some (docs/product.md, section 19).
func RefuseBlocked(ctx context.Context, app core.App, owner *core.Record, file string) error {
	state, err := store.ReadFileState(ctx, app, owner.Id, file)
	switch {
	case err != nil:
		return err
	case state == domain.FileHeld:
		return failures.Conflict(domain.BeingScanned)
	case state == domain.FileInfected:
		return failures.Forbidden(domain.IsInfected)
	}
	return nil
}

// CleanName makes the original name of a file fit to store: valid UTF-8 without
// characters that cannot be seen, such as those that let it read backwards. A name that is too long loses its beginning, so that it keeps
// its extension.
func CleanName(name string) string {
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, domain.Visible(name)))
	if runes := []rune(name); len(runes) > domain.FileNameLimit {
		name = string(runes[len(runes)-domain.FileNameLimit:])
	}
	return name
}

// Listen prepares files for the store. The store does not get the names that clients
// send: PocketBase would write them into a file's metadata, cut at 255 bytes, and the
// save would fail if the result were not valid UTF-8. Features store the original
// name in a field of their own (CleanName). Listen also paces the copy to a store on
// this machine. A remote store is only as fast as its network.
func Listen(app core.App) {
	prepare := transaction.At(transaction.StageFileNames, func(e *core.RecordEvent) error {
		for _, attached := range NewFiles(e.Record) {
			for _, file := range attached {
				file.OriginalName = file.Name
				if _, isPaced := file.Reader.(pacedFile); !isPaced && !e.App.Settings().S3.Enabled {
					file.Reader = pacedFile{file.Reader}
				}
			}
		}
		return e.Next()
	})
	app.OnRecordCreateExecute().Bind(prepare)
	app.OnRecordUpdateExecute().Bind(prepare)
	listenForRoom(app)
}
