package lifecycle

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem"

	"deskmate/hooks/messages"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/clock"
)

// purgeAll deletes the files of all orders whose time has come. First the rows say so, in
// one transaction for each order; then removeAll removes the files from the store.
func (r *runner) purgeAll(ctx context.Context) error {
	find := func(page store.KeepingPage) ([]store.Keeping, error) {
		return store.FindToPurge(ctx, r.app, clock.Now(r.app), page)
	}
	do := func(order store.Keeping) error {
		hashes, err := r.hash(ctx, order.ID)
		if err != nil {
			r.fail(order.Reference, err)
			return nil
		}
		return r.purge(ctx, order.ID, hashes)
	}
	return each(ctx, find, do, func(order store.Keeping) (store.Time, string) { return order.PurgeAt, order.ID })
}

// measured is what is kept of a file's content.
type measured struct {
	sha256 string
	size   int64
}

// hash reads the files of an order whose hashes are not stored, outside any transaction.
func (r *runner) hash(ctx context.Context, id string) (map[string]measured, error) {
	if r.dry {
		return nil, nil
	}
	files, err := store.FindOrderFiles(ctx, r.app, id)
	if err != nil {
		return nil, err
	}
	hashes := map[string]measured{}
	for _, file := range files {
		if file.SHA256 != "" {
			continue
		}
		path, err := pathOf(r.app, file)
		if err != nil {
			return nil, err
		}
		fileStore, err := r.open(ctx)
		if err != nil {
			return nil, err
		}
		if hashes[path], err = measure(fileStore, path); err != nil {
			return nil, err
		}
	}
	return hashes, nil
}

// measure hashes a file. One that is missing from the store has no hash.
func measure(fileStore *filesystem.System, path string) (found measured, err error) {
	content, err := fileStore.GetReader(path)
	if errors.Is(err, filesystem.ErrNotFound) {
		return found, nil
	}
	if err != nil {
		return found, err
	}
	defer content.Close()
	hash := sha256.New()
	if found.size, err = io.Copy(hash, content); err != nil {
		return found, err
	}
	found.sha256 = hex.EncodeToString(hash.Sum(nil))
	return found, nil
}

// pathOf returns where a file is in the store.
func pathOf(app core.App, file store.OrderFile) (string, error) {
	collection, err := app.FindCachedCollectionByNameOrId(file.Collection)
	if err != nil {
		return "", err
	}
	return collection.BaseFilesPath() + "/" + file.Owner + "/" + file.File, nil
}

// purge notes that the files of an order are deleted, and tells its people.
func (r *runner) purge(ctx context.Context, id string, hashes map[string]measured) error {
	var lines []Line
	err := r.change(ctx, func(ctx context.Context, tx core.App) error {
		lines = nil
		order, isStill, err := r.find(ctx, tx, id)
		now := clock.Now(tx)
		if err != nil || !isStill || order.PurgeAt == "" || order.PurgedAt != "" || order.PurgeAt.Time().After(now) {
			return err
		}
		files, err := store.FindOrderFiles(ctx, tx, id)
		if err != nil {
			return err
		}
		for _, file := range files {
			lines = append(lines, Line{deleted, order.PurgeAt.Time(), order.Reference, file.Name, file.Size})
		}
		if r.dry {
			return nil
		}
		isNew, err := mark(ctx, tx, id, files, hashes, now)
		if isNew || err != nil {
			lines = nil // a file came meanwhile, which the next run reads
			return err
		}
		if len(files) == 0 {
			return nil
		}
		return tell(ctx, tx, order, messages.Message{Kind: deletion})
	})
	return r.done(lines, err)
}

// mark notes that the files of an order are deleted. It reports true, and does
// nothing, if there is one whose hash is not known.
func mark(ctx context.Context, tx core.App, id string, files []store.OrderFile, hashes map[string]measured, now time.Time) (isNew bool, err error) {
	paths := make([]string, len(files))
	for i, file := range files {
		if paths[i], err = pathOf(tx, file); err != nil {
			return false, err
		}
		if file.SHA256 != "" {
			continue
		}
		found, ok := hashes[paths[i]]
		if !ok {
			return true, nil
		}
		files[i].SHA256 = found.sha256
		if file.Size == 0 {
			files[i].Size = found.size
		}
	}
	if len(files) == 0 {
		return false, store.SetNothingToPurge(ctx, tx, id, now)
	}
	assignment, err := tx.FindRecordById(store.Assignments, id)
	if err != nil {
		return false, err
	}
	assignment.Set(store.PurgedAt, now)
	// Not validated: nothing else changes, and old work that breaks a newer rule would keep
	// its files for good.
	if err := tx.SaveNoValidateWithContext(ctx, assignment); err != nil {
		return false, err
	}
	return false, store.MarkPurged(ctx, tx, id, files, paths, now)
}

// removeAll removes from the store what counts as deleted, including what an earlier run could
// not remove.
func (r *runner) removeAll(ctx context.Context) error {
	return errors.Join(r.removeOf(ctx, store.Assignments), r.removeOf(ctx, store.Quotes))
}

func (r *runner) removeOf(ctx context.Context, table string) error {
	for after, more := "", true; more; {
		found, err := store.FindToRemove(ctx, r.app, table, after, purgeBatch)
		if err != nil {
			return err
		}
		more = len(found) == purgeBatch
		for _, removing := range found {
			after = removing.ID
			if err := ctx.Err(); err != nil {
				return err
			}
			fileStore, err := r.open(ctx)
			if err != nil {
				return err
			}
			if err := remove(fileStore, removing.Paths); err != nil {
				r.fail(removing.Reference, err)
				continue
			}
			err = transaction.Run(ctx, r.app, func(ctx context.Context, tx core.App) error { return store.SetRemoved(ctx, tx, table, removing) })
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// remove removes files from the store. Some may be gone already.
func remove(fileStore *filesystem.System, paths string) error {
	var failed []error
	for path := range strings.Lines(paths) {
		path = strings.TrimSpace(path)
		if err := fileStore.Delete(path); err != nil && !errors.Is(err, filesystem.ErrNotFound) {
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}
