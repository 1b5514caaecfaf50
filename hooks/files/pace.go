package files

import (
	"io"
	"runtime"

	"github.com/pocketbase/pocketbase/tools/filesystem"
)

// slots limits how many uploads move data at the same time. There is one slot fewer
// than there are processors, so that fast uploads leave one free: while all of them
// are busy, Go is late to notice new requests.
var slots = make(chan struct{}, max(1, runtime.GOMAXPROCS(0)-1))

// Paced is a reader that takes a slot whenever it has read a piece, and holds it
// until the next call of Read, so that its consumer works within the limit. It holds
// no slot while it waits for the network. Call Release when the consumer is done.
type Paced struct {
	reader io.Reader
	holds  bool
}

// Pace makes a reader wait for a slot before it returns each piece.
func Pace(reader io.Reader) *Paced { return &Paced{reader: reader} }

// Read reads a piece, and then waits for a slot.
func (p *Paced) Read(into []byte) (int, error) {
	p.Release()
	n, err := p.reader.Read(into)
	if err == nil {
		slots <- struct{}{}
		p.holds = true
	}
	return n, err
}

// Release frees the slot, if the reader holds one. It may be called at any time.
func (p *Paced) Release() {
	if p.holds {
		<-slots
		p.holds = false
	}
}

// pacedFile paces the copy of a file to a store on the same machine.
type pacedFile struct{ filesystem.FileReader }

// Unpaced returns the reader of an unsaved file that Listen may have paced.
func Unpaced(file *filesystem.File) filesystem.FileReader {
	if paced, ok := file.Reader.(pacedFile); ok {
		return paced.FileReader
	}
	return file.Reader
}

// Open opens the file. Closing it frees its slot.
func (f pacedFile) Open() (io.ReadSeekCloser, error) {
	content, err := f.FileReader.Open()
	if err != nil {
		return nil, err
	}
	return &pacedContent{content, Pace(content)}, nil
}

type pacedContent struct {
	io.ReadSeekCloser
	paced *Paced
}

// Read reads the next piece within the limit for all uploads.
func (c *pacedContent) Read(into []byte) (int, error) { return c.paced.Read(into) }

// Close closes the file and frees its slot.
func (c *pacedContent) Close() error {
	c.paced.Release()
	return c.ReadSeekCloser.Close()
}
