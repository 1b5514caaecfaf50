//go:build !linux && !darwin

package disk

// Free returns how many bytes may still be written in a folder.
func Free(string) (bytes uint64, known bool) { return 0, false }
