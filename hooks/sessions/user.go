package sessions

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/records"
	"deskmate/rules"
)

// UserView is an account as the wire shows it to its owner and to admins.
type UserView struct {
	ID        string `json:"_id"`
	Name      string `json:"name"`
	Email     string `json:"email"`
	Role      string `json:"role"`
	Status    string `json:"status"`
	Verified  bool   `json:"verified"`
	CreatedAt string `json:"createdAt"`
}

// ViewUser shows an account.
func ViewUser(user *core.Record) UserView {
	return UserView{
		ID:        user.Id,
		Name:      user.GetString(records.Name),
		Email:     user.Email(),
		Role:      user.GetString(records.Role),
		Status:    user.GetString(records.Status),
		Verified:  user.Verified(),
		CreatedAt: rules.FormatTime(user.GetDateTime(records.Created).Time()),
	}
}

// ViewUserRow shows an account of a list.
func ViewUserRow(row records.UserRow) UserView {
	return UserView{
		ID: row.ID, Name: row.Name, Email: row.Email, Role: row.Role, Status: row.Status,
		Verified: row.Verified, CreatedAt: rules.FormatTime(row.Created.Time()),
	}
}

// SessionView is an open session: the token to send, and whose it is.
type SessionView struct {
	Token string   `json:"token"`
	User  UserView `json:"user"`
}

// Open makes a token for an account.
func Open(user *core.Record) (SessionView, error) {
	token, err := user.NewAuthToken()
	return SessionView{Token: token, User: ViewUser(user)}, err
}
