package words

import (
	"errors"
	"unicode/utf8"

	"deskmate/hooks/domain"
)

// errFull ends the reading of a text of which enough is known.
var errFull = errors.New("the text is longer than the limit")

// sink takes the characters of a text: it counts the words, or keeps the text.
type sink struct {
	counter    domain.WordCounter
	isKept     bool
	kept       []byte
	characters int
}

func (s *sink) add(r rune) error {
	if !s.isKept {
		s.counter.Add(r)
		return nil
	}
	if s.characters == TextLimit {
		return errFull
	}
	s.characters++
	s.kept = utf8.AppendRune(s.kept, r)
	return nil
}

func (s *sink) addAll(text string) error {
	for _, r := range text {
		if err := s.add(r); err != nil {
			return err
		}
	}
	return nil
}

// reset forgets what was read, to begin again.
func (s *sink) reset() { *s = sink{isKept: s.isKept} }
