package api_test

import (
	"encoding/csv"
	"net/http/httptest"
	"strings"
	"testing"
	"unicode"

	"github.com/pocketbase/dbx"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// Where a spreadsheet splits cells depends on its user's locale, even inside
// quotes. No piece of a line may start like a formula, and nothing else changes.
func FuzzExportedCell(f *testing.F) {
	app := testkit.New(f)
	admin := app.Person(f, domain.RoleAdmin, "Ada Quill")
	id := app.HandIn(f, "", nil)
	for _, seed := range []string{
		"", "=1", "a;=1", "a;\"=1", "a,\"\"=1", "a|\t@x", "a\r\n+1", "a\r-1", "\";\"=1", ";;;=1", "\t", "\r", "'=1", "a;'=1",
		"\ufeff=1", "a;\u3000＝1", "a\"b\",c", "\x00=1", "\xff=1", "a; \" \" =1", "=\t=\n=;=|=,=",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, title string) {
		_, err := app.DB().NewQuery("UPDATE assignments SET title = {:title} WHERE id = {:id}").Bind(dbx.Params{"title": title, "id": id}).Execute()
		if err != nil {
			t.Fatal(err)
		}
		request := httptest.NewRequest("GET", "/api/assignments/export.csv", nil)
		request.Header.Set("Authorization", "Bearer "+admin.Token)
		lines := strings.TrimPrefix(string(app.Send(request).Body), "\ufeff")
		for _, separator := range []string{",", ";", "\t", "|", "\r", "\n"} {
			for piece := range strings.SplitSeq(lines, separator) {
				shown := strings.TrimLeftFunc(piece, func(sign rune) bool {
					return sign == '"' || unicode.IsSpace(sign) || !unicode.IsGraphic(sign)
				})
				if shown != "" && strings.ContainsRune("=+-@＝＋－＠", []rune(shown)[0]) {
					t.Errorf("%q is exported as %q; split at %q, a piece is %q", title, lines, separator, piece)
				}
			}
		}
		rows, err := csv.NewReader(strings.NewReader(lines)).ReadAll()
		if err != nil || len(rows) != 2 {
			t.Fatalf("%q is exported as %q, %v", title, lines, err)
		}
		bare := strings.NewReplacer("'", "", "\r", "").Replace // the CSV reader drops carriage returns
		if bare(rows[1][1]) != bare(title) {
			t.Errorf("%q is exported as %q", title, rows[1][1])
		}
	})
}

func TestExportedCellsNeverRunAsFormulas(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, domain.RoleAdmin, "Ada Quill")
	for cell, want := range map[string]string{
		`=HYPERLINK("http://x","y")`: `'=HYPERLINK("http://x","y")`,
		"+1":                         "'+1",
		"-1":                         "'-1",
		"@SUM(A1)":                   "'@SUM(A1)",
		"=":                          "'=",
		"==":                         "'==",
		" =1":                        "' =1",
		"\t=1":                       "'\t'=1",
		"\ttext":                     "'\ttext",
		"\rtext":                     "'\rtext",
		"\n=1":                       "\n'=1",
		"\n\t +1":                    "\n\t' +1",
		"\u00a0=1":                   "'\u00a0=1",
		"\u3000=1":                   "'\u3000=1",
		"\u200b=1":                   "'\u200b=1",
		"\ufeff=1":                   "'\ufeff=1",
		"\x01=1":                     "'\x01=1",
		"＝1":                         "'＝1",
		"＋1":                         "'＋1",
		"－1":                         "'－1",
		"＠1":                         "'＠1",
		"a;=1":                       "a;'=1",
		"a;;\"+1":                    "a;;'\"+1",
		"a|@x":                       "a|'@x",
		"a\t-1":                      "a\t'-1",
		"a, \" =1":                   "a,' \" =1",
		"a\n=1\n-2":                  "a\n'=1\n'-2",
		"a;\u200b＝1":                 "a;'\u200b＝1",
		"1=1":                        "1=1",
		"a-b":                        "a-b",
		"'=1":                        "'=1",
		"A \"quoted\" title":         "A \"quoted\" title",
		"one, two; three":            "one, two; three",
		"first\nsecond":              "first\nsecond",
		"É — 論文":                     "É — 論文",
	} {
		id := app.HandIn(t, "", nil)
		work, err := app.FindRecordById(store.Assignments, id)
		if err != nil {
			t.Fatal(err)
		}
		work.Set(store.Grade, cell)
		app.MustSave(t, work)
		if cell = work.GetString(store.Grade); cell == "" {
			t.Fatalf("%q was not stored", want)
		}
		rows := app.Call(t, "GET", "/api/assignments/export.csv?perPage=1", admin.Token, nil).Rows(t)
		for _, row := range rows {
			if row[0] == id && row[9] != want {
				t.Errorf("%q is exported as %q, want %q", cell, row[9], want)
			}
		}
		app.Call(t, "DELETE", "/api/assignments/"+id, admin.Token, nil).Granted(t, 200, nil)
		if len(rows) != 2 {
			t.Fatalf("the export has %d rows with its heading, want 2", len(rows))
		}
	}
}
