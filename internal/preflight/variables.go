// Package preflight refuses to start the program on settings and folders that cannot be right:
// a mistake is reported at once, in a sentence that names the variable or the path.
package preflight

import (
	"fmt"
	"slices"
	"strings"
)

// variables are all variables of the environment that the program knows, as the table in
// docs/operations.md has them.
var variables = []string{
	"DESKMATE_ADMIN_KEY",
	"DESKMATE_CLAMD",
	"DESKMATE_CLAMD_WHEN_AWAY",
	"DESKMATE_CONSOLE_ADDRESS",
	"DESKMATE_CONSOLE_FROM",
	"DESKMATE_DB_SYNC",
	"DESKMATE_FILES_URL",
	"DESKMATE_FREE_SPACE_MB",
	"DESKMATE_GUEST_FILES_MB",
	"DESKMATE_LOG",
	"DESKMATE_METRICS_ADDRESS",
	"DESKMATE_METRICS_TOKEN",
	"DESKMATE_REPLICA_INTERVAL",
	"DESKMATE_REPLICA_META",
	"DESKMATE_REPLICA_URL",
	"DESKMATE_RESTORE",
	"DESKMATE_S3_ACCESS_KEY",
	"DESKMATE_S3_ENDPOINT",
	"DESKMATE_S3_PATH_STYLE",
	"DESKMATE_S3_REGION",
	"DESKMATE_S3_SECRET_KEY",
	"DESKMATE_SLOW_QUERY",
}

// hidden are the variables of the child process that counts words, and of tests. No operator
// sets them.
var hidden = []string{"DESKMATE_COUNT_WORDS", "DESKMATE_E2E_SEED", "DESKMATE_TEST_MEASURE"}

const prefix = "DESKMATE_"

// CheckVariables fails if a variable of an environment has the prefix of ours but is not
// known: a typo would silently switch off what it should switch on.
func CheckVariables(environ []string) error {
	for _, variable := range environ {
		name, _, _ := strings.Cut(variable, "=")
		if !strings.HasPrefix(name, prefix) || slices.Contains(variables, name) || slices.Contains(hidden, name) {
			continue
		}
		if near := nearest(name); near != "" {
			return fmt.Errorf("%s is no variable of this program. Did you mean %s?", name, near)
		}
		return fmt.Errorf("%s is no variable of this program: docs/operations.md lists them all", name)
	}
	return nil
}

// nearest returns the known variable that is most like a name, or nothing if none is: a typo
// changes at most a third of the letters, and no more than four.
func nearest(name string) (best string) {
	least := min(4, (len(name)-len(prefix))/3) + 1
	for _, known := range variables {
		if d := distance(name, known); d < least {
			best, least = known, d
		}
	}
	return best
}

// distance is how many letters must be added, removed or replaced to turn a into b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			changed := before
			if a[i] != b[j] {
				changed++
			}
			before = row[j+1]
			row[j+1] = min(changed, row[j]+1, before+1)
		}
	}
	return row[len(b)]
}

// keyLength is how many characters the key of the settings has.
const keyLength = 32

// CheckKey fails if the key that encrypts PocketBase's settings cannot be one.
func CheckKey(variable, key string) error {
	if key != "" && len(key) != keyLength {
		return fmt.Errorf("%s has %d characters, but a key has %d", variable, len(key), keyLength)
	}
	return nil
}
