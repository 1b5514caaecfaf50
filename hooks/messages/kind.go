package messages

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
)

// Kind is a kind of message. One entry says everything about it: who may switch it
// off, what it says, and where it leads.
type Kind struct {
	Name     string   // stored, such as "assignment.graded"
	Setting  string   // what the notice settings call it; "" if they do not list it
	Roles    []string // whose settings list it
	InApp    bool     // makes a notice
	ByMail   bool     // makes a mail
	Required bool     // an account cannot do without it, so it cannot be switched off
	Urgent   bool     // its mail is sent before others
	// ForGuests says that people without an account get the mail too.
	ForGuests bool
	// KeepsAddress sends the mail to the address that the account had when the message
	// was written, even if it has changed since.
	KeepsAddress bool

	// IsReceipt says that anybody can cause the mail by typing an address into a form.
	IsReceipt bool

	// StillApplies returns why the mail should not be sent any more, or "". It is asked
	// when the mail is sent, which may be long after it was written. If it is nil, a mail
	// about an assignment is sent to readers who may see the assignment.
	StillApplies func(Facts) (reason string)

	Subject func(Facts) string // of the mail, and the title of the notice
	Body    func(Facts) string // the first paragraph of the mail, and the text of the notice
	Details func(Facts) []Detail
	Closing func(Facts) []string // further paragraphs of the mail
	Button  string               // leads to Link
	// Several is what the subject of one mail calls several events, such as "new assignments".
	// It is empty if each event has a mail of its own.
	Several     string
	AboutQuotes bool // the events are about quote requests, not about assignments
	// GuestButton is the button of people without an account, if theirs is another one.
	GuestButton string
	Link        func(Facts) string // a path of ours; "" for none
	// Secret returns the token that the link of the mail carries in its fragment. It is
	// nil unless the link opens something.
	Secret func(ctx context.Context, app core.App, mail store.TakenMail) (string, error)
	// SecretInPath says that the token is the last part of the path instead. The page must
	// keep it out of logs and referrers then.
	SecretInPath bool

	Sample store.MessageData // for previews
}

// Detail is one line of a table of facts in a mail. URL is where it leads, if anywhere.
type Detail struct{ Label, Value, URL string }

// Facts is what the texts of a message are made of. Notices and lists know only the
// ids, the title, the reference and the data.
type Facts struct {
	Site    string // its name
	Person  string // the reader's name; empty for people without an account
	Role    string // the reader's role; empty for people without an account
	Account string // the reader's id; empty for people without an account
	Address string // the reader's
	// HasAccount says that there is an account with the address of a reader who wrote to us
	// without being signed in to it, and IsConfirmed that it has confirmed the address.
	HasAccount, IsConfirmed bool

	Assignment string // its id
	Title      string
	Subject    string
	Student    string // the id of its student
	Tutor      string // the id of its tutor
	Status     string
	IsAccepted bool // whether it is recorded that the work is accepted
	ClaimOpen  bool // whether a claim is open
	Due        time.Time
	Grade      string
	Feedback   string
	// HandBackReason is why its last tutor handed it back. Only admins are told.
	HandBackReason string

	Quote     string // its id
	Reference string // of the assignment or the quote request
	Service   string
	Deadline  time.Time

	Data store.MessageData
	Now  time.Time

	Gathered []Facts // of each event that the mail tells of, if there are several
}

// LeaveOutWhatWasTyped removes what people typed who may not be the reader. The reference
// still names the work to its owner.
func (f *Facts) LeaveOutWhatWasTyped() {
	f.Title, f.Subject, f.Due, f.Deadline, f.HandBackReason = "", "", time.Time{}, time.Time{}, ""
}

// About ends a subject with the title of the assignment or, if the facts do not have it,
// with the reference of what the message is about.
func (f Facts) About(text string) string {
	return strings.TrimSuffix(text+": "+cmp.Or(domain.OneLine(f.Title), f.Reference), ": ")
}

// IsGuest reports whether the reader has no account.
func (f Facts) IsGuest() bool { return f.Role == "" }

// Heading returns the subject of a mail, and the title of a notice.
func (k Kind) Heading(f Facts) string {
	if count := f.Data[gatheredCount]; count != "" {
		return count + " " + k.Several
	}
	return k.Subject(f)
}

// Constant returns a text that does not depend on the facts.
func Constant(text string) func(Facts) string { return func(Facts) string { return text } }

const kindsKey = "deskmateMessageKinds"

// Register makes kinds known to the app.
func Register(app core.App, kinds []Kind) { app.Store().Set(kindsKey, kinds) }

// RegisteredKinds returns all kinds.
func RegisteredKinds(app core.App) []Kind {
	kinds, _ := app.Store().Get(kindsKey).([]Kind)
	return kinds
}

// NotFor returns the names of the kinds that a role does not get in the interface. An
// account whose role has changed no longer sees them.
func NotFor(app core.App, role string) (names []string) {
	for _, kind := range RegisteredKinds(app) {
		if kind.InApp && !slices.Contains(kind.Roles, role) {
			names = append(names, kind.Name)
		}
	}
	return names
}

// KindOf returns the kind with a name.
func KindOf(app core.App, name string) (Kind, bool) {
	kinds := RegisteredKinds(app)
	i := slices.IndexFunc(kinds, func(kind Kind) bool { return kind.Name == name })
	if i < 0 {
		return Kind{}, false
	}
	return kinds[i], true
}
