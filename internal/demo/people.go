package demo

import (
	"strings"
	"time"

	"deskmate/hooks/domain"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
)

// person describes one sample account. The key is the local part of the e-mail
// address, and days is the age of the account.
type person struct {
	key, name, role                 string
	specialization, experience, bio string
	days                            float64
}

// people are invented; any likeness to real people is a coincidence.
var people = []person{
	{key: "ada", name: "Ada Quill", role: domain.RoleAdmin, days: 404},
	{key: "bruno", name: "Bruno Inkwell", role: domain.RoleAdmin, days: 64},

	{"kim", "Kim Marsh", domain.RoleTutor, "History and philosophy of science", "Expert", "Reads sources slowly and deadlines carefully.", 402},
	{"sol", "Sol Fennimore", domain.RoleTutor, "Physics and mathematics", "Advanced", "Likes a proof that fits on one page.", 396},
	{"imani", "Imani Vellum", domain.RoleTutor, "Nursing and public health", "Intermediate", "Twelve years on a ward, four at a desk.", 240},
	{"vic", "Vic Tarrant", domain.RoleTutor, "Marketing and management", "Beginner", "Prefers short sentences and long deadlines.", 34},
	{"otto", "Otto Brandywine", domain.RoleTutor, "Economics and law", "Advanced", "Asks what would change your mind.", 41},

	{key: "robin", name: "Robin Vale", role: domain.RoleStudent, days: 398},
	{key: "nia", name: "Nia Frost", role: domain.RoleStudent, days: 380},
	{key: "pat", name: "Pat Hollow", role: domain.RoleStudent, days: 330},
	{key: "kit", name: "Kit Marlow", role: domain.RoleStudent, days: 61},
	{key: "wren", name: "Wren Okafor", role: domain.RoleStudent, days: 47},
	{key: "tomas", name: "Tomas Lindqvist", role: domain.RoleStudent, days: 26},
	{key: "yuki", name: "Yuki Arden", role: domain.RoleStudent, days: 18},
	{key: "lou", name: "Lou Pemberton", role: domain.RoleStudent, days: 29},
}

// SignIns returns the accounts to try first, one per role, as "role  address".
func SignIns() []string {
	return []string{
		"admin    ada" + emailDomain,
		"tutor    kim" + emailDomain,
		"student  robin" + emailDomain,
	}
}

// tellAccounts opens all accounts. Some are deactivated or deleted later.
func (b *builder) tellAccounts() {
	for _, person := range people {
		b.tell(person.days, func(b *builder) error { return b.open(person) })
	}
	for _, left := range []struct {
		key  string
		days float64
	}{{"lou", 6}, {"vic", 3}} {
		b.tell(left.days, func(b *builder) error {
			b.people[left.key].Set(store.Status, domain.StatusInactive)
			return b.save(b.people[left.key], b.actor("ada"))
		})
	}
	b.tell(200, func(b *builder) error {
		return b.call("pat", "DELETE", "/users/delete-account", map[string]string{"currentPassword": Password}, nil)
	})
}

func (b *builder) open(person person) error {
	user, err := store.NewUser(b.app, person.role)
	if err != nil {
		return err
	}
	if person.key == "ada" {
		user.Id = adminID
	}
	first, last, _ := strings.Cut(person.name, " ")
	user.Load(map[string]any{
		store.Name: person.name, store.FirstName: first, store.LastName: last, store.Country: "Australia",
		store.Bio: person.bio, store.Specialization: person.specialization, store.Experience: person.experience,
		"listed": person.specialization != "",
	})
	user.SetEmail(person.key + emailDomain)
	user.SetPassword(Password)
	user.SetVerified(true)
	if err := b.save(user, store.Actor{Via: store.ViaGuest}); err != nil {
		return err
	}
	// Reload: a record that was just created has no original values to compare with.
	if b.people[person.key], err = b.app.FindRecordById(store.Users, user.Id); err != nil {
		return err
	}
	session, err := sessions.Open(b.ctx, b.app, b.people[person.key])
	b.tokens[person.key] = session.Token
	return err
}

// hasAccount reports whether a person's account existed at a moment.
func (b *builder) hasAccount(key string, at time.Time) bool {
	for _, person := range people {
		if person.key == key {
			return !at.Before(b.now.Add(-time.Duration(person.days*24) * time.Hour))
		}
	}
	return false
}
