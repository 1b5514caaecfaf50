package files_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"

	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/files"
	"deskmate/internal/clock"
	"deskmate/internal/testkit"
)

// wordEntries are the entries that make an archive a Word document.
var wordEntries = []string{"[Content_Types].xml", "word/document.xml"}

// directory is the central directory of an archive with these entries.
func directory(names ...string) []byte {
	var list bytes.Buffer
	for _, name := range names {
		var header [46]byte
		copy(header[:], "PK\x01\x02")
		binary.LittleEndian.PutUint16(header[28:], uint16(len(name)))
		list.Write(header[:])
		list.WriteString(name)
	}
	return list.Bytes()
}

// claims are what the end record of an archive says about its central directory.
type claims struct{ entries, size, offset uint64 }

// end is the end record of an archive.
func (c claims) end() []byte {
	record := make([]byte, 22)
	copy(record, "PK\x05\x06")
	binary.LittleEndian.PutUint16(record[8:], uint16(c.entries))
	binary.LittleEndian.PutUint16(record[10:], uint16(c.entries))
	binary.LittleEndian.PutUint32(record[12:], uint32(c.size))
	binary.LittleEndian.PutUint32(record[16:], uint32(c.offset))
	return record
}

// end64 is the end of a 64-bit archive. Its own record starts at an offset.
func (c claims) end64(at uint64) []byte {
	record := make([]byte, 56)
	copy(record, "PK\x06\x06")
	binary.LittleEndian.PutUint64(record[4:], 44)
	for i, value := range []uint64{c.entries, c.entries, c.size, c.offset} {
		binary.LittleEndian.PutUint64(record[24+8*i:], value)
	}
	locator := make([]byte, 20)
	copy(locator, "PK\x06\x07")
	binary.LittleEndian.PutUint64(locator[8:], at)
	locator[16] = 1
	return slices.Concat(record, locator, claims{0xffff, 0xffffffff, 0xffffffff}.end())
}

// padded returns an archive of the given size: padding, a central directory and an end.
func padded(size int, list, end []byte) []byte {
	return slices.Concat(make([]byte, max(0, size-len(list)-len(end))), list, end)
}

// manyEntries lists the entries of a Word document and then others, with the
// shortest names.
func manyEntries(count int) []byte {
	return directory(append(slices.Clone(wordEntries), slices.Repeat([]string{"x"}, count-2)...)...)
}

// hostileArchives returns archives that cost far more memory than their size if
// they are parsed as a whole. All but the first make false claims.
func hostileArchives() map[string][]byte {
	const size = 23_500_000
	all := manyEntries(500_000)
	fits := manyEntries(11_000)
	few := directory(wordEntries...)
	return map[string][]byte{
		"500,000 entries":                         slices.Concat(all, claims{500_000, uint64(len(all)), 0}.end()),
		"500,000 entries that claim to be two":    slices.Concat(all, claims{2, uint64(len(all)), 0}.end()),
		"500,000 entries in a list of no size":    slices.Concat(all, claims{500_000, 0, 0}.end()),
		"11,000 entries at the end":               padded(size, fits, claims{11_000, uint64(len(fits)), uint64(size - 22 - len(fits))}.end()),
		"two entries that claim to be 65,534":     padded(size, few, claims{65_534, uint64(len(few)), uint64(size - 22 - len(few))}.end()),
		"two entries that claim 780,000 (64-bit)": padded(size, few, claims{780_000, uint64(len(few)), uint64(size - 98 - len(few))}.end64(size-98)),
	}
}

// check checks a file's content and fails the test if that is impossible.
func check(t *testing.T, app core.App, name string, content []byte) domain.Problems {
	t.Helper()
	problems, err := files.CheckContent(t.Context(), app, testkit.UnsavedFile(t, name, content))
	if err != nil {
		t.Fatal(err)
	}
	return problems
}

