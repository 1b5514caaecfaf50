package health

import (
	"net/netip"
	"regexp"
	"strings"
)

// textLimit is how long a text in the log may be, in bytes.
const textLimit = 1000

// hidden stands for what was removed.
const hidden = "***"

// redactions find what may be personal or secret in the texts of errors, in the order in
// which they are applied.
var redactions = []struct {
	pattern *regexp.Regexp
	with    string
}{
	// What is quoted: a value, usually of something that a person has sent.
	{regexp.MustCompile(`"(?:[^"\\]|\\.)*"`), `"` + hidden + `"`},
	{regexp.MustCompile("`[^`]*`"), "`" + hidden + "`"},
	{regexp.MustCompile(`“[^”]*”`), "“" + hidden + "”"},
	{regexp.MustCompile(`(^|[^\pL\pN])'[^']*'`), "$1'" + hidden + "'"},
	// Addresses of pages: only the server remains.
	{regexp.MustCompile(`([a-zA-Z][a-zA-Z0-9+.-]*://)(?:[^/\s@]*@)?([^/\s?#]*)[^\s]*`), "$1$2/" + hidden},
	{regexp.MustCompile(`\?\S*=\S*`), "?" + hidden},
	// Email addresses, and what some servers write instead.
	{regexp.MustCompile(`<[^<>\s]*>`), "<" + hidden + ">"},
	{regexp.MustCompile(`[^\s<>()\[\],;:]+@[^\s<>()\[\],;:]+`), hidden},
	// Files: the name of an upload is part of the name under which it is stored.
	{regexp.MustCompile(`(^|[\s(=,])/[^\s:,]*`), "$1" + hidden},
	{regexp.MustCompile(`(?i)[^\s/:]+\.(pdf|docx?|xlsx?|pptx?|odt|rtf|txt|md|csv|tex|zip|png|jpe?g|gif|heic|webp)\b`), hidden + ".$1"},
	// Phone numbers.
	{regexp.MustCompile(`\+\d[\d ().-]{5,}\d`), hidden},
}

var (
	words     = regexp.MustCompile(`[A-Za-z0-9_.~-]{20,}`)
	addresses = regexp.MustCompile(`[0-9a-fA-F]*[:.][0-9a-fA-F:.]*[0-9a-fA-F:]`)
)

// Redact removes from a text what may be personal or secret: email and IP addresses, phone
// numbers, links, tokens, file names, and all that is quoted.
func Redact(text string) string {
	if len(text) > 4*textLimit { // before much work is done
		text = text[:4*textLimit]
	}
	for _, one := range redactions {
		text = one.pattern.ReplaceAllString(text, one.with)
	}
	text = words.ReplaceAllStringFunc(text, func(word string) string {
		if isSecret(word) {
			return hidden
		}
		return word
	})
	text = addresses.ReplaceAllStringFunc(text, withoutIP)
	if len(text) > textLimit {
		text = text[:textLimit] + "…"
	}
	return strings.ToValidUTF8(text, "")
}

// isSecret reports whether a long word looks like a token: it has digits, or letters of
// both cases.
func isSecret(word string) bool {
	lower, upper, digit := false, false, false
	for _, c := range word {
		lower = lower || c >= 'a' && c <= 'z'
		upper = upper || c >= 'A' && c <= 'Z'
		digit = digit || c >= '0' && c <= '9'
	}
	return digit || lower && upper
}

// withoutIP hides an IP address, but not its port.
func withoutIP(found string) string {
	if before, ok := strings.CutSuffix(found, ":"); ok && !strings.HasSuffix(before, ":") {
		return withoutIP(before) + ":" // of the sentence
	}
	if _, err := netip.ParseAddrPort(found); err == nil {
		return hidden + found[strings.LastIndex(found, ":"):]
	}
	if _, err := netip.ParseAddr(found); err == nil {
		return hidden
	}
	return found
}
