package domain

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// namePatterns find names in messengers and social networks.
var namePatterns = []contactPattern{
	{needs: at, expression: regexp.MustCompile(`\b` + anyNetwork + `\b[^\n@]{0,20}(@[\p{L}\p{N}_][\p{L}\p{N}_.]+)`)},
	{needs: at, expression: regexp.MustCompile(`\bx ?(?::|is|at|=)? ?(@[\p{L}_][\p{L}\p{N}_]+)`)},
	{needs: at, expression: regexp.MustCompile(`(@[\p{L}\p{N}_][\p{L}\p{N}_.]+)[^\n]{0,12}?\b(?:on|via|in|from|over|at) (?:` + anyNetwork + `|x)\b`)},
	{needs: networks, expression: regexp.MustCompile(`\b` + anyNetwork + ` ?` + noun + `? ?[:=] ?(` + handle + `)`), isDetail: looksLikeHandle, isName: true},
	{needs: networks, expression: regexp.MustCompile(`\b` + anyNetwork + ` ` + noun + ` is ?:? ?(` + handle + `)`), isDetail: looksLikeHandle, isName: true},
	{needs: networks, expression: regexp.MustCompile(`\b` + anyNetwork + ` ` + noun + ` ?[:=] ?(` + handle + `)`), isDetail: isNoCommonWord, isName: true},
	{needs: networks, expression: regexp.MustCompile(`\bmy ` + anyNetwork + `(?: ` + noun + `)? ?(?:is|:|=) ?(` + handle + `)`), isDetail: isNoCommonWord, isName: true},
	{needs: networks, expression: regexp.MustCompile(`\b` + invite + ` ` + anyNetwork +
		` ?(?:[:,=(\-]|as\b|at\b|under\b|with\b|by\b)+ ?(?:` + noun + ` ?:? ?)?(` + handle + `)`), isDetail: isNoCommonWord, isName: true},
	{needs: []string{"#"}, expression: regexp.MustCompile(`\bdiscord\b[^\n#]{0,25}\b([\p{L}\p{N}_.]{2,32}#\d{4})\b`)},
	{needs: []string{"#"}, expression: regexp.MustCompile(`\b([\p{L}\p{N}_.]{2,32}#\d{4})\b[^\n]{0,12}?\bdiscord\b`)},
	{needs: []string{"qq", "chat", "weixin", "viber", "kik"}, expression: regexp.MustCompile(`\b(?:qq|we ?chat|weixin|viber|kik) ?` + noun + `? ?[:=]? ?(\d{5,12})\b`)},
	// A network and a name alone: "insta robinvale99", "discord: robinv", "facebook Robin Vale".
	{needs: networks, expression: regexp.MustCompile(`\b` + network + ` (\p{L}{4,}\d{2,6})\b`), isDetail: isNoCode, isName: true},
	{needs: networks, expression: regexp.MustCompile(`\b` + anyNetwork + ` ?` + noun + `? ?[:=] ?(` + handle + `)(?:$|[.,;!?)\n]|\s+(?:and|or|please|thanks|thank)\b)`), isDetail: isLoneName, isName: true},
	{needs: networks, expression: regexp.MustCompile(`\b` + network + ` ?` + noun + `? ?[:=]? ?(\p{L}{2,}(?: (?:van|von|de|der|den|da|di|dos|la|el|al|bin))* \p{L}{2,})`), isDetail: isFullName, isName: true},
	{needs: networks, expression: regexp.MustCompile(`\b` + invite + ` ` + anyNetwork + ` (` + handle + `)(?:$|[.,;!?)\n]|\s+(?:and|or|please|thanks|thank)\b)`), isDetail: isNoCommonWord, isName: true},
}

// invite asks the reader to look somebody up.
const invite = `(?:add|find|message|text|dm|ping|write|reach|contact|call|follow) (?:to )?me (?:on|at|via|through|over|in)`

// looksLikeHandle reports whether a word is one that only a name in a network can be.
func looksLikeHandle(plain plainText, match []int) bool {
	word := strings.TrimRight(plain.text[match[2]:match[3]], ".-#")
	if !hasLetter(word) || !strings.ContainsAny(word, "0123456789_.#") || strings.HasPrefix(word, "http") || strings.HasPrefix(word, "www.") || counted.MatchString(word) {
		return false
	}
	first, _, isJoined := strings.Cut(word, "_")
	// Words that are joined as in a formula: "Facebook: its_role", "signal: noise_ratio".
	return !isJoined || strings.ContainsAny(word, "0123456789.#") ||
		!slices.Contains(commonWords, first) && !strings.HasPrefix(plain.text[match[0]:], "signal")
}

// counted is a number with its unit: 280-character, 3.5-fold.
var counted = regexp.MustCompile(`^\d[\d.]*-\p{L}+$`)

