package rules

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

// Standing of an account (docs/product.md, section 1).
const (
	StatusActive   = "active"
	StatusInactive = "inactive"
)

// Limits of an account (docs/product.md, section 6).
const (
	NameLimit        = 200 // characters
	EmailLimit       = 254 // characters
	PasswordMinimum  = 6   // characters
	PasswordMaxBytes = 72  // bytes: what bcrypt reads
)

// Roles and standings as lists, for choices and the stored shape.
var (
	Roles        = []string{RoleAdmin, RoleStudent, RoleTutor}
	UserStatuses = []string{StatusActive, StatusInactive}
)

// emailShape is looser than any RFC: something, one @, and a domain with a dot
// and no empty label. Delivery is what proves an address.
var emailShape = regexp.MustCompile(`^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$`)

// NormalEmail is the one spelling of an address that is stored and compared.
func NormalEmail(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

// SignUp is what a person sends to open a student account (docs/product.md, section 2.1).
type SignUp struct {
	Name     string `json:"name"`
	Email    string `json:"email"`
	Password string `json:"password"`
}

// Check names what is wrong with a sign-up.
func (s SignUp) Check() Problems {
	var c check
	c.text("name", "Name", s.Name, NameLimit)
	c.email("email", s.Email)
	c.password("password", s.Password)
	return c.problems
}

// AdminSignUp is what a person sends to register as an admin (docs/product.md, section 2.2).
type AdminSignUp struct {
	SignUp
	AdminKey string `json:"adminKey"`
}

// Check names what is wrong with an admin registration; whether the key is the
// right one is for the server to say.
func (s AdminSignUp) Check() Problems {
	c := check{problems: s.SignUp.Check()}
	if IsBlank(s.AdminKey) {
		c.add("adminKey", Required, "Admin key is required")
	}
	return c.problems
}

// LogIn is what a person sends to sign in (docs/product.md, section 2.3).
type LogIn struct {
	Email    string `json:"email"`
	Password string `json:"password"`
}

// Check has one sentence for both fields and stands at the first that is empty.
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

// CheckOptionalEmail judges an address that may be left out.
func CheckOptionalEmail(field, email string) Problems {
	var c check
	if !IsBlank(email) {
		c.email(field, email)
	}
	return c.problems
}

// UpdateUser is what the desk changes of an account: its standing, its role, or
// both; nil leaves it as it is (docs/product.md, section 1).
type UpdateUser struct {
	Status *string `json:"status"`
	Role   *string `json:"role"`
}

// Check names what is wrong with a change of an account.
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

func (c *check) password(field, password string) {
	switch {
	case IsBlank(password):
		c.add(field, Required, "Password is required")
	case utf8.RuneCountInString(password) < PasswordMinimum:
		c.add(field, TooShort, "Password must be at least 6 characters")
	case len(password) > PasswordMaxBytes:
		c.add(field, TooLong, "Password is too long")
	}
}
