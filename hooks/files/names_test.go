package files_test

import (
	"strings"
	"testing"
	"time"

	"deskmate/hooks/domain"
	"deskmate/hooks/files"
	"deskmate/internal/testkit"
)

func TestCleanNamesHaveNoControlCharactersAndKeepTheirExtension(t *testing.T) {
	t.Parallel()
	for sent, want := range map[string]string{
		"essay.pdf":                         "essay.pdf",
		"essay\u202efdp.docx":               "essayfdp.docx",
		"\ufeffes\u200bsay\u2066.pdf\u2069": "essay.pdf",
		"  essay.pdf ":                      "essay.pdf",
		"a\r\nb\x00c.pdf":                   "abc.pdf",
		"a\xffb.pdf":                        "ab.pdf",
		"essay.pdf\x00 ":                    "essay.pdf",
		"\x01 essay.pdf":                    "essay.pdf",
		"潮 & tides.docx":                    "潮 & tides.docx",
		strings.Repeat("n", 300) + ".pdf":   strings.Repeat("n", 251) + ".pdf",
		strings.Repeat("潮", 255):            strings.Repeat("潮", 255),
		strings.Repeat("潮", 256) + "x.pdf":  strings.Repeat("潮", 250) + "x.pdf",
		"":                                  "",
	} {
		if got := files.CleanName(sent); got != want {
			t.Errorf("%q became %q, want %q", sent, got, want)
		}
	}
}

func TestALinkIsValidForFifteenMinutes(t *testing.T) {
	t.Parallel()
	app := testkit.New(t)
	robin := app.Person(t, domain.RoleStudent, "Robin Vale")
	now := time.Date(2031, 12, 1, 10, 0, 0, 0, time.UTC)
	if link := files.Link("/x", "file", robin.Record, now); !strings.Contains(link, "until=1953886500") {
		t.Errorf("got the link %s", link)
	}
}
