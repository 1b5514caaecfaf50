package rules

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Limits of a profile in characters (docs/product.md, section 6).
const (
	FirstNameLimit      = 100
	LastNameLimit       = 100
	PhoneLimit          = 40
	BioLimit            = 2000
	SpecializationLimit = 200
	CountryLimit        = 100
)

// Experiences are what a tutor may choose, as they are stored.
var Experiences = []string{"Beginner", "Intermediate", "Advanced", "Expert"}

// Profile is what people tell of themselves (docs/product.md, section 2.5).
type Profile struct {
	FirstName      string `json:"firstName"`
	LastName       string `json:"lastName"`
	Email          string `json:"email"`
	Phone          string `json:"phone"`
	Bio            string `json:"bio"`
	Specialization string `json:"specialization"`
	Experience     string `json:"experience"`
	Country        string `json:"country"`
}

// Check names what is wrong with a profile. Specialization and experience are
// asked of tutors only.
func (p Profile) Check(role string) Problems {
	var c check
	c.text("firstName", "First name", p.FirstName, FirstNameLimit)
	c.text("lastName", "Last name", p.LastName, LastNameLimit)
	c.email("email", p.Email)
	c.length("phone", "Phone", p.Phone, PhoneLimit)
	c.length("bio", "Bio", p.Bio, BioLimit)
	if role == RoleTutor {
		c.text("specialization", "Specialization", p.Specialization, SpecializationLimit)
		switch experience := strings.TrimSpace(p.Experience); {
		case experience == "":
			c.add("experience", Required, "Experience is required")
		case !slices.Contains(Experiences, experience):
			c.add("experience", Invalid, "Experience is invalid")
		}
	}
	c.length("country", "Country", p.Country, CountryLimit)
	return c.problems
}

// FullName is the name that others see: first and last name.
func (p Profile) FullName() string {
	return strings.TrimSpace(p.FirstName) + " " + strings.TrimSpace(p.LastName)
}

// PasswordChange is what a person sends to change the password (docs/product.md, section 2.6).
type PasswordChange struct {
	CurrentPassword string `json:"currentPassword"`
	NewPassword     string `json:"newPassword"`
}

// CheckPresent asks for both passwords; it comes before the current one is verified.
func (p PasswordChange) CheckPresent() Problems {
	var c check
	const sentence = "Current password and new password are required"
	switch {
	case IsBlank(p.CurrentPassword):
		c.add("currentPassword", Required, sentence)
	case IsBlank(p.NewPassword):
		c.add("newPassword", Required, sentence)
	}
	return c.problems
}

// CheckNew judges the new password.
func (p PasswordChange) CheckNew() Problems {
	var c check
	switch {
	case utf8.RuneCountInString(p.NewPassword) < PasswordMinimum:
		c.add("newPassword", TooShort, "Password must be at least 6 characters long")
	case len(p.NewPassword) > PasswordMaxBytes:
		c.add("newPassword", TooLong, "Password is too long")
	}
	return c.problems
}
