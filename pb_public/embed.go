// Package pb_public holds the built interface, so that one binary serves it all.
package pb_public

import (
	"embed"
	"io/fs"
)

// all: takes the placeholder along, so that the package builds before the interface is built.
//
//go:embed all:dist
var dist embed.FS

// Files is the built interface with index.html at its root. It holds no
// index.html where the interface has not been built yet.
func Files() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the folder is named in the line above
	}
	return files
}
