package words

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// marks are the byte order marks that say how a text is encoded.
var marks = []string{"\xff\xfe", "\xfe\xff", "\uFEFF"}

// readTXT reads a plain text as browsers do: as its byte order mark says, otherwise as
// UTF-8, or as Windows-1252 where it is no valid UTF-8.
func readTXT(_ context.Context, file *os.File, add func(rune) error) error {
	whole := func() io.Reader { return io.NewSectionReader(file, 0, fileLimit) }
	start, err := io.ReadAll(io.LimitReader(whole(), utf8.UTFMax))
	if err != nil {
		return err
	}
	if slices.ContainsFunc(marks, func(mark string) bool { return strings.HasPrefix(string(start), mark) }) {
		return addAll(bufio.NewReader(transform.NewReader(whole(), unicode.BOMOverride(transform.Nop))), add)
	}
	_, err = io.Copy(io.Discard, transform.NewReader(whole(), encoding.UTF8Validator))
	switch {
	case errors.Is(err, encoding.ErrInvalidUTF8):
		return addAll(windows1252{bufio.NewReader(whole())}, add)
	case err != nil:
		return err
	}
	return addAll(bufio.NewReader(whole()), add)
}

func addAll(from io.RuneReader, add func(rune) error) error {
	for {
		r, _, err := from.ReadRune()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := add(r); err != nil {
			return err
		}
	}
}

type windows1252 struct{ bytes io.ByteReader }

// ReadRune reads one character.
func (w windows1252) ReadRune() (r rune, size int, err error) {
	b, err := w.bytes.ReadByte()
	if r = charmap.Windows1252.DecodeByte(b); r == utf8.RuneError { // one of five bytes without a character
		r = rune(b)
	}
	return r, 1, err
}
