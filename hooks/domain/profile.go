package domain

import (
	"slices"
	"strings"
)

// Limits of a profile, in characters (docs/product.md, section 6).
const (
	FirstNameLimit      = 100
	LastNameLimit       = 100
	PhoneLimit          = 40
	BioLimit            = 2000
	SpecializationLimit = 200
	CountryLimit        = 100
)

// Experiences lists the levels of experience that a tutor may choose, as stored.
var Experiences = []string{"Beginner", "Intermediate", "Advanced", "Expert"}

// Profile is what users say about themselves (docs/product.md, section 2.5).
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

// ProfileChange is the request to change a profile. A new address takes the password.
type ProfileChange struct {
	Profile
	CurrentPassword string `json:"currentPassword"`
}

// Check returns the problems of a profile. Only tutors must give a specialization
// and their experience.
func (p Profile) Check(role string) Problems {
	var c check
	c.text("firstName", "First name", Visible(p.FirstName), FirstNameLimit)
	c.text("lastName", "Last name", Visible(p.LastName), LastNameLimit)
	c.email("email", p.Email)
	c.length("phone", "Phone", p.Phone, PhoneLimit)
	c.length("bio", "Bio", p.Bio, BioLimit)
	if role == RoleTutor {
		c.text("specialization", "Specialization", p.Specialization, SpecializationLimit)
		c.problems = append(c.problems, CheckSpecialization(p.Specialization)...)
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

// CheckSpecialization returns the problem of a specialization with contact details: everybody
// reads those of experts.
func CheckSpecialization(specialization string) Problems {
	var c check
	if nameHasContact(specialization) {
		c.add("specialization", Invalid, "Specialization must not contain contact details")
	}
	return c.problems
}

// FullName returns the name that others see: first and last name.
func (p Profile) FullName() string {
	return strings.TrimSpace(Visible(p.FirstName)) + " " + strings.TrimSpace(Visible(p.LastName))
}

// PasswordChange is the request to change one's password (docs/product.md, section 2.6).
type PasswordChange struct {
	CurrentPassword string `json:"currentPassword"`
	NewPassword     string `json:"newPassword"`
}

// CheckPresent reports a missing password. Call it before the current password is verified.
func (p PasswordChange) CheckPresent() Problems {
	var c check
	const message = "Current password and new password are required"
	switch {
	case p.CurrentPassword == "":
		c.add("currentPassword", Required, message)
	case p.NewPassword == "":
		c.add("newPassword", Required, message)
	}
	return c.problems
}

// CheckNew returns the problems of the new password.
func (p PasswordChange) CheckNew() Problems {
	var c check
	const tooShort = "Password must be at least 6 characters long"
	c.password("newPassword", p.NewPassword, tooShort, tooShort)
	return c.problems
}
