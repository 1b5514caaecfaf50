package domain

import (
	"path"
	"slices"
	"strings"
)

// MaxFileBytes is the maximum size of a file: 25 MB (docs/product.md, section 3.3).
const MaxFileBytes = 26_214_400

// Limits of several files that are sent together (docs/product.md, section 3.3).
const (
	MaxFiles      = 10
	MaxFilesBytes = 62_914_560 // 60 MB
)

// Problems of several files taken together.
var (
	TooManyFiles       = Problem{Field: "files", Code: TooLong, Message: "At most 10 files can be attached"}
	FilesTooLargeInAll = Problem{Field: "files", Code: TooLarge, Message: "Files may be at most 60 MB together"}
)

// FileNameLimit is the number of characters that are stored of an original file name.
const FileNameLimit = 255

// FileExtensions are the accepted file name extensions, in lower case.
var FileExtensions = []string{".pdf", ".doc", ".docx", ".txt"}

// Problems of a file that its name and size reveal. Whether its content matches
// its name is checked where the bytes are available.
var (
	WrongFileType = Problem{Field: "file", Code: FileType, Message: "Only .pdf, .doc, .docx and .txt files are accepted"}
	FileTooLarge  = Problem{Field: "file", Code: TooLarge, Message: "Files may be at most 25 MB"}
	EmptyFile     = Problem{Field: "file", Code: Invalid, Message: "The file is empty"}
)

// What the virus scanner knows about a stored file (docs/product.md, section 19). A clean
// file has no state.
const (
	FileHeld     = "held"     // it was not scanned yet, and nobody may open it
	FileWaiting  = "waiting"  // it was not scanned yet, and can be opened meanwhile
	FileInfected = "infected" // it contains malware, and nobody may open it
)

// Problems of a stored file that nobody may open.
const (
	BeingScanned = "This file is being checked for viruses. Please try again in a few minutes"
	IsInfected   = "This file contains malware, so nobody can open it"
)

// InfectedUpload returns the problem of an uploaded file in which malware was found.
func InfectedUpload(field, name string) Problem {
	return Problem{Field: field, Code: Invalid, Message: name + " contains malware and was not accepted"}
}

// UncheckedUpload returns the problem of an uploaded file that the scanner refuses to scan.
func UncheckedUpload(field, name string) Problem {
	return Problem{Field: field, Code: Invalid, Message: name + " cannot be checked for viruses. Please send a smaller file, or try again later"}
}

// Attachment is a file as the client declares it: its name, and its size in bytes.
type Attachment struct {
	Name string `json:"name"`
	Size int64  `json:"size"`
}

// Check returns the problems of a file's name and size (docs/product.md, section 3.3).
func (a Attachment) Check() Problems {
	switch {
	case !slices.Contains(FileExtensions, a.Extension()):
		return Problems{WrongFileType}
	case a.Size == 0:
		return Problems{EmptyFile}
	case a.Size > MaxFileBytes:
		return Problems{FileTooLarge}
	}
	return nil
}

// Extension returns the file name extension in lower case, with its dot.
func (a Attachment) Extension() string { return strings.ToLower(path.Ext(a.Name)) }
