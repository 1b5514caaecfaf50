package domain

import (
	"math"
	"strconv"
	"time"
)

// StatusCancelled is the status of an assignment that was cancelled. Nobody sets it by
// hand: it takes a reason (docs/product.md, section 3.4).
const StatusCancelled = "cancelled"

// Stage is where an order stands. It follows from what is stored and from the time, and
// is never stored itself (docs/product.md, section 10.1).
type Stage string

// The stages, in the order in which work usually passes through them.
const (
	StageUnassigned Stage = "unassigned"
	StagePool       Stage = "pool"
	StageAssigned   Stage = "assigned"
	StageInProgress Stage = "in_progress"
	StageRevision   Stage = "revision"
	StageDelivered  Stage = "delivered"
	StageAccepted   Stage = "accepted"
	StageCancelled  Stage = "cancelled"
)

// Stages lists the stages.
var Stages = []Stage{
	StageUnassigned, StagePool, StageAssigned, StageInProgress, StageRevision, StageDelivered, StageAccepted, StageCancelled,
}

// Order is what the rules need to know about an assignment. Student and Tutor are ids,
// empty if there is none. All amounts are in cents.
type Order struct {
	Status  string
	Student string
	Tutor   string
	Guest   string // the address of a guest
	InPool  bool

	Words         int       // words ordered, or counted in the delivery if none were ordered; 0 if unknown
	EverDelivered bool      // a version was delivered
	DeliveredAt   time.Time // the last delivery, or the moment when an admin finished the work
	AcceptedAt    time.Time // zero until somebody accepts the work
	OpenRevision  int       // the number of the open revision; 0 if there is none
	Rated         bool
	FromOffer     bool

	PriceCents    int
	ReceivedCents int
	ReturnedCents int
	RefundCents   int // approved refunds, whether paid yet or not

	ClaimOpen        bool
	RefundDeclinedAt time.Time // the last time that a refund was declined
}

// IsOwnCase reports whether the order concerns a reader, as its student, its tutor or the
// guest who handed it in.
func (o Order) IsOwnCase(reader Reader) bool { return IsOwnCase(reader, o.Student, o.Tutor, o.Guest) }

// Caller is who wants to act on an order.
type Caller struct {
	Reader
	OpenWork int // assignments in progress or in revision, if the caller is a tutor
}

// Policy holds the numbers of the policy version that is pinned to an order
// (docs/product.md, section 10.2).
type Policy struct {
	RevisionDays, LongRevisionDays, LongRevisionWords int
	RefundRequestDays                                 int
	DisputeHours                                      int
}

// ShortestWindows returns the shortest time for which the windows of any work are open. After the
// longer of the two, it accepts itself.
func (p Policy) ShortestWindows() time.Duration {
	days := max(p.RefundRequestDays, min(p.RevisionDays, p.LongRevisionDays))
	return time.Duration(days) * 24 * time.Hour
}

// OrderSettings are the site's settings for orders.
type OrderSettings struct {
	RequirePayment     bool // no tutor can take work that has not been paid for in full
	MaxOpenAssignments int  // how many assignments a tutor may have in progress or in revision
}

// Stage returns where the order stands at a time. Work accepts itself once its windows
// have closed, even if nothing has recorded that yet.
func (o Order) Stage(now time.Time, policy Policy) Stage {
	stage := o.RecordedStage()
	if stage == StageDelivered && !o.ClaimOpen && now.After(o.AcceptsItselfAt(policy)) {
		return StageAccepted
	}
	return stage
}

// RecordedStage returns where the order stands, disregarding its windows.
func (o Order) RecordedStage() Stage {
	switch {
	case o.Status == StatusCancelled:
		return StageCancelled
	case IsFinished(o.Status) && !o.AcceptedAt.IsZero():
		return StageAccepted
	case IsFinished(o.Status):
		return StageDelivered
	case o.Status == StatusInProgress:
		return StageInProgress
	case o.Status == StatusRevision:
		return StageRevision
	case o.Tutor != "":
		return StageAssigned
	case o.InPool:
		return StagePool
	default:
		return StageUnassigned
	}
}

// RevisionUntil returns the last instant at which the student may ask for a revision.
// Like the other windows it is zero before the first delivery.
func (o Order) RevisionUntil(policy Policy) time.Time {
	return o.afterDelivery(o.revisionDays(policy) * 24)
}

