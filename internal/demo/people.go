package demo

import "deskmate/rules"

// person describes one sample account. The key is the local part of the e-mail
// address, and days is the age of the account.
type person struct {
	key, name, role                 string
	specialization, experience, bio string
	days                            float64
}

// people are invented; any likeness to real people is a coincidence.
var people = []person{
	{key: "ada", name: "Ada Quill", role: rules.RoleAdmin, days: 92},
	{key: "bruno", name: "Bruno Inkwell", role: rules.RoleAdmin, days: 64},

	{"kim", "Kim Marsh", rules.RoleTutor, "History and philosophy of science", "Expert", "Reads sources slowly and deadlines carefully.", 90},
	{"sol", "Sol Fennimore", rules.RoleTutor, "Physics and mathematics", "Advanced", "Likes a proof that fits on one page.", 88},
	{"imani", "Imani Vellum", rules.RoleTutor, "Nursing and public health", "Intermediate", "Twelve years on a ward, four at a desk.", 70},
	{"otto", "Otto Brandywine", rules.RoleTutor, "Economics and law", "Advanced", "Asks what would change your mind.", 41},

	{key: "robin", name: "Robin Vale", role: rules.RoleStudent, days: 84},
	{key: "nia", name: "Nia Frost", role: rules.RoleStudent, days: 80},
	{key: "kit", name: "Kit Marlow", role: rules.RoleStudent, days: 61},
	{key: "wren", name: "Wren Okafor", role: rules.RoleStudent, days: 47},
	{key: "tomas", name: "Tomas Lindqvist", role: rules.RoleStudent, days: 26},
	{key: "yuki", name: "Yuki Arden", role: rules.RoleStudent, days: 18},
	{key: "lou", name: "Lou Pemberton", role: rules.RoleStudent, days: 29},
}

// SignIns returns the accounts to try first, one per role, as "role  address".
func SignIns() []string {
	return []string{
		"admin    ada" + domain,
		"tutor    kim" + domain,
		"student  robin" + domain,
	}
}
