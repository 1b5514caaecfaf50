package demo

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
)

// Assignments that stand where most do not, by their number.
const (
	partlyPaidWork = 44
	cancelledWork  = 46 // the student no longer needed it
	unpaidWork     = 48
	revisedWork    = 52 // delivered in two versions, and waits for its student
	heldNoteWork   = 54 // its tutor wrote an address into the note
	pooledWork     = 56 // this and the next are offered to all tutors
	assignedWork   = 58 // has a tutor who has not started
)

// orderedWords is how many words the i-th assignment asks for.
func orderedWords(i int) int { return 800 + i%5*400 }

// versions are what the tutors of the sample wrote: in the first version of their work, and
// what they changed in the second.
var versions = []string{
	`The question looks simple, and the first sources answer it in one sentence. They disagree as soon as one asks what was measured.

The earliest account gives a single figure. It names no instrument, and it was written two years after the event.

The later accounts are more careful. They list what they counted, and they say what they left out.

The careful accounts should carry the argument. The early figure can stay, as long as the text says where it comes from.`,
	`The question looks simple, and the first sources answer it in one sentence. They disagree as soon as one asks what was measured, and by whom.

The earliest account gives a single figure. It names no instrument, and it was written two years after the event, from memory.

The later accounts are more careful. They list what they counted, they say what they left out, and two of them print their tables.

The tables allow a check: the totals differ by less than three per cent. That is close enough for the argument made here.

The careful accounts should carry the argument. The early figure can stay in a footnote that says where it comes from.`,
}

// method is what the tutors add to work of which so many words were ordered.
const method = `
How the sources were chosen

I searched the two databases that the course names, with the words of the question and their older spellings. Of the first fifty results I read the summaries, and kept those that say how their figures came about. Two were left out because they repeat another account without naming it. One was left out because its tables do not add up.

What the sources cannot say

None of them counted in winter, so the argument holds for the warmer half of the year. The two larger ones were paid for by the same office. That does not make them wrong, but it is a reason to look for a third. The smallest one gives no dates for its visits. I use it only where another source says the same.

What I would do next

A short table of all figures, side by side, would show at a glance where the accounts part. With one more week I would ask the archive for the notes behind the earliest one.
`

var (
	notes           = []string{"Here is the work, with all sources in the list at the end.", "", "I kept to the structure that the course sets."}
	revisionReasons = []string{
		"The second section names no sources yet. Could you add them, and check the totals?",
		"Please move the early figure into a footnote, as my course asks for.",
	}
)

const (
	secondNote = "I added the tables and moved the early figure into a footnote."
	heldNote   = "Any questions? Write to me directly: imani@vellum.example"
)

// deliver stores the next version of an assignment, on behalf of its tutor.
func (b *builder) deliver(assignment *core.Record, version int, tutor, note string) error {
	title := assignment.GetString(store.Title)
	text := title + "\n\n" + versions[version-1] + "\n"
	if assignment.GetInt(store.Words) > 0 {
		text += method
	}
	file, err := filesystem.NewFileFromBytes([]byte(text), fmt.Sprintf("version-%d.txt", version))
	if err != nil {
		return err
	}
	hash, words := sha256.Sum256([]byte(text)), domain.CountWords(text)
	delivery, err := b.newRecord(store.Deliveries, map[string]any{
		store.Assignment: assignment.Id, store.Tutor: b.people[tutor].Id, store.Note: note, store.Words: words,
		store.Files: []*filesystem.File{file},
		store.FileNames: store.DeliveredFiles{{
			File: file.Name, Name: file.OriginalName, Size: file.Size, SHA256: hex.EncodeToString(hash[:]), Words: &words, Comparable: true,
		}},
	})
	if err != nil {
		return err
	}
	return b.save(delivery, b.actor(tutor))
}

// askForChanges opens the next revision of delivered work, on behalf of its student.
func (b *builder) askForChanges(assignment *core.Record, reason string) error {
	current, err := b.app.FindRecordById(store.Assignments, assignment.Id)
	if err != nil {
		return err
	}
	terms, err := store.ReadOrderTerms(b.ctx, b.app)
	if err != nil {
		return err
	}
	policy, err := terms.PolicyOf(current.Id, current.GetString(store.Policy))
	if err != nil {
		return err
	}
	actor := store.Actor{Via: store.ViaPerson, Person: b.withID(current.GetString(store.Student))}
	const number = 1
	revision, err := b.newRecord(store.Revisions, map[string]any{
		store.Assignment: current.Id, store.Number: number, store.Reason: reason,
		store.DueAt: store.OrderOf(current).RevisionDue(b.past.at(), policy),
	})
	if err != nil {
		return err
	}
	if err := b.save(revision, actor); err != nil {
		return err
	}
	current.Set(store.Status, domain.StatusRevision)
	current.Set(store.OpenRevision, number)
	return b.save(current, actor)
}

// finish delivers the i-th assignment: most in one version, some in two.
func (b *builder) finish(i int, assignment *core.Record, tutor string) error {
	note := notes[i%len(notes)]
	if i == heldNoteWork {
		note = heldNote
	}
	after := time.Duration(50+i%60) * time.Hour
	if i == revisedWork {
		after = 40 * time.Hour
	}
	b.past.advance(min(after, max(0, b.now.Sub(b.past.at())-9*time.Hour)))
	if err := b.deliver(assignment, 1, tutor, note); err != nil {
		return err
	}
	if i != revisedWork && i%9 != 4 {
		return nil
	}
	b.past.advance(5 * time.Hour)
	if err := b.askForChanges(assignment, revisionReasons[i%len(revisionReasons)]); err != nil {
		return err
	}
	b.past.advance(30 * time.Hour)
	return b.deliver(assignment, 2, tutor, secondNote)
}

// stand takes an assignment that nobody works on yet where it stands: cancelled, in the
// pool, with a tutor, or nowhere.
func (b *builder) stand(i int, assignment *core.Record, step func(after time.Duration, values map[string]any) error, topic topic) error {
	price := map[string]any{store.Type: topic.kind, store.PriceCents: domain.Cents(90 + float64(i%7)*22.5)}
	switch i {
	case cancelledWork:
		return step(30*time.Hour, map[string]any{store.Status: domain.StatusCancelled, store.CancelReason: "The course has dropped this piece of work."})
	case pooledWork, pooledWork + 1:
		if err := step(3*time.Hour, price); err != nil {
			return err
		}
		if err := b.payFor(i, assignment.Id); err != nil {
			return err
		}
		return b.call("ada", "PUT", "/assignments/"+assignment.Id+"/pool", body{"open": true}, nil)
	case assignedWork:
		price[store.Tutor] = b.people[topic.tutor].Id
	default:
		return nil
	}
	return step(5*time.Hour, price)
}
