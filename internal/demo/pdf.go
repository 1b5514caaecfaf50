package demo

import (
	"bytes"
	"fmt"
)

// pdf is a small genuine PDF of one page that shows lines of plain letters.
func pdf(lines ...string) []byte {
	var content, body bytes.Buffer
	content.WriteString("BT /F1 20 Tf 28 TL 72 720 Td")
	for _, line := range lines {
		fmt.Fprintf(&content, " (%s) Tj T*", line)
	}
	content.WriteString(" ET")
	var places []int
	body.WriteString("%PDF-1.4\n")
	for i, object := range []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", content.Len(), content.String()),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
	} {
		places = append(places, body.Len())
		fmt.Fprintf(&body, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	start := body.Len()
	fmt.Fprintf(&body, "xref\n0 %d\n0000000000 65535 f \n", len(places)+1)
	for _, place := range places {
		fmt.Fprintf(&body, "%010d 00000 n \n", place)
	}
	fmt.Fprintf(&body, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(places)+1, start)
	return body.Bytes()
}
