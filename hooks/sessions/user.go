package sessions

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
)

// UserView is the JSON of an account, for its owner and for admins.
type UserView struct {
	ID        string `json:"_id"`
	Name      string `json:"name"`
	Email     string `json:"email"`
	Role      string `json:"role"`
	Status    string `json:"status"`
	Verified  bool   `json:"verified"`
	CreatedAt string `json:"createdAt"`
	// MustConfirm is set for an admin who works only once the address is confirmed.
	MustConfirm bool `json:"mustConfirm,omitempty"`
}

// ViewUser returns the view of an account.
func ViewUser(user *core.Record) UserView {
	return UserView{
		ID:        user.Id,
		Name:      user.GetString(store.Name),
		Email:     user.Email(),
		Role:      user.GetString(store.Role),
		Status:    user.GetString(store.Status),
		Verified:  user.Verified(),
		CreatedAt: domain.FormatTime(user.GetDateTime(store.Created).Time()),

		MustConfirm: user.GetBool(store.MustConfirm),
	}
}

// ViewUserRow returns the view of an account in a list.
func ViewUserRow(row store.UserRow) UserView {
	return UserView{
		ID: row.ID, Name: row.Name, Email: row.Email, Role: row.Role, Status: row.Status,
		Verified: row.Verified, CreatedAt: string(row.Created),
	}
}
