package web

import "mime"

// The types of what the build makes, told here so that they do not depend on
// the machine's own tables.
func init() {
	for ending, kind := range map[string]string{
		".css":         "text/css; charset=utf-8",
		".html":        "text/html; charset=utf-8",
		".ico":         "image/x-icon",
		".js":          "text/javascript; charset=utf-8",
		".json":        "application/json",
		".map":         "application/json",
		".png":         "image/png",
		".svg":         "image/svg+xml",
		".txt":         "text/plain; charset=utf-8",
		".webmanifest": "application/manifest+json",
		".xml":         "application/xml; charset=utf-8",
		".woff2":       "font/woff2",
	} {
		if err := mime.AddExtensionType(ending, kind); err != nil {
			panic(err) // the table above is wrong
		}
	}
}
