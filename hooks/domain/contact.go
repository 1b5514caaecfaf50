package domain

import (
	"regexp"
	"slices"
	"strings"
)

// HiddenText stands for a contact detail that is not passed on.
const HiddenText = "[hidden]"

// HasContact reports whether a text contains a way to reach somebody: an e-mail address,
// a phone number, or a link to or a name in a messenger or social network, even where it
// is spread out. Other links, references and figures pass (docs/product.md, section
// 10.8). The time it takes grows in proportion to the text.
func HasContact(text string) bool { return len(findContacts(text)) > 0 }

// HideContact replaces each contact detail of a text with HiddenText.
func HideContact(text string) string {
	// What stands around a detail that was hidden can itself read as one.
	for range 3 {
		spans := findContacts(text)
		if len(spans) == 0 {
			break
		}
		var out strings.Builder
		from := 0
		for _, s := range spans {
			out.WriteString(text[from:s.start])
			out.WriteString(HiddenText)
			from = s.end
		}
		out.WriteString(text[from:])
		text = out.String()
	}
	return text
}

// span is a part of a text, in bytes.
type span struct{ start, end int }

// findContacts returns the contact details of a text, in order and without overlap.
func findContacts(text string) []span {
	if !mayHaveContact(text) {
		return nil
	}
	plain := plainly(text)
	var found []span
	if strings.Count(strings.Map(onlyDigits, plain.text), "") > shortestPhone {
		found = findPhones(plain.text, sources.FindAllStringIndex(plain.text, -1))
	}
	for _, pattern := range slices.Concat(contactPatterns, namePatterns) {
		if !containsAny(plain.text, pattern.needs) {
			continue
		}
		for _, match := range pattern.expression.FindAllStringSubmatchIndex(plain.text, -1) {
			if pattern.isDetail != nil && !pattern.isDetail(plain, match) {
				continue
			}
			start, end := match[2], match[3] // the first group is the detail
			if pattern.isName {
				end = plain.afterName(start, end)
			}
			found = append(found, span{start, end})
		}
	}
	return plain.spans(found)
}

// mayHaveContact is quick, and true for every text with a contact detail.
func mayHaveContact(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return r > 127 || r >= '0' && r <= '9' || strings.ContainsRune("@:/=.#", r) }) ||
		len(text) > 10 // enough for a detail in words alone
}

// Parts of patterns. They match plain texts: lower case, ASCII digits, one kind of dash.
const (
	local    = `[\p{L}\p{N}][\p{L}\p{N}._%+\-]*`
	label    = `[\p{L}\p{N}][\p{L}\p{N}\-]*`
	spelled  = local + `(?:\s{1,3}(?:dot|underscore|dash)\s{1,3}` + local + `)*` // robin dot vale
	atSign   = `(?:@|[(\[{<*] ?(?:at|@) ?[)\]}>*])`
	dotSign  = `(?:\.|[(\[{<*] ?(?:dot|\.) ?[)\]}>*]|\bdot\b)`
	domain   = `(?:com|net|org|edu|gov|info|io|au|uk|de|fr|ru|cn|jp|eu|biz|ac|nz|ca|us|in|co|me|pk|bd|lk|np|ng|ke|za|es|it|nl|ch|at|pl|se|dk|ie|sg|hk|ph|ae)\b`
	provider = `(?:gmail|googlemail|hotmail|outlook|yahoo|ymail|icloud|protonmail|proton|gmx|aol|yandex|qq|zoho|tutanota)\b`
	mailbox  = `(?:gmail|googlemail|hotmail|yahoo|ymail|icloud|protonmail|gmx|aol|yandex)`

	network    = `(?:whats ?app|telegram|we ?chat|weixin|discord|instagram|insta|facebook|fb|messenger|snap ?chat|viber|skype|linked ?in|twitter|tik ?tok)`
	anyNetwork = `(?:` + network + `|signal|snap|ig|tg|kik)`
	noun       = `(?:id|handle|user ?name|user|nick(?:name)?|account|acc|profile|contact|name|tag|number|no)`
	handle     = `[\p{L}\p{N}_][\p{L}\p{N}_.\-#]{2,}`
	sites      = `(?:wa\.me|wa\.link|(?:api\.|chat\.)?whatsapp\.com|t\.me|telegram\.(?:me|dog)|signal\.(?:me|group)|discord\.(?:gg|com|me)|discordapp\.com|instagram\.com|instagr\.am|` +
		`facebook\.com|fb\.(?:com|me)|m\.me|messenger\.com|snapchat\.com|viber\.(?:com|me)|(?:join\.)?skype\.com|linkedin\.com|lnkd\.in|twitter\.com|x\.com|` +
		`(?:u\.)?wechat\.com|weixin\.qq\.com|tiktok\.com|threads\.(?:net|com)|line\.me|kik\.me|vk\.com|zalo\.me|matrix\.to)`
)

