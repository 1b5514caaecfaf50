package files

import (
	"archive/zip"
	"context"
	"errors"
	"io"
	"mime/multipart"
	"strings"
	"time"

	"github.com/gabriel-vasile/mimetype"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"

	"deskmate/hooks/failures"
	"deskmate/rules"
)

// CheckPart checks a file of a form by its name and size. CheckContent checks
// what it holds when its record is saved.
func CheckPart(part *multipart.FileHeader) rules.Problems {
	return rules.Attachment{Name: KeptName(part.Filename), Size: part.Size}.Check()
}

// Limits of checking contents.
const (
	// checksAtOnce is how many files are looked into at the same time.
	checksAtOnce = 4
	// checkWait is how long a file waits for its turn before it is refused with 503.
	checkWait = 10 * time.Second
	// zipBytes is how much of a zip archive is read to find its list of entries.
	// A Word document with a thousand pictures needs a tenth of it.
	zipBytes = 1 << 20
)

const checksKey = "deskmateFileChecks"

// CheckContent checks an unsaved file by its name, size and content: a program
// named .pdf is refused (docs/product.md, section 3.3). Only a few files are
// looked into at once; one that waits too long is refused with 503.
func CheckContent(ctx context.Context, app core.App, file *filesystem.File) (rules.Problems, error) {
	attachment := rules.Attachment{Name: KeptName(file.OriginalName), Size: file.Size}
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
	isGenuine, err := holds(attachment.Extension(), content, file.Size)
	if err != nil {
		return nil, err
	}
	if !isGenuine {
		return rules.Problems{rules.WrongFileType}, nil
	}
	return nil, nil
}

// holds tells whether the content is what the extension promises.
func holds(extension string, content io.ReadSeeker, size int64) (bool, error) {
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

// isWordZip looks for the two entries that every zipped Word document has. The
// list of entries is held in memory while it is read, and what the archive says
// about its length may be a lie, so what bounds it is how many bytes are read.
func isWordZip(content io.ReaderAt, size int64) bool {
	archive, err := zip.NewReader(&boundedReaderAt{content, zipBytes}, size)
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

// boundedReaderAt fails once more than left bytes have been read in all.
type boundedReaderAt struct {
	io.ReaderAt
	left int
}

var errTooMuch = errors.New("the archive lists too much")

// ReadAt reads, and uses up what is left.
func (b *boundedReaderAt) ReadAt(into []byte, offset int64) (int, error) {
	if b.left -= len(into); b.left < 0 {
		return 0, errTooMuch
	}
	return b.ReaderAt.ReadAt(into, offset)
}
