package files_test

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/files"
	"deskmate/hooks/store"
	"deskmate/hooks/transaction"
	"deskmate/internal/disk"
	"deskmate/internal/testkit"
)

// notes returns the keys of the files that are being stored.
func (s *bucketWorld) notes(t *testing.T) (keys []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(s.DataDir(), disk.Uploads))
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		key, err := url.PathUnescape(entry.Name())
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, key)
	}
	return keys
}

// note leaves what a killed server leaves of an upload.
func (s *bucketWorld) note(t *testing.T, keys ...string) {
	t.Helper()
	for _, key := range keys {
		if err := os.WriteFile(filepath.Join(s.DataDir(), disk.Uploads, url.PathEscape(key)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// noting returns a store whose app notes uploads.
func noting(t *testing.T, s *bucketWorld) *bucketWorld {
	t.Helper()
	if err := files.BeginNotes(s); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAnUploadIsNotedWhileItIsStored(t *testing.T) {
	t.Parallel()
	s := noting(t, newStore(t, false))
	var during []string
	refused := false
	s.OnRecordCreateExecute(store.Assignments).Bind(transaction.At(transaction.StageHistory+1, func(e *core.RecordEvent) error {
		if during = s.notes(t); refused {
			return domain.Problems{{Field: "title", Code: domain.Invalid, Message: "Title is refused"}}
		}
		return e.Next()
	}))
	if _, key := s.handIn(t); !slices.Equal(during, []string{key}) || len(s.notes(t)) > 0 {
		t.Errorf("of %s it notes %q, and afterwards %q", key, during, s.notes(t))
	}
	refused = true
	form := testkit.Form{Texts: testkit.NewAssignment(), Files: []testkit.File{{Field: "file", Name: "essay.pdf", Content: testkit.PDF("Tides")}}}
	if answer := s.Call(t, "POST", "/api/assignments", s.robin.Token, form); answer.Status != 400 || len(during) != 1 || len(s.notes(t)) > 0 {
		t.Errorf("of one that gets %d it notes %q, and afterwards %q", answer.Status, during, s.notes(t))
	}
}

func TestWhatAKilledUploadHasStoredIsRemoved(t *testing.T) {
	t.Parallel()
	inBoth(t, func(t *testing.T, s *bucketWorld) {
		noting(t, s)
		s.put(t, s.folder+"/"+s.id+"/file_other.pdf", "not of an upload")
		before := s.keys(t)
		whole, part, inNone := s.folder+"/"+s.id+"/file_whole.pdf", s.folder+"/"+s.id+"/file_part.pdf", s.folder+"/gone00000000000/file_lost.pdf"
		for _, key := range []string{whole, whole + ".attrs", part + ".1f.tmp", part + ".attrs", inNone} {
			s.put(t, key, "left")
		}
		s.note(t, whole, part, inNone, s.folder+"/"+s.id+"/file_never.pdf", s.live)
		if err := files.RemoveCutOff(s); err != nil {
			t.Fatal(err)
		}
		if after := s.keys(t); !slices.Equal(after, before) || len(s.notes(t)) > 0 {
			t.Errorf("it leaves %q of %q, and the notes %q", after, before, s.notes(t))
		}
	})
}

func TestWhatADatabaseThatWasSetAsideMayNameStays(t *testing.T) {
	t.Parallel()
	s := noting(t, newStore(t, false))
	key := s.folder + "/" + s.id + "/file_left.pdf"
	s.put(t, key, "left")
	s.note(t, key)
	former := filepath.Join(s.DataDir(), "former-g1-20261123110000.db")
	if err := os.WriteFile(former, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := files.RemoveCutOff(s); err != nil || !slices.Contains(s.keys(t), key) || len(s.notes(t)) != 1 {
		t.Errorf("it returns %v, and leaves %q", err, s.keys(t))
	}
	if err := os.Remove(former); err != nil {
		t.Fatal(err)
	}
	if err := files.RemoveCutOff(s); err != nil || slices.Contains(s.keys(t), key) || len(s.notes(t)) > 0 {
		t.Errorf("without it, it returns %v, and leaves %q", err, s.keys(t))
	}
}

func TestNotesAreKeptUntilTheStoreIsBack(t *testing.T) {
	t.Parallel()
	s := noting(t, newStore(t, true))
	key := s.folder + "/" + s.id + "/file_left.pdf"
	s.put(t, key, "left")
	s.note(t, key)
	away := func(w http.ResponseWriter, _ *http.Request, _ http.Handler) { w.WriteHeader(http.StatusForbidden) }
	s.around.Store(&away)
	if err := files.RemoveCutOff(s); err == nil || len(s.notes(t)) != 1 {
		t.Errorf("it returns %v, and leaves the notes %q", err, s.notes(t))
	}
	s.around.Store(nil)
	if err := files.RemoveCutOff(s); err != nil || slices.Contains(s.keys(t), key) || len(s.notes(t)) > 0 {
		t.Errorf("it returns %v, and leaves %q", err, s.keys(t))
	}
}
