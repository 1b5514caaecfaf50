package words

import (
	"archive/zip"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"os"
	"regexp"
)

// Limits of a Word document.
const (
	// directoryLimit is how many bytes may be read to learn what the archive contains:
	// every entry takes memory.
	directoryLimit = 1 << 20
	// documentLimit is how large the unpacked text may be, in bytes.
	documentLimit = 64 << 20
	// heldLimit is how many of its bytes may be held at once: those of an element or a run
	// of text, and of the elements around it.
	heldLimit = 512 << 10
	// depthLimit is how deep the elements may be nested.
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

// bounded reads a file at any place, up to a number of bytes in all.
type bounded struct {
	file *os.File
	left int
}

// ReadAt reads a piece.
func (b *bounded) ReadAt(piece []byte, at int64) (int, error) {
	if b.left -= len(piece); b.left < 0 {
		return 0, errUnknown
	}
	return b.file.ReadAt(piece, at)
}

// readDOCX reads the text of a Word document as it is printed, without headers and notes.
func readDOCX(ctx context.Context, file *os.File, add func(rune) error) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	content := &bounded{file, directoryLimit}
	archive, err := zip.NewReader(content, info.Size())
	if err != nil {
		return err
	}
	for _, entry := range archive.File {
		if !mainPart.MatchString(entry.Name) {
			continue
		}
		content.left = math.MaxInt // what is read now is bounded as it unpacks
		part, err := entry.Open()
		if err != nil {
			return err
		}
		defer part.Close()
		return readDocument(ctx, part, add)
	}
	return errUnknown
}

// readDocument reads the main part of a Word document.
func readDocument(ctx context.Context, part io.Reader, add func(rune) error) error {
	limited := &io.LimitedReader{R: part, N: heldLimit}
	decoder := xml.NewDecoder(limited)
	var open []int64 // the sizes of the tags that are open
	held := int64(0) // their sum
	isText, skipped := false, 0
	addText := func(text string) error {
		for _, r := range text {
			if err := add(r); err != nil {
				return err
			}
		}
		return nil
	}
	for {
		start := decoder.InputOffset()
		token, err := decoder.Token()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case limited.N <= 0 || decoder.InputOffset() > documentLimit || len(open) > depthLimit:
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
			size := decoder.InputOffset() - start
			open, held = append(open, size), held+size
			// An older form of what was read already.
			if skipped > 0 || token.Name.Space == alternativesSpace && token.Name.Local == "Fallback" {
				skipped++
				break
			}
			if isWord(token.Name) {
				isText = token.Name.Local == "t"
				err = addText(between[token.Name.Local])
			}
		case xml.EndElement:
			last := len(open) - 1
			open, held = open[:last], held-open[last]
			if skipped > 0 {
				skipped--
				break
			}
			isText = false
			if isWord(token.Name) && token.Name.Local == "p" {
				err = add('\n')
			}
		case xml.CharData:
			if isText && skipped == 0 {
				err = addText(string(token))
			}
		}
		if err != nil {
			return err
		}
		limited.N = heldLimit - held
	}
}

func isWord(name xml.Name) bool { return name.Space == wordSpace || name.Space == strictSpace }

// between are the characters that elements stand for.
var between = map[string]string{"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
