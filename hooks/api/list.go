package api

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
)

const (
	perPageLimit   = 500
	perPageDefault = 50 // if the query has a page but no perPage
)

// paging is the page of a list that the query selects; page 0 means the whole list.
type paging struct{ page, perPage int }

// parsePaging reads page (from 1) and perPage (1 to 500).
func parsePaging(query url.Values) (paging, error) {
	read := func(name string, most int) (int, error) {
		if !query.Has(name) {
			return 0, nil
		}
		value, err := strconv.Atoi(query.Get(name))
		if err != nil || value < 1 || value > most {
			return 0, failures.BadRequest("Invalid paging parameter")
		}
		return value, nil
	}
	page, err := read("page", 1<<31-1)
	if err != nil {
		return paging{}, err
	}
	perPage, err := read("perPage", perPageLimit)
	if err != nil {
		return paging{}, err
	}
	if page > 0 && perPage == 0 {
		perPage = perPageDefault
	}
	if perPage > 0 && page == 0 {
		page = 1
	}
	return paging{page, perPage}, nil
}

// PageOf returns the page that a query selects of a list that is never sent as a whole:
// the first one if it selects none.
func PageOf(query url.Values) (offset, limit int, err error) {
	paging, err := parsePaging(query)
	if err != nil {
		return 0, 0, err
	}
	if paging.page == 0 {
		paging.page, paging.perPage = 1, perPageDefault
	}
	return (paging.page - 1) * paging.perPage, paging.perPage, nil
}

// SetTotal says in a header how many rows match the query of a list.
func SetTotal(e *core.RequestEvent, total int) {
	e.Response.Header().Set("X-Total-Count", strconv.Itoa(total))
	e.Response.Header().Set("Access-Control-Expose-Headers", "X-Total-Count")
}

// SortBy orders a listing by the query's sort parameter: the name of one of the
// orders, with a minus in front for descending. Without the parameter, the listing
// keeps its own order.
func SortBy(listing *store.Listing, query url.Values, orders map[string]string) error {
	sort := query.Get("sort")
	if sort == "" {
		return nil
	}
	name, desc := strings.CutPrefix(sort, "-")
	by, ok := orders[name]
	if !ok {
		return failures.BadRequest("Unknown sort field")
	}
	listing.Order = store.Order{By: by, Desc: desc}
	return nil
}

// Filter narrows a listing to one value of a column if the query has the
// parameter. parse reads the value. The refusal of an unknown value names the parameter.
func Filter(listing *store.Listing, query url.Values, name, column string, parse func(string) (string, bool)) error {
	if !query.Has(name) {
		return nil
	}
	value, ok := parse(query.Get(name))
	if !ok {
		return failures.BadRequest("Invalid " + name + " filter")
	}
	listing.Where(column, "= {:"+name+"}", map[string]any{name: value})
	return nil
}

// FilterAny is Filter for one or more values, separated by commas.
func FilterAny(listing *store.Listing, query url.Values, name, column string, parse func(string) (string, bool)) error {
	if !query.Has(name) {
		return nil
	}
	var values []string
	for text := range strings.SplitSeq(query.Get(name), ",") {
		value, ok := parse(text)
		if !ok {
			return failures.BadRequest("Invalid " + name + " filter")
		}
		if !slices.Contains(values, value) {
			values = append(values, value)
		}
	}
	listing.WhereIn(column, values)
	return nil
}

// searchLimit is how long a search may be, in characters. No searched text is
// longer, and the database refuses very long patterns.
const searchLimit = 200

// Search narrows a listing to the rows that contain the query's search text in
// one of the columns.
func Search(listing *store.Listing, query url.Values, columns ...string) error {
	text, err := searchText(query)
	if text != "" {
		listing.Search(text, columns...)
	}
	return err
}

// SearchIndexed is Search for lists of whole tables: it uses the text indexes of
// the sources.
func SearchIndexed(listing *store.Listing, query url.Values, sources ...store.Source) error {
	text, err := searchText(query)
	if text != "" {
		listing.SearchIndexed(text, sources...)
	}
	return err
}

// searchText returns the text that the query searches for, empty for none.
func searchText(query url.Values) (string, error) {
	text := query.Get("search")
	if utf8.RuneCountInString(text) > searchLimit {
		return "", failures.BadRequest("Search is too long (at most 200 characters)")
	}
	if domain.IsBlank(text) {
		return "", nil
	}
	return text, nil
}

