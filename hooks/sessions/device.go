package sessions

import "strings"

// browsers and platforms are looked for in a User-Agent in this order: many browsers
// also name those that they want to be taken for.
var (
	browsers = [][2]string{
		{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"}, {"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"},
		{"CriOS/", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"},
	}
	platforms = [][2]string{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"CrOS", "ChromeOS"},
		{"Macintosh", "macOS"}, {"Linux", "Linux"},
	}
)

// Device names the browser and the platform of a request, such as Firefox on
// Windows. Versions are left out: an update is no new device.
func Device(userAgent string) string {
	find := func(names [][2]string, otherwise string) string {
		for _, name := range names {
			if strings.Contains(userAgent, name[0]) {
				return name[1]
			}
		}
		return otherwise
	}
	return find(browsers, "Another browser") + " on " + find(platforms, "another system")
}
