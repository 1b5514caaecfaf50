package domain_test

import (
	"strings"
	"testing"

	"deskmate/hooks/domain"
)

func TestPlainNamesAreOneShortLineWithoutLinks(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Robin Vale":                    "Robin Vale",
		"  Dr. J.R.  O'Neil-Łoś ":       "Dr. J. R. O'Neil-Łoś",
		"Robin\r\nVale\u2028Bcc":        "Robin Vale Bcc",
		"Win at https://evil.example/x": "Win at https evil. example x",
		"evil\uff0eexample":             "evil. example",
		"help@evil.example":             "help evil. example",
		"a\u202eb\u200bc":               "abc",
		"":                              "",
		"... @":                         ". . .",
		strings.Repeat("é", 61):         strings.Repeat("é", 59) + "…",
	} {
		if got := domain.PlainName(name); got != want {
			t.Errorf("%q became %q, want %q", name, got, want)
		}
	}
}

func TestFirstWordRevealsNothingElseOfAName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Robin Vale": "Robin", "  Robin\tVale ": "Robin", "robin.vale@example.com": "robin", "Łoś": "Łoś", "": "Student", " @.": "Student",
	} {
		if got := domain.FirstWord(name); got != want {
			t.Errorf("the first word of %q is %q, want %q", name, got, want)
		}
	}
}
