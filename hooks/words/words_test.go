package words_test

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"deskmate/hooks/words"
	"deskmate/internal/testkit"
)

func utf16Text(mark string, text string) []byte {
	content := []byte(mark)
	for _, unit := range utf16.Encode([]rune(text)) {
		if mark == "\xff\xfe" {
			content = append(content, byte(unit), byte(unit>>8))
		} else {
			content = append(content, byte(unit>>8), byte(unit))
		}
	}
	return content
}

// document returns a Word document with a body.
func document(t *testing.T, body string) []byte {
	t.Helper()
	return testkit.Zip(t, map[string]string{"[Content_Types].xml": "<Types/>", "word/document.xml": `<?xml version="1.0"?>
		<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"
		xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><w:body>` + body + `</w:body></w:document>`})
}

func TestWordsAreCounted(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file    string
		content []byte
		words   int // -1 if unknown
	}{
		"a text":                    {"essay.txt", []byte("The tides of the sea.\n"), 5},
		"an empty text":             {"essay.txt", nil, 0},
		"capital letters":           {"ESSAY.TXT", []byte("The tides"), 2},
		"UTF-8 with a mark":         {"essay.txt", []byte("\uFEFFprílivy a odlivy"), 3},
		"UTF-16, little end first":  {"essay.txt", utf16Text("\xff\xfe", "приливы и отливы"), 3},
		"UTF-16, big end first":     {"essay.txt", utf16Text("\xfe\xff", "приливы и 🙂 отливы"), 3},
		"Windows-1252":              {"essay.txt", []byte("wait\x85what, \x93caf\xe9\x94 \x81"), 2},
		"Latin-1":                   {"essay.txt", []byte("le caf\xe9 \xe0 la mer"), 5},
		"paragraphs":                {"essay.docx", document(t, `<w:p><w:r><w:t>The tides</w:t></w:r></w:p><w:p><w:r><w:t>rise</w:t></w:r></w:p>`), 3},
		"a word in two runs":        {"essay.docx", document(t, `<w:p><w:r><w:t>ti</w:t></w:r><w:r><w:t>des</w:t></w:r></w:p>`), 1},
		"tabs and breaks":           {"essay.docx", document(t, `<w:p><w:r><w:t>one</w:t><w:tab/><w:t>two</w:t><w:br/><w:t>three</w:t></w:r></w:p>`), 3},
		"what was deleted":          {"essay.docx", document(t, `<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:instrText>PAGE</w:instrText><w:t>here</w:t></w:r></w:p>`), 1},
		"a box for older programs":  {"essay.docx", document(t, `<mc:AlternateContent><mc:Choice><w:p><w:r><w:t>box</w:t></w:r></w:p></mc:Choice><mc:Fallback><w:p><w:r><w:t>box</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent>`), 1},
		"elements of others":        {"essay.docx", document(t, `<a:t>not ours</a:t><w:p><w:r><w:t>ours</w:t></w:r></w:p>`), 1},
		"a document without a part": {"essay.docx", testkit.Zip(t, map[string]string{"[Content_Types].xml": "<Types/>"}), -1},
		"a broken document":         {"essay.docx", []byte("PK no archive"), -1},
		"a PDF":                     {"essay.pdf", testkit.PDF("The tides of the sea"), 5},
		"a PDF without spaces":      {"essay.pdf", pageOf("BT /F1 12 Tf 72 700 Td [(The) -333 (ti) 20 (des)] TJ 0 -14 Td (rise) Tj ET"), 3},
		"a broken PDF":              {"essay.pdf", []byte("%PDF-1.4\nno PDF at all"), -1},
		"an older Word document":    {"essay.doc", testkit.DOC(), -1},
		"another file":              {"essay.exe", testkit.EXE(), -1},
		"a file without a name":     {"", []byte("The tides"), -1},
	} {
		got, ok := words.Count(t.Context(), c.file, bytes.NewReader(c.content))
		if !ok {
			got = -1
		}
		if got != c.words {
			t.Errorf("%s: got %d words, want %d", name, got, c.words)
		}
	}
}

// This test is not parallel, because it holds up all others.
func TestAFileThatWaitsTooLongHasNoWordCount(t *testing.T) {
	release := words.HoldCounting()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, ok := words.Count(ctx, "essay.txt", strings.NewReader("The tides")); ok {
		t.Error("it was counted")
	}
	release()
	if count, ok := words.Count(t.Context(), "essay.txt", strings.NewReader("The tides")); !ok || count != 2 {
		t.Errorf("afterwards: got %d, %v", count, ok)
	}
}

// This test is not parallel, because it holds up all others.
func TestReadingTextsDoesNotHoldUpCounting(t *testing.T) {
	release := words.HoldTexts()
	defer release()
	ctx, cancel := context.WithTimeout(t.Context(), words.TimeLimit)
	defer cancel()
	if count, ok := words.Count(ctx, "essay.txt", strings.NewReader("The tides")); !ok || count != 2 {
		t.Errorf("got %d, %v", count, ok)
	}
}

func TestNoTemporaryFileStays(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	words.Count(t.Context(), "essay.txt", strings.NewReader("The tides"))
	words.Count(t.Context(), "essay.txt", &repeated{text: "tides "})
	words.Count(t.Context(), "essay.pdf", strings.NewReader("no PDF"))
	left, err := os.ReadDir(os.TempDir())
	if err != nil || len(left) > 0 {
		t.Errorf("left are %v, %v", left, err)
	}
}

func TestTextsAreReadForComparison(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", words.TextLimit)
	for name, c := range map[string]struct {
		file    string
		content []byte
		text    string
		isKnown bool
	}{
		"a text":          {"essay.txt", []byte("The tides\r\nrise"), "The tides\r\nrise", true},
		"Windows-1252":    {"essay.txt", []byte("caf\xe9 \x85 \x81"), "café … \u0081", true},
		"a document":      {"essay.docx", document(t, `<w:p><w:r><w:t>The tides</w:t></w:r></w:p><w:p><w:r><w:t>rise</w:t></w:r></w:p>`), "The tides\nrise\n", true},
		"a long text":     {"essay.txt", []byte(long + "and more"), long, true},
		"a broken file":   {"essay.docx", []byte("PK no archive"), "", false},
		"a PDF":           {"essay.pdf", testkit.PDF("The tides"), "", false},
		"an old document": {"essay.doc", testkit.DOC(), "", false},
	} {
		text, ok := words.Text(t.Context(), c.file, bytes.NewReader(c.content))
		if text != c.text || ok != c.isKnown {
			t.Errorf("%s: got %d bytes, %v", name, len(text), ok)
		}
	}
}
