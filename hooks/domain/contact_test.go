package domain_test

import (
	"crypto/sha256"
	"encoding/hex"
	"go/format"
	"go/parser"
	"go/token"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"deskmate/hooks/domain"
)

func TestContactDetailsAreFoundAndNothingElse(t *testing.T) {
	t.Parallel()
	held, read := 0, 0
	for _, c := range readCases[struct {
		Text   string
		Held   bool
		Hidden string // what is left; empty where the case does not say
	}](t, "contact.json") {
		if c.Held {
			held++
		}
		hidden := domain.HideContact(c.Text)
		if got := domain.HasContact(c.Text); got != c.Held || got != strings.Contains(hidden, domain.HiddenText) {
			t.Errorf("%q: held is %t, want %t; it reads %q", c.Text, got, c.Held, hidden)
		}
		if c.Hidden != "" {
			read++
			if hidden != c.Hidden {
				t.Errorf("%q reads %q, want %q", c.Text, hidden, c.Hidden)
			}
		}
		if domain.HasContact(hidden) {
			t.Errorf("%q still has a contact detail after hiding it: %q", c.Text, hidden)
		}
		if !c.Held && hidden != c.Text {
			t.Errorf("%q became %q", c.Text, hidden)
		}
	}
	if held < 100 || read < 25 {
		t.Errorf("there are only %d cases with contact details, and %d that say what is left", held, read)
	}
}

func TestHidingLeavesTheRestOfATextAsItIs(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Write to kim@example.com, or not.":     "Write to [hidden], or not.",
		"kim@example.com":                       "[hidden]",
		"Tel. +61 491 570 006. Due 2026-12-01.": "Tel. [hidden]. Due 2026-12-01.",
		"ÄÖ 日本 ０４９１ ５７０ ００６ und kim (at) example (dot) com!": "ÄÖ 日本 [hidden] und [hidden])!",
		"Read https://example.com/12345678901 first":         "Read https://example.com/12345678901 first",
		"See t.me/kim\nand page 12":                          "See [hidden]\nand page 12",
		"Telegram @kimmarsh, please":                         "Telegram [hidden], please",
	} {
		want = strings.ReplaceAll(want, "[hidden])!", "[hidden]!")
		if got := domain.HideContact(text); got != want {
			t.Errorf("%q reads %q, want %q", text, got, want)
		}
	}
}

// A text that tries to make the search slow takes no longer than any other of its length. Eight
// times as much text takes eight times as long, where a search whose time grows with the square
// of the length would take 64 times as long. How fast the machine is makes no difference: the
// time is that of the processor, which does not run while others have their turn.
func TestSearchingForContactDetailsTakesLinearTime(t *testing.T) {
	t.Parallel()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for _, piece := range []string{
		"a@", "0 ", "1-", "a.", "at dot ", "kim at ", "telegram ", "@a ", "zero ", "t.", "(((", "a b ", "+1 ", "x @", "1.2.", "https://", "discord a#",
		"me on telegram as ", "a.b at c.", "mail a at b.", "a dot ", "insta: a ", "facebook Ab Cd ", "a_at_b", "&#64;", "a&#", "07\n", "012\n345 ",
	} {
		took := func(length int) time.Duration {
			before := threadTime(t)
			domain.HideContact(strings.Repeat(piece, length/len(piece)))
			return threadTime(t) - before
		}
		// Times of a few ticks of the processor's clock cannot be compared.
		const comparable = 500 * time.Millisecond
		short, long := took(10_000), took(80_000)
		if long > comparable && long > 24*short {
			t.Errorf("%q: 10,000 characters take %v, and 80,000 take %v", piece, short, long)
		}
	}
}

// The numbers in a row must not each get a closer look, which would allocate. The test does not
// run in parallel, because it counts what the whole program allocates.
func TestNumbersTooShortForAPhoneAreSkippedCheaply(t *testing.T) {
	for _, piece := range []string{"1 ", "1 2 3 "} {
		text := strings.Repeat(piece, 20_000/len(piece))
		if count := testing.AllocsPerRun(2, func() { domain.HasContact(text) }); count > 2*20_000/float64(len(piece)) {
			t.Errorf("%q: %v allocations in 20,000 characters", piece, count)
		}
	}
}

// searchOfStored is the search that all stored texts come from. What is stored must follow a
// better search: whoever changes the search adds a migration that stores what tutors read
// again, and notes the search here.
const searchOfStored = "54c7d401c9bc9d15"

func TestStoredTextsComeFromThisSearch(t *testing.T) {
	t.Parallel()
	hash := sha256.New()
	for _, name := range []string{"contact.go", "contact_names.go", "contact_phone.go", "contact_text.go"} {
		source, err := parser.ParseFile(token.NewFileSet(), name, nil, 0) // without comments
		if err != nil {
			t.Fatal(err)
		}
		if err := format.Node(hash, token.NewFileSet(), source); err != nil {
			t.Fatal(err)
		}
	}
	if got := hex.EncodeToString(hash.Sum(nil))[:16]; got != searchOfStored {
		t.Errorf("the search is %s, but texts were stored by %s: add a migration that stores them again", got, searchOfStored)
	}
}

func BenchmarkSearchingARowOfNumbers(b *testing.B) {
	for _, length := range []int{5_000, 10_000, 20_000, 40_000} {
		text := strings.Repeat("1 ", length/2)
		b.Run(strconv.Itoa(length), func(b *testing.B) {
			b.SetBytes(int64(length))
			for b.Loop() {
				domain.HasContact(text)
			}
		})
	}
}

// threadTime returns how long the processor has run the thread of the caller.
func threadTime(t *testing.T) time.Duration {
	t.Helper()
	const ofThread = 1 // RUSAGE_THREAD of Linux
	var usage syscall.Rusage
	if err := syscall.Getrusage(ofThread, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func FuzzHidingContactDetails(f *testing.F) {
	for _, seed := range []string{"kim@example.com", "0491 570 006", "t.me/kim", "a\xffb@c.de", "@kim on x", "٠٤٩١٥٧٠٠٠٦"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		hidden := domain.HideContact(text)
		if domain.HasContact(text) != (hidden != text) {
			t.Errorf("%q became %q", text, hidden)
		}
	})
}

func BenchmarkHidingContactDetailsInOtherScripts(b *testing.B) {
	brief := strings.Repeat("Напишите эссе о приливах, 2 000 слов, m², ½, été. ", 30)
	for b.Loop() {
		domain.HideContact(brief)
	}
}

func BenchmarkHidingContactDetailsInABrief(b *testing.B) {
	brief := strings.Repeat("Write an essay of 2,000 words about the tides at the coast, with at least 12 sources (see https://example.com/tides). ", 17)
	for b.Loop() {
		domain.HideContact(brief)
	}
}
