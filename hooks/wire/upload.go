package wire

import (
	"archive/zip"
	"errors"
	"io"
	"mime/multipart"
	"strings"
	"unicode"

	"github.com/gabriel-vasile/mimetype"
	"github.com/pocketbase/pocketbase/tools/filesystem"

	"deskmate/rules"
)

// CheckPart judges a file as it came in a form, by its name and size. What it
// holds is judged by CheckContent when its record is saved.
func CheckPart(part *multipart.FileHeader) rules.Problems {
	return rules.Attachment{Name: part.Filename, Size: part.Size}.Check()
}

// CheckContent judges an unsaved file by its name, its size and its content: a
// program that is named .pdf is refused (docs/product.md, section 3.3).
func CheckContent(file *filesystem.File) (rules.Problems, error) {
	attachment := rules.Attachment{Name: file.OriginalName, Size: file.Size}
	if problems := attachment.Check(); len(problems) > 0 {
		return problems, nil
	}
	content, err := file.Reader.Open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	genuine, err := holds(attachment.Extension(), content, file.Size)
	if err != nil {
		return nil, err
	}
	if !genuine {
		return rules.Problems{rules.WrongFileType}, nil
	}
	return nil, nil
}

// holds tells whether content is of the kind that the ending promises.
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
		// A document without a class mark is only known as some OLE file.
		return kind.Is("application/msword") || kind.Is("application/x-ole-storage"), nil
	default: // .txt: HTML, CSV, source and the like are texts too
		for ; kind != nil; kind = kind.Parent() {
			if kind.Is("text/plain") {
				return true, nil
			}
		}
		return false, nil
	}
}

// isWordZip looks for the two things that every Word document in a zip has.
func isWordZip(content io.ReaderAt, size int64) bool {
	archive, err := zip.NewReader(content, size)
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

// KeptFileName is a file's own name as it is kept and given back: without
// control characters, and cut at its beginning where it is too long, so that
// the ending stays.
func KeptFileName(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, strings.TrimSpace(name))
	if runes := []rune(name); len(runes) > rules.FileNameLimit {
		name = string(runes[len(runes)-rules.FileNameLimit:])
	}
	return name
}