func (o Order) revisionDays(policy Policy) int {
	if o.Words > policy.LongRevisionWords {
		return policy.LongRevisionDays
	}
	return policy.RevisionDays
}

// RevisionDue returns when a revision that is asked for now is due: after as many days as
// there are to ask for one.
func (o Order) RevisionDue(now time.Time, policy Policy) time.Time {
	return now.Add(time.Duration(o.revisionDays(policy)) * 24 * time.Hour)
}

// RefundUntil returns the last instant at which the student may ask for a refund.
func (o Order) RefundUntil(policy Policy) time.Time {
	return o.afterDelivery(policy.RefundRequestDays * 24)
}

// DisputeUntil returns the last instant at which either side may open a dispute: the end
// of the refund window, or some hours after a refund was declined if that is later.
func (o Order) DisputeUntil(policy Policy) time.Time {
	until := o.RefundUntil(policy)
	if o.RefundDeclinedAt.IsZero() {
		return until
	}
	return later(until, o.RefundDeclinedAt.Add(time.Duration(policy.DisputeHours)*time.Hour))
}

// AcceptsItselfAt returns the last instant at which the student may still ask for
// something. After it, the work counts as accepted.
func (o Order) AcceptsItselfAt(policy Policy) time.Time {
	return later(o.RevisionUntil(policy), o.RefundUntil(policy))
}

func (o Order) afterDelivery(hours int) time.Time {
	if o.DeliveredAt.IsZero() {
		return time.Time{}
	}
	return o.DeliveredAt.Add(time.Duration(hours) * time.Hour)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// PaidCents returns what was received less what was returned.
func (o Order) PaidCents() int { return o.ReceivedCents - o.ReturnedCents }

// DueCents returns what the student still owes.
func (o Order) DueCents() int {
	if o.Status == StatusCancelled {
		return 0
	}
	return max(0, o.PriceCents-o.RefundCents-o.PaidCents())
}

// RefundableCents returns what was paid and is neither returned nor approved for return.
func (o Order) RefundableCents() int {
	return max(0, o.ReceivedCents-max(o.RefundCents, o.ReturnedCents))
}

// DeliveryNoteLimit is the maximum length of the note of a delivery, in characters
// (docs/product.md, section 10.9).
var DeliveryNoteLimit = limits["deliveryNote"]

// NewDelivery is what a tutor writes about the files that they deliver. Version is the one
// that the sender expects to make; empty if it does not say.
type NewDelivery struct {
	Note    string `json:"note"`
	Version string `json:"version"`
}

// AlreadyDelivered refuses a delivery that would not become the expected version.
const AlreadyDelivered = "This version has already been delivered"

// Expected returns the version that the sender expects to make, 0 if it does not say.
func (n NewDelivery) Expected() int {
	expected, _ := strconv.Atoi(n.Version) // checked by Check
	return expected
}

// Check returns the problems of a delivery, apart from those of its files themselves.
func (n NewDelivery) Check(hasFiles bool) Problems {
	var c check
	if !hasFiles {
		c.add("files", Required, "At least one file is required")
	}
	c.length("note", "Note", n.Note, DeliveryNoteLimit)
	if version, err := strconv.Atoi(n.Version); n.Version != "" && (err != nil || version < 1) {
		c.add("version", Invalid, "Version must be a whole number from 1")
	}
	return c.problems
}

// CommentLimit is the maximum length of a rating's comment, in characters.
var CommentLimit = limits["comment"]

// NewRating is a student's rating of finished work (docs/product.md, section 3.8).
// Rating accepts any JSON value, so that Check can report one that is not a number.
type NewRating struct {
	Rating  any    `json:"rating"`
	Comment string `json:"comment"`
}

// Stars returns the rating, or 0 if it is not a whole number from 1 to 5.
func (n NewRating) Stars() int {
	if rating, ok := n.Rating.(float64); ok && rating >= 1 && rating <= 5 && rating == math.Trunc(rating) {
		return int(rating)
	}
	return 0
}

// Check returns the problems of a rating.
func (n NewRating) Check() Problems {
	var c check
	if n.Stars() == 0 {
		c.add("rating", Invalid, "Rating must be a whole number from 1 to 5")
	}
	c.length("comment", "Comment", n.Comment, CommentLimit)
	return c.problems
}
