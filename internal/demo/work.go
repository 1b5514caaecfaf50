package demo

import (
	"fmt"
	"math"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"

	"deskmate/hooks/domain"
	"deskmate/hooks/jobs"
	"deskmate/hooks/store"
	"deskmate/internal/pdf"
)

// topic describes the subject of a sample assignment and the tutor who covers it.
type topic struct{ subject, title, kind, tutor string }

var topics = []topic{
	{"History of science", "The tides as evidence: Galileo's last argument", "Essay", "kim"},
	{"Physics", "Measuring g with a pendulum and a phone", "Lab report", "sol"},
	{"Nursing", "Handover at the bedside: what gets lost", "Essay", "imani"},
	{"Economics", "Why rents stayed high when rates fell", "Report", "otto"},
	{"Philosophy", "Is a promise to oneself a promise?", "Essay", "kim"},
	{"Mathematics", "Three proofs that there are infinitely many primes", "Essay", "sol"},
	{"Public health", "Heat waves and the elderly in western Sydney", "Literature review", "imani"},
	{"Law", "Unfair terms in online contracts after the 2023 reform", "Case study", "otto"},
	{"History", "Letters home: reading the Gallipoli postcards", "Research paper", "kim"},
	{"Statistics", "Bootstrapping a median from forty commutes", "Report", "sol"},
	{"Psychology", "Sleep and the testing effect", "Literature review", "imani"},
	{"Business", "How a small bakery prices its bread", "Case study", "otto"},
	{"Linguistics", "How bushwalkers name the weather", "Research paper", "kim"},
	{"Computer science", "A cache that forgets the right things", "Project", "sol"},
	{"Education", "Feedback that students act on", "Annotated bibliography", "imani"},
	{"Environmental policy", "Who pays for the sea wall?", "Report", "otto"},
	{"Literature", "Weather and guilt in Voss", "Essay", "kim"},
	{"Chemistry", "Titrating three brands of vinegar", "Lab report", "sol"},
	{"Social work", "What waiting rooms say about policy", "Essay", "imani"},
	{"Accounting", "Reading a football club's balance sheet", "Case study", "otto"},
}

// variants give each use of a topic a title of its own.
var variants = []string{"%s", "Outline: %s", "Reading notes: %s"}

var (
	students   = []string{"robin", "nia", "kit", "wren", "robin", "tomas", "yuki", "robin"}
	grades     = []string{"A", "B+", "A−", "82/100", "Distinction", "B"}
	priorities = []string{domain.PriorityMedium, domain.PriorityHigh, domain.PriorityLow, domain.PriorityMedium}
	feedbacks  = []string{
		"A clear line of argument from the first page. Look again at the second section: it lists its sources but does not use them yet.",
		"The method is sound and the graph is honest about its error bars. Say earlier what you expected to find.",
		"Well researched and well organised. Two paragraphs make the same point; keep the shorter one.",
		"Strong conclusion. The introduction promises a comparison that never comes: add it, or drop the promise.",
	}
	comments = []string{"Clear, and on time.", "The notes in the margin helped most.", "", "Thorough. I would have liked it a day earlier.", "Explained what my lectures did not."}
	ratings  = []int{5, 4, 5, 3, 4, 5, 4}
)

// assignmentCount uses every topic once in each variant.
var assignmentCount = len(variants) * len(topics)

func (b *builder) tellAssignments() {
	for i := range assignmentCount {
		days := 0.1 + 76*math.Pow(1-float64(i)/float64(assignmentCount), 1.3) // denser towards the present
		b.tell(days, func(b *builder) error {
			if err := b.createAssignment(i); err != nil {
				return fmt.Errorf("assignment %d: %w", i, err)
			}
			return nil
		})
	}
}

// statusOf spreads the statuses: most older assignments are finished, most recent
// ones are not.
func statusOf(i int) string {
	switch {
	case i == 25: // an old one that was overlooked
		return domain.StatusPending
	case i == revisedWork || i == heldNoteWork:
		return domain.StatusCompleted
	case i < 24 || i < 46 && i%5 < 4:
		return []string{domain.StatusGraded, domain.StatusCompleted, domain.StatusGraded}[i%3]
	case i < 55:
		return []string{domain.StatusInProgress, domain.StatusRevision, domain.StatusSubmitted, domain.StatusPending}[i%4]
	default:
		return domain.StatusSubmitted
	}
}