// AnswerList sends a listing as a JSON array, with the number of matches in
// X-Total-Count: one page if the query asks for one, otherwise all of it. Rows are
// read in batches and written as they come.
func AnswerList[T store.Row, V any](e *core.RequestEvent, listing store.Listing, view func(T) V) error {
	paging, err := parsePaging(e.Request.URL.Query())
	if err != nil {
		return err
	}
	total, err := countRows(e, listing)
	if err != nil {
		return err
	}
	offset, limit := 0, math.MaxInt
	if paging.page > 0 {
		offset, limit = (paging.page-1)*paging.perPage, paging.perPage
	}
	out := arrayWriters.Get().(*arrayWriter)
	out.response = e.Response
	defer out.release()
	err = walkRows(e, listing, offset, limit, total, func(row T) error { return out.element(view(row)) })
	if err == nil {
		return out.end()
	}
	if out.sent {
		panic(http.ErrAbortHandler) // half an array must not look complete
	}
	return err
}

// Page reads the page of a listing that the query asks for, the first if it asks for none,
// for an answer that is more than a list. The number of matches is in X-Total-Count.
func Page[T store.Row, V any](e *core.RequestEvent, listing store.Listing, view func(T) V) ([]V, error) {
	paging, err := parsePaging(e.Request.URL.Query())
	if err != nil {
		return nil, err
	}
	total, err := countRows(e, listing)
	if err != nil {
		return nil, err
	}
	page, perPage := max(paging.page, 1), cmp.Or(paging.perPage, perPageDefault)
	rows, err := store.Page[T](e.Request.Context(), e.App, listing, (page-1)*perPage, perPage, total)
	views := make([]V, len(rows))
	for i, row := range rows {
		views[i] = view(row)
	}
	return views, err
}

// countRows counts the matches of a listing and puts the number in X-Total-Count.
func countRows(e *core.RequestEvent, listing store.Listing) (int, error) {
	total, err := listing.Count(e.Request.Context(), e.App)
	if err != nil {
		return 0, err
	}
	SetTotal(e, total)
	return total, nil
}

// walkRows passes the rows of a listing to use. A slow client may take minutes, so the
// session is checked again before each batch after the first.
func walkRows[T store.Row](e *core.RequestEvent, listing store.Listing, offset, limit, total int, use func(T) error) error {
	started := false
	return store.Walk(e.Request.Context(), e.App, listing, offset, limit, total, func(rows []T) error {
		if started {
			if err := sessions.Recheck(e); err != nil {
				return err
			}
		}
		started = true
		for _, row := range rows {
			if err := use(row); err != nil {
				return err
			}
		}
		return nil
	})
}

// sendFrom is how many bytes of an answer are collected before they are sent.
const sendFrom = 64 << 10

// arrayWriters are kept for the next answer: their buffers have grown to the usual size.
var arrayWriters = sync.Pool{New: func() any {
	w := &arrayWriter{}
	w.encoder = json.NewEncoder(&w.buffer)
	return w
}}

// arrayWriter writes a JSON array element by element.
type arrayWriter struct {
	response http.ResponseWriter
	buffer   bytes.Buffer
	encoder  *json.Encoder // writes to the buffer
	started  bool
	sent     bool // a failure can no longer be answered
}

// release makes the writer available to other answers, unless its buffer has become
// unusually large.
func (w *arrayWriter) release() {
	if w.buffer.Cap() <= 4*sendFrom {
		w.buffer.Reset()
		w.response, w.started, w.sent = nil, false, false
		arrayWriters.Put(w)
	}
}

func (w *arrayWriter) element(value any) error {
	separator := byte(',')
	if !w.started {
		w.started, separator = true, '['
	}
	w.buffer.WriteByte(separator)
	if err := w.encoder.Encode(value); err != nil {
		return err
	}
	w.buffer.Truncate(w.buffer.Len() - 1) // the encoder ends each value with a line feed
	if w.buffer.Len() < sendFrom {
		return nil
	}
	return w.send()
}

func (w *arrayWriter) send() error {
	w.sent = true
	w.response.Header().Set("Content-Type", "application/json")
	_, err := w.response.Write(w.buffer.Bytes())
	w.buffer.Reset()
	return err
}

func (w *arrayWriter) end() error {
	if !w.started {
		w.buffer.WriteByte('[')
	}
	w.buffer.WriteByte(']')
	if !w.sent {
		w.response.Header().Set("Content-Length", strconv.Itoa(w.buffer.Len()))
	}
	return w.send()
}
