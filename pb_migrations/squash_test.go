package pb_migrations_test

import (
	"database/sql"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/database"
	"deskmate/internal/testkit"
)

// Whether a folder began with the squashed migrations or was taken over must make no
// difference to the program, or to a later migration.
func TestNewFoldersEqualThoseTakenOver(t *testing.T) {
	t.Parallel()
	begun, takenOver := migrated(t, t.TempDir()), migrated(t, testkit.RecordedFolder(t))
	for name, describe := range map[string]func(*testing.T, core.App) map[string]string{
		"schema": schema, "collection": collections, "settings": settings, "rows": rows,
	} {
		got, want := describe(t, begun), describe(t, takenOver)
		if len(want) == 0 {
			t.Errorf("nothing is compared as %s", name)
		}
		for _, key := range slices.Sorted(maps.Keys(want)) {
			if got[key] != want[key] {
				t.Errorf("%s %s\nis    %s\nwants %s", name, key, got[key], want[key])
			}
			delete(got, key)
		}
		for key, value := range got {
			t.Errorf("%s %s is new: %s", name, key, value)
		}
	}
}

// migrated opens a folder and brings it up to date.
func migrated(t *testing.T, dir string) core.App {
	t.Helper()
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: dir, DBConnect: database.Connect})
	database.CheckMigrations(app)
	if err := app.Bootstrap(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = app.ResetBootstrapState() })
	if err := app.RunAllMigrations(); err != nil {
		t.Fatal(err)
	}
	return app
}

// schema returns the statements of the schema. The order of the columns of a collection, and
// how they are quoted, follows from when each was added. Every query names its columns.
func schema(t *testing.T, app core.App) map[string]string {
	t.Helper()
	var objects []struct{ Type, Name, SQL string }
	err := app.DB().NewQuery("SELECT type, name, coalesce(sql, '') AS sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%'").All(&objects)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, object := range objects {
		if _, err := app.FindCollectionByNameOrId(object.Name); object.Type == "table" && err == nil {
			before, columns, _ := strings.Cut(strings.ReplaceAll(object.SQL, `"`, "`"), "(")
			all := strings.Split(strings.TrimSuffix(columns, ")"), ", ")
			slices.Sort(all)
			object.SQL = before + "(" + strings.Join(all, ", ") + ")"
		}
		if object.Name == "tally_triggers" { // the name of the column comes from the first SELECT
			object.SQL = strings.ReplaceAll(object.SQL, " AS name", "")
		}
		found[object.Type+" "+object.Name] = object.SQL
	}
	return found
}

var secret = regexp.MustCompile(`"secret":"[^"]*"`)

// collections returns what is stored of each collection. Of its indexes, the order has always
// been random.
func collections(t *testing.T, app core.App) map[string]string {
	t.Helper()
	all, err := app.FindAllCollections()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, collection := range all {
		slices.Sort(collection.Indexes)
		stored, err := collection.DBExport(app)
		if err != nil {
			t.Fatal(err)
		}
		delete(stored, "created")
		delete(stored, "updated")
		for part, value := range stored {
			text, err := json.Marshal(value)
			if err != nil {
				t.Fatal(err)
			}
			found[collection.Name+"."+part] = secret.ReplaceAllString(string(text), `"secret":"..."`)
		}
	}
	return found
}

func settings(t *testing.T, app core.App) map[string]string {
	t.Helper()
	encoded, err := json.Marshal(app.Settings())
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]json.RawMessage{}
	if err := json.Unmarshal(encoded, &parts); err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for name, value := range parts {
		found[name] = string(value)
	}
	return found
}

// rows returns the rows of all tables, except for those compared above. When something was
// created and how often it changed differs, as do random ids and keys.
func rows(t *testing.T, app core.App) map[string]string {
	t.Helper()
	var tables []string
	err := app.DB().NewQuery(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
		AND name NOT LIKE 'sqlite%' AND name NOT IN ('_collections', '_params')`).Column(&tables)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, table := range tables {
		var all []dbx.NullStringMap
		if err := app.DB().NewQuery("SELECT * FROM [[" + table + "]]").All(&all); err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, row := range all {
			random := []string{"created", "updated"}
			switch table {
			case "services", "policies":
				random = append(random, "id")
			case "site":
				random = append(random, "linkKey")
			case "revisions":
				random = append(random, "n")
			case core.DefaultMigrationsTable:
				random = append(random, "applied")
			}
			for _, column := range random {
				if row[column].String != "" {
					row[column] = sql.NullString{String: "..."}
				}
			}
			text, err := json.Marshal(row)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, string(text))
		}
		slices.Sort(texts)
		found[table] = strings.Join(texts, "\n")
	}
	return found
}
