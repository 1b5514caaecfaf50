package web

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/pocketbase/pocketbase/core"
)

// encodings are the compressed variants that the build puts beside a file,
// smallest first.
var encodings = []struct{ name, extension string }{{"br", ".br"}, {"gzip", ".gz"}}

// staticFiles serves the built interface. It hashes every file once, so a
// request reads only the bytes that it sends.
type staticFiles struct {
	files    fs.FS
	mutex    sync.Mutex
	versions map[string]fileVersion // by file name; a compressed variant is a file of its own
}

// fileVersion is the ETag of a file, and what the file looked like when it was hashed.
type fileVersion struct {
	modTime time.Time
	size    int64
	etag    string
}

// maxVersions bounds the table: on a file system that ignores case, clients can
// request one file under many names.
const maxVersions = 10_000

// newStaticFiles hashes the files that can be requested.
func newStaticFiles(files fs.FS) *staticFiles {
	s := &staticFiles{files: files, versions: map[string]fileVersion{}}
	_ = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil // whatever cannot be read now is tried again on request
		case isHidden(name) && entry.IsDir():
			return fs.SkipDir
		case isHidden(name) || !entry.Type().IsRegular():
			return nil
		}
		if file, _, err := s.open(name); err == nil {
			_ = file.Close()
		}
		return nil
	})
	return s
}

// isHidden reports whether the last element of a path starts with a dot.
func isHidden(name string) bool { return name != "." && strings.HasPrefix(path.Base(name), ".") }

// open opens a file and returns its ETag. Directories and files that cannot be
// opened count as missing.
func (s *staticFiles) open(name string) (io.ReadSeekCloser, string, error) {
	file, err := s.files.Open(name)
	if err != nil {
		return nil, "", fs.ErrNotExist
	}
	info, err := file.Stat()
	if err != nil || info.IsDir() {
		_ = file.Close()
		return nil, "", fs.ErrNotExist
	}
	content, ok := file.(io.ReadSeekCloser)
	if !ok {
		_ = file.Close()
		return nil, "", fmt.Errorf("%s cannot be served: %T has no Seek method", name, file)
	}
	etag, err := s.etagOf(name, info, content)
	if err != nil {
		_ = file.Close()
		return nil, "", err
	}
	return content, etag, nil
}

// etagOf returns the ETag of an open file. It hashes the content only if the
// file is new or has changed since it was last hashed: with --publicDir, files
// may change while the program runs.
func (s *staticFiles) etagOf(name string, info fs.FileInfo, content io.ReadSeeker) (string, error) {
	s.mutex.Lock()
	known, ok := s.versions[name]
	s.mutex.Unlock()
	if ok && known.size == info.Size() && known.modTime.Equal(info.ModTime()) {
		return known.etag, nil
	}

	digest := sha256.New()
	if _, err := io.Copy(digest, content); err != nil {
		return "", err
	}
	if _, err := content.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	etag := formatETag(digest)

	s.mutex.Lock()
	defer s.mutex.Unlock()
	if len(s.versions) >= maxVersions {
		clear(s.versions)
	}
	s.versions[name] = fileVersion{info.ModTime(), info.Size(), etag}
	return etag, nil
}

// openVariant opens the smallest variant of a file that the client accepts.
func (s *staticFiles) openVariant(name, acceptEncoding string) (content io.ReadSeekCloser, etag, encoding string, err error) {
	for _, variant := range encodings {
		if !accepts(acceptEncoding, variant.name) {
			continue
		}
		if content, etag, err = s.open(name + variant.extension); err == nil {
			return content, etag, variant.name, nil
		}
	}
	content, etag, err = s.open(name)
	return content, etag, "", err
}

// serve sends a file. Hidden files, everything in hidden folders and the
// compressed variants cannot be requested by name.
func (s *staticFiles) serve(e *core.RequestEvent, name, cacheControl string) error {
	if !fs.ValidPath(name) || strings.Contains("/"+name, "/.") || isVariant(name) {
		return fs.ErrNotExist
	}
	content, etag, encoding, err := s.openVariant(name, e.Request.Header.Get("Accept-Encoding"))
	if err != nil {
		return err
	}
	defer content.Close()
	header := e.Response.Header()
	header.Set("Cache-Control", cacheControl)
	header.Add("Vary", "Accept-Encoding")
	if encoding != "" {
		header.Set("Content-Encoding", encoding)
	}
	serveContent(e, name, content, etag)
	return nil
}

// isVariant reports whether a name is that of a compressed variant.
func isVariant(name string) bool {
	for _, encoding := range encodings {
		if strings.HasSuffix(name, encoding.extension) {
			return true
		}
	}
	return false
}

// contentETag returns the ETag of a generated answer.
func contentETag(content []byte) string {
	digest := sha256.New()
	digest.Write(content)
	return formatETag(digest)
}

func formatETag(digest hash.Hash) string {
	return `"` + base64.RawURLEncoding.EncodeToString(digest.Sum(nil)[:12]) + `"`
}
