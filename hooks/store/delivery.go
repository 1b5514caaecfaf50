package store

import (
	"context"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// DeliveryFile describes one delivered file. It outlives the file: PurgedAt is when that
// was deleted. Words is nil if their number is unknown.
type DeliveryFile struct {
	File       string  `json:"file"` // its stored name
	Name       string  `json:"name"`
	Size       int64   `json:"size"`
	SHA256     string  `json:"sha256"`
	Words      *int    `json:"words"`
	Comparable bool    `json:"comparable"` // whether its text can be read
	PurgedAt   *string `json:"purgedAt"`
}

// DeliveredFiles are the files of a delivery, in upload order.
type DeliveredFiles []DeliveryFile

// Scan decodes the files from their JSON column.
func (f *DeliveredFiles) Scan(value any) error { return scanJSON(value, f) }

// Words is the sum of the numbers of words that are known, nil if none is.
func (f DeliveredFiles) Words() *int {
	var sum *int
	for _, file := range f {
		if file.Words != nil {
			if sum == nil {
				sum = new(int)
			}
			*sum += *file.Words
		}
	}
	return sum
}

// Purged describes the same files once they are deleted: their names are replaced, and
// their sizes and hashes stay. The stored names go too, because they come from the names.
func (f DeliveredFiles) Purged(at string) DeliveredFiles {
	purged := slices.Clone(f)
	for i := range purged {
		purged[i].Name = "file-" + strconv.Itoa(i+1) + strings.ToLower(path.Ext(purged[i].Name))
		purged[i].File = purged[i].Name
		if purged[i].PurgedAt == nil {
			purged[i].PurgedAt = &at
		}
	}
	return purged
}

// Find returns the file that is stored under a name.
func (f DeliveredFiles) Find(stored string) (DeliveryFile, bool) {
	for _, file := range f {
		if file.File == stored && file.PurgedAt == nil {
			return file, true
		}
	}
	return DeliveryFile{}, false
}

// DeliveryRow is one row of DeliveryListing. Tutor is empty once that account is deleted.
// TextStatus and Writer are those of the note, if it was ever held.
type DeliveryRow struct {
	RowBase
	Assignment      string         `db:"assignment"`
	Version         int            `db:"version"`
	Note            string         `db:"note"`
	Files           DeliveredFiles `db:"fileNames"`
	FileStates      FileStates     `db:"fileStates" sql:"-"`
	Receipt         string         `db:"receipt"`
	AnswersRevision int            `db:"answersRevision"` // 0 if it answers none
	Tutor           string         `db:"tutor"`
	TutorName       string         `db:"tutorName" sql:"coalesce(t.name, '')"`
	Created         Time           `db:"created"`
	TextStatus      string         `db:"textStatus" sql:"coalesce(x.status, '')"`
	Writer          string         `db:"writer" sql:"coalesce(x.writer, '')"`
}

// TextBytes is the size of the row's long texts.
func (r DeliveryRow) TextBytes() int { return len(r.Note) }

var deliveryColumns = columns[DeliveryRow]("d", fileStates("d.id"))

// DeliveryListing lists what was delivered for an assignment, newest first.
func DeliveryListing(assignment string) Listing {
	listing := Listing{
		Columns: deliveryColumns,
		Table:   "deliveries d",
		Joins:   []Join{{"users t", "t.id = d.tutor"}, {"texts x", "x.noun = 'deliveries' AND x.thing = d.id"}},
		RowID:   "d.rowid",
		Indexes: []Index{{"d.assignment", "d.version"}},
		Order:   Order{By: "d.version", Desc: true},
	}
	listing.Where("d.assignment", "= {:assignment}", dbx.Params{"assignment": assignment})
	return listing
}

// FindDelivery reads one version of what was delivered; sql.ErrNoRows if there is none.
func FindDelivery(ctx context.Context, app core.App, assignment string, version int) (DeliveryRow, error) {
	return find[DeliveryRow](ctx, app, DeliveryListing(assignment), "d.version", version)
}

// ReceiptRow is what the public receipt of a delivery tells.
type ReceiptRow struct {
	Code      string         `db:"receipt"`
	Reference string         `db:"reference"` // of the assignment
	Version   int            `db:"version"`
	Created   Time           `db:"created"`
	Files     DeliveredFiles `db:"fileNames"`
}

// FindReceipt reads the receipt with a code, even of a deleted assignment; sql.ErrNoRows if
// there is none.
func FindReceipt(ctx context.Context, app core.App, code string) (receipt ReceiptRow, err error) {
	err = constant(app, `SELECT d.receipt, a.reference, d.version, d.created, d.fileNames
		FROM deliveries d JOIN assignments a ON a.id = d.assignment WHERE d.receipt = {:code}`).
		Bind(dbx.Params{"code": code}).WithContext(ctx).One(&receipt)
	return receipt, err
}
