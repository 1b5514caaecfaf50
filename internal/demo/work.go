package demo

import (
	"fmt"
	"math"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"

	"deskmate/records"
	"deskmate/rules"
)

// topic is one assignment of the sample, and who works in its field.
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
	{"Business", "A small bakery prices its bread", "Case study", "otto"},
	{"Linguistics", "How bushwalkers name the weather", "Research paper", "kim"},
	{"Computer science", "A cache that forgets the right things", "Project", "sol"},
	{"Education", "Feedback that students act on", "Annotated bibliography", "imani"},
	{"Environmental policy", "Who pays for the sea wall?", "Report", "otto"},
	{"Literature", "Weather and guilt in Voss", "Essay", "kim"},
	{"Chemistry", "Titrating the vinegar of three brands", "Lab report", "sol"},
	{"Social work", "Waiting rooms as policy", "Essay", "imani"},
	{"Accounting", "Reading a football club's balance sheet", "Case study", "otto"},
}

// variants tell three rounds of the same field apart.
var variants = []string{"%s", "Outline: %s", "Reading notes: %s"}

var (
	students   = []string{"robin", "nia", "kit", "wren", "robin", "tomas", "yuki", "robin"}
	grades     = []string{"A", "B+", "A−", "82/100", "Distinction", "B"}
	priorities = []string{rules.PriorityMedium, rules.PriorityHigh, rules.PriorityLow, rules.PriorityMedium}
	feedbacks  = []string{
		"A clear line of argument from the first page. Look again at the second part: the sources are listed there, not yet used.",
		"The method is sound and the graph is honest about its error bars. Say earlier what you expected to find.",
		"Well read and well arranged. Two paragraphs repeat each other; keep the shorter one.",
		"Strong conclusion. The introduction promises a comparison that never comes: write it, or stop promising it.",
	}
	comments = []string{"Clear, and on time.", "The notes in the margin helped most.", "", "Thorough. I would have liked it a day earlier.", "Explained what my lecture did not."}
	ratings  = []int{5, 4, 5, 3, 4, 5, 4}
)

// rounds is how often the topics come round: sixty assignments.
const rounds = 3

func (d *desk) handInAll() error {
	for i := range rounds * len(topics) {
		if err := d.handIn(i); err != nil {
			return fmt.Errorf("assignment %d: %w", i, err)
		}
	}
	return nil
}

// stateOf spreads the states: what is old is mostly finished, what is new mostly not.
func stateOf(i int) string {
	switch {
	case i == 25: // forgotten at the desk
		return rules.StatusPending
	case i < 24 || i < 46 && i%5 < 4:
		return []string{rules.StatusGraded, rules.StatusCompleted, rules.StatusGraded}[i%3]
	case i < 55:
		return []string{rules.StatusInProgress, rules.StatusRevision, rules.StatusSubmitted, rules.StatusPending}[i%4]
	default:
		return rules.StatusSubmitted
	}
}

// handIn tells the story of the i-th assignment, the oldest first.
func (d *desk) handIn(i int) error {
	topic, student, state := topics[i%len(topics)], students[i%len(students)], stateOf(i)
	d.clock.ago(0.1 + 76*math.Pow(1-float64(i)/float64(rounds*len(topics)), 1.3)) // more and more of late
	guest := i%19 == 18
	if !guest {
		for _, person := range people { // nobody hands in before the account is there
			if opened := d.clock.now.Add(-time.Duration(person.days*24) * time.Hour); person.key == student && d.clock.at.Before(opened) {
				student = "robin"
			}
		}
	}
	input := rules.NewAssignment{
		Title: fmt.Sprintf(variants[i/len(topics)], topic.title), Subject: topic.subject, Priority: priorities[i%len(priorities)],
		Description: fmt.Sprintf("%s, about %d words, with at least %d sources.\n\nPlease keep to the structure that the course asks for, and mark what you are unsure of.",
			topic.kind, 800+i%5*400, 3+i%4),
		DueDate: rules.FormatTime(d.clock.at.Add(time.Duration(6+i%17) * 24 * time.Hour)),
	}
	assignment, err := d.fresh(records.Assignments, map[string]any{
		records.Title: input.Title, records.Subject: input.Subject, records.Priority: input.Priority,
		records.Description: input.Description, records.DueDate: input.Due(), records.Status: rules.StatusSubmitted,
	})
	if err != nil {
		return err
	}
	actor := records.Actor{Via: records.ViaGuest}
	if guest {
		assignment.Set(records.GuestEmail, fmt.Sprintf("visitor%d@visitors.example", i))
	} else {
		assignment.Set(records.Student, d.people[student].Id)
		actor = d.by(student)
	}
	if i%4 != 3 {
		file, err := brief(i, input)
		if err != nil {
			return err
		}
		assignment.Set(records.File, file)
		assignment.Set(records.FileName, file.OriginalName)
	}
	if err := d.save(assignment, actor); err != nil {
		return err
	}
	if err := d.work(i, assignment, topic, state); err != nil || guest {
		return err
	}
	return d.rate(i, assignment, student)
}

