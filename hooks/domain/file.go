package domain

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// CheckDeliveredNames returns the problem of delivered files whose names contain contact
// details. What was delivered is never changed, so such a name cannot be hidden later.
func CheckDeliveredNames(names []string) Problems {
	var c check
	if slices.ContainsFunc(names, namesAContact) {
		c.add("files", Invalid, "Names of files must not contain contact details. Please rename the file")
	}
	return c.problems
}

// namesAContact reports whether the name of a file has contact details. Names have
// underscores where texts have spaces, and are short, so the rule is stricter than that of
// texts (docs/product.md, section 10.9).
func namesAContact(name string) bool {
	return nameHasContact(strings.TrimSuffix(name, path.Ext(name)))
}

// nameHasContact reports the same of a short text that is a name, such as what a tutor
// specializes in.
func nameHasContact(name string) bool {
	spaced := strings.ReplaceAll(name, "_", " ")
	plain := strings.ReplaceAll(plainly(name).text, "_", " ")
	return HasContact(name) || HasContact(spaced) || hasPhoneDigits(plain) || mailHost.MatchString(plain) || isNetworkAndName(plain)
}

// mailHost is the host of a mailbox.
var mailHost = regexp.MustCompile(`\b` + provider + `\.\p{L}{2,}`)

// harmlessNumbers are numbers in names of files that no phone number looks like: dates with
// or without a time, references, student numbers, the numbers of our documents and of books,
// amounts, years.
var harmlessNumbers = []*regexp.Regexp{
	regexp.MustCompile(`(^|\D)(?:19|20)\d\d[ .\-]?(?:0[1-9]|1[0-2])[ .\-]?(?:0[1-9]|[12]\d|3[01])(?:[ t\-]{0,3}(?:[01]\d|2[0-3])[ .\-]?[0-5]\d(?:[ .\-]?[0-5]\d)?)?($|\D)`),
	regexp.MustCompile(`(^|\D)(?:0[1-9]|[12]\d|3[01])[ .\-]?(?:0[1-9]|1[0-2])[ .\-]?(?:19|20)\d\d($|\D)`),
	regexp.MustCompile(`\b(order|invoice|receipt|ticket|case|application|registration|student|assignment|ref|reference|id)(?: ?(?:no|number|id|ref))?[ .:#\-]{0,3}[1-9]\d{0,7}($|\D)`),
	regexp.MustCompile(`\b(rec|inv|pay)[ \-]?(?:19|20)\d\d[ \-]?\d{4}($|\D)`),
	regexp.MustCompile(`(^|[^\p{L}\p{N}])[a-z][1-9]\d{6,7}($|[^\p{L}\p{N}])`),
	regexp.MustCompile(`(^|\D)97[89](?:[ \-]?\d){10}($|\D)`),
	regexp.MustCompile(`(^|\D)\d{1,3}(?:,\d{3})+($|\D)`),
	regexp.MustCompile(`(^|\D)(?:19|20)\d\d($|\D)`),
}

// hasPhoneDigits reports whether a plain name has the digits of a phone number with no word
// of two letters between them, besides those of harmless numbers.
func hasPhoneDigits(plain string) bool {
	for _, number := range harmlessNumbers {
		// Twice, because neighbours share what stands between them.
		plain = number.ReplaceAllString(number.ReplaceAllString(plain, "$1 xx $2"), "$1 xx $2")
	}
	digits, letters := 0, 0
	for _, r := range plain {
		switch {
		case r >= '0' && r <= '9':
			letters = 0
			if digits++; digits >= shortestPhone {
				return true
			}
		case unicode.IsLetter(r):
			if letters++; letters >= 2 {
				digits = 0
			}
		default:
			letters = 0
		}
	}
	return false
}

// fileWords say what a file is, not what it is about.
var fileWords = []string{"copy", "corrected", "draft", "essay", "file", "final", "new", "old", "part", "report", "revised", "task", "version", "work"}

// isNetworkAndName reports whether a plain name is that of a network and one more word that
// can be somebody's name there: telegram kimmarsh.
func isNetworkAndName(plain string) bool {
	words := strings.FieldsFunc(plain, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	words = slices.DeleteFunc(words, func(word string) bool { return slices.Contains(fileWords, word) || isVersion.MatchString(word) })
	if len(words) < 2 || !hasNetworkBesideWord(strings.Join(words, " ")) {
		return false
	}
	others := strings.Fields(nobodysName.ReplaceAllString(strings.Join(words, " "), " "))
	return len(others) == 1 && !isTopic(others[0])
}

// isVersion matches the number of a version, or a number alone.
var isVersion = regexp.MustCompile(`^v?\d+$`)

// MaxFileBytes is the maximum size of a file: 25 MB (docs/product.md, section 3.3).
var MaxFileBytes = int64(limits["fileBytes"])

// Limits of several files that are sent together (docs/product.md, section 3.3).
var (
	MaxFiles      = limits["files"]
	MaxFilesBytes = int64(limits["filesBytes"]) // 60 MB
)

// Problems of several files taken together.
var (
	TooManyFiles       = Problem{Field: "files", Code: TooLong, Message: "At most 10 files can be attached"}
	FilesTooLargeInAll = Problem{Field: "files", Code: TooLarge, Message: "Files may be at most 60 MB together"}
)

// FileNameLimit is the number of characters that are stored of an original file name.
var FileNameLimit = limits["fileName"]

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

// CountWords counts the words of a text: runs of characters without white space that have
// at least one letter or digit (docs/product.md, section 10.9).
func CountWords(text string) int {
	var counter WordCounter
	for _, r := range text {
		counter.Add(r)
	}
	return counter.Words
}

// WordCounter counts words while it reads a text, one character at a time.
type WordCounter struct {
	Words     int
	isCounted bool // the word that is being read
}

// Add reads the next character.
func (c *WordCounter) Add(r rune) {
	switch {
	case unicode.IsSpace(r):
		c.isCounted = false
	case !c.isCounted && (unicode.IsLetter(r) || unicode.IsDigit(r)):
		c.isCounted = true
		c.Words++
	}
}
