// Package pdf writes small but genuine PDF documents: for sample data and for
// tests that upload files.
package pdf

import (
	"bytes"
	"fmt"
	"strings"
)

// literal escapes the characters that have a meaning inside a PDF string.
var literal = strings.NewReplacer(`\`, `\\`, `(`, `\(`, `)`, `\)`)

// Page returns a PDF of one A4 page that shows the lines from the top, in
// Helvetica. Only ASCII displays correctly: other characters are not converted
// to the encoding of the font.
func Page(lines ...string) []byte {
	var content strings.Builder
	content.WriteString("BT /F1 24 Tf 72 720 Td")
	for i, line := range lines {
		if i > 0 {
			content.WriteString(" 0 -32 Td")
		}
		fmt.Fprintf(&content, " (%s) Tj", literal.Replace(line))
	}
	content.WriteString(" ET")

	var body bytes.Buffer
	var offsets []int
	body.WriteString("%PDF-1.4\n")
	for i, object := range []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", content.Len(), content.String()),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
	} {
		offsets = append(offsets, body.Len())
		fmt.Fprintf(&body, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	start := body.Len()
	fmt.Fprintf(&body, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, offset := range offsets {
		fmt.Fprintf(&body, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&body, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, start)
	return body.Bytes()
}
