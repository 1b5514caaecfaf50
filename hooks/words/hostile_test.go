package words_test

import (
	"archive/zip"
	"bytes"
	"compress/zlib"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"deskmate/hooks/words"
	"deskmate/internal/testkit"
)

const megabyte = 1 << 20

// repeated reads the same text again and again.
type repeated struct {
	text string
	at   int
}

func (r *repeated) Read(into []byte) (n int, err error) {
	for n < len(into) {
		copied := copy(into[n:], r.text[r.at:])
		n, r.at = n+copied, (r.at+copied)%len(r.text)
	}
	return n, nil
}

// wordBomb returns a small Word document whose main part is a beginning and then a text
// again and again, up to a size. If it lies, it declares another size.
func wordBomb(t *testing.T, beginning, text string, size int64, lies bool) []byte {
	t.Helper()
	var body bytes.Buffer
	archive := zip.NewWriter(&body)
	entry, err := archive.Create("word/document.xml")
	if err == nil {
		_, err = io.Copy(entry, io.MultiReader(strings.NewReader(beginning), io.LimitReader(&repeated{text: text}, size)))
	}
	if err == nil {
		err = archive.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	content := body.Bytes()
	if at := bytes.Index(content, []byte("PK\x01\x02")); lies {
		copy(content[at+24:], []byte{100, 0, 0, 0}) // the unpacked size in the directory
	}
	return content
}

// crowdedArchive returns an archive of many entries without content.
func crowdedArchive(t *testing.T, entries int) []byte {
	t.Helper()
	var body bytes.Buffer
	archive := zip.NewWriter(&body)
	for i := range entries {
		if _, err := archive.CreateHeader(&zip.FileHeader{Name: fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return body.Bytes()
}

// book returns a PDF of objects, the first of which is its catalog.
func book(objects ...string) []byte {
	var body bytes.Buffer
	var offsets []int
	body.WriteString("%PDF-1.4\n")
	for i, object := range objects {
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

const (
	catalog  = "<< /Type /Catalog /Pages 2 0 R >>"
	pages    = "<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
	page     = "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>"
	openBody = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>`
)

// pageOf returns a PDF of one page with content.
func pageOf(content string) []byte {
	return book(catalog, pages, page, fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content))
}

// packedPage returns a PDF of one page whose content unpacks to a size.
func packedPage(t *testing.T, text string, size int64) []byte {
	t.Helper()
	var packed bytes.Buffer
	writer := zlib.NewWriter(&packed)
	if _, err := io.Copy(writer, io.MultiReader(strings.NewReader("BT /F1 12 Tf "), io.LimitReader(&repeated{text: text}, size))); err != nil {
		t.Fatal(err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return book(catalog, pages, page, fmt.Sprintf("<< /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream", packed.Len(), packed.Bytes()))
}

// manyObjects returns a PDF with a table of a million objects.
func manyObjects() []byte {
	const objects = 1_000_000
	var body bytes.Buffer
	fmt.Fprintf(&body, "%%PDF-1.4\nxref\n0 %d\n", objects)
	body.WriteString(strings.Repeat("0000000009 00000 n \n", objects))
	fmt.Fprintf(&body, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n9\n%%%%EOF\n", objects)
	return body.Bytes()
}

func TestHostileFilesCostLittleTimeAndMemory(t *testing.T) {
	t.Parallel()
	entities := `<!DOCTYPE w [<!ENTITY a "tides tides"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>` + openBody + "<w:p><w:r><w:t>&c;</w:t></w:r></w:p>"
	for _, file := range []struct {
		name    string
		kind    string
		content []byte
	}{
		{"nothing but a text", ".txt", []byte("The tides")},
		{"a text of one long word", ".txt", bytes.Repeat([]byte("a"), 25*megabyte)},
		{"a text that is no UTF-8 at its end", ".txt", append(bytes.Repeat([]byte("a "), 12*megabyte), 0xff)},
		{"a text that unpacks to 120 MB", ".docx", wordBomb(t, openBody+"<w:p><w:r><w:t>", "tides ", 120*megabyte, false)},
		{"120 MB that claim to be 100 bytes", ".docx", wordBomb(t, openBody+"<w:p><w:r><w:t>", "tides ", 120*megabyte, true)},
		{"60 MB of small elements", ".docx", wordBomb(t, openBody, "<w:p/>", 60*megabyte, false)},
		{"an attribute of 60 MB", ".docx", wordBomb(t, openBody+`<w:p w:a="`, "tides ", 60*megabyte, false)},
		{"a comment of 60 MB", ".docx", wordBomb(t, openBody+"<!--", "tides ", 60*megabyte, false)},
		{"elements in elements", ".docx", wordBomb(t, openBody, "<w:p>", 50*megabyte, false)},
		{"a million attributes", ".docx", wordBomb(t, openBody+"<w:p ", `a="" `, 50*megabyte, false)},
		{"long names in long names", ".docx", wordBomb(t, openBody, "<"+strings.Repeat("a", 300<<10)+">", 60*megabyte, false)},
		{"namespaces in namespaces", ".docx", wordBomb(t, openBody, "<w:p "+strings.Repeat(`xmlns:a="b" `, 10<<10)+">", 60*megabyte, false)},
		{"entities of entities", ".docx", testkit.Zip(t, map[string]string{"word/document.xml": entities})},
		{"an archive in an archive", ".docx", testkit.Zip(t, map[string]string{"word/document.xml": string(wordBomb(t, "", "tides ", 30*megabyte, false))})},
		{"an archive of 200,000 entries", ".docx", crowdedArchive(t, 200_000)},
		{"a PDF of a million objects", ".pdf", manyObjects()},
		{"a PDF that claims 4 billion objects", ".pdf", []byte("%PDF-1.4\nxref\n0 4000000000\n0000000009 00000 n \ntrailer\n<< /Size 4000000000 /Root 1 0 R >>\nstartxref\n9\n%%EOF\n" + strings.Repeat(" ", 80))},
		{"pages that contain themselves", ".pdf", book(catalog, "<< /Type /Pages /Kids [2 0 R] /Count 9 >>")},
		{"a page that is its own parent", ".pdf", book(catalog, pages, "<< /Type /Page /Parent 3 0 R /Contents 4 0 R >>", "<< /Length 2 >>\nstream\nBT\nendstream")},
		{"a billion pages", ".pdf", book(catalog, "<< /Type /Pages /Kids [3 0 R 3 0 R] /Count 1000000000 >>", "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000000 >>")},
		{"arrays in arrays", ".pdf", pageOf(strings.Repeat("[", 20*megabyte))},
		{"dictionaries in dictionaries", ".pdf", book(catalog, strings.Repeat("<< /Kids ", 2*megabyte))},
		{"a string of 20 MB", ".pdf", pageOf("BT /F1 12 Tf (" + strings.Repeat("a", 20*megabyte) + ") Tj")},
		{"a page that unpacks to 120 MB", ".pdf", packedPage(t, "(tides) Tj ", 120*megabyte)},
		{"120 MB of numbers", ".pdf", packedPage(t, "1 2 3 ", 120*megabyte)},
		{"saved states without end", ".pdf", packedPage(t, "q ", 120*megabyte)},
		{"streams that refer to themselves", ".pdf", book(catalog, pages, page, "<< /Length 4 0 R /Filter 4 0 R >>\nstream\nBT\nendstream")},
	} {
		path := filepath.Join(t.TempDir(), "file"+file.kind)
		if err := os.WriteFile(path, file.content, 0o600); err != nil {
			t.Fatal(err)
		}
		run := exec.Command(os.Args[0])
		run.Env = append(os.Environ(), measureFile+"="+path, "GOMAXPROCS=1")
		out, err := run.Output()
		if err != nil {
			t.Fatal(err)
		}
		var c cost
		if err := json.Unmarshal(out, &c); err != nil {
			t.Fatalf("%v in %s", err, out)
		}
		t.Logf("%-40s %6.2f MB  %5d ms (processor %4d ms)  %3d MB  %d words, known: %v", file.name, float64(len(file.content))/megabyte, c.Took.Milliseconds(), c.Processor.Milliseconds(), c.Peak/megabyte, c.Words, c.IsKnown)
		// Other tests keep the machine busy, so only the time of the processor has a limit.
		if c.Processor > words.TimeLimit+200*time.Millisecond {
			t.Errorf("%s took %v", file.name, c.Processor)
		}
		if c.Peak > 64*megabyte {
			t.Errorf("%s took %d MB", file.name, c.Peak/megabyte)
		}
	}
	if _, ok := words.Count(t.Context(), "endless.txt", &repeated{text: "tides "}); ok {
		t.Error("an endless file was read")
	}
}
