package accounts_test

import (
	"testing"

	"deskmate/internal/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// session is the response to a sign-up or a log-in.
type session struct {
	Token string
	User  struct {
		ID                          string `json:"_id"`
		Name, Email, Role, Status   string
		Verified                    bool
		CreatedAt                   string
		Password, TokenKey, AuthKey string // must stay empty
	}
}
