package domain

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Roles (docs/product.md, section 1).
const (
	RoleAdmin   = "admin"
	RoleStudent = "student"
	RoleTutor   = "tutor"
)

// Statuses of an account (docs/product.md, section 1).
const (
	StatusActive   = "active"
	StatusInactive = "inactive"
)

// Limits of an account (docs/product.md, section 6).
var (
	NameLimit        = limits["name"]               // characters
	EmailLimit       = limits["email"]              // characters
	PasswordMinimum  = limits["passwordCharacters"] // characters
	PasswordMaxBytes = limits["passwordBytes"]      // bytes: bcrypt reads no more
)

// Roles and UserStatuses list the values above, for validation and for the
// options of stored fields.
var (
	Roles        = []string{RoleAdmin, RoleStudent, RoleTutor}
	UserStatuses = []string{StatusActive, StatusInactive}
)

// EmailTaken is the problem of an address that another account has.
var EmailTaken = Problem{Field: "email", Code: Taken, Message: "Email is already registered"}

// emailShape is deliberately looser than the RFCs: a local part, one @, and a
// domain with at least one dot and no empty label. Only delivery proves an address.
var emailShape = regexp.MustCompile(`^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$`)

// NormalEmail returns the spelling in which addresses are stored and compared.
func NormalEmail(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

// SignUp is the request to open a student account (docs/product.md, section 2.1).
type SignUp struct {
	Name     string `json:"name"`
	Email    string `json:"email"`
	Password string `json:"password"`
}

// Check returns the problems of a sign-up.
func (s SignUp) Check() Problems {
	var c check
	c.text("name", "Name", Visible(s.Name), NameLimit)
	if len(c.problems) == 0 {
		c.problems = CheckPersonName("name", "Name", s.Name)
	}
	c.email("email", s.Email)
	c.password("password", s.Password, "Password is required", "Password must be at least 6 characters")
	return c.problems
}

// AdminSignUp is the request to register as an admin (docs/product.md, section 2.2).
type AdminSignUp struct {
	SignUp
	AdminKey string `json:"adminKey"`
}

// Check returns the problems of an admin registration. It does not verify the
// key: only the server can.
func (s AdminSignUp) Check() Problems {
	c := check{problems: s.SignUp.Check()}
	if IsBlank(s.AdminKey) {
		c.add("adminKey", Required, "Admin key is required")
	}
	return c.problems
}

// LogIn is the request to sign in (docs/product.md, section 2.3).
type LogIn struct {
	Email    string `json:"email"`
	Password string `json:"password"`
}

// Check reports the first empty field, with the same message for both.
func (l LogIn) Check() Problems {
	var c check
	switch {
	case IsBlank(l.Email):
		c.add("email", Required, "Email and password are required")
	case l.Password == "":
		c.add("password", Required, "Email and password are required")
	}
	return c.problems
}

// CheckOptionalEmail returns the problems of an address that may be blank.
func CheckOptionalEmail(field, email string) Problems {
	var c check
	if !IsBlank(email) {
		c.email(field, email)
	}
	return c.problems
}

// UpdateUser is an admin's change to the status or role of an account. Nil
// leaves a field unchanged (docs/product.md, section 1).
type UpdateUser struct {
	Status *string `json:"status"`
	Role   *string `json:"role"`
}

// Check returns the problems of a change to an account.
func (u UpdateUser) Check() Problems {
	var c check
	switch {
	case u.Status == nil && u.Role == nil, u.Status != nil && *u.Status == "":
		c.add("status", Required, "User ID and status are required")
	case u.Status != nil && !slices.Contains(UserStatuses, *u.Status):
		c.add("status", Invalid, "Invalid status value")
	}
	if u.Role != nil && !slices.Contains(Roles, *u.Role) {
		c.add("role", Invalid, "Invalid role value")
	}
	return c.problems
}

func (c *check) email(field, email string) {
	email = strings.TrimSpace(email)
	switch {
	case email == "":
		c.add(field, Required, "Email is required")
	case !emailShape.MatchString(email) || utf8.RuneCountInString(email) > EmailLimit:
		c.add(field, Invalid, "Email is invalid")
	}
}

// Limits of a profile, in characters (docs/product.md, section 6).
var (
	FirstNameLimit      = limits["firstName"]
	LastNameLimit       = limits["lastName"]
	PhoneLimit          = limits["phone"]
	BioLimit            = limits["bio"]
	SpecializationLimit = limits["specialization"]
	CountryLimit        = limits["country"]
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

// ProfileChange is the request to change a profile. A new address requires the password.
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
