package store_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/store"
	"deskmate/internal/testkit"
)

// TestStoredStructsHaveAllColumns also names what only SQL reads, so that no new column of
// a collection is forgotten.
func TestStoredStructsHaveAllColumns(t *testing.T) {
	app := testkit.New(t)
	for collection, c := range map[string]struct {
		stored  any
		onlySQL []string
	}{
		store.Assignments: {store.StoredAssignment{}, []string{"filesToRemove", "purgeAt", "settledAt"}},
		store.Quotes:      {store.StoredQuote{}, []string{"files", "filesToRemove", "updated"}},
		store.Claims:      {store.StoredClaim{}, []string{"updated"}},
	} {
		columns, err := app.TableColumns(collection)
		if err != nil {
			t.Fatal(err)
		}
		fields := append(c.onlySQL, store.ID)
		for _, field := range reflect.VisibleFields(reflect.TypeOf(c.stored)) {
			fields = append(fields, field.Tag.Get("db"))
		}
		slices.Sort(columns)
		slices.Sort(fields)
		if !slices.Equal(columns, fields) {
			t.Errorf("%s has the columns\n%v, but there are fields for\n%v", collection, columns, fields)
		}
	}
}

// TestRecordsReadLikeRows compares what is read of an assignment, a quote request and a claim
// from a list with what is read from the record.
func TestRecordsReadLikeRows(t *testing.T) {
	app := testkit.New(t)
	tables := map[string]func(*core.Record) any{
		store.Assignments: func(r *core.Record) any { return store.AssignmentOf(r) },
		store.Quotes:      func(r *core.Record) any { return store.QuoteOf(r) },
		store.Claims:      func(r *core.Record) any { return store.ClaimOf(r) },
	}
	lists := map[string]func(id string) (any, error){
		store.Assignments: func(id string) (any, error) {
			row, err := store.FindAssignmentRow(t.Context(), app, id)
			return row.StoredAssignment, err
		},
		store.Quotes: func(id string) (any, error) {
			row, err := store.FindQuoteRow(t.Context(), app, id)
			return row.StoredQuote, err
		},
		store.Claims: func(id string) (any, error) {
			row, err := store.FindClaimRow(t.Context(), app, id)
			return row.StoredClaim, err
		},
	}
	for table, of := range tables {
		record := fullRecord(t, app, table)
		stored := of(record)
		for i := range reflect.TypeOf(stored).NumField() {
			if field := reflect.TypeOf(stored).Field(i); field.Name != "DeletedAt" && reflect.ValueOf(stored).Field(i).IsZero() {
				t.Errorf("%s: the field %s was not read", table, field.Name)
			}
		}
		if row, err := lists[table](record.Id); err != nil || !reflect.DeepEqual(row, stored) {
			t.Errorf("%s: the list has\n%+v, %v, but the record\n%+v", table, row, err, stored)
		}
	}
}

// fullRecord stores a record with something in every column but deletedAt, and reads it.
func fullRecord(t *testing.T, app *testkit.App, table string) *core.Record {
	t.Helper()
	collection, err := app.FindCollectionByNameOrId(table)
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]any{"id": "anidoffifteench"}
	for _, field := range collection.Fields {
		switch name := field.GetName(); field.(type) {
		case *core.NumberField:
			values[name] = 7
		case *core.BoolField:
			values[name] = true
		case *core.DateField, *core.AutodateField:
			values[name] = "2026-01-02 03:04:05.678Z"
		case *core.JSONField:
			values[name] = `[{"file":"a.txt","name":"A.txt","size":3}]`
		default:
			if name != "id" {
				values[name] = "some text"
			}
		}
	}
	delete(values, store.DeletedAt)
	if _, err := app.DB().Insert(table, values).Execute(); err != nil {
		t.Fatal(err)
	}
	record, err := app.FindRecordById(table, "anidoffifteench")
	if err != nil {
		t.Fatal(err)
	}
	return record
}
