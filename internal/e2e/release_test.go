package e2e

import (
	"crypto/sha256"
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestVersionNeedsNoDataFolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "none")
	stdout, stderr, code := run(t, "version", "--dir="+dir)
	if code != 0 || !strings.HasPrefix(stdout, "deskmate development\ncommit ") || !strings.Contains(stdout, runtime.Version()) || !strings.Contains(stdout, "PocketBase v0.") {
		t.Errorf("it exited with %d and printed %q %q", code, stdout, stderr)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the folder: %v", err)
	}
	if _, stderr, code := run(t, "version", "two"); code != 1 || !strings.Contains(stderr, "unknown command") {
		t.Errorf("with an argument, it exited with %d and printed %q", code, stderr)
	}
}

// The test builds for its own processor only; `make release` builds for all.
func TestAReleaseIsStaticVersionedAndChecksummed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	platform := "linux_" + runtime.GOARCH
	release := exec.Command("make", "--no-print-directory", "binaries", "PLATFORMS="+strings.Replace(platform, "_", "/", 1), "RELEASE="+dir, "VERSION=v9.8.7", "COMMIT=0123abc")
	if out, err := release.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	name := "deskmate_v9.8.7_" + platform
	program := filepath.Join(dir, name)
	file, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, part := range file.Progs {
		if part.Type == elf.PT_INTERP || part.Type == elf.PT_DYNAMIC {
			t.Errorf("it is linked dynamically: %v", part.Type)
		}
	}
	content, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
	if want := fmt.Sprintf("%x  %s\n", sha256.Sum256(content), name); err != nil || string(sums) != want {
		t.Errorf("the checksums are %q, want %q, %v", sums, want, err)
	}
	if here, err := os.Getwd(); err != nil || strings.Contains(string(content), here) {
		t.Errorf("the program contains the path of its source, %v", err)
	}
	if runtime.GOOS != "linux" {
		return // the program is Linux's
	}
	for argument, want := range map[string]string{"version": "deskmate v9.8.7\ncommit 0123abc\n", "--version": "version v9.8.7\n"} {
		if out, err := exec.Command(program, argument).Output(); err != nil || !strings.Contains(string(out), want) {
			t.Errorf("%s prints %q, want %q, %v", argument, out, want, err)
		}
	}
}
