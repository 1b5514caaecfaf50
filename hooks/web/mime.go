package web

import "mime"

// The media types of built files are registered here because the system's own
// table differs between machines.
func init() {
	for extension, mediaType := range map[string]string{
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
		if err := mime.AddExtensionType(extension, mediaType); err != nil {
			panic(err) // the table above is malformed
		}
	}
}
