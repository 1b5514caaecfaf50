// Package activities keeps who did what: written by the events of other
// records, in the transaction of what they tell, and never changed
// (docs/product.md, section 3.9).
package activities

import (
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/wire"
	"deskmate/records"
	"deskmate/rules"
)

// Listen writes an activity for what happens to accounts, assignments, reviews
// and quote requests.
func Listen(app core.App) {
	app.OnRecordCreateExecute(records.Users, records.Assignments, records.Reviews, records.Quotes).BindFunc(tell)
	app.OnRecordUpdateExecute(records.Users, records.Assignments, records.Quotes).BindFunc(tell)
	app.OnRecordDeleteExecute(records.Users, records.Assignments, records.Quotes).BindFunc(tell)

	app.OnRecordUpdateExecute(records.Activities).BindFunc(refuseChange)
	app.OnRecordDelete(records.Activities).BindFunc(func(*core.RecordEvent) error {
		return wire.Conflict("The history cannot be changed")
	})

	// Whoever may change records in the console may not change what is told of it.
	refuse := func(*core.RecordRequestEvent) error { return wire.Conflict("The history cannot be changed") }
	app.OnRecordCreateRequest(records.Activities).BindFunc(refuse)
	app.OnRecordUpdateRequest(records.Activities).BindFunc(refuse)
	app.OnRecordDeleteRequest(records.Activities).BindFunc(refuse)

	// The console saves records without a context that says who; their request tells it.
	app.OnRecordCreateRequest().BindFunc(markConsole)
	app.OnRecordUpdateRequest().BindFunc(markConsole)
	app.OnRecordDeleteRequest().BindFunc(markConsole)
}

func markConsole(e *core.RecordRequestEvent) error {
	if e.HasSuperuserAuth() {
		records.MarkConsole(e.Record)
	}
	return e.Next()
}

// entry is one activity before it is written: what, called what, and whose
// account or assignment it concerns.
type entry struct{ kind, title, user string }

// tell saves the record and writes what happened to it, both or neither.
func tell(e *core.RecordEvent) error {
	actor := records.ActorOf(e.Context, e.Record)
	if actor.Via == records.ViaGuest && e.Record.Collection().Name == records.Users {
		actor = records.Actor{Via: records.ViaPerson, Person: e.Record} // who signs up opens their own account
	}
	return wire.InTransaction(e, func() error {
		entries := entriesOf(e)
		if err := e.Next(); err != nil {
			return err
		}
		for _, entry := range entries {
			if err := write(e, actor, entry); err != nil {
				return err
			}
		}
		return nil
	})
}

func write(e *core.RecordEvent, actor records.Actor, entry entry) error {
	collection, err := e.App.FindCachedCollectionByNameOrId(records.Activities)
	if err != nil {
		return err
	}
	activity := core.NewRecord(collection)
	activity.Set(records.Kind, entry.kind)
	activity.Set(records.Title, entry.title)
	activity.Set(records.ViaField, string(actor.Via))
	deleted := e.Type == core.ModelEventTypeDelete
	gone := func(id string) bool {
		return deleted && e.Record.Collection().Name == records.Users && id == e.Record.Id
	}
	if actor.Person != nil && !gone(actor.Person.Id) {
		activity.Set(records.ActorField, actor.Person.Id)
	}
	if !gone(entry.user) {
		activity.Set(records.UserField, entry.user)
	}
	switch e.Record.Collection().Name {
	case records.Assignments:
		if !deleted {
			activity.Set(records.Assignment, e.Record.Id)
		}
	case records.Reviews:
		activity.Set(records.Assignment, e.Record.GetString(records.Assignment))
	case records.Quotes:
		if !deleted {
			activity.Set(records.Quote, e.Record.Id)
		}
	}
	return e.App.SaveWithContext(e.Context, activity)
}

// entriesOf tells what a save or delete means.
func entriesOf(e *core.RecordEvent) []entry {
	switch e.Record.Collection().Name {
	case records.Users:
		return entriesOfUser(e)
	case records.Reviews:
		return []entry{{assignmentRated, "Rated the work", e.Record.GetString(records.Student)}}
	case records.Quotes:
		return entriesOfQuote(e)
	default:
		return entriesOfAssignment(e)
	}
}

