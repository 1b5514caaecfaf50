package pdf_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"testing"

	"deskmate/internal/pdf"
)

func TestOffsetsAndLengthsMatchTheContent(t *testing.T) {
	t.Parallel()
	for _, lines := range [][]string{nil, {"Tides"}, {"Tides", "f(x) = a\\b)", "(("}} {
		page := pdf.Page(lines...)
		start := number(t, page, `startxref\n(\d+)\n%%EOF\n$`)
		if start >= len(page) || !bytes.HasPrefix(page[start:], []byte("xref\n")) {
			t.Fatalf("%q: no cross-reference table at offset %d", lines, start)
		}
		entries := regexp.MustCompile(`(\d{10}) 00000 n \n`).FindAllSubmatch(page[start:], -1)
		if want := number(t, page, `/Size (\d+)`) - 1; len(entries) != want {
			t.Errorf("%q: the table lists %d objects, want %d", lines, len(entries), want)
		}
		for i, entry := range entries {
			offset, err := strconv.Atoi(string(entry[1]))
			if err != nil || !bytes.HasPrefix(page[offset:], fmt.Appendf(nil, "%d 0 obj\n", i+1)) {
				t.Errorf("%q: object %d is not at offset %d, %v", lines, i+1, offset, err)
			}
		}
		_, stream, _ := bytes.Cut(page, []byte("\nstream\n"))
		stream, _, _ = bytes.Cut(stream, []byte("\nendstream\n"))
		if want := number(t, page, `/Length (\d+)`); len(stream) != want {
			t.Errorf("%q: the stream has %d bytes, but declares %d", lines, len(stream), want)
		}
	}
}

func TestParenthesesAndBackslashesAreEscaped(t *testing.T) {
	t.Parallel()
	page := pdf.Page("Tides", `a) b( (c) \d \`)
	if want := `(Tides) Tj 0 -32 Td (a\) b\( \(c\) \\d \\) Tj ET`; !bytes.Contains(page, []byte(want)) {
		t.Errorf("the page does not contain %s:\n%s", want, page)
	}
}

// number returns the number that the pattern captures.
func number(t *testing.T, page []byte, pattern string) int {
	t.Helper()
	match := regexp.MustCompile(pattern).FindSubmatch(page)
	if match == nil {
		t.Fatalf("no %s in %q", pattern, page)
	}
	value, err := strconv.Atoi(string(match[1]))
	if err != nil {
		t.Fatal(err)
	}
	return value
}
