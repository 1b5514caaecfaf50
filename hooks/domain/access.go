package domain

import (
	"crypto/sha256"
	"encoding/base64"
	"path"
	"slices"
	"strings"
)

// Reader is the person who wants to see something: an account, its role and its address.
// Former holds the digests of the addresses that the account had before, with spaces between
// them. The zero Reader is nobody.
type Reader struct{ ID, Role, Email, Former string }

// IsOwnCase reports whether a reader is one of those whom something concerns: accounts by
// their ids, guests by the addresses that the account has or had. No admin decides, pays,
// adjusts or prices anything in their own case (docs/product.md, section 1).
func IsOwnCase(reader Reader, parties ...string) bool {
	return slices.ContainsFunc(parties, func(party string) bool {
		return party != "" && (party == reader.ID || party == reader.Email || reader.had(party))
	})
}

// had reports whether the account of a reader once had an address.
func (r Reader) had(address string) bool {
	return r.Former != "" && slices.Contains(strings.Fields(r.Former), AddressDigest(r.ID, address))
}

// WithFormer adds the digest of an address that an account no longer has to those before.
func WithFormer(digests, account, address string) string {
	digest := AddressDigest(account, address)
	if slices.Contains(strings.Fields(digests), digest) {
		return digests
	}
	return strings.TrimSpace(digests + " " + digest)
}

// AddressDigest returns what is kept of an address that an account had. That of another
// account differs, so digests do not reveal that two accounts had the same address.
func AddressDigest(account, address string) string {
	sum := sha256.Sum256([]byte(account + " " + NormalEmail(address)))
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

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

// TutorReads reports whether a reader reads an assignment as its tutor alone: without
// contact details in its brief.
func TutorReads(reader Reader, student, tutor string) bool {
	return reader.ID != "" && reader.ID == tutor && reader.ID != student && reader.Role == RoleTutor
}

// ShownText returns a text of the brief of an assignment as a reader may read it. shown is
// what is stored for its tutor, empty if that is the text itself.
func ShownText(text, shown string, reader Reader, student, tutor string) string {
	if shown != "" && TutorReads(reader, student, tutor) {
		return shown
	}
	return text
}

// TextForTutors returns what is stored for the tutors who read a text of a brief: the text
// without contact details, or nothing if it has none.
func TextForTutors(text string) string {
	if hidden := HideContact(text); hidden != text {
		return hidden
	}
	return ""
}

// ShownFileName returns the name of a file of the brief as a reader may read it. It keeps
// its extension, by which programs open it.
func ShownFileName(name string, reader Reader, student, tutor string) string {
	if !TutorReads(reader, student, tutor) {
		return name
	}
	extension := path.Ext(name)
	return HideContact(strings.TrimSuffix(name, extension)) + extension
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
