package testkit

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
	"deskmate/internal/chance"
	"deskmate/internal/clock"
)

// CopyRows copies a row many times with some columns changed, without record
// events, and returns the ids of the copies. If the new value of a column is a list of
// strings, the copies take its elements in turn.
func (a *App) CopyRows(t testing.TB, table, id string, count int, changes dbx.Params) (ids []string) {
	t.Helper()
	columns, err := a.TableColumns(table)
	if err != nil {
		t.Fatal(err)
	}
	var copied int
	if err := a.DB().Select("count(*)").From(table).Where(dbx.NewExp("id LIKE 'copy%'")).Row(&copied); err != nil {
		t.Fatal(err)
	}
	params := dbx.Params{"template": id, "first": copied, "end": copied + count}
	values := make([]string, len(columns))
	for i, column := range columns {
		values[i] = "[[" + column + "]]"
		if value, ok := changes[column]; ok {
			values[i] = "{:new" + column + "}"
			if list, ok := value.([]string); ok {
				encoded, err := json.Marshal(list)
				if err != nil {
					t.Fatal(err)
				}
				value = string(encoded)
				values[i] = fmt.Sprintf("json_extract({:new%s}, '$[' || (n.i %% %d) || ']')", column, len(list))
			}
			params["new"+column] = value
		}
		if _, ok := changes[column]; column == store.Reference && !ok {
			values[i] = "substr([[reference]], 1, 2) || printf('%06d', n.i)" // no two rows may have the same
		}
		if column == store.ID {
			values[i] = "printf('copy%011d', n.i)"
		}
	}
	_, err = a.NonconcurrentDB().NewQuery(fmt.Sprintf(`INSERT INTO {{%s}} ([[%s]])
		WITH RECURSIVE n(i) AS (SELECT {:first} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {:end})
		SELECT %s FROM {{%s}}, n WHERE id = {:template}`,
		table, strings.Join(columns, "]], [["), strings.Join(values, ", "), table)).Bind(params).Execute()
	if err != nil {
		t.Fatal(err)
	}
	for i := range count {
		ids = append(ids, fmt.Sprintf("copy%011d", copied+i))
	}
	return ids
}

// writeLimit is how long a long change may delay another writer.
const writeLimit = 500 * time.Millisecond

// DoesNotBlockWriters runs a long change while another goroutine writes continuously,
// alternately through the API and around it. It fails if a write waits too long. As
// everything takes long on a busy machine, a wait counts only if it also lasts for a
// quarter of the change.
func (a *App) DoesNotBlockWriters(t testing.TB, change func()) {
	t.Helper()
	chance.Long(t)
	writer := a.Person(t, domain.RoleAdmin, "Writer")
	var (
		longest time.Duration
		writes  int
		writing sync.WaitGroup
	)
	whole, done := clock.Stopwatch(), make(chan struct{})
	writing.Go(func() {
		for isDone := false; !isDone; writes++ {
			waited := clock.Stopwatch()
			if writes%2 > 0 {
				if err := a.RunInTransaction(func(core.App) error { return nil }); err != nil {
					t.Error(err)
				}
			} else if answer := a.Call(t, "PATCH", "/api/users/"+writer.Id, writer.Token, map[string]string{"status": "active"}); answer.Status != 200 {
				t.Errorf("another writer got %d %s", answer.Status, answer.Body)
			}
			longest = max(longest, waited())
			select {
			case <-done:
				isDone = true
			default:
			}
		}
	})
	change()
	took := whole()
	close(done)
	writing.Wait()
	t.Logf("the change took %v, the longest of %d other writes %v", took, writes, longest)
	if longest > max(writeLimit, took/4) {
		t.Errorf("another writer waited %v", longest)
	}
}
