package domain

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// Stored statuses of an assignment (docs/product.md, section 3.4).
const (
	StatusPending    = "pending"
	StatusSubmitted  = "submitted"
	StatusInProgress = "in_progress"
	StatusRevision   = "revision"
	StatusCompleted  = "completed"
	StatusGraded     = "graded"
)

// Priorities of an assignment (docs/product.md, section 3.1).
const (
	PriorityLow    = "Low"
	PriorityMedium = "Medium"
	PriorityHigh   = "High"
)

// Limits of an assignment's texts, in characters (docs/product.md, section 6).
var (
	TitleLimit       = limits["title"]
	SubjectLimit     = limits["subject"]
	DescriptionLimit = limits["description"]
	GradeLimit       = limits["grade"]
	FeedbackLimit    = limits["feedback"]
	TypeLimit        = limits["assignmentType"]
)

// AssignmentStatuses lists the statuses in workflow order.
var AssignmentStatuses = []string{StatusPending, StatusSubmitted, StatusInProgress, StatusRevision, StatusCompleted, StatusGraded}

// Priorities lists the priorities from low to high.
var Priorities = []string{PriorityLow, PriorityMedium, PriorityHigh}

// ParseStatus parses a status, ignoring case.
func ParseStatus(text string) (status string, ok bool) {
	status = strings.ToLower(strings.TrimSpace(text))
	return status, slices.Contains(AssignmentStatuses, status)
}

// StudentStatus formats a status for students: "in_progress" becomes "In progress".
func StudentStatus(status string) string {
	if status == "" {
		return ""
	}
	words := strings.ReplaceAll(status, "_", " ")
	return strings.ToUpper(words[:1]) + words[1:]
}

// IsFinished reports whether a status counts as finished: completed or graded.
func IsFinished(status string) bool {
	return status == StatusCompleted || status == StatusGraded
}

// ParsePriority parses a priority, ignoring case. A blank one means Medium.
func ParsePriority(text string) (priority string, ok bool) {
	text = strings.TrimSpace(text)
	if text == "" {
		return PriorityMedium, true
	}
	for _, priority := range Priorities {
		if strings.EqualFold(priority, text) {
			return priority, true
		}
	}
	return "", false
}

// NewAssignment is the request to submit an assignment, without its file
// (docs/product.md, section 3.2).
type NewAssignment struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	DueDate     string `json:"dueDate"`
	Subject     string `json:"subject"`
	Priority    string `json:"priority"`
}

// Check returns the problems of a new assignment.
func (n NewAssignment) Check() Problems {
	var c check
	c.text("title", "Title", n.Title, TitleLimit)
	c.text("description", "Description", n.Description, DescriptionLimit)
	if IsBlank(n.DueDate) {
		c.add("dueDate", Required, "Due date is required")
	} else if _, ok := ParseTime(n.DueDate); !ok {
		c.add("dueDate", Invalid, "Due date is invalid")
	}
	c.text("subject", "Subject", n.Subject, SubjectLimit)
	if _, ok := ParsePriority(n.Priority); !ok {
		c.add("priority", Invalid, "Priority must be Low, Medium or High")
	}
	return c.problems
}

// Due returns the due date. It is only valid after Check has found no problems.
func (n NewAssignment) Due() time.Time {
	due, _ := ParseTime(n.DueDate)
	return due
}

// UpdateAssignment is an admin's change to an assignment. Nil leaves a field
// unchanged (docs/product.md, section 3.5). Price is in units of the site's currency.
type UpdateAssignment struct {
	Status   *string  `json:"status"`
	Grade    *string  `json:"grade"`
	Feedback *string  `json:"feedback"`
	Type     *string  `json:"type"`
	Price    *float64 `json:"price"`
}

