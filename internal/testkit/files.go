package testkit

import (
	"archive/zip"
	"bytes"
	"testing"
	"unicode/utf16"

	"github.com/pocketbase/pocketbase/tools/filesystem"

	"deskmate/internal/pdf"
)

// PDF returns a small genuine PDF that shows a line of text.
func PDF(text string) []byte { return pdf.Page(text) }

// DOCX returns a small genuine Word document that contains the text.
func DOCX(t testing.TB, text string) []byte {
	t.Helper()
	return Zip(t, map[string]string{
		"[Content_Types].xml": `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
		"_rels/.rels": `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
		"word/document.xml": `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>` + text + `</w:t></w:r></w:p></w:body></w:document>`,
	})
}

// Zip returns an archive of the files, given as content by name.
func Zip(t testing.TB, files map[string]string) []byte {
	t.Helper()
	var body bytes.Buffer
	archive := zip.NewWriter(&body)
	for name, content := range files {
		entry, err := archive.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := entry.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return body.Bytes()
}

// DOC returns an OLE compound file like those of Word 97: a header, an allocation
// table and a directory with a WordDocument stream.
func DOC() []byte {
	const sector = 512
	body := make([]byte, 4*sector)
	copy(body, []byte{0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1})
	body[24], body[26], body[28], body[29] = 0x3E, 0x03, 0xFE, 0xFF // version 3, little endian
	body[30], body[32] = 9, 6                                       // sector sizes as powers of two: 512 and 64 bytes
	body[44], body[48] = 1, 1                                       // one allocation table sector; the directory is in sector 1
	copy(body[80:], bytes.Repeat([]byte{0xFF}, sector-80))
	copy(body[76:], []byte{0, 0, 0, 0}) // the allocation table is in sector 0
	directory := body[2*sector:]
	for i, name := range []string{"Root Entry", "WordDocument"} {
		entry := directory[i*128:]
		for j, unit := range utf16.Encode([]rune(name)) {
			entry[2*j] = byte(unit)
		}
		entry[64] = byte(2*len(name) + 2)
		entry[66] = []byte{5, 2}[i]
	}
	return body
}

// EXE returns the first bytes of a Windows program.
func EXE() []byte {
	body := make([]byte, 256)
	copy(body, "MZ")
	body[0x3C] = 0x80
	copy(body[0x80:], "PE\x00\x00\x4c\x01")
	return body
}

// UnsavedFile returns a file to set on a record, as the console does with an upload.
func UnsavedFile(t testing.TB, name string, content []byte) *filesystem.File {
	t.Helper()
	file, err := filesystem.NewFileFromBytes(content, name)
	if err != nil {
		t.Fatal(err)
	}
	return file
}
