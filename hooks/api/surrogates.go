package api

import (
	"bytes"
	"strconv"
)

// hasLoneSurrogate reports whether JSON has half of a pair of escapes, such as \ud800, which
// stands for no character. Decoding would replace it.
func hasLoneSurrogate(content []byte) bool {
	for {
		at := bytes.IndexByte(content, '\\')
		if at < 0 {
			return false
		}
		content = content[at:]
		unit := escapedUnit(content)
		switch {
		case unit >= 0xD800 && unit < 0xDC00:
			if next := escapedUnit(content[6:]); next < 0xDC00 || next > 0xDFFF {
				return true
			}
			content = content[12:]
		case unit >= 0xDC00 && unit <= 0xDFFF:
			return true
		default: // another escape, of two bytes at least
			content = content[min(2, len(content)):]
		}
	}
}

// escapedUnit returns the UTF-16 unit of the escape that JSON begins with, 0 if it begins
// with another text.
func escapedUnit(content []byte) uint64 {
	if len(content) < 6 || content[0] != '\\' || content[1] != 'u' {
		return 0
	}
	unit, err := strconv.ParseUint(string(content[2:6]), 16, 16)
	if err != nil {
		return 0
	}
	return unit
}
