package domain

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// EasyPassword is what people read about a password that strangers would try first.
const EasyPassword = "Password is too easy to guess"

// commonPasswords holds the 10,000 most common passwords of at least 6 characters, in
// lower case, one per line: the first ones of passwords.json in
// @zxcvbn-ts/language-common 4.1.3. Its licence is in common_passwords.LICENSE.
//
//go:embed common_passwords.txt.gz
var commonPasswords []byte

var commonPasswordLines = sync.OnceValue(func() string {
	list, err := gzip.NewReader(bytes.NewReader(commonPasswords))
	if err != nil {
		panic(err) // the embedded list is broken
	}
	lines, err := io.ReadAll(list)
	if err != nil {
		panic(err)
	}
	return "\n" + string(lines)
})

// IsEasyPassword reports whether a password is one of the most common ones, however it
// is spelled, white space alone, or too short without what cannot be seen. Nobody types
// control characters, so a password with one is not what its owner thinks it is.
func IsEasyPassword(password string) bool {
	visible := Visible(password)
	if utf8.RuneCountInString(visible) < PasswordMinimum || strings.ContainsFunc(password, unicode.IsControl) {
		return true
	}
	plain := strings.ToLower(strings.TrimSpace(norm.NFKC.String(visible)))
	return plain == "" || strings.Contains(commonPasswordLines(), "\n"+plain+"\n")
}

// password adds the problem of a new password. Forms differ in how they say that one is
// missing or too short.
func (c *check) password(field, password, required, tooShort string) {
	isShort := utf8.RuneCountInString(password) < PasswordMinimum
	switch {
	case isShort && IsBlank(password):
		c.add(field, Required, required)
	case isShort:
		c.add(field, TooShort, tooShort)
	case len(password) > PasswordMaxBytes:
		c.add(field, TooLong, "Password is too long")
	case IsEasyPassword(password):
		c.add(field, Invalid, EasyPassword)
	}
}
