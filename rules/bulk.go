package rules

// BulkLimit is how many assignments one call may change.
const BulkLimit = 500

// UpdateAssignments gives several assignments one status (docs/product.md,
// section 3.7). Expected holds the status that each of them was seen with, by
// id; one that has another by now was changed meanwhile. What it does not name
// is changed whatever it is.
type UpdateAssignments struct {
	IDs      []string          `json:"ids"`
	Status   string            `json:"status"`
	Expected map[string]string `json:"expected,omitempty"`
}

// Check names what is wrong with a change of several assignments.
func (u UpdateAssignments) Check() Problems {
	var c check
	switch {
	case len(u.IDs) == 0:
		c.add("ids", Required, "Choose at least one assignment")
	case len(u.IDs) > BulkLimit:
		c.add("ids", TooLong, "Choose at most "+Thousands(BulkLimit)+" assignments")
	}
	if _, ok := ParseStatus(u.Status); !ok {
		c.add("status", Invalid, "Invalid status value")
	}
	for _, status := range u.Expected {
		if _, ok := ParseStatus(status); !ok {
			c.add("expected", Invalid, "Invalid expected status")
			break
		}
	}
	return c.problems
}

// CheckChange names what stands against the change of one of them, by its id,
// as it is stored now; found is false where there is none. One that has the
// wanted status already is no problem: nothing is lost.
func (u UpdateAssignments) CheckChange(id, status string, found bool) Problems {
	var c check
	expected, named := u.Expected[id]
	seen, _ := ParseStatus(expected)
	wanted, _ := ParseStatus(u.Status)
	switch {
	case !found:
		c.add(id, Missing, "Assignment not found")
	case named && status != seen && status != wanted:
		c.add(id, Changed, "Somebody has set the status to "+StudentStatus(status)+" meanwhile")
	}
	return c.problems
}