// createAssignment creates the i-th assignment with its history, oldest first.
func (b *builder) createAssignment(i int) error {
	topic, student, status := topics[i%len(topics)], students[i%len(students)], statusOf(i)
	guest := i%19 == 18
	if !guest {
		if !b.hasAccount(student, b.past.at()) {
			student = "robin"
		}
	}
	input := domain.NewAssignment{
		Title: fmt.Sprintf(variants[i/len(topics)], topic.title), Subject: topic.subject, Priority: priorities[i%len(priorities)],
		Description: fmt.Sprintf("%s, about %d words, with at least %d sources.\n\nPlease follow the structure set by the course, and flag anything you are unsure about.",
			topic.kind, orderedWords(i), 3+i%4),
		DueDate: domain.FormatTime(b.past.at().Add(time.Duration(6+i%17) * 24 * time.Hour)),
	}
	assignment, err := b.newRecord(store.Assignments, map[string]any{
		store.Title: input.Title, store.Subject: input.Subject, store.Priority: input.Priority,
		store.Description: input.Description, store.DueDate: input.Due(), store.Status: domain.StatusSubmitted,
	})
	if err != nil {
		return err
	}
	if !domain.IsFinished(status) && status != domain.StatusRevision { // what is delivered here is only the beginning of a text
		assignment.Set(store.Words, orderedWords(i))
	}
	actor := store.Actor{Via: store.ViaGuest}
	if guest {
		assignment.Set(store.GuestEmail, fmt.Sprintf("visitor%d@visitors.example", i))
	} else {
		assignment.Set(store.Student, b.people[student].Id)
		actor = b.actor(student)
	}
	if i%4 != 3 {
		file, err := briefFile(i, input)
		if err != nil {
			return err
		}
		assignment.Set(store.File, file)
		assignment.Set(store.FileName, file.OriginalName)
	}
	if err := b.save(assignment, actor); err != nil {
		return err
	}
	if err := b.advance(i, assignment, topic, status); err != nil || guest {
		return err
	}
	return b.review(i, assignment, student)
}

// advance takes a new assignment through the steps that lead to its status.
func (b *builder) advance(i int, assignment *core.Record, topic topic, status string) error {
	admin := b.actor([]string{"ada", "ada", "bruno"}[i%3])
	if !b.hasAccount("bruno", b.past.at()) {
		admin = b.actor("ada")
	}
	step := func(after time.Duration, values map[string]any) error {
		b.past.advance(after)
		// Reload: events compare a record with its values at the time it was loaded.
		current, err := b.app.FindRecordById(store.Assignments, assignment.Id)
		if err != nil {
			return err
		}
		current.Load(values)
		return b.save(current, admin)
	}
	switch status {
	case domain.StatusSubmitted:
		return b.stand(i, assignment, step, topic)
	case domain.StatusPending:
		return step(9*time.Hour, map[string]any{store.Status: status})
	}
	tutor := topic.tutor
	if !b.hasAccount(tutor, b.past.at()) {
		tutor = "kim"
	}
	err := step(20*time.Hour, map[string]any{
		store.Tutor: b.people[tutor].Id, store.Status: domain.StatusInProgress,
		store.Type: topic.kind, store.PriceCents: domain.Cents(90 + float64(i%7)*22.5),
	})
	if err != nil {
		return err
	}
	if err := b.payFor(i, assignment.Id); err != nil || status == domain.StatusInProgress {
		return err
	}
	if status == domain.StatusRevision {
		b.past.advance(50 * time.Hour)
		if err := b.deliver(assignment, 1, tutor, notes[0]); err != nil {
			return err
		}
		b.past.advance(20 * time.Hour)
		return b.askForChanges(assignment, revisionReasons[i%len(revisionReasons)])
	}
	if err := b.finish(i, assignment, tutor); err != nil {
		return err
	}
	if status != domain.StatusCompleted {
		err = step(30*time.Hour, map[string]any{
			store.Status: status, store.Grade: grades[i%len(grades)], store.Feedback: feedbacks[i%len(feedbacks)],
		})
		if err != nil {
			return err
		}
	}
	return b.accept(assignment)
}

// accept lets work accept itself if its windows have closed by now.
func (b *builder) accept(assignment *core.Record) error {
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
	at := store.OrderOf(current).AcceptsItselfAt(policy).Add(time.Minute)
	if at.After(b.now) {
		return nil
	}
	b.past.set(at)
	return jobs.Run(b.ctx, b.app, "acceptWork")
}

// review adds the student's review to two in three finished assignments.
func (b *builder) review(i int, assignment *core.Record, student string) error {
	assignment, err := b.app.FindRecordById(store.Assignments, assignment.Id)
	if err != nil || !domain.IsFinished(assignment.GetString(store.Status)) || i%3 == 1 {
		return err
	}
	b.past.advance(15 * time.Hour)
	review, err := b.newRecord(store.Reviews, map[string]any{
		store.Assignment: assignment.Id, store.Student: b.people[student].Id,
		store.Tutor: assignment.GetString(store.Tutor), store.Rating: ratings[i%len(ratings)],
		store.Comment: comments[i%len(comments)],
	})
	if err != nil {
		return err
	}
	return b.save(review, b.actor(student))
}

// briefFile returns the file of an assignment: a small PDF or text file.
func briefFile(i int, input domain.NewAssignment) (*filesystem.File, error) {
	if i%2 == 0 {
		return filesystem.NewFileFromBytes(pdf.Page(input.Subject, "Brief no. "+fmt.Sprint(100+i)), fmt.Sprintf("brief-%d.pdf", 100+i))
	}
	return filesystem.NewFileFromBytes([]byte(input.Title+"\n\n"+input.Description+"\n"), fmt.Sprintf("brief-%d.txt", 100+i))
}
