package store

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
)

// OrderFile is a file of an order that has not been deleted. Collection and Owner are those
// of the record that stores it. SHA256 is empty unless it is stored.
type OrderFile struct {
	Collection string
	Owner      string
	File       string
	Name       string
	Size       int64
	SHA256     string
}

// FindOrderFiles finds the files of an order: that of the assignment, those of its quote
// request, and all that was delivered.
func FindOrderFiles(ctx context.Context, app core.App, id string) (found []OrderFile, err error) {
	var row struct {
		File     string     `db:"file"`
		FileName string     `db:"fileName"`
		FileSize int64      `db:"fileSize"`
		Quote    string     `db:"quote"`
		Files    QuoteFiles `db:"quoteFiles"`
	}
	err = constant(app, "SELECT a.file, a.fileName, a.fileSize, a.quote, "+quoteFiles+" FROM assignments a WHERE a.id = {:id}").
		Bind(dbx.Params{"id": id}).WithContext(ctx).One(&row)
	if err != nil {
		return nil, err
	}
	if row.File != "" {
		found = append(found, OrderFile{Assignments, id, row.File, row.FileName, max(0, row.FileSize), ""})
	}
	for _, file := range row.Files {
		if file.PurgedAt == "" {
			found = append(found, OrderFile{Quotes, row.Quote, file.File, file.Name, file.Size, ""})
		}
	}
	delivered, err := findDelivered(ctx, app, id)
	if err != nil {
		return nil, err
	}
	for _, delivery := range delivered {
		for _, file := range delivery.Files {
			if file.PurgedAt == nil {
				found = append(found, OrderFile{Deliveries, delivery.ID, file.File, file.Name, file.Size, file.SHA256})
			}
		}
	}
	return found, nil
}

type deliveredFiles struct {
	ID    string         `db:"id"`
	Files DeliveredFiles `db:"fileNames"`
}

func findDelivered(ctx context.Context, app core.App, assignment string) (found []deliveredFiles, err error) {
	err = constant(app, "SELECT id, fileNames FROM deliveries WHERE assignment = {:assignment} ORDER BY version").
		Bind(dbx.Params{"assignment": assignment}).WithContext(ctx).All(&found)
	return found, err
}

// HasPurgedFiles reports whether the program has deleted a file of the assignment's own.
func HasPurgedFiles(assignment *core.Record) bool {
	var purged QuoteFiles
	return assignment.UnmarshalJSONField(PurgedFiles, &purged) == nil && len(purged) > 0
}

// MarkPurged notes that the files of an order are deleted, and which paths are now
// to be removed from the store. Names, sizes and hashes stay, and what a scanner found goes.
// Call it in a transaction. It is plain SQL: no record event may change what was delivered,
// and the framework would remove the files itself, and report a failure to do so as that of
// the change.
func MarkPurged(ctx context.Context, tx core.App, id string, purged []OrderFile, paths []string, now time.Time) error {
	at := domain.FormatTime(now)
	for _, file := range purged {
		if err := ForgetFileScan(ctx, tx, FileScan{Collection: file.Collection, Record: file.Owner, File: file.File}); err != nil {
			return err
		}
	}
	var own, quoted QuoteFiles
	quote := ""
	for _, file := range purged {
		left := QuoteFile{File: file.File, Name: file.Name, Size: file.Size, SHA256: file.SHA256, PurgedAt: at}
		switch file.Collection {
		case Assignments:
			own = append(own, left)
		case Quotes:
			quote, quoted = file.Owner, append(quoted, left)
		}
	}
	if len(own) > 0 {
		before, err := readFiles(ctx, tx, "SELECT purgedFiles AS files FROM assignments WHERE id = {:id}", id)
		if err != nil {
			return err
		}
		left, err := json.Marshal(append(before, own...))
		if err != nil {
			return err
		}
		// The storage quota counts fileSize.
		err = execute(ctx, tx, "UPDATE assignments SET file = '', fileSize = 0, purgedFiles = {:left} WHERE id = {:id}", dbx.Params{"id": id, "left": string(left)})
		if err != nil {
			return err
		}
	}
	if quote != "" {
		if err := MarkQuotePurged(ctx, tx, quote, quoted); err != nil {
			return err
		}
	}
	delivered, err := findDelivered(ctx, tx, id)
	if err != nil {
		return err
	}
	for _, delivery := range delivered {
		for i := range delivery.Files {
			if delivery.Files[i].PurgedAt == nil {
				delivery.Files[i].PurgedAt = &at
			}
		}
		left, err := json.Marshal(delivery.Files)
		if err != nil {
			return err
		}
		if err := execute(ctx, tx, "UPDATE deliveries SET files = '[]', fileNames = {:left} WHERE id = {:id}", dbx.Params{"id": delivery.ID, "left": string(left)}); err != nil {
			return err
		}
	}
	return AddToRemove(ctx, tx, Assignments, id, paths)
}

