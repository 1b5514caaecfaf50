package files

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem/blob"
	"github.com/spf13/cobra"

	"deskmate/hooks/store"
	"deskmate/internal/clock"
	"deskmate/internal/disk"
)

const (
	// youngest is the age below which a file may lack its row: a change stores its files
	// first, and its row 5 minutes later at most.
	youngest = 24 * time.Hour
	// sidecar ends the name of a file in which the framework keeps the metadata of another.
	sidecar = ".attrs"
)

// Differences are what does not agree between the store and the rows.
type Differences struct {
	WithoutRow  []*blob.ListObject // files that no row names, and that are at least a day old
	WithoutFile []string           // files that rows name and the store does not have: collection, row, name
}

// Compare compares the store with the rows. It fails if none of the files that rows name is
// in the store: that is the store of another site.
func Compare(ctx context.Context, app core.App) (found Differences, err error) {
	collections, err := app.FindAllCollections(core.CollectionTypeBase, core.CollectionTypeAuth)
	if err != nil {
		return found, err
	}
	named := 0
	for _, collection := range collections {
		count, err := found.add(ctx, app, collection)
		if err != nil {
			return found, err
		}
		named += count
	}
	if missing := len(found.WithoutFile); missing > 0 && missing == named {
		return found, fmt.Errorf("the store has none of the %d files that rows name: check that it is the one of this site", missing)
	}
	return found, nil
}

// add compares the files of one collection, and returns how many its rows name. The rows are
// read before and after the files are listed, so that what changes meanwhile does not count.
func (d *Differences) add(ctx context.Context, app core.App, collection *core.Collection) (named int, err error) {
	before, err := store.ReadFileKeys(ctx, app, collection)
	if before == nil || err != nil {
		return 0, err
	}
	files, err := list(ctx, app, collection.BaseFilesPath())
	if err != nil {
		return 0, err
	}
	after, err := store.ReadFileKeys(ctx, app, collection)
	if err != nil {
		return 0, err
	}
	stored := make(map[string]bool, len(files))
	for _, file := range files {
		stored[file.Key] = true
	}
	for key := range before {
		if after[key] {
			named++
			if !stored[key] {
				d.WithoutFile = append(d.WithoutFile, collection.Name+strings.TrimPrefix(key, collection.BaseFilesPath()))
			}
		}
	}
	slices.Sort(d.WithoutFile)
	for _, file := range files {
		key, isSidecar := strings.CutSuffix(file.Key, sidecar)
		hasFile := isSidecar && stored[key]
		isOurs := strings.Count(file.Key, "/") == 2 // nothing that the program stores lies deeper
		if isOurs && !hasFile && !before[key] && !after[key] && clock.Now(app).Sub(file.ModTime) >= youngest {
			d.WithoutRow = append(d.WithoutRow, file)
		}
	}
	return named, nil
}

// list returns all files below a folder of the store. On this machine it is a walk of its
// own: the framework leaves out sidecars, and walks again for every thousand files.
func list(ctx context.Context, app core.App, folder string) (found []*blob.ListObject, err error) {
	if app.Settings().S3.Enabled {
		store, err := app.NewFilesystem()
		if err != nil {
			return nil, err
		}
		defer store.Close()
		store.SetContext(ctx)
		return store.List(folder + "/")
	}
	root := os.DirFS(filepath.Join(app.DataDir(), core.LocalStorageDirName))
	err = fs.WalkDir(root, folder, func(key string, entry fs.DirEntry, err error) error {
		if err = cmp.Or(err, ctx.Err()); err == nil && !entry.IsDir() {
			var info fs.FileInfo
			if info, err = entry.Info(); err == nil {
				found = append(found, &blob.ListObject{Key: key, Size: info.Size(), ModTime: info.ModTime()})
			}
		}
		if errors.Is(err, fs.ErrNotExist) { // files come and go
			return nil
		}
		return err
	})
	return found, err
}

// remove deletes a file from the store, with its sidecar.
func remove(ctx context.Context, app core.App, key string) error {
	if app.Settings().S3.Enabled {
		store, err := app.NewFilesystem()
		if err != nil {
			return err
		}
		defer store.Close()
		store.SetContext(ctx)
		return store.Delete(key)
	}
	path := filepath.Join(app.DataDir(), core.LocalStorageDirName, filepath.FromSlash(key))
	for _, path := range []string{path, path + sidecar} {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	_ = os.Remove(filepath.Dir(path)) // unless something else is in it
	return nil
}

// NewCommand returns the command `files`. It may run beside a server.
func NewCommand(app core.App) *cobra.Command {
	command := &cobra.Command{Use: "files", Short: "Deletes stored files that belong to nothing"}
	command.AddCommand(&cobra.Command{
		Use:          "clean",
		Short:        "Lists stored files that no row names, and deletes them after asking",
		Long:         "Lists stored files that no row names and that are at least a day old, and deletes them after asking.",
		Args:         cobra.NoArgs,
		SilenceUsage: true,
		RunE: func(command *cobra.Command, _ []string) error {
			if !app.HasTable(store.Policies) {
				return errors.New("the data folder is empty: start the server, or run `deskmate migrate up` first")
			}
			return clean(command.Context(), app, command.InOrStdin(), command.OutOrStdout())
		},
	})
	return command
}

func clean(ctx context.Context, app core.App, in io.Reader, out io.Writer) error {
	former, err := disk.Former(app.DataDir())
	if err != nil {
		return err
	}
	if len(former) > 0 {
		return fmt.Errorf("nothing is deleted while a database that was set aside is in the data folder: "+
			"%s may name files that the rows do not. Delete it first, if you need none of its changes", filepath.Base(former[0]))
	}
	found, err := Compare(ctx, app)
	if err != nil {
		return err
	}
	files := found.WithoutRow
	if len(files) == 0 {
		_, err := fmt.Fprintln(out, "No file is without a row.")
		return err
	}
	for _, file := range files {
		_, _ = fmt.Fprintf(out, "%s\t%d\n", CleanName(file.Key), file.Size)
	}
	_, _ = fmt.Fprintf(out, "Delete %s without a row? They must be of no other site or copy of the site. [y/N] ", Sum(files))
	answer, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if answer = strings.ToLower(strings.TrimSpace(answer)); answer != "y" && answer != "yes" {
		_, err := fmt.Fprintln(out, "Nothing was deleted.")
		return err
	}
	for i, file := range files {
		if err := remove(ctx, app, file.Key); err != nil {
			return fmt.Errorf("%d of %d were deleted: %w", i, len(files), err)
		}
	}
	_, err = fmt.Fprintln(out, "Deleted.")
	return err
}

// Sum counts files and their bytes.
func Sum(files []*blob.ListObject) string {
	var bytes uint64
	for _, file := range files {
		bytes += uint64(max(0, file.Size)) // #nosec G115 -- at least 0
	}
	return fmt.Sprintf("%s (%s)", english.Plural(len(files), "file", ""), humanize.IBytes(bytes))
}