// sources are parts of a text whose digits are no phone numbers: links, DOIs and the like.
var sources = regexp.MustCompile(`(?:https?://|www\.|doi:? ?|doi\.org/|arxiv:? ?)\S+|\b10\.\d{4,9}/\S+`)

// Every match of a pattern contains one of its words. Most texts contain none of them,
// and looking for a word takes much less time than looking for a pattern.
var (
	signs     = []string{"@", "at)", "at]", "at}", "at>", "at*", "at )", "at ]"}
	providers = []string{"mail", "outlook", "yahoo", "icloud", "proton", "gmx", "aol", "yandex", "qq", "zoho", "tutanota"}
	networks  = []string{"whats", "telegram", "chat", "weixin", "discord", "insta", "facebook", "fb", "messenger", "viber", "skype", "linked", "twitter", "tik", "signal", "snap", "ig", "tg", "kik"}
	at        = []string{"@"}
	stems     = []string{
		"wa.", "whatsapp.", "t.me", "telegram.", "signal.", "discord", "instagr", "facebook.", "fb.", "m.me", "messenger.", "snapchat.", "viber.", "skype.",
		"linkedin.", "lnkd.", "twitter.", "x.com", "wechat.", "weixin.", "tiktok.", "threads.", "line.me", "kik.me", "vk.com", "zalo.", "matrix.to",
	}
)

func containsAny(text string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
}

// contactPattern finds contact details other than phone numbers. The first group of its
// expression is the detail; isDetail decides about matches that need a closer look.
type contactPattern struct {
	needs      []string
	expression *regexp.Regexp
	isDetail   func(plain plainText, match []int) bool
	isName     bool // the words of a name that follow the detail belong to it
}

var contactPatterns = []contactPattern{
	// E-mail addresses.
	{needs: signs, expression: regexp.MustCompile(`(` + local + ` ?` + atSign + ` ?` + label + `(?:\.` + label + `)*\.\p{L}{2,})`), isDetail: hasTightDomain},
	{needs: signs, expression: regexp.MustCompile(`(` + spelled + `\s{0,3}` + atSign + `\s{0,3}` + label + `(?:\s{0,3}` + dotSign + `\s{0,3}` + label + `)*?\s{0,3}` + dotSign + `\s{0,3}` + domain + `)`), isDetail: hasStrongDomain},
	{needs: []string{"dot"}, expression: regexp.MustCompile(`(` + spelled + `\s{1,3}at\s{1,3}` + label + `(?:\s{1,3}dot\s{1,3}` + label + `)*?\s{1,3}dot\s{1,3}` + domain + `)`)},
	{needs: signs, expression: regexp.MustCompile(`(` + spelled + `\s{0,3}` + atSign + `\s{0,3}` + provider + `(?:\s{0,3}` + dotSign + `?\s{0,3}` + domain + `)?)`)},
	{needs: providers, expression: regexp.MustCompile(`(` + spelled + `\s{1,3}at\s{1,3}` + provider + `(?:\s{0,3}` + dotSign + `|\s)\s{0,3}` + domain + `)`), isDetail: namesSomebody},
	// Before a plain "at", only what must be a name: "look at example.com" is none.
	{needs: []string{" at "}, expression: regexp.MustCompile(`\b(\p{L}+[\d._+][\p{L}\p{N}._+\-]*\s{1,3}at\s{1,3}` + label + `(?:\.` + label + `)*?\.` + domain + `)`)},
	{needs: []string{"mail"}, expression: regexp.MustCompile(`\b(?:e-?mail|mail)(?: me)?(?: address)? ?(?:is|:|at|to|=)? ?(` + local + `\s{1,3}at\s{1,3}` + label + `(?:\.` + label + `)*?\.` + domain + `)`), isDetail: namesSomebody},
	{needs: []string{"mail"}, expression: regexp.MustCompile(`\b(?:e-?mail|mail)(?: me)?(?: address)? ?(?:is|:|at|to|=)? ?(` + local + `(?: ` + local + `)?\s{1,3}at\s{1,3}` + provider + `)`), isDetail: namesSomebody},
	{needs: []string{"at_", "at-"}, expression: regexp.MustCompile(`\b([\p{L}\p{N}][\p{L}\p{N}._\-]*[_\-]at[_\-](?:[\p{L}\p{N}][\p{L}\p{N}_\-]*[_\-]dot[_\-]|` + mailbox + `\.)(?:com|net|org|edu|gov|info|io|au|uk|de|fr|ru|cn|jp|eu|biz))(?:$|[^\p{L}\p{N}_\-])`)},
	{needs: providers, expression: regexp.MustCompile(`\b(?:gmail|googlemail|hotmail|ymail|icloud|protonmail|gmx)(?: ` + noun + `)? ?[:=] ?(` + handle + `)`), isDetail: looksLikeHandle},
	{needs: providers, expression: regexp.MustCompile(`\bmy ` + mailbox + `(?: ` + noun + `| address)? ?(?:is|:|=) ?(` + handle + `)`), isDetail: isNoCommonWord},
	{needs: signs, expression: regexp.MustCompile(`((?:[\p{L}\p{N}._\-] ){2,}` + atSign + `(?: [\p{L}\p{N}.\-]){4,})`)},
	// Links.
	{needs: stems, expression: regexp.MustCompile(`(?:^|[^\p{L}\p{N}.\-_])((?:https?://)?(?:www\.|m\.|web\.|mobile\.|[a-z]{2}\.|[a-z]{2}-[a-z]{2}\.)?` + sites + `/+[\p{L}\p{N}@+_#?%.][^\s<>"]*)`)},
	{needs: []string{"me"}, expression: regexp.MustCompile(`\b((?:t|wa)\s{0,2}` + dotSign + `\s{0,2}me\s{0,2}(?:/|\bslash\b)\s{0,2}[\p{L}\p{N}_+]+)`)},
	{needs: []string{":"}, expression: regexp.MustCompile(`\b((?:whatsapp|tg|viber|skype|weixin|sgnl|fb-messenger|discord|mailto|tel):[/\p{L}\p{N}+][^\s<>"]+)`), isDetail: isAddress},
	{needs: []string{"live:"}, expression: regexp.MustCompile(`\b(live:\.?[\p{L}\p{N}][\p{L}\p{N}._]{2,})`)},
	// A phone number that continues on the next line.
	{needs: []string{"\n"}, expression: regexp.MustCompile(`(?:^|[^\p{L}\p{N}.,\-/])((?:\+\d|0\d)\d{2,4}(?: \d{2,4}){0,2} ?\n ?\d{3,7}(?: \d{2,4}){0,2})(?:$|[^\p{L}\p{N}.,\-/]|[.,](?:\s|$))`), isDetail: isBrokenPhone},
	// Phone numbers in words.
	{needs: []string{"zero", "one", "two", "three", "four", "five"}, expression: regexp.MustCompile(`\b((?:(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple)[ ,\-]{1,2}){7,}(?:zero|oh|one|two|three|four|five|six|seven|eight|nine))\b`), isDetail: isNoCounting},
}

