// Package pb_public holds the built interface, so that one binary serves it all.
package pb_public

import (
	"embed"
	"io/fs"
)

// all: includes the hidden placeholder file, so that the package compiles before the interface is built.
//
//go:embed all:dist
var dist embed.FS

// Files returns the built interface with index.html at its root. Until the
// interface is built, there is no index.html.
func Files() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the folder is named in the line above
	}
	return files
}
