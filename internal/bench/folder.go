package main

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"deskmate/internal/clock"
)

// pristine returns a data folder that holds rows assignments. It is built once and
// kept in cache, until the schema or the data change.
func pristine(ctx context.Context, program, cache string, rows int) (string, error) {
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", err
	}
	building, err := os.MkdirTemp(cache, "building-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(building)
	if out, err := exec.CommandContext(ctx, program, "migrate", "up", "--dir="+building).CombinedOutput(); err != nil {
		return "", fmt.Errorf("migrate: %w: %s", err, out)
	}
	key, err := schemaKey(ctx, building)
	if err != nil {
		return "", err
	}
	prefix := fmt.Sprintf("rows-%d-", rows)
	folder := filepath.Join(cache, prefix+key)
	if _, err := os.Stat(folder); err == nil {
		return folder, nil
	}
	progress("Building %d assignments in %s", rows, folder)
	took := clock.Stopwatch()
	if err := fill(ctx, building, rows); err != nil {
		return "", fmt.Errorf("fill: %w", err)
	}
	progress("Built in %v", took().Round(time.Second))
	outdated, err := filepath.Glob(filepath.Join(cache, prefix+"*"))
	if err != nil {
		return "", err
	}
	for _, old := range outdated {
		if err := os.RemoveAll(old); err != nil {
			return "", err
		}
	}
	return folder, os.Rename(building, folder)
}

// schemaKey changes with the schema, the migrations and the code that fills the tables.
func schemaKey(ctx context.Context, dir string) (string, error) {
	db, err := openReadOnly(dir)
	if err != nil {
		return "", err
	}
	defer db.Close()
	schema, err := texts(ctx, db, "SELECT coalesce(sql, '') FROM sqlite_master UNION ALL SELECT file FROM _migrations ORDER BY 1")
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(strings.Join(schema, "\n") + dataStatements + dataSource))
	return fmt.Sprintf("%x", sum[:6]), nil
}

func openReadOnly(dir string) (*sql.DB, error) {
	return sql.Open("sqlite", "file:"+filepath.Join(dir, "data.db")+"?mode=ro&_pragma=busy_timeout(10000)")
}

// texts returns the first column of a query.
func texts(ctx context.Context, db *sql.DB, query string) (found []string, err error) {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		found = append(found, text)
	}
	return found, rows.Err()
}

// makePlain turns a data folder into one for plain PocketBase and the floor: it
// removes our triggers, lets students read their own rows and the admin all rows, and
// adds the indexes that the queries of both rely on. An index that begins with
// deletedAt would mislead SQLite when it plans PocketBase's queries.
func makePlain(dir string) error {
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: dir})
	if err := app.Bootstrap(); err != nil {
		return err
	}
	defer func() { _ = app.ResetBootstrapState() }()
	var triggers []string
	if err := app.DB().NewQuery("SELECT name FROM sqlite_master WHERE type = 'trigger'").Column(&triggers); err != nil {
		return err
	}
	statements := []string{
		"CREATE INDEX pocketbase_page ON assignments (created)",
		"CREATE INDEX floor_page ON assignments (created) WHERE deletedAt = ''",
		"CREATE INDEX floor_stats ON assignments (status, priority, subject, created, dueDate, deletedAt)",
	}
	for _, trigger := range triggers {
		statements = append(statements, "DROP TRIGGER [["+trigger+"]]")
	}
	for _, statement := range statements {
		if _, err := app.DB().NewQuery(statement).Execute(); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	// A rule on the role would join the accounts and compare whole rows to remove
	// duplicates. Naming the admin costs PocketBase nothing.
	isAdmin := "@request.auth.id = '" + accountID("n", 0) + "'"
	for name, rules := range map[string]struct{ read, create string }{
		"users":       {isAdmin + " || role = 'tutor' || id = @request.auth.id", ""},
		"assignments": {isAdmin + " || student = @request.auth.id", "student = @request.auth.id"},
	} {
		collection, err := app.FindCollectionByNameOrId(name)
		if err != nil {
			return err
		}
		collection.ListRule, collection.ViewRule = types.Pointer(rules.read), types.Pointer(rules.read)
		if rules.create != "" {
			collection.CreateRule = types.Pointer(rules.create)
		}
		if err := app.Save(collection); err != nil {
			return err
		}
	}
	return nil
}
