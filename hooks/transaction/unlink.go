package transaction

import (
	"context"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// batchSize is how many records a piece reads.
const batchSize = 100

// ClearReferences clears a relation field in every record that points to an id,
// in pieces. It does not validate the records: nothing else about them changes.
func ClearReferences(ctx context.Context, app core.App, collection, field, id string) error {
	return InPieces(ctx, app, func(ctx context.Context, tx core.App, enough func() bool) (bool, error) {
		referring, err := tx.FindRecordsByFilter(collection, field+" = {:id}", "", batchSize, 0, dbx.Params{"id": id})
		if err != nil {
			return false, err
		}
		for _, record := range referring {
			record.Set(field, "")
			if err := ourFault(record, tx.SaveNoValidateWithContext(ctx, record)); err != nil {
				return false, err
			}
			if enough() {
				return true, nil
			}
		}
		return len(referring) == batchSize, nil
	})
}
