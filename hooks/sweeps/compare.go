package sweeps

import (
	"context"
	"fmt"
	"hash/maphash"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/records"
	"deskmate/rules"
)

// marks is the folder of the store in which databases leave their marks (see mark.go).
const marks = "deskmate_sweeps"

// foreign is the kind of what no collection can have stored. It is only reported.
const foreign = "unknown"

// comparison compares the store with the rows. It reads both in pieces, and remembers only
// a number of 8 bytes for each file that belongs to a row.
type comparison struct {
	app    core.App
	store  store
	now    time.Time
	fields []records.FileField
	report func(records.Orphan) error

	seed  maphash.Seed
	found map[uint64]struct{} // the keys of files that belong to a row
	young int                 // files without a row that are too young to be judged
}

// recognize begins a comparison. It fails if none of the files that rows name is there: then
// the store is not the one of these rows.
func recognize(ctx context.Context, app core.App, s store, now time.Time) (*comparison, error) {
	fields, err := records.FindFileFields(app)
	if err != nil {
		return nil, err
	}
	c := &comparison{app: app, store: s, now: now, fields: fields, seed: maphash.MakeSeed(), found: map[uint64]struct{}{}}
	return c, c.hasAnyFile(ctx)
}

// run reports files without a row, rows without their file, and what is unknown.
func (c *comparison) run(ctx context.Context, report func(records.Orphan) error) error {
	c.report = report
	if err := c.readTop(ctx); err != nil {
		return err
	}
	for _, name := range c.collections() {
		if err := c.readFolder(ctx, name); err != nil {
			return err
		}
	}
	for _, field := range c.fields {
		if err := c.readRows(ctx, field); err != nil {
			return err
		}
	}
	return nil
}

// sample is how many rows of each field are looked up to recognize the store.
const sample = 100

// hasAnyFile fails if rows name files and none of them is in the store.
func (c *comparison) hasAnyFile(ctx context.Context) error {
	missing := 0
	for _, field := range c.fields {
		rows, err := records.FindFilesAfter(ctx, c.app, field, "", sample)
		if err != nil {
			return err
		}
		for _, row := range rows {
			for _, file := range row.Files {
				_, exists, err := c.store.stat(ctx, path.Join(field.Folder, row.ID, file))
				if exists || err != nil {
					return err
				}
				missing++
			}
		}
	}
	if missing > 0 {
		return fmt.Errorf("the store has none of the %d files that were looked for: check that it is the one of this site", missing)
	}
	return nil
}

// collections returns the folders of all collections with files.
func (c *comparison) collections() (folders []string) {
	for _, field := range c.fields {
		if !slices.Contains(folders, field.Folder) {
			folders = append(folders, field.Folder)
		}
	}
	return folders
}

// readTop reports what lies beside the folders of collections.
func (c *comparison) readTop(ctx context.Context) error {
	known := append(c.collections(), marks)
	return c.store.top(ctx, func(name string) error {
		if folder, isFolder := strings.CutSuffix(name, "/"); isFolder && slices.Contains(known, folder) {
			return nil
		}
		return c.report(records.Orphan{Kind: foreign, File: name})
	})
}

func (c *comparison) readFolder(ctx context.Context, name string) error {
	return c.store.list(ctx, name, func(objects []object) error {
		var ids []string
		for _, object := range objects {
			if place, ok := placeOf(object.key); ok {
				ids = append(ids, place.record)
			}
		}
		named, err := c.named(ctx, c.app, name, ids...)
		if err != nil {
			return err
		}
		for _, object := range objects {
			if err := c.judge(object, named); err != nil {
				return err
			}
		}
		return nil
	})
}

// named returns which files the rows of a collection name, as paths of rows and files.
func (c *comparison) named(ctx context.Context, app core.App, folder string, ids ...string) (map[string]bool, error) {
	named := map[string]bool{}
	for _, field := range c.fields {
		if field.Folder != folder {
			continue
		}
		rows, err := records.FindFilesOf(ctx, app, field, ids)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			for _, file := range row.Files {
				named[row.ID+"/"+file] = true
			}
		}
	}
	return named, nil
}

func (c *comparison) judge(object object, named map[string]bool) error {
	place, ok := placeOf(object.key)
	switch {
	case !ok:
		return c.report(records.Orphan{Kind: foreign, File: object.key, Bytes: object.size})
	case named[place.record+"/"+place.owner]:
		c.found[maphash.String(c.seed, object.key)] = struct{}{}
		return nil
	case c.now.Sub(object.written) < youngest:
		c.young++
		return nil
	}
	return c.report(records.Orphan{
		Kind: records.FileWithoutRow, Collection: c.collectionOf(place.folder), Record: place.record, File: place.file,
		Bytes: object.size, Written: writtenAt(object),
	})
}

// writtenAt is when a file was written, in seconds: a bucket may tell it more precisely in a
// listing than for a single file.
func writtenAt(object object) records.Time {
	return records.Time(rules.FormatTime(object.written.Truncate(time.Second)))
}

// folderOf returns the folder of a collection, or nothing if it has no files any more.
func (c *comparison) folderOf(collection string) string {
	for _, field := range c.fields {
		if field.Collection == collection {
			return field.Folder
		}
	}
	return ""
}

func (c *comparison) collectionOf(folder string) string {
	return c.fields[slices.IndexFunc(c.fields, func(field records.FileField) bool { return field.Folder == folder })].Collection
}

// readRows reports the files that rows name and the store does not have. The listing may be
// older than a row, so each is looked up, and then its row is read again.
func (c *comparison) readRows(ctx context.Context, field records.FileField) error {
	for after, more := "", true; more; {
		rows, err := records.FindFilesAfter(ctx, c.app, field, after, page)
		if err != nil {
			return err
		}
		more = len(rows) == page
		for _, row := range rows {
			after = row.ID
			for _, file := range row.Files {
				key := path.Join(field.Folder, row.ID, file)
				if _, ok := c.found[maphash.String(c.seed, key)]; ok {
					continue
				}
				if _, exists, err := c.store.stat(ctx, key); exists || err != nil {
					if err != nil {
						return err
					}
					continue
				}
				named, err := c.named(ctx, c.app, field.Folder, row.ID)
				if err != nil {
					return err
				}
				if !named[row.ID+"/"+file] {
					continue
				}
				if err := c.report(records.Orphan{Kind: records.RowWithoutFile, Collection: field.Collection, Record: row.ID, File: file}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// place is where the framework stores a file: in the folder of a collection, in that of a
// row. owner is the file itself, or the one that it is a thumbnail or a sidecar of.
type place struct{ folder, record, file, owner string }

var (
	idForm   = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)
	nameForm = regexp.MustCompile(`^[A-Za-z0-9_@.-]*[A-Za-z0-9_@-][A-Za-z0-9_@.-]*$`) // not only dots
)

// placeOf reads a key. It reports false for one that the framework does not give to files.
func placeOf(key string) (p place, ok bool) {
	parts := strings.Split(key, "/")
	if len(parts) < 3 || len(parts) > 4 || !idForm.MatchString(parts[1]) {
		return p, false
	}
	for _, name := range parts[2:] {
		if !nameForm.MatchString(name) {
			return p, false
		}
	}
	p = place{folder: parts[0], record: parts[1], file: strings.Join(parts[2:], "/"), owner: strings.TrimSuffix(parts[2], sidecar)}
	if len(parts) == 4 {
		owner, isThumbs := strings.CutPrefix(parts[2], "thumbs_")
		if !isThumbs {
			return p, false
		}
		p.owner = owner
	}
	return p, true
}