// Check returns the problems of a change to an assignment.
func (u UpdateAssignment) Check() Problems {
	var c check
	if u.Status != nil {
		c.status(*u.Status)
	}
	if u.Grade != nil {
		c.length("grade", "Grade", *u.Grade, GradeLimit)
	}
	if u.Feedback != nil {
		c.length("feedback", "Feedback", *u.Feedback, FeedbackLimit)
	}
	if u.Type != nil {
		c.length("type", "Type", *u.Type, TypeLimit)
	}
	c.money("price", "Price", u.Price)
	return c.problems
}

// status checks a status that an admin sets. Cancelling takes a reason, so it has an
// action of its own.
func (c *check) status(text string) {
	switch _, ok := ParseStatus(text); {
	case ok:
	case strings.EqualFold(strings.TrimSpace(text), StatusCancelled):
		c.add("status", Invalid, "Cancel it with a reason instead")
	default:
		c.add("status", Invalid, "Invalid status value")
	}
}

// ParseAnyStatus parses a status that an assignment may have. Unlike ParseStatus it
// knows cancelled work too.
func ParseAnyStatus(text string) (status string, ok bool) {
	status, ok = ParseStatus(text)
	return status, ok || status == StatusCancelled
}

// BulkLimit is the number of assignments that one request may change.
var BulkLimit = limits["assignmentsAtOnce"]

// UpdateAssignments is the request to set the status of several assignments
// (docs/product.md, section 3.7). Expected maps ids to the status that the
// client last saw. An assignment with a different status by now has been changed
// by somebody else; one that is not in the map is updated unconditionally.
type UpdateAssignments struct {
	IDs      []string          `json:"ids"`
	Status   string            `json:"status"`
	Expected map[string]string `json:"expected,omitempty"`
}

// Check returns the problems of a change to several assignments.
func (u UpdateAssignments) Check() Problems {
	var c check
	c.bulk(u.IDs)
	c.status(u.Status)
	for _, status := range u.Expected {
		if _, ok := ParseAnyStatus(status); !ok {
			c.add("expected", Invalid, "Invalid expected status")
			break
		}
	}
	return c.problems
}

// bulk checks the ids of a request that changes several assignments.
func (c *check) bulk(ids []string) {
	switch {
	case len(ids) == 0:
		c.add("ids", Required, "Choose at least one assignment")
	case len(ids) > BulkLimit:
		c.add("ids", TooLong, "Choose at most "+Thousands(BulkLimit)+" assignments")
	}
}

// CheckChange returns what prevents the change to one of the assignments, given
// its stored status; found is false if it does not exist. An assignment that
// already has the requested status is no conflict, because nothing would be lost.
func (u UpdateAssignments) CheckChange(id, status string, found bool) Problems {
	var c check
	expected, hasExpected := u.Expected[id]
	lastSeen, _ := ParseAnyStatus(expected)
	requested, _ := ParseStatus(u.Status)
	switch {
	case !found:
		c.add(id, Missing, "Assignment not found")
	case hasExpected && status != lastSeen && status != requested:
		c.add(id, Changed, "Somebody else has since changed the status to "+StudentStatus(status))
	}
	return c.problems
}

// QuotaMegabytes is how much one account may store unless the operator changes
// it: 2 GB (docs/product.md, section 3.3).
const QuotaMegabytes = 2048

// CheckQuota refuses a file that does not fit into what is left of an account's
// storage. Stored and size are in bytes; a quota of 0 megabytes means no limit.
func CheckQuota(stored, size int64, quotaMegabytes int) Problems {
	if quotaMegabytes <= 0 || stored+size <= int64(quotaMegabytes)<<20 {
		return nil
	}
	return Problems{{Field: "file", Code: TooLarge, Message: "Your files can take up at most " + megabytes(quotaMegabytes) +
		" in total. Delete assignments that you no longer need, or contact support"}}
}

// megabytes formats an amount of storage for people.
func megabytes(n int) string {
	if n >= 1024 && n%1024 == 0 {
		return strconv.Itoa(n/1024) + " GB"
	}
	return Thousands(n) + " MB"
}