func entriesOfUser(e *core.RecordEvent) []entry {
	user, before := e.Record, e.Record.Original()
	switch e.Type {
	case core.ModelEventTypeCreate:
		return []entry{{accountOpened, "Account opened", user.Id}}
	case core.ModelEventTypeDelete:
		return []entry{{accountDeleted, "Account deleted", user.Id}}
	}
	var entries []entry
	add := func(happened bool, kind, title string) {
		if happened {
			entries = append(entries, entry{kind, title, user.Id})
		}
	}
	add(!before.Verified() && user.Verified(), accountVerified, "E-mail address verified")
	add(before.Email() != user.Email(), emailChanged, "E-mail address changed")
	add(before.GetString(records.PasswordField+":hash") != user.GetString(records.PasswordField+":hash"), passwordChanged, "Password changed")
	add(records.IsActive(before) && !records.IsActive(user), accountDeactivated, "Account deactivated")
	add(!records.IsActive(before) && records.IsActive(user), accountActivated, "Account activated")
	add(before.GetString(records.Role) != user.GetString(records.Role), roleChanged, "Role changed to "+user.GetString(records.Role))
	add(changed(e.Record, records.FirstName, records.LastName, records.Phone, records.Bio,
		records.Specialization, records.Experience, records.Country), accountChanged, "Profile updated")
	return entries
}

func entriesOfAssignment(e *core.RecordEvent) []entry {
	assignment, before := e.Record, e.Record.Original()
	student := assignment.GetString(records.Student)
	switch e.Type {
	case core.ModelEventTypeCreate:
		return []entry{{assignmentHandedIn, "Handed in", student}}
	case core.ModelEventTypeDelete:
		return []entry{{assignmentDeleted, "Assignment deleted", student}}
	}
	if before.GetDateTime(records.DeletedAt).IsZero() && !assignment.GetDateTime(records.DeletedAt).IsZero() {
		return []entry{{assignmentDeleted, "Assignment deleted", before.GetString(records.Student)}}
	}
	var entries []entry
	add := func(happened bool, kind, title, user string) {
		if happened {
			entries = append(entries, entry{kind, title, user})
		}
	}
	add(before.GetString(records.Student) == "" && student != "", assignmentAdopted, "Added to the account", student)
	status := assignment.GetString(records.Status)
	add(changed(assignment, records.Status), statusChanged, "Status changed to "+rules.StudentStatus(status), student)
	add(changed(assignment, records.Grade, records.Feedback), gradeChanged, "Grade or feedback updated", student)
	if changed(assignment, records.Tutor) {
		if tutor := assignment.GetString(records.Tutor); tutor != "" {
			add(true, tutorChanged, "Given to a tutor", tutor)
		} else {
			add(true, tutorChanged, "Tutor taken off", student)
		}
	}
	add(changed(assignment, records.Type, records.PriceCents), detailsChanged, "Type or price updated", student)
	return entries
}

// entriesOfQuote names nobody to whom it happened: that is for the desk alone.
func entriesOfQuote(e *core.RecordEvent) []entry {
	const nobody = ""
	quote := e.Record
	switch e.Type {
	case core.ModelEventTypeCreate:
		return []entry{{quoteRequested, "Quote requested", nobody}}
	case core.ModelEventTypeDelete:
		return []entry{{quoteDeleted, "Quote deleted", nobody}}
	}
	if !changed(quote, records.Status, records.AmountCents, records.Note, records.ValidUntil, records.Email, records.Phone, records.CountryCode,
		records.Service, records.Subject, records.Description, records.Deadline, records.TimeZone, records.Pages) &&
		slices.Equal(quote.Original().GetStringSlice(records.Files), quote.GetStringSlice(records.Files)) {
		return nil
	}
	return []entry{{quoteUpdated, "Quote updated", nobody}}
}

// changed tells whether one of the fields differs from what is stored.
func changed(record *core.Record, fields ...string) bool {
	before := record.Original()
	for _, field := range fields {
		if before.GetString(field) != record.GetString(field) {
			return true
		}
	}
	return false
}

// refuseChange lets through only what follows from the deletion of a person, an
// assignment or a quote request: their ids fall out of the history, the rest stays.
func refuseChange(e *core.RecordEvent) error {
	before := e.Record.Original()
	for _, field := range []string{records.Kind, records.Title, records.ViaField, records.UserField, records.ActorField, records.Assignment, records.Quote} {
		was, is := before.GetString(field), e.Record.GetString(field)
		isReference := field != records.Kind && field != records.Title && field != records.ViaField
		if was != is && (!isReference || is != "") {
			return wire.Conflict("The history cannot be changed")
		}
	}
	return e.Next()
}
