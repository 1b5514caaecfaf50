//go:build !unix

package disk

import "os"

// Lock does nothing on systems without such locks.
func Lock(string) (release func(), err error) { return func() {}, nil }

// Place tells a folder from its copies on other machines.
func Place(string) (string, error) { return os.Hostname() }

// Movable checks nothing on systems that do not say why they cannot move a folder.
func Movable(string, string) error { return nil }
