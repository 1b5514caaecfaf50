// Package demo fills an empty data folder with sample data: a year in the life of a desk
// with invented people (docs/product.md, section 4.13). It saves everything as records or
// through the API, each step at its time, so the product's rules apply, and the ledger, the
// history and the notices follow as they do in real life.
package demo

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks"
	"deskmate/hooks/sessions"
	"deskmate/hooks/store"
	"deskmate/internal/clock"
)

// Password is the password of every sample account.
const Password = "demo-desk"

// emailDomain ends the address of every sample account. The .example top-level domain
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
	data, err := readSample()
	if err != nil {
		return false, err
	}
	now := clock.Now(app)
	defer clock.Set(app, now)()
	err = app.RunInTransaction(func(tx core.App) error {
		b := &builder{ctx: ctx, app: tx, now: now, texts: data.Texts, people: map[string]*core.Record{}, tokens: map[string]string{}}
		if b.api, err = hooks.NewHandler(tx, func(reason error) { b.refusal = reason }); err != nil {
			return err
		}
		if err := b.prepareSite(); err != nil {
			return err
		}
		b.add(data)
		if err := b.run(); err != nil {
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
	ctx     context.Context
	app     core.App
	api     http.Handler // the program's own, in the transaction
	refusal error        // of the last request that failed
	now     time.Time    // the present
	texts   texts
	events  []event
	people  map[string]*core.Record
	tokens  map[string]string // of their sessions
}

// add adds everything that happens.
func (b *builder) add(data sample) {
	for _, person := range data.People {
		b.begin(person.Days).then(0, func() error { return b.open(person) })
	}
	for _, event := range data.Events {
		b.begin(event.Days).tell(event.Steps)
	}
	for _, policy := range data.Policies {
		s := b.begin(policy.Days)
		s.then(0, func() error { return s.announce(policy) })
	}
	for _, assignment := range data.Assignments {
		s := b.begin(assignment.Days)
		s.then(0, func() error { return s.handIn(assignment) })
		s.tell(assignment.Steps)
	}
	for i, quote := range data.Quotes {
		b.tellQuote(i, quote)
	}
	for _, sale := range data.Sales {
		s := b.begin(sale.Days)
		s.order(sale)
		s.tell(sale.Steps)
	}
	b.tellRoutine()
}

// person is one sample account. The key is the local part of the e-mail address.
type person struct {
	Key, Name, Role                 string
	Days                            float64
	Specialization, Experience, Bio string
}

// open opens an account.
func (b *builder) open(person person) error {
	user, err := store.NewUser(b.app, person.Role)
	if err != nil {
		return err
	}
	if person.Key == "ada" {
		user.Id = adminID
	}
	first, last, _ := strings.Cut(person.Name, " ")
	user.Load(map[string]any{
		store.Name: person.Name, store.FirstName: first, store.LastName: last, store.Country: "Australia",
		store.Bio: person.Bio, store.Specialization: person.Specialization, store.Experience: person.Experience,
		"listed": person.Specialization != "",
	})
	user.SetEmail(person.Key + emailDomain)
	user.SetPassword(Password)
	user.SetVerified(true)
	if err := b.save(user, store.Actor{Via: store.ViaGuest}); err != nil {
		return err
	}
	// Reload: a record that was just created has no original values to compare with.
	if b.people[person.Key], err = b.app.FindRecordById(store.Users, user.Id); err != nil {
		return err
	}
	session, err := sessions.Open(b.ctx, b.app, b.people[person.Key])
	b.tokens[person.Key] = session.Token
	return err
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
