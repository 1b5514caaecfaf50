package files

import "testing"

func TestNoNameInAnArchiveIsThatOfADevice(t *testing.T) {
	t.Parallel()
	taken := map[string]bool{}
	for _, c := range []struct{ name, want string }{
		{"CON.txt", "_CON.txt"}, {"nul", "_nul"}, {"Com1.tar.pdf", "_Com1.tar.pdf"}, {"lpt9 .pdf", "_lpt9 .pdf"},
		{"con.txt", "_con (2).txt"}, {"Context.txt", "Context.txt"}, {"com10.txt", "com10.txt"}, {"COM0.pdf", "COM0.pdf"},
	} {
		if got := uniqueName(c.name, taken); got != c.want {
			t.Errorf("%q is %q, want %q", c.name, got, c.want)
		}
	}
}
