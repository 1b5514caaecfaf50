package domain

import "unicode"

// CountWords counts the words of a text: runs of characters without white space that have
// at least one letter or digit (docs/product.md, section 10.9).
func CountWords(text string) int {
	var counter WordCounter
	for _, r := range text {
		counter.Add(r)
	}
	return counter.Words
}

// WordCounter counts words while it reads a text, one character at a time.
type WordCounter struct {
	Words     int
	isCounted bool // the word that is being read
}

// Add reads the next character.
func (c *WordCounter) Add(r rune) {
	switch {
	case unicode.IsSpace(r):
		c.isCounted = false
	case !c.isCounted && (unicode.IsLetter(r) || unicode.IsDigit(r)):
		c.isCounted = true
		c.Words++
	}
}
