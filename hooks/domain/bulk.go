package domain

// BulkLimit is the number of assignments that one request may change.
const BulkLimit = 500

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
