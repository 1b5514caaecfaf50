package main

import (
	"context"
	"fmt"
	"time"
)

func (f *filler) fillAssignments(ctx context.Context) error {
	owned := min(ownedRows, f.rows/5) // by the student whose list is measured
	everyOwned := f.rows / owned
	for i := range f.rows {
		created, status := moment(i, f.rows), f.status(i)
		due := stamp(created.Add(time.Duration(5+f.random.IntN(15)) * 24 * time.Hour))
		if i%50 == 1 { // what is due in the future must not depend on the day of the measurement
			due = farFuture
		}
		title := "Essay on " + pick(f, words) + " and " + pick(f, words)
		switch {
		case isOneOfFew(i, f.rows):
			title = "Zephyr and " + pick(f, words)
		case i%3 == 0:
			title = "Report on " + pick(f, words) + " and " + pick(f, words)
		}
		description, guest, grade, feedback, delivered, accepted, deleted := f.text(2000), "", "", "", "", "", ""
		isOwned := i%everyOwned == 0 && i/everyOwned < owned
		switch {
		case isOwned:
			f.studentOf[i] = accountID("s", 0)
		case i%20 == 7:
			guest = fmt.Sprintf("guest%06d@guests.example", i)
		default:
			f.studentOf[i] = accountID("s", 1+f.random.IntN(f.students-1))
		}
		if f.random.IntN(5) < 3 {
			f.tutorOf[i] = accountID("t", f.random.IntN(f.tutors))
		}
		if status == "graded" {
			grade, feedback = pick(f, []string{"A", "B", "C"}), f.text(200)
		}
		isDone := status == "graded" || status == "completed"
		if isDone {
			delivered = stamp(created.Add(10 * 24 * time.Hour))
			accepted = delivered // or else the server would accept it within a minute
		}
		if isDone && !isOwned && f.tutorOf[i] != "" && i%100 == 9 { // deleted, but the tutor has earned from it
			f.studentOf[i] = ""
			deleted, title, description, guest, grade, feedback = stamp(created.Add(20*24*time.Hour)), "", "", "", "", ""
		}
		id := assignmentID(i)
		if _, err := f.assignments.ExecContext(ctx, id, title, description, due, pick(f, subjects), f.priority(), status, f.studentOf[i], guest,
			f.tutorOf[i], grade, feedback, "Essay", 5000+i%200*50, delivered, accepted, deleted, f.policy, stamp(created), stamp(created.Add(time.Hour))); err != nil {
			return err
		}
		if isDone && f.tutorOf[i] != "" && f.studentOf[i] != "" && i%10 == 3 {
			if _, err := f.reviews.ExecContext(ctx, fmt.Sprintf("r%014d", i), id, f.studentOf[i], f.tutorOf[i], 1+f.random.IntN(5),
				"Clear and on time.", delivered, delivered); err != nil {
				return err
			}
		}
	}
	return nil
}

func assignmentID(i int) string { return fmt.Sprintf("a%014d", i) }

// status returns a status, most often that of finished work. One row in a thousand
// has the rare one.
func (f *filler) status(i int) string {
	n := f.random.IntN(100)
	switch {
	case i%1000 == 100:
		return rareStatus
	case n < 50:
		return "graded"
	case n < 75:
		return "completed"
	case n < 87:
		return "in_progress"
	case n < 96:
		return "submitted"
	}
	return "pending"
}

func (f *filler) priority() string {
	n := f.random.IntN(100)
	switch {
	case n < 55:
		return "Medium"
	case n < 80:
		return "Low"
	}
	return "High"
}

// fillActivities gives each assignment between three and four history entries, the
// first by whoever submitted it and the others by admins.
func (f *filler) fillActivities(ctx context.Context) error {
	kinds := []struct{ kind, title string }{
		{"assignment.submitted", "Handed in"}, {"assignment.tutor", "Given to a tutor"},
		{"assignment.status", "Status changed to In progress"}, {"assignment.grade", "Grade or feedback updated"},
	}
	count, previous, nth := f.rows*34/10, -1, 0
	for i := range count {
		about, created := i*f.rows/count, stamp(moment(i, count))
		nth++
		if about != previous {
			previous, nth = about, 0
		}
		via, actor := "person", accountID("n", 2+f.random.IntN(adminAccounts-2))
		switch {
		case nth == 0 && f.studentOf[about] == "":
			via, actor = "guest", ""
		case nth == 0:
			actor = f.studentOf[about]
		case f.random.IntN(2) == 0:
			actor = busyAdmin
		}
		kind := kinds[nth]
		if _, err := f.activities.ExecContext(ctx, fmt.Sprintf("c%014d", i), f.studentOf[about], actor, assignmentID(about),
			kind.kind, kind.title, via, created, created); err != nil {
			return err
		}
	}
	return nil
}
