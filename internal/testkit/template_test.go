package testkit

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

func TestBinariesThatStartTogetherShareOneTemplate(t *testing.T) {
	t.Parallel()
	cache := t.TempDir()
	var dirs [3]string
	var running sync.WaitGroup
	for i := range dirs {
		running.Go(func() {
			dir, err := templateIn(cache)
			if err != nil {
				t.Error(err)
			}
			dirs[i] = dir
		})
	}
	running.Wait()
	if dirs[0] != dirs[1] || dirs[1] != dirs[2] {
		t.Errorf("there are several templates: %v", dirs)
	}
	if left, err := os.ReadDir(cache); err != nil || len(left) != 1 {
		t.Errorf("the cache holds %v, %v", left, err)
	}
	if data, err := os.Stat(filepath.Join(dirs[0], "data.db")); err != nil || data.Size() == 0 {
		t.Errorf("the template has no database: %v", err)
	}
}

func TestTheOldestTemplatesAreRemoved(t *testing.T) {
	t.Parallel()
	cache := t.TempDir()
	for i := range keptTemplates + 2 {
		dir := filepath.Join(cache, fmt.Sprint(i))
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		made := time.Date(2026, 11, 22, 9, i, 0, 0, time.UTC)
		if err := os.Chtimes(dir, made, made); err != nil {
			t.Fatal(err)
		}
	}
	if err := removeOldTemplates(cache); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(cache)
	if err != nil || len(left) != keptTemplates || left[0].Name() != "2" {
		t.Errorf("the cache holds %v, %v", left, err)
	}
}
