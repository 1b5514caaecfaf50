package database

import (
	"sync"

	"modernc.org/libc"
	"modernc.org/libc/sys/types"
)

const (
	// journalPiece is the size of the pieces in which SQLite copies the pages that a
	// statement changes, in bytes, with room for their headers.
	journalPiece = 1040
	// journalPieces is how many pieces the change of about 100 pages takes.
	journalPieces = 640
	// piecesPerBlock is how many pieces the allocator cuts from one block.
	piecesPerBlock = 31
)

// reserveJournalMemory keeps 1.3 MB for the copies that SQLite makes of the pages
// that a statement with triggers changes. The allocator returns a block to the
// operating system as soon as it is empty, so every such statement would get and
// return dozens, which takes longer than the statement itself. One piece of each block
// stays in use instead.
var reserveJournalMemory = sync.OnceFunc(func() {
	thread := libc.NewTLS()
	defer thread.Close()
	pieces := make([]uintptr, journalPieces)
	for i := range pieces {
		pieces[i] = libc.Xmalloc(thread, types.Size_t(journalPiece))
	}
	for i, piece := range pieces {
		if i%piecesPerBlock != 0 {
			libc.Xfree(thread, piece)
		}
	}
})
