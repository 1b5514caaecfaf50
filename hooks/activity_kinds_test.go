package hooks_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"deskmate/hooks"
)

// The interface reads the same file for its filter.
func TestTheInterfaceKnowsEveryKindOfActivity(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("domain/testdata/activity_kinds.json")
	if err != nil {
		t.Fatal(err)
	}
	var known, declared []string
	if err := json.Unmarshal(content, &known); err != nil {
		t.Fatal(err)
	}
	for _, noun := range hooks.Nouns() {
		declared = append(declared, noun.Kinds...)
	}
	slices.Sort(known)
	slices.Sort(declared)
	if !slices.Equal(known, declared) {
		t.Errorf("the interface knows %q, the nouns declare %q", known, declared)
	}
}
