package domain

import "strconv"

// DeliveryNoteLimit is the maximum length of the note of a delivery, in characters
// (docs/product.md, section 10.9).
const DeliveryNoteLimit = 2000

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
