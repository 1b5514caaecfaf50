package domain

import (
	"cmp"
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// plainText is a text in the form in which contact details are searched: in lower case,
// with ASCII digits and signs, and without invisible characters.
type plainText struct {
	original     string
	text         string
	starts, ends []int // of the character of the original that each byte stands for
}

// plainly brings a text into the form in which contact details are searched.
func plainly(text string) plainText {
	plain := plainText{original: text, starts: make([]int, 0, len(text)), ends: make([]int, 0, len(text))}
	out := make([]byte, 0, len(text))
	for start := 0; start < len(text); {
		r, size := utf8.DecodeRuneInString(text[start:])
		if r == '&' {
			r, size = reference(text[start:])
		}
		end := start + size
		before := len(out)
		out = appendPlain(out, r)
		for range len(out) - before {
			plain.starts, plain.ends = append(plain.starts, start), append(plain.ends, end)
		}
		start = end
	}
	plain.text = string(out)
	return plain
}

// reference returns the character that a text begins with: an ampersand, or what a
// character reference of HTML such as &#64; stands for.
func reference(text string) (r rune, size int) {
	const longest = 10
	size = strings.IndexByte(text[:min(len(text), longest)], ';') + 1
	if size > 2 {
		if r, n := utf8.DecodeRuneInString(html.UnescapeString(text[:size])); r != '&' && n > 0 && utf8.RuneCountInString(html.UnescapeString(text[:size])) == 1 {
			return r, size
		}
	}
	return '&', 1
}

// enclosed lists characters that show a letter or a digit within a circle, a square or
// brackets, or in a mathematical style: where they begin, how many they are, and the first
// of those that they stand for. Alphabets that follow each other are one entry.
var enclosed = []struct{ first, count, stands rune }{
	{0x2460, 9, '1'}, {0x2474, 9, '1'}, {0x249C, 26, 'a'}, {0x24B6, 52, 'a'}, {0x24EA, 1, '0'}, {0x24F5, 9, '1'}, {0x24FF, 1, '0'},
	{0x2776, 9, '1'}, {0x2780, 9, '1'}, {0x278A, 9, '1'}, {0x1D400, 676, 'a'},
	{0x1F110, 26, 'a'}, {0x1F130, 26, 'a'}, {0x1F150, 26, 'a'}, {0x1F170, 26, 'a'}, {0x1F1E6, 26, 'a'},
}

// unenclosed returns the letter or digit that an enclosed character shows, and other
// characters as they are.
func unenclosed(r rune) rune {
	for _, e := range enclosed {
		if r >= e.first && r < e.first+e.count {
			return e.stands + (r-e.first)%26
		}
	}
	return r
}

// appendPlain appends what a character stands for: several characters for a ligature, none
// for what cannot be seen. Most characters are ASCII, and need no table.
func appendPlain(out []byte, r rune) []byte {
	r = plainRune(r)
	switch {
	case r < 0:
		return out
	case r < utf8.RuneSelf:
		return utf8.AppendRune(out, r)
	}
	before := len(out)
	out = utf8.AppendRune(out, r)
	if norm.NFKC.QuickSpan(out[before:]) == len(out)-before {
		return out
	}
	whole := norm.NFKC.String(string(out[before:]))
	out = out[:before]
	for _, r := range whole {
		if r = plainRune(r); r >= 0 {
			out = utf8.AppendRune(out, r)
		}
	}
	return out
}

// plainRune returns what a character stands for; -1 if it cannot be seen.
func plainRune(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '\n' || r == ' ':
		return r
	case r < 128:
		if r == '\t' || r == '\r' {
			return ' '
		}
		return unicode.ToLower(r)
	case r >= 0xFF01 && r <= 0xFF5E: // full width
		return unicode.ToLower(r - 0xFF01 + '!')
	case r == 0xFE6B: // a small @
		return '@'
	case r == 0x3002 || r == 0xFF61 || r == 0x2024: // other full stops
		return '.'
	case unicode.Is(unicode.Nd, r):
		return '0' + digitValue(r)
	case unicode.Is(unicode.Pd, r) || r == 0x2212:
		return '-'
	case unicode.Is(unicode.Zs, r):
		return ' '
	case unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r) ||
		unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) || r == 0x2800: // the last is Braille without dots
		return -1
	default:
		return unicode.ToLower(unenclosed(r))
	}
}

// digitValue returns the value of a decimal digit of any script. Unicode has them in runs
// of ten that begin with zero.
func digitValue(r rune) rune {
	for _, run := range unicode.Nd.R16 {
		if rune(run.Lo) <= r && r <= rune(run.Hi) {
			return (r - rune(run.Lo)) % 10
		}
	}
	for _, run := range unicode.Nd.R32 {
		if rune(run.Lo) <= r && r <= rune(run.Hi) { // #nosec G115 -- ranges of Unicode fit
			return (r - rune(run.Lo)) % 10 // #nosec G115 -- a digit of the same range
		}
	}
	return 0
}

// spans translates parts of the plain text to the original, in order, and joins those that
// overlap.
func (p plainText) spans(found []span) (spans []span) {
	slices.SortFunc(found, func(a, b span) int { return cmp.Compare(a.start, b.start) })
	for _, s := range found {
		s.end = s.start + len(strings.TrimRight(p.text[s.start:s.end], " .,;:-\n"))
		if s.end <= s.start {
			continue
		}
		s = span{p.starts[s.start], p.ends[s.end-1]}
		if last := len(spans) - 1; last >= 0 && s.start < spans[last].end {
			spans[last].end = max(spans[last].end, s.end)
			continue
		}
		spans = append(spans, s)
	}
	return spans
}
