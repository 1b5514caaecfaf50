package files

import (
	"io"
	"runtime"

	"github.com/pocketbase/pocketbase/tools/filesystem"
)

// slots is held by whoever moves a piece of an uploaded file. There is one place
// fewer than processors, so that fast uploads leave one to everybody else: Go
// notices new requests late while all of them are busy.
var slots = make(chan struct{}, max(1, runtime.GOMAXPROCS(0)-1))

// Paced is a reader whose consumer works on each piece in turn with all others. It
// holds a place from the moment it has a piece until it asks for the next one, and
// none while it waits for the network. Call Release when the consumer is done.
type Paced struct {
	reader io.Reader
	holds  bool
}

// Pace makes a reader wait its turn before it hands on each piece.
func Pace(reader io.Reader) *Paced { return &Paced{reader: reader} }

// Read waits for a piece, and then for a place to work on it.
func (p *Paced) Read(into []byte) (int, error) {
	p.Release()
	n, err := p.reader.Read(into)
	if err == nil {
		slots <- struct{}{}
		p.holds = true
	}
	return n, err
}

// Release gives the place back. It may be called at any time.
func (p *Paced) Release() {
	if p.holds {
		<-slots
		p.holds = false
	}
}

// pacedFile paces the copy of a file to a store on the same machine.
type pacedFile struct{ filesystem.FileReader }

// Open opens the file. Closing it releases its place.
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

// Read reads the next piece in turn with other uploads.
func (c *pacedContent) Read(into []byte) (int, error) { return c.paced.Read(into) }

// Close closes the file and releases its place.
func (c *pacedContent) Close() error {
	c.paced.Release()
	return c.ReadSeekCloser.Close()
}
