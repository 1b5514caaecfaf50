package database

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/internal/disk"
)

// HasTable reports whether the database in a file has a table. It writes nothing there.
func HasTable(path, table string) (has bool, err error) {
	db, err := open("file:" + (&url.URL{Path: path}).EscapedPath() + "?mode=ro&_pragma=busy_timeout(5000)")
	if err != nil {
		return false, err
	}
	defer func() { _ = db.Close() }()
	err = db.QueryRow("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?", table).Scan(&has)
	return has, err
}

// whyClosed says in words what kept the databases of an app from being opened, if it knows.
func whyClosed(app core.App, err error) error {
	if strings.Contains(err.Error(), "cipher: message authentication failed") {
		return fmt.Errorf("%s is not the key that the settings in %s are encrypted with (%w)", app.EncryptionEnv(), filepath.Join(app.DataDir(), businessFile), err)
	}
	var damage *DamagedError
	if !errors.As(Explain(context.Background(), "", err), &damage) {
		return err
	}
	for _, name := range []string{businessFile, logFile} {
		path := filepath.Join(app.DataDir(), name)
		if has, _ := disk.HasDatabase(path); !has {
			continue
		}
		if found := CheckFile(context.Background(), path); errors.As(found, &damage) {
			return fmt.Errorf("%s cannot be opened: %w", path, found)
		}
	}
	return err
}
