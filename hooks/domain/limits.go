package domain

import (
	_ "embed"
	"encoding/json"
)

//go:embed limits.json
var limitsFile []byte

// limits are the limits that the program and the interface share (docs/product.md, section
// 6): texts in characters, files in bytes, amounts in units of the site's currency.
var limits = readLimits()

func readLimits() (read map[string]int) {
	if err := json.Unmarshal(limitsFile, &read); err != nil {
		panic(err) // the file is part of the program
	}
	return read
}
