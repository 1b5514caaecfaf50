// Package words counts the words of files that people deliver, and reads their text. A
// file may be hostile, so the bytes, the time and the memory that reading it takes are
// bounded (docs/architecture.md). A file that takes more has no word count.
package words

import (
	"context"
	"errors"
	"io"
	"os"
	"path"
	"strings"
	"time"

	"deskmate/hooks/domain"
)

// Limits of reading a file (docs/operations.md).
const (
	// timeLimit is how long reading may take.
	timeLimit = 2 * time.Second
	// fileLimit is the size of the largest file that is read, in bytes.
	fileLimit = 26_214_400
	// TextLimit is how many characters of a text are returned.
	TextLimit = 1_000_000
)

// Whoever compares versions holds up no delivery.
var (
	countSlots = make(chan struct{}, 2)
	textSlots  = make(chan struct{}, 1)
)

var (
	// errUnknown is the outcome of a file that is too large, takes too long or cannot be read.
	errUnknown = errors.New("the text of the file is unknown")
	// errFull ends the reading of a text once enough is known.
	errFull = errors.New("the text is longer than the limit")
)

// readers pass on each character of a file, by its extension. A PDF is not among them,
// because the order of its characters is not that of its text.
var readers = map[string]func(ctx context.Context, file *os.File, add func(rune) error) error{
	".txt": readTXT, ".docx": readDOCX,
}

// IsComparable reports whether the text of a file with this name can be compared with
// another version.
func IsComparable(name string) bool { return readers[extension(name)] != nil }

func extension(name string) string { return strings.ToLower(path.Ext(name)) }

// Count counts the words of a file. It reports false if their number is unknown.
func Count(ctx context.Context, name string, content io.Reader) (words int, ok bool) {
	if !IsComparable(name) && extension(name) != ".pdf" {
		return 0, false
	}
	err := withCopy(ctx, countSlots, content, func(ctx context.Context, file *os.File) (err error) {
		if !IsComparable(name) {
			words, err = countPDF(ctx, file)
			return err
		}
		var counter domain.WordCounter
		err = readers[extension(name)](ctx, file, func(r rune) error {
			counter.Add(r)
			return nil
		})
		words = counter.Words
		return err
	})
	return words, err == nil
}

// Text returns the text of a file that IsComparable, at most TextLimit characters. It
// reports false if the text cannot be read.
func Text(ctx context.Context, name string, content io.Reader) (text string, ok bool) {
	if !IsComparable(name) {
		return "", false
	}
	var kept strings.Builder
	err := withCopy(ctx, textSlots, content, func(ctx context.Context, file *os.File) error {
		left := TextLimit
		return readers[extension(name)](ctx, file, func(r rune) error {
			if left == 0 {
				return errFull
			}
			left--
			kept.WriteRune(r)
			return nil
		})
	})
	if err != nil && !errors.Is(err, errFull) {
		return "", false
	}
	return kept.String(), true
}

// withCopy has a file read from a temporary copy, which can be read in any order, once one
// of the slots is free.
func withCopy(ctx context.Context, slots chan struct{}, content io.Reader, read func(ctx context.Context, file *os.File) error) error {
	file, err := os.CreateTemp("", "deskmate_words_*")
	if err != nil {
		return err
	}
	defer func() {
		_ = file.Close()
		_ = os.Remove(file.Name())
	}()
	// Copying may be slow, so it comes before the wait.
	copied, err := io.Copy(file, io.LimitReader(content, fileLimit+1))
	if err != nil {
		return err
	}
	if copied > fileLimit {
		return errUnknown
	}
	select {
	case slots <- struct{}{}:
		defer func() { <-slots }()
	case <-ctx.Done():
		return ctx.Err()
	}
	ctx, cancel := context.WithTimeout(ctx, timeLimit)
	defer cancel()
	return read(ctx, file)
}
