package backups

import (
	"context"
	"errors"
	"fmt"
	"net/mail"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/mailer"

	"deskmate/hooks/store"
	"deskmate/internal/database"
)

// tellDamage writes to the operators and the admins. It does without the outbox, whose tables may be
// what is damaged.
func tellDamage(ctx context.Context, app core.App, damage *database.DamagedError) error {
	settings := app.Settings()
	if !settings.SMTP.Enabled {
		return nil
	}
	operators, err := app.FindAllRecords(core.CollectionNameSuperusers)
	admins, failure := store.FindActiveAdmins(app)
	err = errors.Join(err, failure)
	client, told := app.NewMailClient(), map[string]bool{}
	for _, person := range append(operators, admins...) {
		address := person.Email()
		if told[address] || ctx.Err() != nil {
			continue
		}
		told[address] = true
		err = errors.Join(err, client.Send(&mailer.Message{
			From:    mail.Address{Name: settings.Meta.SenderName, Address: settings.Meta.SenderAddress},
			To:      []mail.Address{{Address: address}},
			Subject: settings.Meta.AppName + ": the database is damaged",
			Text: fmt.Sprintf("The check of the database has found this:\n\n%v\n\nWhoever runs the server should keep a copy of the data folder now, and then restore the last good backup: "+
				"`deskmate backup list` and `deskmate backup verify NAME` (docs/operations.md, A damaged database).\n", damage),
		}))
	}
	return err
}
