package rules

// Reader is who asks: an account and its role. The zero Reader is nobody.
type Reader struct{ ID, Role string }

// Scope is how much of a thing a reader may see.
type Scope int

// The scopes, from least to most.
const (
	// ScopeNone: to this reader the thing does not exist.
	ScopeNone Scope = iota
	// ScopeWithoutNames: the thing, but not who did what to it, nor how to
	// reach the people behind it.
	ScopeWithoutNames
	// ScopeAll: everything.
	ScopeAll
)

// AssignmentScope is what a reader may see of an assignment with this student
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

// AccountScope is what a reader may see of an account: everybody sees their
// own, admins see all.
func AccountScope(reader Reader, account string) Scope {
	if reader.ID != "" && (reader.ID == account || reader.Role == RoleAdmin) {
		return ScopeAll
	}
	return ScopeNone
}

// DeskScope is what a reader may see of things that only admins work with, such
// as quote requests.
func DeskScope(reader Reader) Scope {
	if reader.ID != "" && reader.Role == RoleAdmin {
		return ScopeAll
	}
	return ScopeNone
}
