package nouns_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/nouns"
	"deskmate/records"
	"deskmate/rules"
)

func TestAnnouncementReachesThoseWhoCouldReadTheRecordBeforeOrAfterTheChange(t *testing.T) {
	t.Parallel()
	record := storedAssignment(t, "")
	record.Set(records.Tutor, "new")
	announcement := nouns.Announce(record, nouns.Updated, records.AssignmentScopes)[0]
	record.Set(records.Tutor, "later") // must not affect the announcement

	for tutor, want := range map[string]bool{"old": true, "new": true, "later": false, "another": false} {
		if got := announcement.MayReceive(rules.Reader{ID: tutor, Role: rules.RoleTutor}); got != want {
			t.Errorf("MayReceive(%s tutor) = %t, want %t", tutor, got, want)
		}
	}
}

// A bulk change queues hundreds of announcements at once.
func TestWaitingAnnouncementsDoNotKeepRecordsInMemory(t *testing.T) {
	t.Parallel()
	const size = 20_000
	announcements := make([]nouns.Announcement, 0, 500)
	before := heap()
	for range cap(announcements) {
		record := storedAssignment(t, strings.Repeat("x", size))
		announcements = append(announcements, nouns.Announce(record, nouns.Updated, records.AssignmentScopes)...)
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
	collection := core.NewBaseCollection(records.Assignments)
	collection.Fields.Add(&core.TextField{Name: records.Student}, &core.TextField{Name: records.Tutor}, &core.TextField{Name: records.Description})
	record := core.NewRecord(collection)
	record.Load(map[string]any{records.ID: "assignment00001", records.Tutor: "old", records.Description: description})
	if err := record.PostScan(); err != nil {
		t.Fatal(err)
	}
	return record
}
