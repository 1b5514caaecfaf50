package store

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// Source is a table with a text index (pb_migrations/1795550012_index_texts.go) in
// which a listing is searched: the listing's own table or one that it joins.
type Source struct {
	Table   string
	Alias   string   // of the table in the listing
	Columns []string // that are searched
	Key     string   // column of the listing's table that holds the id of a row of Table
}

// Search keeps the rows in which at least one of the columns contains the text. An
// expression in place of a column marks its columns: length([[a.title]]).
// Only ASCII letters match regardless of case; % and _ have no special meaning.
// Every row is tested: to search a whole table, call SearchIndexed.
func (l *Listing) Search(text string, columns ...string) {
	if strings.ContainsRune(text, 0) {
		// SQLite reads a pattern only up to its first NUL, so this one could match every row.
		l.Where("", "0 = 1", nil)
		return
	}
	l.Where("", anyContains(columns), needle(text).params())
	l.last().searchesJoins = true
}

// SearchIndexed keeps the rows that Search would keep for the columns of all
// sources. If they are to be counted or sorted, their text indexes find them.
func (l *Listing) SearchIndexed(text string, sources ...Source) {
	var columns, found []string
	for _, source := range sources {
		columns = append(columns, source.aliased(source.Alias)...)
		found = append(found, needle(text).rows(*l, source))
	}
	l.Search(text, columns...)
	if needle(text).isIndexed() {
		l.last().found = strings.Join(found, " UNION ALL ")
	}
}

// finding returns the listing with the conditions that find rows by other indexes
// instead of testing each row. ok is false if there are none.
func (l Listing) finding() (finding Listing, ok bool) {
	for i, condition := range l.conditions {
		if condition.found == "" {
			continue
		}
		if !ok {
			l.conditions = slices.Clone(l.conditions)
		}
		l.conditions[i].test, l.conditions[i].searchesJoins, ok = l.RowID+" IN ("+condition.found+")", false, true
	}
	return l, ok
}

// denseShare is the share of a table from which on testing each row takes less time
// than finding rows by the text indexes: one tenth.
const denseShare = 10

// isDense reports whether other indexes find so much of the table that it takes less
// time to test each row.
func (l Listing) isDense(ctx context.Context, app core.App) (bool, error) {
	rows, err := l.rowsAtMost(ctx, app)
	if err != nil || rows < denseShare {
		return false, err
	}
	return l.findsAtLeast(ctx, app, rows/denseShare)
}

// findsAtLeast reports whether other indexes find at least this many rows for one of the
// conditions. It stops as soon as it knows.
func (l Listing) findsAtLeast(ctx context.Context, app core.App, rows int) (bool, error) {
	for _, condition := range l.conditions {
		if condition.found == "" {
			continue
		}
		query := constant(app, "SELECT count(*) FROM (SELECT 1 FROM ("+condition.found+") LIMIT "+unpeeked("limit")+")")
		params := maps.Clone(l.params)
		params["limit"] = rows
		if found, err := readCount(ctx, query.Bind(params)); err != nil || found >= rows {
			return err == nil, err
		}
	}
	return false, nil
}

// aliased returns the searched columns, qualified with an alias of the table.
func (s Source) aliased(alias string) []string {
	columns := slices.Clone(s.Columns)
	for i, column := range columns {
		columns[i] = alias + "." + column
	}
	return columns
}

// anyContains tests whether one of the columns contains the needle.
// The pattern is hidden from the query planner, as in unpeeked.
func anyContains(columns []string) string {
	tests := slices.Clone(columns)
	for i, column := range columns {
		if !strings.Contains(column, "(") {
			column = "[[" + column + "]]"
		}
		tests[i] = column + ` LIKE '' || {:searchPattern} ESCAPE '\'`
	}
	return "(" + strings.Join(tests, " OR ") + ")"
}

// needle is a text to search for.
type needle string

// unindexed are the characters that no text index is searched for: NUL ends a text,
// U+0001 pads the indexed texts, and an index does not tell the others apart.
const unindexed = "\x00\x01\uFFFD\uFFFE\uFFFF"

func (n needle) isIndexed() bool {
	return utf8.ValidString(string(n)) && !strings.ContainsAny(string(n), unindexed)
}

// isShort reports whether the needle is shorter than the trigrams of an index.
func (n needle) isShort() bool { return utf8.RuneCountInString(string(n)) < 3 }

// rows selects the rowids of the rows of a listing that a source finds.
func (n needle) rows(l Listing, source Source) string {
	return "SELECT " + l.RowID + " FROM (" + n.ids(source) + ") f CROSS JOIN " + l.Table + " ON " + source.Key + " = f.id"
}

// ids selects the ids of the rows of a source that contain the needle: the indexed
// rows, and those that are not indexed yet.
func (n needle) ids(source Source) string {
	columns := strings.Join(source.Columns, " ")
	docs := fmt.Sprintf("SELECT rowid AS doc FROM %s_search('{%s} : ' || {:searchPhrase})", source.Table, columns)
	if n.isShort() {
		docs = fmt.Sprintf("SELECT DISTINCT doc FROM %s_terms WHERE term >= {:searchFrom} AND term < {:searchBefore} AND col IN ('%s')",
			source.Table, strings.ReplaceAll(columns, " ", "', '"))
	}
	return fmt.Sprintf(`SELECT d.id FROM (%[2]s) i CROSS JOIN %[1]s_docs d ON d.doc = i.doc
		UNION ALL SELECT p.id FROM %[1]s_pending p CROSS JOIN %[1]s w ON w.id = p.id WHERE %[3]s`,
		source.Table, docs, anyContains(source.aliased("w")))
}

// patternSigns escapes the characters that have a meaning in a pattern of LIKE.
var patternSigns = strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`)

func (n needle) params() dbx.Params {
	folded := strings.Map(func(letter rune) rune {
		if 'A' <= letter && letter <= 'Z' {
			return letter + 'a' - 'A'
		}
		return letter
	}, string(n))
	return dbx.Params{
		"searchPattern": "%" + patternSigns.Replace(string(n)) + "%",
		"searchPhrase":  `"` + strings.ReplaceAll(folded, `"`, `""`) + `"`,
		"searchFrom":    folded, // terms that begin with the needle, as bytes
		"searchBefore":  folded + "\xff",
	}
}