// AddToRemove notes which paths of an assignment or a quote request are now to be removed
// from the store. Call it in a transaction.
func AddToRemove(ctx context.Context, tx core.App, table, id string, paths []string) error {
	return execute(ctx, tx, "UPDATE "+table+" SET filesToRemove = filesToRemove || {:paths} WHERE id = {:id}",
		dbx.Params{"id": id, "paths": strings.Join(paths, "\n") + "\n"})
}

// readFiles reads the descriptions of files of a record.
func readFiles(ctx context.Context, tx core.App, query, id string) (QuoteFiles, error) {
	var row struct {
		Files QuoteFiles `db:"files"`
	}
	err := constant(tx, query).Bind(dbx.Params{"id": id}).WithContext(ctx).One(&row)
	return row.Files, err
}

// ToRemove are the paths of files of an assignment or a quote request that count as deleted
// and may still be in the store.
type ToRemove struct {
	ID        string `db:"id"`
	Reference string `db:"reference"`
	Paths     string `db:"filesToRemove"` // one a line
}

// FindToRemove finds rows of a table with files to remove from the store, after an id, at
// most limit.
func FindToRemove(ctx context.Context, app core.App, table, after string, limit int) (found []ToRemove, err error) {
	err = constant(app, "SELECT id, reference, filesToRemove FROM "+table+" WHERE filesToRemove != '' AND id > {:after} ORDER BY id LIMIT {:limit}").
		Bind(dbx.Params{"after": after, "limit": limit}).WithContext(ctx).All(&found)
	return found, err
}

// SetRemoved notes that files of a row are no longer in the store, unless others are to be
// removed by now.
func SetRemoved(ctx context.Context, tx core.App, table string, removed ToRemove) error {
	_, err := tx.DB().Update(table, dbx.Params{"filesToRemove": ""}, dbx.HashExp{ID: removed.ID, "filesToRemove": removed.Paths}).
		WithContext(ctx).Execute()
	return err
}

// Storage is how much an account has stored, and how much it may store.
type Storage struct {
	Bytes          int64 `db:"bytes"`
	QuotaMegabytes int   `db:"quotaMegabytes"`
}

// askedBytes is the size of the files of an account's quote requests that became no order.
// An operator may have written anything there.
const askedBytes = `CAST((SELECT total(CASE f.type WHEN 'object' THEN json_extract(f.value, '$.size') END)
	FROM quotes q, json_each(CASE WHEN json_valid(q.fileNames) THEN q.fileNames ELSE '[]' END) f
	WHERE q.student = {:account} AND q.assignment = '' AND CASE f.type WHEN 'object' THEN json_extract(f.value, '$.purgedAt') IS NULL END) AS INTEGER)`

// ReadStorage returns the size of all files that an account handed in or sent with quote
// requests, except those of one assignment. Files that were never measured count as nothing.
func ReadStorage(ctx context.Context, app core.App, account, except string) (storage Storage, err error) {
	err = constant(app, `SELECT coalesce((SELECT amount FROM tallies WHERE scope = {:account} AND kind = 'stored'), 0)
			- coalesce((SELECT max(fileSize, 0) FROM assignments WHERE id = {:except} AND student = {:account} AND deletedAt = ''), 0)
			+ `+askedBytes+` AS bytes,
			quotaMegabytes FROM site`).
		Bind(dbx.Params{"account": account, "except": except}).WithContext(ctx).One(&storage)
	return storage, err
}

// ReadGuestBytes returns the size of all files that belong to no account.
func ReadGuestBytes(ctx context.Context, app core.App) (bytes int64, err error) {
	err = constant(app, "SELECT coalesce(sum(amount), 0) FROM tallies WHERE scope = '' AND kind = 'guest files'").WithContext(ctx).Row(&bytes)
	return bytes, err
}

// FindUnmeasured finds assignments with a file of unknown size whose id comes after
// another, in the order of their ids, at most limit.
func FindUnmeasured(app core.App, after string, limit int) (found []*core.Record, err error) {
	// SQLite uses the partial index only if the query repeats the condition of the index literally.
	err = app.RecordQuery(Assignments).AndWhere(dbx.NewExp("file != '' AND fileSize = 0 AND id > {:after}", dbx.Params{"after": after})).
		OrderBy("id").Limit(int64(limit)).All(&found)
	return found, err
}