// work lets the desk and the tutor bring an assignment into its state.
func (d *desk) work(i int, assignment *core.Record, topic topic, state string) error {
	admin := d.by([]string{"ada", "ada", "bruno"}[i%3])
	if d.clock.at.Before(d.clock.now.Add(-64 * 24 * time.Hour)) {
		admin = d.by("ada") // the other admin came later
	}
	step := func(after time.Duration, values map[string]any) error {
		d.clock.turn(after)
		// Read anew: what a record was before is what it was when it was read.
		fresh, err := d.app.FindRecordById(records.Assignments, assignment.Id)
		if err != nil {
			return err
		}
		fresh.Load(values)
		return d.save(fresh, admin)
	}
	switch state {
	case rules.StatusSubmitted:
		return nil
	case rules.StatusPending:
		return step(9*time.Hour, map[string]any{records.Status: state})
	}
	tutor := topic.tutor
	if tutor == "otto" && d.clock.at.Before(d.clock.now.Add(-40*24*time.Hour)) {
		tutor = "kim"
	}
	err := step(20*time.Hour, map[string]any{
		records.Tutor: d.people[tutor].Id, records.Status: rules.StatusInProgress,
		records.Type: topic.kind, records.PriceCents: rules.Cents(90 + float64(i%7)*22.5),
	})
	if err != nil || state == rules.StatusInProgress {
		return err
	}
	if state == rules.StatusRevision {
		return step(70*time.Hour, map[string]any{records.Status: state})
	}
	// The day of delivery is told by the clock of the sample, not by the wall's.
	delivered := d.clock.at.Add(time.Duration(50+i%60) * time.Hour)
	if delivered.After(d.clock.now) {
		delivered = d.clock.now
	}
	err = step(delivered.Sub(d.clock.at), map[string]any{records.Status: rules.StatusCompleted, records.DeliveredAt: delivered})
	if err != nil || state == rules.StatusCompleted {
		return err
	}
	return step(30*time.Hour, map[string]any{
		records.Status: state, records.Grade: grades[i%len(grades)], records.Feedback: feedbacks[i%len(feedbacks)],
	})
}

// rate lets the student of two in three finished assignments say how it was.
func (d *desk) rate(i int, assignment *core.Record, student string) error {
	assignment, err := d.app.FindRecordById(records.Assignments, assignment.Id)
	if err != nil || !rules.IsFinished(assignment.GetString(records.Status)) || i%3 == 1 {
		return err
	}
	d.clock.turn(15 * time.Hour)
	review, err := d.fresh(records.Reviews, map[string]any{
		records.Assignment: assignment.Id, records.Student: d.people[student].Id,
		records.Tutor: assignment.GetString(records.Tutor), records.Rating: ratings[i%len(ratings)],
		records.Comment: comments[i%len(comments)],
	})
	if err != nil {
		return err
	}
	return d.save(review, d.by(student))
}

// brief is the small real file of an assignment: a PDF or a text.
func brief(i int, input rules.NewAssignment) (*filesystem.File, error) {
	if i%2 == 0 {
		return filesystem.NewFileFromBytes(pdf(input.Subject, "Brief no. "+fmt.Sprint(100+i)), fmt.Sprintf("brief-%d.pdf", 100+i))
	}
	return filesystem.NewFileFromBytes([]byte(input.Title+"\n\n"+input.Description+"\n"), fmt.Sprintf("brief-%d.txt", 100+i))
}
