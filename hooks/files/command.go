package files

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/filesystem/blob"
	"github.com/spf13/cobra"

	"deskmate/hooks/store"
	"deskmate/internal/disk"
)

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
