// Package demo fills an empty data folder with a lively sample: invented
// people, their work in every state, small real files, ratings and quote
// requests (docs/product.md, section 4.13). Everything is saved through records,
// so that every rule of the product holds for it and every event tells of it.
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

// Password opens every account of the sample.
const Password = "demo-desk"

// domain ends the address of every account of the sample: nobody can own it.
const domain = "@demo.example"

// ErrNotEmpty refuses a folder that is somebody's own.
var ErrNotEmpty = errors.New("this folder holds real accounts or work: the sample needs a folder of its own (--dir)")

// mark is the id of the sample's admin: a folder that holds this account holds
// the sample. Nobody can choose an id from outside.
const mark = "deskmatesample0"

// Fill makes the sample, once: a folder that has it stays as it is (made is
// false then), whatever has been added since, and one that holds anything else
// is refused.
func Fill(ctx context.Context, app core.App, now time.Time) (made bool, err error) {
	if _, err := app.FindRecordById(records.Users, mark); err == nil {
		return false, nil
	}
	if empty, err := isEmpty(app); err != nil || !empty {
		return false, errors.Join(err, ErrNotEmpty)
	}
	clock := &clock{now: now, at: now}
	hooks := clock.set(app)
	defer hooks()
	err = app.RunInTransaction(func(tx core.App) error {
		desk := &desk{ctx: ctx, app: tx, clock: clock, people: map[string]*core.Record{}}
		return errors.Join(desk.openAccounts(), desk.handInAll(), desk.askForQuotes())
	})
	return err == nil, err
}

// isEmpty tells whether nobody has begun to use a folder: no account, no work,
// and no operator or admin key either, with which it was prepared for use.
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

// desk makes the sample inside one transaction: all of it or nothing.
type desk struct {
	ctx    context.Context
	app    core.App
	clock  *clock
	people map[string]*core.Record
}

// save saves a record as somebody's doing.
func (d *desk) save(record *core.Record, actor records.Actor) error {
	if err := d.app.SaveWithContext(records.ActingAs(d.ctx, actor), record); err != nil {
		return fmt.Errorf("%s: %w", record.Collection().Name, err)
	}
	return nil
}

// by is a person as the one who acts.
func (d *desk) by(key string) records.Actor {
	return records.Actor{Via: records.ViaPerson, Person: d.people[key]}
}

// fresh is the unsaved record of a collection.
func (d *desk) fresh(collection string, values map[string]any) (*core.Record, error) {
	found, err := d.app.FindCachedCollectionByNameOrId(collection)
	if err != nil {
		return nil, err
	}
	record := core.NewRecord(found)
	record.Load(values)
	return record, nil
}

func (d *desk) openAccounts() error {
	for _, person := range people {
		user, err := records.NewUser(d.app, person.role)
		if err != nil {
			return err
		}
		if person.key == "ada" {
			user.Id = mark
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
		d.clock.ago(person.days)
		if err := d.save(user, records.Actor{Via: records.ViaGuest}); err != nil {
			return err
		}
		// Read back: a record that was just made remembers no earlier state.
		if d.people[person.key], err = d.app.FindRecordById(records.Users, user.Id); err != nil {
			return err
		}
	}
	gone := d.people["lou"]
	d.clock.ago(6)
	gone.Set(records.Status, "inactive")
	return d.save(gone, d.by("ada"))
}
