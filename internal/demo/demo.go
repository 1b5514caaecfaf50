// Package demo fills an empty data folder with sample data: invented people,
// assignments in every status, small genuine files, reviews and quote requests
// (docs/product.md, section 4.13). It saves everything as records, so the
// product's rules apply and the activity log is filled too.
package demo

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"deskmate/internal/clock"
	"deskmate/records"
)

// Password is the password of every sample account.
const Password = "demo-desk"

// domain ends the address of every sample account. The .example top-level domain
// is reserved, so no such address can exist.
const domain = "@demo.example"

// ErrNotEmpty reports that the data folder is already in use.
var ErrNotEmpty = errors.New("this data folder is already in use: choose an empty one for the sample data with --dir")

// adminID is the id of the first sample admin. A folder that contains this
// account contains the sample data; clients cannot choose the id of an account.
const adminID = "deskmatesample0"

// Fill creates the sample data, all of it or none. A folder that already has the
// sample data stays unchanged, whatever was added to it since, and created is
// false. A folder with other data gives ErrNotEmpty.
func Fill(ctx context.Context, app core.App) (created bool, err error) {
	if _, err := app.FindRecordById(records.Users, adminID); err == nil {
		return false, nil
	}
	empty, err := isEmpty(app)
	if err != nil {
		return false, err
	}
	if !empty {
		return false, ErrNotEmpty
	}
	past := past{app: app, now: clock.Now(app)}
	defer clock.Set(app, past.now)()
	err = app.RunInTransaction(func(tx core.App) error {
		b := &builder{ctx: ctx, app: tx, past: past, people: map[string]*core.Record{}}
		// Each step relies on the records of the ones before it.
		for _, step := range []func() error{b.createAccounts, b.createAssignments, b.createQuotes, b.settleMessages} {
			if err := step(); err != nil {
				return err
			}
		}
		return nil
	})
	return err == nil, err
}

// isEmpty reports whether the folder is unused: it has no accounts, assignments
// or quotes, and nobody has prepared it with an operator or an admin key.
func isEmpty(app core.App) (bool, error) {
	for _, collection := range []string{records.Users, records.Assignments, records.Quotes, core.CollectionNameSuperusers} {
		if found, err := app.CountRecords(collection); err != nil || found > 0 {
			return false, err
		}
	}
	site, err := records.FindSite(app)
	return err == nil && site.GetString(records.AdminKeyHash) == "", err
}

// settleMessages drops the mails to the invented people, and marks their older notices
// as read, except for the newest two of each person.
func (b *builder) settleMessages() error {
	if _, err := b.app.DB().Delete(records.Outbox, dbx.NewExp("true")).WithContext(b.ctx).Execute(); err != nil {
		return err
	}
	_, err := b.app.DB().NewQuery(`UPDATE notices SET readAt = created WHERE created < {:recent} AND id NOT IN (
			SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY user ORDER BY created DESC) AS place FROM notices) WHERE place <= 2
		)`).
		Bind(dbx.Params{"recent": b.past.now.AddDate(0, 0, -2).UTC().Format(types.DefaultDateLayout)}).WithContext(b.ctx).Execute()
	return err
}

// past moves the app's clock through the history of the sample.
type past struct {
	app core.App
	now time.Time // the present
}

// at is the moment that the clock shows.
func (p past) at() time.Time { return clock.Now(p.app) }

// ago sets the clock to a number of days before the present.
func (p past) ago(days float64) { p.set(p.now.Add(-time.Duration(days * 24 * float64(time.Hour)))) }

// advance lets time pass, but never beyond the present.
func (p past) advance(by time.Duration) { p.set(p.at().Add(by)) }

func (p past) set(at time.Time) {
	if at.After(p.now) {
		at = p.now
	}
	clock.Set(p.app, at)
}

// builder creates the sample data within one transaction.
type builder struct {
	ctx    context.Context
	app    core.App
	past   past
	people map[string]*core.Record
}

// save saves a record on behalf of an actor.
func (b *builder) save(record *core.Record, actor records.Actor) error {
	if err := b.app.SaveWithContext(records.ActingAs(b.ctx, actor), record); err != nil {
		return fmt.Errorf("%s: %w", record.Collection().Name, err)
	}
	return nil
}

// actor returns the actor for a sample person.
func (b *builder) actor(key string) records.Actor {
	return records.Actor{Via: records.ViaPerson, Person: b.people[key]}
}

// newRecord returns an unsaved record with the given values.
func (b *builder) newRecord(name string, values map[string]any) (*core.Record, error) {
	collection, err := b.app.FindCachedCollectionByNameOrId(name)
	if err != nil {
		return nil, err
	}
	record := core.NewRecord(collection)
	record.Load(values)
	return record, nil
}

func (b *builder) createAccounts() error {
	for _, person := range people {
		user, err := records.NewUser(b.app, person.role)
		if err != nil {
			return err
		}
		if person.key == "ada" {
			user.Id = adminID
		}
		first, last, _ := strings.Cut(person.name, " ")
		user.Load(map[string]any{
			records.Name: person.name, records.FirstName: first, records.LastName: last, records.Country: "Australia",
			records.Bio: person.bio, records.Specialization: person.specialization, records.Experience: person.experience,
			"listed": person.specialization != "",
		})
		user.SetEmail(person.key + domain)
		user.SetPassword(Password)
		user.SetVerified(true)
		b.past.ago(person.days)
		if err := b.save(user, records.Actor{Via: records.ViaGuest}); err != nil {
			return err
		}
		// Reload: a record that was just created has no original values to compare with.
		if b.people[person.key], err = b.app.FindRecordById(records.Users, user.Id); err != nil {
			return err
		}
	}
	left := b.people["lou"]
	b.past.ago(6)
	left.Set(records.Status, "inactive")
	return b.save(left, b.actor("ada"))
}
