// Package demo fills an empty data folder with sample data: a year in the life of a desk
// with invented people (docs/product.md, section 4.13). It saves everything as records or
// through the API, each step at its time, so the product's rules apply, and the ledger, the
// history and the notices follow as they do in real life.
package demo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// Password is the password of every sample account.
const Password = "demo-desk"

// domain ends the address of every sample account. The .example top-level domain
// is reserved, so no such address can exist.
const emailDomain = "@demo.example"

// ErrNotEmpty reports that the data folder is already in use.
var ErrNotEmpty = errors.New("this data folder is already in use: choose an empty one for the sample data with --dir")

// adminID is the id of the first sample admin. A folder that contains this
// account contains the sample data; clients cannot choose the id of an account.
const adminID = "deskmatesample0"

// Fill creates the sample data, all of it or none. A folder that already has the
// sample data stays unchanged, whatever was added to it since, and created is
// false. A folder with other data gives ErrNotEmpty.
func Fill(ctx context.Context, app core.App) (created bool, err error) {
	if _, err := app.FindRecordById(store.Users, adminID); err == nil {
		return false, nil
	}
	empty, err := isEmpty(app)
	if err != nil {
		return false, err
	}
	if !empty {
		return false, ErrNotEmpty
	}
	now := clock.Now(app)
	defer clock.Set(app, now)()
	err = app.RunInTransaction(func(tx core.App) error {
		api := &api{}
		if api.handler, err = hooks.NewHandler(tx, func(reason error) { api.failure = reason }); err != nil {
			return err
		}
		b := &builder{ctx: ctx, app: tx, api: api, now: now, timeline: &timeline{app: tx, now: now}, people: map[string]*core.Record{}, tokens: map[string]string{}}
		if err := b.prepareSite(); err != nil {
			return err
		}
		// Of what happens at the same time, the later steps rely on those before them.
		b.tellAccounts()
		b.tellPolicies()
		b.tellAssignments()
		b.tellQuotes()
		b.tellSales()
		b.tellCases()
		b.tellRoutine()
		if err := b.timeline.run(); err != nil {
			return err
		}
		return b.settle()
	})
	return err == nil, err
}

// isEmpty reports whether the folder is unused: it has no accounts, assignments
// or quotes, and nobody has prepared it with an operator or an admin key.
func isEmpty(app core.App) (bool, error) {
	for _, collection := range []string{store.Users, store.Assignments, store.Quotes, core.CollectionNameSuperusers} {
		if found, err := app.CountRecords(collection); err != nil || found > 0 {
			return false, err
		}
	}
	site, err := store.FindSite(app)
	return err == nil && site.GetString(store.AdminKeyHash) == "", err
}

// builder creates the sample data within one transaction.
type builder struct {
	ctx      context.Context
	app      core.App
	api      *api
	now      time.Time // the present
	timeline *timeline
	past     *past // of the story that is being told
	people   map[string]*core.Record
	tokens   map[string]string // of their sessions
}

// tell adds a story that begins a number of days before the present.
func (b *builder) tell(days float64, tell func(b *builder) error) {
	b.timeline.add(days, func(p *past) error {
		teller := *b
		teller.past = p
		return tell(&teller)
	})
}

// save saves a record on behalf of an actor.
func (b *builder) save(record *core.Record, actor store.Actor) error {
	if err := b.app.SaveWithContext(store.ActingAs(b.ctx, actor), record); err != nil {
		return fmt.Errorf("%s: %w", record.Collection().Name, err)
	}
	return nil
}

// actor returns the actor for a sample person.
func (b *builder) actor(key string) store.Actor {
	return store.Actor{Via: store.ViaPerson, Person: b.people[key]}
}

// withID returns the sample person with an account.
func (b *builder) withID(id string) *core.Record {
	for _, person := range b.people {
		if person.Id == id {
			return person
		}
	}
	return nil
}

// newRecord returns an unsaved record with the given values.
func (b *builder) newRecord(name string, values map[string]any) (*core.Record, error) {
	return store.NewRecord(b.app, name, values)
}
