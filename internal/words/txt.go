package words

import (
	"bufio"
	"errors"
	"io"
	"os"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// errNotUTF8 means that a text has another encoding.
var errNotUTF8 = errors.New("not UTF-8")

// readTXT reads a plain text: UTF-16 if a byte order mark says so, otherwise UTF-8, or
// Windows-1252 where it is no valid UTF-8: as browsers read it.
func readTXT(content *os.File, size int64, text *sink) error {
	var mark [3]byte
	n, err := content.ReadAt(mark[:], 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	whole := func() io.Reader { return io.NewSectionReader(content, 0, size) }
	switch {
	case n >= 2 && (mark[0] == 0xff && mark[1] == 0xfe || mark[0] == 0xfe && mark[1] == 0xff):
		decoder := unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder()
		return readUTF8(decoder.Reader(whole()), text, false)
	case n == 3 && string(mark[:]) == "\uFEFF":
		return readUTF8(io.NewSectionReader(content, 3, size-3), text, false)
	}
	err = readUTF8(whole(), text, true)
	if errors.Is(err, errNotUTF8) {
		text.reset()
		err = readWindows1252(whole(), text)
	}
	return err
}

// readUTF8 reads a text. What is not valid in it fails, or else reads as the replacement
// character.
func readUTF8(from io.Reader, text *sink, isStrict bool) error {
	buffered := bufio.NewReader(from)
	for {
		r, size, err := buffered.ReadRune()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if isStrict && r == utf8.RuneError && size == 1 {
			return errNotUTF8
		}
		if err := text.add(r); err != nil {
			return err
		}
	}
}

func readWindows1252(from io.Reader, text *sink) error {
	buffered := bufio.NewReader(from)
	for {
		b, err := buffered.ReadByte()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		r := charmap.Windows1252.DecodeByte(b)
		if r == utf8.RuneError { // one of five bytes without a character
			r = rune(b)
		}
		if err := text.add(r); err != nil {
			return err
		}
	}
}
