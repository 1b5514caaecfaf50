package wire_test

import (
	"testing"

	"deskmate/internal/testkit"
	"deskmate/records"
	"deskmate/rules"
)

func TestNoCellOfAnExportRunsAsAFormula(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	admin := app.Person(t, rules.RoleAdmin, "Ada Quill")
	for cell, want := range map[string]string{
		`=HYPERLINK("http://x","y")`: `'=HYPERLINK("http://x","y")`,
		"+1":                         "'+1",
		"-1":                         "'-1",
		"@SUM(A1)":                   "'@SUM(A1)",
		"=":                          "'=",
		"==":                         "'==",
		" =1":                        "' =1",
		"\t=1":                       "'\t=1",
		"\ttext":                     "'\ttext",
		"\rtext":                     "'\rtext",
		"\n=1":                       "'\n=1",
		"\n\t +1":                    "'\n\t +1",
		"\u00a0=1":                   "'\u00a0=1",
		"\u3000=1":                   "'\u3000=1",
		"\u200b=1":                   "'\u200b=1",
		"\ufeff=1":                   "'\ufeff=1",
		"\x01=1":                     "'\x01=1",
		"＝1":                         "'＝1",
		"＋1":                         "'＋1",
		"－1":                         "'－1",
		"＠1":                         "'＠1",
		"1=1":                        "1=1",
		"a-b":                        "a-b",
		"'=1":                        "'=1",
		"A \"quoted\" title":         "A \"quoted\" title",
		"one, two; three":            "one, two; three",
		"first\nsecond":              "first\nsecond",
		"É — 論文":                     "É — 論文",
	} {
		id := app.HandIn(t, "", nil)
		work, err := app.FindRecordById(records.Assignments, id)
		if err != nil {
			t.Fatal(err)
		}
		work.Set(records.Grade, cell)
		app.MustSave(t, work)
		if cell = work.GetString(records.Grade); cell == "" {
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
			t.Fatalf("%d rows with the head", len(rows))
		}
	}
}
