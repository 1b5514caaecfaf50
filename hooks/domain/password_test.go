package domain_test

import (
	"strings"
	"testing"

	"deskmate/hooks/domain"
)

func TestCommonPasswordsAndWhiteSpaceAreEasyToGuess(t *testing.T) {
	t.Parallel()
	for _, easy := range []string{"123456", "password", "PassWord", "qwerty123", "iloveyou", "111111", " letmein ", "      ", "\t\n\u00a0   ",
		"１２３４５６", "123456\u200b", "ｐａｓｓｗｏｒｄ", "\u200b\u200b\u200b\u200b\u200b\u200b", "\u2800\u2800\u2800\u2800\u2800\u2800", "\x00\x00\x00\x00\x00\x00", "correct\x00horse", "password\n123456", "abc\u2060\u2060\u2060"} {
		if !domain.IsEasyPassword(easy) {
			t.Errorf("%q passes", easy)
		}
	}
	for _, fine := range []string{"correct horse", "horse9", "héron gris", "пароль из слов", "12345 horses", strings.Repeat("x", 72)} {
		if domain.IsEasyPassword(fine) {
			t.Errorf("%q is refused", fine)
		}
	}
}

func TestSignUpAndPasswordChangeRefuseCommonPasswordsAlike(t *testing.T) {
	t.Parallel()
	for name, problems := range map[string]domain.Problems{
		"sign-up": domain.SignUp{Name: "Robin", Email: "robin@example.com", Password: "123456"}.Check(),
		"change":  domain.PasswordChange{NewPassword: "Password"}.CheckNew(),
	} {
		if len(problems) != 1 || problems[0].Message != "Password is too easy to guess" {
			t.Errorf("%s: got %v", name, problems)
		}
	}
}