// pictures returns a genuine Word document with a number of pictures and a comment.
func pictures(t *testing.T, count int, comment string) []byte {
	t.Helper()
	var body bytes.Buffer
	archive := zip.NewWriter(&body)
	noise := make([]byte, 1200)
	names := slices.Clone(wordEntries)
	for i := range count {
		names = append(names, fmt.Sprintf("word/media/picture number %d.png", i))
	}
	for _, name := range names {
		entry, err := archive.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		for i := range noise {
			noise[i] = byte(rand.Uint32())
		}
		if _, err := entry.Write(noise); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.SetComment(comment); err != nil {
		t.Fatal(err)
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return body.Bytes()
}

func TestGenuineWordDocumentsAreAccepted(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	few := directory(wordEntries...)
	for name, content := range map[string][]byte{
		"three entries":                    testkit.DOCX(t, "Tides"),
		"1,500 pictures":                   pictures(t, 1500, ""),
		"1,500 pictures and a comment":     pictures(t, 1500, strings.Repeat("c", 65_535)),
		"the longest comment":              pictures(t, 1, strings.Repeat("c", 65_535)),
		"text before the archive":          append([]byte("#!/bin/sh\n"), testkit.DOCX(t, "Tides")...),
		"a 64-bit list of entries":         slices.Concat(few, claims{2, uint64(len(few)), 0}.end64(uint64(len(few)))),
		"a list at the end of 25 MB":       padded(int(domain.MaxFileBytes), few, claims{2, uint64(len(few)), uint64(int(domain.MaxFileBytes) - 22 - len(few))}.end()),
		"a list with a wrong offset to it": padded(int(domain.MaxFileBytes), few, claims{2, uint64(len(few)), 7}.end()),
	} {
		if problems := check(t, app, "essay.docx", content); problems != nil {
			t.Errorf("%s (%d bytes): refused with %v", name, len(content), problems)
		}
	}
}

func TestBrokenArchivesAreNotWordDocuments(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	few := directory(wordEntries...)
	length := uint64(len(few))
	const most = 1<<64 - 1
	for name, content := range map[string][]byte{
		"a list that is longer than the file":    slices.Concat(few, claims{2, length + 1, 0}.end()),
		"a list of the greatest length":          slices.Concat(few, claims{2, 0xfffffffe, 0}.end()),
		"a list beyond the end":                  slices.Concat(few, claims{2, 0, 0xfffffffe}.end()),
		"too few entries":                        slices.Concat(few, claims{3, length, 0}.end()),
		"64-bit claims of the greatest numbers":  slices.Concat(few, claims{most, most, most}.end64(length)),
		"64-bit sizes that overflow":             slices.Concat(few, claims{2, 1<<63 - 1, 1<<63 - 1}.end64(length)),
		"a 64-bit record beyond the end":         slices.Concat(few, claims{2, length, 0}.end64(1<<40)),
		"a 64-bit record at a negative offset":   slices.Concat(few, claims{2, length, 0}.end64(most)),
		"a comment that is longer than the file": append(slices.Concat(few, claims{2, length, 0}.end()[:20]), 0xff, 0xff),
		"an end and nothing else":                claims{2, 0, 0}.end(),
		"one byte":                               {'P'},
	} {
		if problems := check(t, app, "essay.docx", content); !slices.Equal(problems, domain.Problems{domain.WrongFileType}) {
			t.Errorf("%s: got %v", name, problems)
		}
	}
}

// memoryPerFile is how much may be allocated to check one file, whatever it holds.
const memoryPerFile = 4 << 20

// This test is not parallel, because it measures what the whole process allocates.
func TestHostileArchivesCostLittleMemory(t *testing.T) {
	app := testkit.New(t)
	for name, content := range hostileArchives() {
		var checks sync.WaitGroup
		before := allocated()
		for range 8 {
			checks.Go(func() { check(t, app, "essay.docx", content) })
		}
		checks.Wait()
		if grown := allocated() - before; grown > 8*memoryPerFile {
			t.Errorf("%s: eight files allocated %d MB, want at most %d", name, grown>>20, 8*memoryPerFile>>20)
		}
	}
}

// allocated is how much memory the process has ever allocated.
func allocated() uint64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.TotalAlloc
}

// heldFile is a file that cannot be opened until the test releases it.
type heldFile struct {
	opened *atomic.Int32
	let    <-chan struct{}
}

func (f heldFile) Open() (io.ReadSeekCloser, error) {
	f.opened.Add(1)
	<-f.let
	return (&filesystem.BytesReader{Bytes: testkit.PDF("Tides")}).Open()
}

func (f heldFile) check(ctx context.Context, app core.App) error {
	problems, err := files.CheckContent(ctx, app, &filesystem.File{Reader: f, Name: "essay.pdf", OriginalName: "essay.pdf", Size: 1000})
	if err == nil && problems != nil {
		err = problems
	}
	return err
}

func TestAtMostFourFilesAreCheckedAtOnce(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	synctest.Test(t, func(t *testing.T) {
		let := make(chan struct{})
		file := heldFile{opened: new(atomic.Int32), let: let}
		results := make(chan error, 9)
		for range cap(results) {
			go func() { results <- file.check(t.Context(), app) }()
		}
		synctest.Wait()
		if opened := file.opened.Load(); opened != 4 {
			t.Errorf("%d files were opened at once, want 4", opened)
		}
		close(let)
		for range cap(results) {
			if err := <-results; err != nil {
				t.Error(err)
			}
		}
	})
}

func TestAFileThatWaitsTenSecondsIsRefusedWith503(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	synctest.Test(t, func(t *testing.T) {
		let := make(chan struct{})
		file := heldFile{opened: new(atomic.Int32), let: let}
		results := make(chan error, 4)
		for range cap(results) {
			go func() { results <- file.check(t.Context(), app) }()
		}
		synctest.Wait()
		elapsed := clock.Stopwatch()
		failure := failures.From(file.check(t.Context(), app))
		if waited := elapsed(); failure.Status != http.StatusServiceUnavailable || failure.RetryAfter == 0 || waited != 10*time.Second {
			t.Errorf("got %d with RetryAfter %v, after %v", failure.Status, failure.RetryAfter, waited)
		}
		close(let)
		for range cap(results) {
			if err := <-results; err != nil {
				t.Error(err)
			}
		}
	})
}
