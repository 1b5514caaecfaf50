package demo

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"time"
)

//go:embed sample.json
var sampleFile []byte

// sample is the data of sample.json. All of it is invented; any likeness to real people is a
// coincidence. Days count back from the present.
type sample struct {
	People      []person
	Texts       texts
	Policies    []policy
	Assignments []assignment
	Quotes      []quote
	Sales       []sale
	Events      []struct {
		Days  float64
		Steps []step
	}
}

// texts are the paragraphs that tutors wrote: in each version of their work, and on their
// method where it has to be longer.
type texts struct {
	Versions [][]string
	Method   []string
}

// step is something that happens some time after the step before. It is a call of the API,
// whose path and body may contain {names}, or what story.do knows by another name.
type step struct {
	After   span
	As      string
	Do      string
	With    json.RawMessage
	Keep    string // the name of the thing that the answer of the call is about
	Version int    // of a delivery
	Note    string // of a delivery
}

// span is a duration that is written as in Go.
type span time.Duration

// UnmarshalText reads a duration.
func (s *span) UnmarshalText(text []byte) error {
	read, err := time.ParseDuration(string(text))
	*s = span(read)
	return err
}

func readSample() (s sample, err error) {
	decoder := json.NewDecoder(bytes.NewReader(sampleFile))
	decoder.DisallowUnknownFields()
	return s, decoder.Decode(&s)
}
