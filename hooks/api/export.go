package api

import (
	"cmp"
	"encoding/csv"
	"math"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/files"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// byteOrderMark tells spreadsheets that the text is UTF-8. Without it, some assume
// the encoding of their locale.
const byteOrderMark = "\uFEFF"

// Column is one column of an export: its heading and its cell in each row. The cells of
// a number are written as they are: the sign of a negative one starts no formula.
type Column[T any] struct {
	Head     string
	Cell     func(T) string
	IsNumber bool
}

// Export is a list that admins download as CSV, filtered as they see it.
type Export[T store.Row] struct {
	Noun    string                                            // names the address, such as /users/export.csv, and the file
	File    string                                            // names the file instead, if the address would not do
	Listing func(e *core.RequestEvent) (store.Listing, error) // the list, filtered by the query
	Columns []Column[T]
	// View returns a row as it reads at a time. It is nil if rows read as they are stored.
	View func(row T, now time.Time) T
}

// Routes are the export itself and the call that makes a link to it: a browser's
// download sends no bearer token.
func (x Export[T]) Routes() []Route {
	path := "/" + x.Noun + "/export.csv"
	return []Route{
		{Method: "GET", Path: path, Who: Admins, Handler: x.download, Sends: ExportedFile},
		{Method: "POST", Path: path + "/link", Who: Admins, Handler: x.link, Unlimited: true},
	}
}

// link answers with a link to the export with the same query. A query that the
// export would refuse is refused here, where a person can read why.
func (x Export[T]) link(e *core.RequestEvent) error {
	if _, err := x.Listing(e); err != nil {
		return err
	}
	return answerLink(e)
}

// answerLink answers a request for a link to an export.
func answerLink(e *core.RequestEvent) error {
	exportPath := strings.TrimSuffix(e.Request.URL.Path, "/link")
	url := files.ExportLink(exportPath, e.Request.URL.Query(), sessions.Caller(e), clock.Now(e.App))
	return e.JSON(http.StatusOK, map[string]string{"url": url})
}

// download sends the whole listing. Rows are read in batches and written as they are read.
func (x Export[T]) download(e *core.RequestEvent) error {
	listing, err := x.Listing(e)
	if err != nil {
		return err
	}
	if _, err := parsePaging(e.Request.URL.Query()); err != nil {
		return err // an export has no pages, but an invalid page is still a mistake
	}
	total, err := listing.Count(e.Request.Context(), e.App)
	if err != nil {
		return err
	}
	now := clock.Now(e.App)
	return sendCSV(e, cmp.Or(x.File, x.Noun), x.Columns, func(write func(T) error) error {
		return walkRows(e, listing, 0, math.MaxInt, total, func(row T) error {
			if x.View != nil {
				row = x.View(row, now)
			}
			return write(row)
		})
	})
}

// sendCSV sends a file of the rows that send passes to write.
func sendCSV[T any](e *core.RequestEvent, file string, columns []Column[T], send func(write func(T) error) error) error {
	header := e.Response.Header()
	header.Set("Content-Type", "text/csv; charset=utf-8")
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": file + ".csv"}))
	out := csv.NewWriter(e.Response)
	cells := make([]string, len(columns))
	for i, column := range columns {
		cells[i] = column.Head
	}
	cells[0] = byteOrderMark + cells[0]
	if err := out.Write(cells); err != nil {
		return err
	}
	err := send(func(row T) error {
		for i, column := range columns {
			if cells[i] = column.Cell(row); !column.IsNumber {
				cells[i] = harmless(cells[i])
			}
		}
		return out.Write(cells)
	})
	if err == nil {
		out.Flush()
		err = out.Error()
	}
	if err != nil && e.Written() {
		panic(http.ErrAbortHandler) // half a file must not look complete
	}
	if err != nil {
		header.Del("Content-Type") // the failure is sent as JSON
		header.Del("Content-Disposition")
	}
	return err
}

// formulaSigns start a formula; the second four are the full-width forms.
const formulaSigns = "=+-@＝＋－＠"

// cellBreaks are the characters after which a spreadsheet may start a new cell:
// the separator depends on its locale and settings, and a quoted cell is only
// recognised after that separator.
const cellBreaks = ",;|\t\r\n"

// harmless keeps a spreadsheet from running a cell, or a piece of it, as a
// formula. Anything that starts like one, even after quotes or invisible
// characters, gets an apostrophe in front.
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

// isSkipped reports whether a spreadsheet ignores a character before a formula.
func isSkipped(r rune) bool {
	return r == '"' || !unicode.IsGraphic(r) || unicode.IsSpace(r)
}

// FormatMoney formats an amount in cents for a cell, in units with two decimals.
func FormatMoney(cents int) string { return strconv.FormatFloat(domain.Units(cents), 'f', 2, 64) }

// Sheet is a table of a few rows that admins download as CSV, like an Export.
type Sheet[T any] struct {
	Path    string // its address, such as /desk/figures.csv
	File    string // names the file
	Rows    func(e *core.RequestEvent) ([]T, error)
	Columns []Column[T]
}

// Routes are the sheet itself and the call that makes a link to it.
func (s Sheet[T]) Routes() []Route {
	return []Route{
		{Method: "GET", Path: s.Path, Who: Admins, Handler: s.download, Sends: ExportedFile},
		{Method: "POST", Path: s.Path + "/link", Who: Admins, Handler: s.link, Unlimited: true},
	}
}

// link answers with a link to the sheet with the same query, unless the sheet would refuse it.
func (s Sheet[T]) link(e *core.RequestEvent) error {
	if _, err := s.Rows(e); err != nil {
		return err
	}
	return answerLink(e)
}

func (s Sheet[T]) download(e *core.RequestEvent) error {
	rows, err := s.Rows(e)
	if err != nil {
		return err
	}
	return sendCSV(e, s.File, s.Columns, func(write func(T) error) error {
		for _, row := range rows {
			if err := write(row); err != nil {
				return err
			}
		}
		return nil
	})
}
