package wire

import (
	"encoding/csv"
	"math"
	"mime"
	"net/http"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/records"
)

// byteOrderMark at the start tells spreadsheets that the letters are UTF-8; some
// take them for the letters of the machine's own country otherwise.
const byteOrderMark = "\uFEFF"

// AnswerCSV sends a whole listing as CSV, read in batches and written as it goes.
func AnswerCSV[T records.Row](e *core.RequestEvent, name string, listing records.Listing, head []string, view func(T) []string) error {
	if _, err := parsePaging(e.Request.URL.Query()); err != nil {
		return err // a page means nothing here, but a broken one is a mistake here too
	}
	header := e.Response.Header()
	header.Set("Content-Type", "text/csv; charset=utf-8")
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	out := csv.NewWriter(e.Response)
	first := append([]string{byteOrderMark + head[0]}, head[1:]...)
	if err := out.Write(first); err != nil {
		return err
	}
	err := walk(e, listing, 0, math.MaxInt, func(row T) error {
		cells := view(row)
		for i, cell := range cells {
			cells[i] = harmless(cell)
		}
		return out.Write(cells)
	})
	if err == nil {
		out.Flush()
		err = out.Error()
	}
	if err != nil && e.Written() {
		panic(http.ErrAbortHandler) // half a list must not look like a whole one
	}
	if err != nil {
		header.Del("Content-Type") // a failure is no file
		header.Del("Content-Disposition")
	}
	return err
}

// LinkExport answers a link to the export whose own address stands before
// "/link", narrowed as the query asks. narrowed reads the query as the export
// does: what it refuses is refused here, where a person reads the sentence.
func LinkExport(narrowed func(*core.RequestEvent) (records.Listing, error)) func(*core.RequestEvent) error {
	return func(e *core.RequestEvent) error {
		if _, err := narrowed(e); err != nil {
			return err
		}
		exportPath := strings.TrimSuffix(e.Request.URL.Path, "/link")
		return e.JSON(http.StatusOK, map[string]string{"url": ExportLink(exportPath, e.Request.URL.Query(), Caller(e), time.Now())})
	}
}

// formulaSigns begin a formula, also in the width of East Asian scripts.
const formulaSigns = "=+-@＝＋－＠"

// cellBreaks are where spreadsheets may begin another cell: some take for the
// mark between cells what their country or their user chose, and know a quoted
// cell only where it follows that mark.
const cellBreaks = ",;|\t\r\n"

// harmless keeps a spreadsheet from running a cell, or a piece of it, as a
// formula: what begins like one, also behind quotes and what does not show,
// gets an apostrophe in front.
func harmless(cell string) string {
	var out strings.Builder
	for rest := cell; rest != ""; {
		end := strings.IndexAny(rest, cellBreaks) + 1
		if end == 0 {
			end = len(rest)
		}
		piece := rest[:end]
		first, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(piece, isSkipped))
		isCellStart := len(rest) == len(cell)
		if strings.ContainsRune(formulaSigns, first) || isCellStart && (piece[0] == '\t' || piece[0] == '\r') {
			out.WriteByte('\'')
		}
		out.WriteString(piece)
		rest = rest[end:]
	}
	return out.String()
}

// isSkipped tells whether a formula may stand behind a sign.
func isSkipped(sign rune) bool {
	return sign == '"' || !unicode.IsGraphic(sign) || unicode.IsSpace(sign)
}
