package words

import (
	"archive/zip"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"regexp"
)

const (
	// documentLimit is how large the unpacked text of a Word document may be, in bytes.
	documentLimit = 64 << 20
	// depthLimit is how deep its elements may be nested.
	depthLimit = 500
)

// mainPart matches the part of a Word document that holds its text.
var mainPart = regexp.MustCompile(`^word/document\d*\.xml$`)

// Namespaces of the elements that matter: those of Word, in the usual and in the strict
// form, and that of alternatives.
const (
	wordSpace         = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
	strictSpace       = "http://purl.oclc.org/ooxml/wordprocessingml/main"
	alternativesSpace = "http://schemas.openxmlformats.org/markup-compatibility/2006"
)

// readDOCX reads the text of a Word document as it is printed, without headers and notes.
func readDOCX(content *os.File, size int64, text *sink) error {
	archive, err := zip.NewReader(content, size)
	if err != nil {
		return err
	}
	for _, entry := range archive.File {
		if !mainPart.MatchString(entry.Name) {
			continue
		}
		if entry.UncompressedSize64 > documentLimit {
			return errUnknown
		}
		part, err := entry.Open()
		if err != nil {
			return err
		}
		defer part.Close()
		return readDocument(&io.LimitedReader{R: part, N: documentLimit}, text)
	}
	return errUnknown
}

// readDocument reads the main part of a Word document.
func readDocument(part *io.LimitedReader, text *sink) error {
	decoder := xml.NewDecoder(part)
	depth, isText, skipped := 0, false, 0
	for {
		token, err := decoder.Token()
		switch {
		case part.N == 0:
			return errUnknown
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		switch token := token.(type) {
		case xml.Directive: // no document declares entities
			return errUnknown
		case xml.StartElement:
			if depth++; depth > depthLimit {
				return errUnknown
			}
			// An older form of what was read already.
			if skipped > 0 || token.Name.Space == alternativesSpace && token.Name.Local == "Fallback" {
				skipped++
				continue
			}
			if isWord(token.Name) {
				isText = token.Name.Local == "t"
				err = text.addAll(between[token.Name.Local])
			}
		case xml.EndElement:
			depth--
			if skipped > 0 {
				skipped--
				continue
			}
			isText = false
			if isWord(token.Name) && token.Name.Local == "p" {
				err = text.add('\n')
			}
		case xml.CharData:
			if isText && skipped == 0 {
				err = text.addAll(string(token))
			}
		}
		if err != nil {
			return err
		}
	}
}

func isWord(name xml.Name) bool { return name.Space == wordSpace || name.Space == strictSpace }

// between are the characters that elements stand for.
var between = map[string]string{"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
