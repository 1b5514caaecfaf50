// Package words counts the words of files that people deliver, and reads their text. A
// file may be hostile, so it is read in a child process that gets little time and memory
// (docs/architecture.md).
package words

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"strconv"
	"strings"
	"time"
)

// Limits of reading a file (docs/operations.md).
const (
	// timeLimit is how long a child process may take.
	timeLimit = 2 * time.Second
	// memoryLimit is how much memory the child's data may take, in bytes. With the
	// program itself it stays below 64 MB.
	memoryLimit = 24 << 20
	// fileLimit is the size of the largest file that is read, in bytes.
	fileLimit = 26_214_400
	// TextLimit is how many characters of a text are returned.
	TextLimit = 1_000_000
	// countsAtOnce and textsAtOnce are how many child processes count words and read texts
	// at the same time. Whoever compares versions holds up no delivery.
	countsAtOnce, textsAtOnce = 2, 1
)

// childCommand is the hidden command that runs the child process, and insideChild the
// variable of its environment. A program that does not know the command reads no files.
const (
	childCommand = "count-words"
	insideChild  = "DESKMATE_COUNT_WORDS"
)

// errUnknown is the outcome of a file that is too large, takes too long or cannot be read.
var errUnknown = errors.New("the text of the file is unknown")

// What child processes do.
const (
	modeCount = "count"
	modeText  = "text"
)

var slots = map[string]chan struct{}{
	modeCount: make(chan struct{}, countsAtOnce), modeText: make(chan struct{}, textsAtOnce),
}

// Extensions of files whose words can be counted, and of those whose text can be compared.
var readers = map[string]struct {
	read         func(content *os.File, size int64, text *sink) error
	isComparable bool
}{
	".txt":  {readTXT, true},
	".docx": {readDOCX, true},
	".pdf":  {readPDF, false},
}

// IsComparable reports whether the text of a file with this name can be compared with
// another version.
func IsComparable(name string) bool { return readers[extension(name)].isComparable }

func extension(name string) string { return strings.ToLower(path.Ext(name)) }

// Count counts the words of a file. It reports false if their number is unknown.
func Count(ctx context.Context, name string, content io.Reader) (words int, ok bool) {
	out, err := run(ctx, name, content, modeCount, 32)
	if err != nil {
		return 0, false
	}
	words, err = strconv.Atoi(string(out))
	return words, err == nil
}

// Text returns the text of a file that IsComparable, at most TextLimit characters. It
// reports false if the text cannot be read.
func Text(ctx context.Context, name string, content io.Reader) (text string, ok bool) {
	if !IsComparable(name) {
		return "", false
	}
	out, err := run(ctx, name, content, modeText, 4*TextLimit)
	return string(out), err == nil
}

// run has a child process read a file, and returns its answer of at most limit bytes.
func run(ctx context.Context, name string, content io.Reader, mode string, limit int) ([]byte, error) {
	if _, ok := readers[extension(name)]; !ok || os.Getenv(insideChild) != "" {
		return nil, errUnknown
	}
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	file, err := spool(content) // which may be slow, so it comes before the wait
	if err != nil {
		return nil, err
	}
	defer func() {
		_ = file.Close()
		_ = os.Remove(file.Name())
	}()
	select {
	case slots[mode] <- struct{}{}:
		defer func() { <-slots[mode] }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	ctx, cancel := context.WithTimeout(ctx, timeLimit)
	defer cancel()
	var out bytes.Buffer
	child := exec.CommandContext(ctx, program, childCommand, extension(name), mode) // #nosec G204 -- the program is this one, and no shell reads the ending of the client's file name
	child.Stdin, child.Stdout = file, &limited{&out, limit}
	// One processor, and nothing of our own environment.
	child.Env = []string{insideChild + "=1", "GOMAXPROCS=1", "GOTRACEBACK=none"}
	child.WaitDelay = timeLimit
	err = child.Run()
	if measured != nil {
		measured(child.ProcessState)
	}
	return out.Bytes(), err
}

// measured receives the state of each child process that has ended; only tests set it.
var measured func(*os.ProcessState)

// spool copies a file to a temporary one, which a child process can read in any order.
func spool(content io.Reader) (*os.File, error) {
	file, err := os.CreateTemp("", "deskmate_words_*")
	if err != nil {
		return nil, err
	}
	copied, err := io.Copy(file, io.LimitReader(content, fileLimit+1))
	if err == nil && copied > fileLimit {
		err = errUnknown
	}
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		_ = file.Close()
		_ = os.Remove(file.Name())
		return nil, err
	}
	return file, nil
}

// limited fails when more is written to it than it may hold.
type limited struct {
	to   io.Writer
	left int
}

// Write writes a piece.
func (l *limited) Write(piece []byte) (int, error) {
	if l.left -= len(piece); l.left < 0 {
		return 0, errUnknown
	}
	return l.to.Write(piece)
}

// RunChild ends the process with the outcome of reading a file if it was started as a
// child process. Otherwise it does nothing. A program calls it before anything else.
func RunChild() {
	if len(os.Args) != 4 || os.Args[1] != childCommand || os.Getenv(insideChild) == "" {
		return
	}
	limitChild()
	if err := answer(os.Stdin, os.Args[2], os.Args[3], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// answer reads a file, and writes the number of its words or its text.
func answer(content *os.File, extension, mode string, out io.Writer) (err error) {
	defer func() {
		if problem := recover(); problem != nil { // a parser that gives up on a broken file
			err = fmt.Errorf("%w: %v", errUnknown, problem)
		}
	}()
	reader, ok := readers[extension]
	if !ok {
		return errUnknown
	}
	info, err := content.Stat()
	if err != nil {
		return err
	}
	text := &sink{isKept: mode == modeText}
	if err := reader.read(content, info.Size(), text); err != nil && !errors.Is(err, errFull) {
		return err
	}
	if text.isKept {
		_, err = out.Write(text.kept)
	} else {
		_, err = io.WriteString(out, strconv.Itoa(text.counter.Words))
	}
	return err
}
