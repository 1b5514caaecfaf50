package domain_test

import (
	"testing"

	"deskmate/hooks/domain"
)

func TestCountWords(t *testing.T) {
	t.Parallel()
	for _, c := range readCases[struct {
		Name, Text string
		Words      int
	}](t, "words.json") {
		if got := domain.CountWords(c.Text); got != c.Words {
			t.Errorf("%s: got %d, want %d", c.Name, got, c.Words)
		}
	}
}
