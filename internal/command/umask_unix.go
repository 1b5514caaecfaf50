//go:build unix

package command

import "syscall"

// keepPrivate makes all files that the program writes readable to its own user only: the
// databases hold hashes of passwords, and backups hold everything.
func keepPrivate() { syscall.Umask(0o077) }