// commonWords follow the name of a network where no name of a person does.
var commonWords = []string{
	"the", "not", "and", "for", "but", "very", "also", "always", "never", "mostly", "used", "using", "full", "private", "public", "down", "broken",
	"blocked", "hacked", "about", "only", "what", "where", "how", "why", "who", "that", "this", "which", "with", "because", "part", "one", "really",
	"no", "see", "http", "https", "www", "too", "quite", "just", "still", "now", "open", "closed", "empty", "here", "there", "are", "was", "has", "research",
	"its", "his", "her", "their", "our", "your", "all", "any", "each", "both", "a", "an", "is", "in", "on", "of", "to", "or", "as", "by", "at", "yes", "none",
}

// topics are words of titles about networks that are not names of people. Others are recognized
// by their endings.
var topics = []string{
	"business", "model", "case", "study", "data", "privacy", "analysis", "history", "usage", "strategy", "politics", "growth", "impact", "algorithm", "overview",
	"media", "social", "messenger", "learning", "web", "app", "apps", "api", "blue", "stories", "story", "reels", "posts", "post", "users", "user", "group", "groups", "page", "pages",
	"report", "essay", "review", "theory", "scandal", "analytica", "inc", "platforms", "papers", "live", "shop", "ads", "bot", "bots", "server", "servers",
	"trends", "culture", "effects", "role", "platform", "campaign", "brand", "brands", "hate", "speech", "fake", "news", "mental", "health", "noise", "summary",
	"example", "examples", "interview", "transcript", "limited", "ltd", "company", "market", "spectacles", "questions", "today", "tomorrow", "later", "policy", "law", "ethics", "metaverse", "influencers", "influencer", "economy", "network", "networks", "service",
}

var topicEnding = regexp.MustCompile(`(?:ing|tion|sion|ment|ity|ics|ism|ness|ship|sis|ance|ture|ology|ional|ical|tive)s?$`)

// isTopic reports whether a word belongs to the title of a work rather than to a name.
func isTopic(word string) bool {
	return slices.Contains(commonWords, word) || slices.Contains(topics, word) || topicEnding.MatchString(word)
}

func isNoCommonWord(plain plainText, match []int) bool {
	word := strings.TrimRight(plain.text[match[2]:match[3]], ".-#")
	return !slices.Contains(commonWords, word) && strings.ContainsFunc(word, func(r rune) bool { return r >= 'a' && r <= 'z' || r > 127 || r >= '0' && r <= '9' })
}

// isNoCode leaves out course codes and the like: "Twitter PHYS1001", "Facebook Covid19".
func isNoCode(plain plainText, match []int) bool {
	word := plain.text[match[2]:match[3]]
	return !plain.isUpper(match[2]+1) && !strings.HasPrefix(word, "covid") && !isTopic(strings.TrimRight(word, "0123456789"))
}

// isLoneName reports whether a word that stands alone behind a network can be a name.
func isLoneName(plain plainText, match []int) bool {
	word := strings.TrimRight(plain.text[match[2]:match[3]], ".-#")
	before := strings.TrimRight(plain.text[max(0, match[0]-8):match[0]], " ")
	isGeneral := strings.HasSuffix(before, " and") || strings.HasSuffix(before, " the") || before == "the"
	return hasLetter(word) && !isGeneral && !isTopic(word) && !counted.MatchString(word) && !strings.Contains(word, "_") &&
		(plain.isUpper(match[0]) || !strings.HasPrefix(plain.text[match[0]:], "signal"))
}

// isFullName reports whether the words behind a network are capitalized and can be a name.
func isFullName(plain plainText, match []int) bool {
	words := strings.Fields(plain.text[match[2]:match[3]])
	last := words[len(words)-1]
	return plain.isUpper(match[2]) && plain.isUpper(match[3]-len(last)) && !plain.isUpper(match[2]+1) && !isTopic(words[0]) && !isTopic(last)
}

func hasLetter(word string) bool {
	return strings.ContainsFunc(word, func(r rune) bool { return r >= 'a' && r <= 'z' || r > 127 })
}

// isUpper reports whether a byte of the plain text stands for a capital letter.
func (p plainText) isUpper(at int) bool {
	if at >= len(p.starts) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(p.original[p.starts[at]:])
	return unicode.IsUpper(r)
}

// nextWord is a word that can be part of a name.
var nextWord = regexp.MustCompile(`^ (\p{L}[\p{L}'\-]*)`)

// afterName returns where a name that begins with a detail ends: up to three capitalized
// words that follow a word without digits belong to it, or one in small letters where
// nothing follows.
func (p plainText) afterName(start, end int) int {
	if strings.ContainsAny(p.text[start:end], "0123456789_#@") || strings.HasSuffix(p.text[start:end], ".") {
		return end
	}
	isCapitalized := p.isUpper(start)
	for range 3 {
		next := nextWord.FindStringSubmatch(p.text[end:min(len(p.text), end+60)])
		if next == nil {
			break
		}
		after := end + len(next[0])
		isLast := after == len(p.text) || strings.IndexByte(".,;!?)\n", p.text[after]) >= 0
		if slices.Contains(commonWords, next[1]) || !p.isUpper(end+1) && (isCapitalized || !isLast || isTopic(next[1]) || next[1] == "please" || next[1] == "thanks") {
			break
		}
		end = after
	}
	return end
}