// isBrokenPhone tells a phone number over two lines from numbers below each other.
func isBrokenPhone(plain plainText, match []int) bool {
	digits := strings.Map(onlyDigits, plain.text[match[2]:match[3]])
	return len(digits) >= 9 && len(digits) <= 13 && !isBinary([]digitGroup{{digits: digits}})
}

// hasTightDomain tells an address from words around a sign: "@ 5.mA" is none.
func hasTightDomain(plain plainText, match []int) bool {
	detail := plain.text[match[2]:match[3]]
	sign := strings.IndexByte(detail, '@')
	return sign < 0 || !strings.Contains(detail, " ") || strongDomain.MatchString(detail)
}

// hasStrongDomain tells a spread-out address from the end of a sentence, such as
// "@ home. in".
func hasStrongDomain(plain plainText, match []int) bool {
	detail := plain.text[match[2]:match[3]]
	return strings.Contains(detail, "dot") || strings.ContainsAny(detail, "([{<*") || !strings.Contains(detail, " ") || strongDomain.MatchString(detail)
}

var strongDomain = regexp.MustCompile(`\b(?:com|net|org|edu|gov|info|io|au|uk|de|fr|ru|cn|jp|eu|biz)$`)

// namesSomebody reports whether the word before "at gmail.com" can be a name.
func namesSomebody(plain plainText, match []int) bool {
	word, _, _ := strings.Cut(plain.text[match[2]:match[3]], " ")
	return !slices.Contains([]string{"look", "looking", "available", "found", "hosted", "see", "is", "are", "sign", "up", "in", "data", "works", "working", "based", "account"}, word)
}

// isAddress leaves out words that only begin like an address: "tel:the".
func isAddress(plain plainText, match []int) bool {
	scheme, rest, _ := strings.Cut(plain.text[match[2]:match[3]], ":")
	switch scheme {
	case "mailto":
		return strings.Contains(rest, "@")
	case "tel":
		return strings.Count(strings.Map(onlyDigits, rest), "") > 6
	case "skype":
		return strings.Contains(rest, "?")
	default:
		return strings.HasPrefix(rest, "/")
	}
}

func onlyDigits(r rune) rune {
	if r >= '0' && r <= '9' {
		return r
	}
	return -1
}

// isNoCounting leaves out numbers in their usual order.
func isNoCounting(plain plainText, match []int) bool {
	words := strings.FieldsFunc(plain.text[match[2]:match[3]], func(r rune) bool { return strings.ContainsRune(" ,-", r) })
	return !strings.HasPrefix(strings.Join(words, " "), "one two three four") && !strings.HasPrefix(strings.Join(words, " "), "zero one two three")
}
