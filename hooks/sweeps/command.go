package sweeps

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/dustin/go-humanize/english"
	"github.com/pocketbase/pocketbase/core"
	"github.com/spf13/cobra"

	"deskmate/hooks/files"
	"deskmate/records"
	"deskmate/rules"
)

// orphaned is the failure of a store that was compared and does not agree with the rows. All
// other failures mean that it could not be compared.
type orphaned struct{}

func (orphaned) Error() string { return "files and rows do not agree" }

// ExitCode is what the command exits with.
func (orphaned) ExitCode() int { return 1 }

// NewCommand returns the command `files`. It may run beside a server.
func NewCommand(app core.App) *cobra.Command {
	command := &cobra.Command{Use: "files", Short: "Compares the stored files with the database"}
	command.AddCommand(&cobra.Command{
		Use:   "check",
		Short: "Prints files without a row and rows without their file, and changes nothing",
		Long: "Prints files that no row names, and rows whose file is missing. Changes nothing. Each line has these columns, separated by tabs: " +
			"what it is, collection, row, file, size in bytes, since when the server knows of it, and when it deletes it at the earliest, if it is told to.\n" +
			"Exits with 0 if files and rows agree, 1 if they do not, and 2 if that could not be found out.",
		Args:         cobra.NoArgs,
		SilenceUsage: true,
		Annotations:  map[string]string{"exitCode": "2"},
		RunE: func(command *cobra.Command, _ []string) error {
			if !app.HasTable(records.Orphans) {
				return errors.New("the data folder is empty or of an earlier version: start the server, or run `deskmate migrate up` first")
			}
			return check(command.Context(), app, command.OutOrStdout())
		},
	})
	return command
}

// names of the kinds, as the command prints them.
var names = map[string]string{records.FileWithoutRow: "file without row", records.RowWithoutFile: "row without file", foreign: foreign}

// check compares and prints.
func check(ctx context.Context, app core.App, out io.Writer) error {
	comparison, err := recognize(ctx, app, open(app), moment(app))
	if err != nil {
		return err
	}
	var filesFound, rowsFound, unknown int
	var bytes int64
	err = comparison.run(ctx, func(orphan records.Orphan) error {
		switch orphan.Kind {
		case records.FileWithoutRow:
			filesFound++
			bytes += orphan.Bytes
		case records.RowWithoutFile:
			rowsFound++
		default:
			unknown++
		}
		since, until, err := timesOf(ctx, app, orphan)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%d\t%s\t%s\n", names[orphan.Kind], orphan.Collection, orphan.Record,
			files.CleanName(strings.ReplaceAll(orphan.File, "\t", " ")), orphan.Bytes, since, until)
		return err
	})
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(out, "%s without a row (%d bytes), %s without their file, %d unknown.\n",
		english.Plural(filesFound, "file", ""), bytes, english.Plural(rowsFound, "row", ""), unknown)
	if comparison.young > 0 {
		_, _ = fmt.Fprintf(out, "%s of the last 24 hours without a row: an upload may be under way.\n", english.Plural(comparison.young, "file", ""))
	}
	if filesFound+rowsFound > 0 {
		return orphaned{}
	}
	return nil
}

// timesOf returns since when the server knows of an orphan, and when it deletes it at the
// earliest. Both are empty for what it has not seen yet, or does not delete.
func timesOf(ctx context.Context, app core.App, orphan records.Orphan) (since, until string, err error) {
	if orphan.Kind == foreign {
		return "", "", nil
	}
	known, err := records.FindOrphan(ctx, app, orphan.Collection, orphan.Record, orphan.File)
	if errors.Is(err, sql.ErrNoRows) || err == nil && (known.Nights == 0 || known.Kind != orphan.Kind || known.Written != orphan.Written) {
		return "", "", nil
	}
	if err != nil {
		return "", "", err
	}
	if orphan.Kind == records.FileWithoutRow {
		until = rules.FormatTime(dueAt(known.Waiting))
	}
	return string(known.FirstSeen), until, nil
}
