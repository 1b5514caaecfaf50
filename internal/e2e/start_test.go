package e2e

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"deskmate/internal/testkit"
)

func TestAStartThatCannotBeRightEndsWithASentence(t *testing.T) {
	t.Parallel()
	plain, orphaned, emptied := filepath.Join(t.TempDir(), "plain"), t.TempDir(), t.TempDir()
	write := func(dir, name string) string {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, dir := range []string{orphaned, emptied} {
		write(dir, "storage/assignments/id/file.pdf")
	}
	write(emptied, "data.db")
	file := write(t.TempDir(), "file")
	marked, saved, journaled, bare := t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir()
	write(saved, "backups/one.zip")
	for _, path := range []string{filepath.Join(marked, ".marks"), filepath.Join(journaled, "data.db-wal")} {
		if err := os.WriteFile(path, []byte("something"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	locked := t.TempDir()
	if err := os.Mkdir(filepath.Join(locked, "data.db"), 0o700); err != nil { // nobody can write a folder as a database
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		dir  string
		env  string
		flag string
		says []string
	}{
		"an unknown variable":      {plain, "DESKMATE_ADMIN_KY=secret secret", "", []string{"DESKMATE_ADMIN_KY is no variable", "Did you mean DESKMATE_ADMIN_KEY?"}},
		"a short key":              {plain, "PB_ENCRYPTION_KEY=too short", "", []string{"PB_ENCRYPTION_KEY has 9 characters, but a key has 32"}},
		"no interface":             {plain, "", "--publicDir=" + plain + "/away", []string{"--publicDir is " + plain + "/away, which is no folder"}},
		"an empty interface":       {plain, "", "--publicDir=" + bare, []string{"--publicDir is " + bare + ", which has no interface"}},
		"marks without a database": {marked, "", "", []string{filepath.Join(marked, ".marks") + " shows that there was a database"}},
		"backups alone":            {saved, "", "", []string{filepath.Join(saved, "backups") + " shows that there was a database"}},
		"a journal alone":          {journaled, "", "", []string{filepath.Join(journaled, "data.db-wal") + " shows that there was a database"}},
		"a file as the folder":     {file, "", "", []string{file}},
		"a folder below a file":    {file + "/data", "", "", []string{file + "/data cannot be created"}},
		"a database out of reach":  {locked, "", "", []string{filepath.Join(locked, "data.db")}},
		"files without a database": {orphaned, "", "", []string{filepath.Join(orphaned, "data.db") + " is missing or empty"}},
		"an empty database":        {emptied, "", "", []string{filepath.Join(emptied, "data.db") + " is missing or empty"}},
	} {
		program := prepare(t)
		if c.env != "" {
			program.Env = append(program.Env, c.env)
		}
		if c.flag != "" {
			program.Args = append(program.Args, c.flag)
		}
		s, output := startBy(t, c.dir, program)
		if code := s.refusal(t); code != 1 {
			t.Errorf("%s: it exited with %d", name, code)
		}
		for _, part := range c.says {
			if !strings.Contains(output.String(), part) {
				t.Errorf("%s: it printed %s, without %q", name, output, part)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(orphaned, "data.db")); err == nil {
		t.Error("a database was made beside the files")
	}
}

func TestADatabaseWithoutTablesBesideFilesIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, stderr, code := run(t, "superuser", "upsert", "operator@example.com", "secret secret", "--dir="+dir); code != 0 {
		t.Fatal(stderr)
	}
	if err := os.MkdirAll(filepath.Join(dir, "storage", "assignments", "id"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "storage", "assignments", "id", "file.pdf"), testkit.PDF("Tides"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, output := start(t, dir)
	if code := s.refusal(t); code != 1 || !strings.Contains(output.String(), "has no tables of this program") {
		t.Errorf("it exited with %d and printed %s", code, output)
	}
}

func TestTheCopyComesBeforeAnEmptyDatabaseBesideFiles(t *testing.T) {
	t.Parallel()
	b := newBucketStore(t)
	s, dir, _ := b.open(t)
	_, student, _ := s.signUp(t, "robin@example.com", "", "")
	kind, body := form(t, testkit.PDF("Tides"))
	var made struct{ FileURL string }
	if status := s.post(t, "/api/assignments", student, kind, body, &made); status != http.StatusCreated {
		t.Fatalf("handing in: got %d", status)
	}
	s.terminate(t)
	for _, name := range []string{"data.db", "data.db-wal", "data.db-shm"} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "data.db"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	again := b.serve(t, dir)
	if status, _ := again.get(t, made.FileURL, ""); status != http.StatusOK {
		t.Errorf("the file of the restored site: got %d", status)
	}
}

func TestARefusedStartNamesTheWrongFileOrKey(t *testing.T) {
	t.Parallel()
	const variable = "PB_ENCRYPTION_KEY="
	dir := t.TempDir()
	program := prepare(t)
	program.Env = append(program.Env, variable+strings.Repeat("a", 32))
	s := serveBy(t, dir, program)
	operatorSaves(t, s, dir)
	s.terminate(t)
	refused := func(key string, says ...string) {
		t.Helper()
		program := prepare(t)
		program.Env = append(program.Env, variable+strings.Repeat(key, 32))
		s, output := startBy(t, dir, program)
		code := s.refusal(t)
		for _, part := range says {
			if code != 1 || !strings.Contains(output.String(), part) {
				t.Errorf("it exited with %d and printed %s, without %q", code, output, part)
			}
		}
	}
	refused("b", "PB_ENCRYPTION_KEY is not the key that the settings in "+filepath.Join(dir, "data.db")+" are encrypted with")
	if err := os.WriteFile(filepath.Join(dir, "auxiliary.db"), []byte(strings.Repeat("this is no database ", 500)), 0o600); err != nil {
		t.Fatal(err)
	}
	refused("a", "the log of requests is damaged ("+filepath.Join(dir, "auxiliary.db"), "move it away")
}

// operatorSaves has the settings saved, and so encrypted.
func operatorSaves(t *testing.T, s *server, dir string) {
	t.Helper()
	program := prepare(t, "superuser", "upsert", "operator@example.com", "secret secret", "--dir="+dir)
	program.Env = append(program.Env, "PB_ENCRYPTION_KEY="+strings.Repeat("a", 32))
	if out, err := program.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if status, body := s.send(t, "PATCH", "/api/settings", s.signInOperator(t), `{"meta":{"appName":"Desk"}}`); status != http.StatusOK {
		t.Fatalf("saving settings: got %d %s", status, body)
	}
}
