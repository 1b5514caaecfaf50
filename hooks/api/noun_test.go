package api_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/api"
	"deskmate/hooks/domain"
	"deskmate/hooks/store"
)

func TestFormerAndPresentReadersHearOfAChange(t *testing.T) {
	t.Parallel()
	record := storedAssignment(t, "")
	record.Set(store.Tutor, "new")
	announcement := api.Announce(record, api.Updated, store.AssignmentScopes)[0]
	record.Set(store.Tutor, "later") // must not affect the announcement

	for tutor, want := range map[string]bool{"old": true, "new": true, "later": false, "another": false} {
		if got := announcement.MayReceive(domain.Reader{ID: tutor, Role: domain.RoleTutor}); got != want {
			t.Errorf("MayReceive(%s tutor) = %t, want %t", tutor, got, want)
		}
	}
}

// A bulk change queues hundreds of announcements at once. It does not run in parallel, because
// it measures what the whole program has in memory.
func TestWaitingAnnouncementsDoNotKeepRecordsInMemory(t *testing.T) {
	const size = 20_000
	announcements := make([]api.Announcement, 0, 500)
	before := heap()
	for range cap(announcements) {
		record := storedAssignment(t, strings.Repeat("x", size))
		announcements = append(announcements, api.Announce(record, api.Updated, store.AssignmentScopes)...)
	}
	if grown := heap() - before; grown > int64(cap(announcements))*size/10 {
		t.Errorf("%d announcements take %d bytes", len(announcements), grown)
	}
	runtime.KeepAlive(announcements)
}

func heap() int64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

// storedAssignment is an assignment as it was read from the database.
func storedAssignment(t *testing.T, description string) *core.Record {
	t.Helper()
	collection := core.NewBaseCollection(store.Assignments)
	collection.Fields.Add(&core.TextField{Name: store.Student}, &core.TextField{Name: store.Tutor}, &core.TextField{Name: store.Description})
	record := core.NewRecord(collection)
	record.Load(map[string]any{store.ID: "assignment00001", store.Tutor: "old", store.Description: description})
	if err := record.PostScan(); err != nil {
		t.Fatal(err)
	}
	return record
}
