package rules

// Reader is the person who wants to see something: an account and its role. The zero
// Reader is nobody.
type Reader struct{ ID, Role string }

// Scope is how much of a record a reader may see.
type Scope int

// The scopes, from least to most.
const (
	// ScopeNone hides that the record exists.
	ScopeNone Scope = iota
	// ScopeWithoutNames shows the record, but not who changed it, nor how to
	// reach the people behind it.
	ScopeWithoutNames
	// ScopeAll shows everything.
	ScopeAll
)

// AssignmentScope returns what a reader may see of an assignment with this student
// and tutor, either of which may be empty: its student and its tutor see it
// without names, admins see everything (docs/product.md, section 1).
func AssignmentScope(reader Reader, student, tutor string) Scope {
	switch {
	case reader.ID == "":
		return ScopeNone
	case reader.Role == RoleAdmin:
		return ScopeAll
	case reader.ID == student, reader.ID == tutor && reader.Role == RoleTutor:
		return ScopeWithoutNames
	default:
		return ScopeNone
	}
}

// AccountScope returns what a reader may see of an account: everybody sees their
// own, admins see all.
func AccountScope(reader Reader, account string) Scope {
	if reader.ID != "" && (reader.ID == account || reader.Role == RoleAdmin) {
		return ScopeAll
	}
	return ScopeNone
}

// DeskScope returns what a reader may see of records that only admins work with, such
// as quote requests.
func DeskScope(reader Reader) Scope {
	if reader.ID != "" && reader.Role == RoleAdmin {
		return ScopeAll
	}
	return ScopeNone
}

// OwnerScope returns what a reader may see of records that concern their owner alone,
// such as notices.
func OwnerScope(reader Reader, owner string) Scope {
	if reader.ID != "" && reader.ID == owner {
		return ScopeAll
	}
	return ScopeNone
}
