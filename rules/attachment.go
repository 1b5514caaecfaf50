package rules

import (
	"path"
	"slices"
	"strings"
)

// MaxFileBytes is the largest file that is taken: 25 MB (docs/product.md, section 3.3).
const MaxFileBytes = 26_214_400

// FileNameLimit is how much of a file's own name is kept, in characters.
const FileNameLimit = 255

// FileExtensions are the endings that are taken, in lower case.
var FileExtensions = []string{".pdf", ".doc", ".docx", ".txt"}

// The three refusals of a file; whether its content is what its name says is
// judged where the bytes are.
var (
	WrongFileType = Problem{Field: "file", Code: FileType, Message: "Only .pdf, .doc, .docx and .txt files are accepted"}
	FileTooLarge  = Problem{Field: "file", Code: TooLarge, Message: "Files may be at most 25 MB"}
	FileEmpty     = Problem{Field: "file", Code: Invalid, Message: "The file is empty"}
)

// Attachment is a file as its sender describes it: its name, and its size in bytes.
type Attachment struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
}

// Check judges a file by its name and its size (docs/product.md, section 3.3).
func (a Attachment) Check() Problems {
	switch {
	case !slices.Contains(FileExtensions, a.Extension()):
		return Problems{WrongFileType}
	case a.Size == 0:
		return Problems{FileEmpty}
	case a.Size > MaxFileBytes:
		return Problems{FileTooLarge}
	}
	return nil
}

// Extension is the ending of the name in lower case, with its dot.
func (a Attachment) Extension() string { return strings.ToLower(path.Ext(a.Name)) }
