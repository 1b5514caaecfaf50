//go:build !unix

package command

// keepPrivate does nothing: elsewhere, the folder decides who reads its files.
func keepPrivate() {}
