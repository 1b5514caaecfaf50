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

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"deskmate/records"
)

// Password is the password of every sample account.
const Password = "demo-desk"

// domain ends the address of every sample account. The .example top-level domain
// is reserved, so no such address can exist.
const domain = "@demo.example"

// ErrNotEmpty reports that the data folder is already in use.
var ErrNotEmpty = errors.New("this data folder is already in use: choose an empty one for the sample data (--dir)")

// adminID is the id of the first sample admin. A folder that contains this
// account contains the sample data; clients cannot choose the id of an account.
const adminID = "deskmatesample0"

// Fill creates the sample data, all of it or none. A folder that already has the
// sample data stays unchanged, whatever was added to it since, and created is
// false. A folder with other data gives ErrNotEmpty.
func Fill(ctx context.Context, app core.App, now time.Time) (created bool, err error) {
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
	clock := &clock{now: now, at: now}
	unset := clock.set(app)
	defer unset()
	err = app.RunInTransaction(func(tx core.App) error {
		b := &builder{ctx: ctx, app: tx, clock: clock, people: map[string]*core.Record{}}
		// Each step relies on the records of the ones before it.
		for _, step := range []func() error{b.createAccounts, b.createAssignments, b.createQuotes} {
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

// clock dates what is saved: a sample has a past.
type clock struct{ now, at time.Time }

// ago turns the clock back from now.
func (c *clock) ago(days float64) { c.at = c.now.Add(-time.Duration(days * 24 * float64(time.Hour))) }

// turn lets time pass, but never beyond now.
func (c *clock) turn(by time.Duration) {
	if c.at = c.at.Add(by); c.at.After(c.now) {
		c.at = c.now
	}
}

// set dates every record by the clock until the returned function is called.
func (c *clock) set(app core.App) (unset func()) {
	date := func(fields ...string) func(e *core.RecordEvent) error {
		return func(e *core.RecordEvent) error {
			at, err := types.ParseDateTime(c.at)
			if err != nil {
				return err
			}
			for _, field := range fields {
				if e.Record.Collection().Fields.GetByName(field) != nil {
					e.Record.SetRaw(field, at)
				}
			}
			return e.Next()
		}
	}
	created := app.OnRecordCreate().BindFunc(date(records.Created, records.Updated))
	updated := app.OnRecordUpdate().BindFunc(date(records.Updated))
	return func() {
		app.OnRecordCreate().Unbind(created)
		app.OnRecordUpdate().Unbind(updated)
	}
}

// builder creates the sample data within one transaction.
type builder struct {
	ctx    context.Context
	app    core.App
	clock  *clock
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
		b.clock.ago(person.days)
		if err := b.save(user, records.Actor{Via: records.ViaGuest}); err != nil {
			return err
		}
		// Reload: a record that was just created has no original values to compare with.
		if b.people[person.key], err = b.app.FindRecordById(records.Users, user.Id); err != nil {
			return err
		}
	}
	left := b.people["lou"]
	b.clock.ago(6)
	left.Set(records.Status, "inactive")
	return b.save(left, b.actor("ada"))
}
