package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
	"deskmate/hooks/files"
	"deskmate/hooks/sessions"
)

// BindJSON reads a JSON body into a struct. A missing body counts as an empty
// one, so that the refusal lists the required fields. The refusal of a value of
// the wrong type names its field.
func BindJSON(e *core.RequestEvent, into any) error {
	switch mediaType(e.Request) {
	case "application/json", "":
		return errors.Join(decode(e.Request.Body, max(0, e.Request.ContentLength), into), sessions.Recheck(e))
	default:
		return failures.BadRequest("The request body must be JSON")
	}
}

// BindForm reads a JSON or multipart body into a struct of texts. Query
// parameters are not part of it.
func BindForm(e *core.RequestEvent, into any) error {
	if mediaType(e.Request) != "multipart/form-data" {
		return BindJSON(e, into)
	}
	err := parseForm(e)
	if errors.Is(err, multipart.ErrMessageTooLarge) {
		return failures.TooLarge(err) // the texts: files do not count here
	}
	if err != nil {
		return badBody(err, "The form could not be read")
	}
	texts := map[string]string{}
	for name, values := range e.Request.MultipartForm.Value {
		if !utf8.ValidString(name) || !utf8.ValidString(values[0]) { // encoding would repair it
			return notUTF8()
		}
		texts[name] = values[0]
	}
	encoded, err := json.Marshal(texts)
	if err != nil {
		return err
	}
	return errors.Join(decode(bytes.NewReader(encoded), int64(len(encoded)), into), sessions.Recheck(e))
}

// multipartTexts is what the multipart package allows the texts of a form on top of the
// memory for its files, in bytes.
const multipartTexts = 10 << 20

// parseForm reads a multipart body within the limit for all uploads (files.Receive). Its files
// go to the disk, and its texts have the limit of a JSON body.
func parseForm(e *core.RequestEvent) error {
	r := e.Request
	if size := r.ContentLength; size < 0 || size > jsonBodyLimit {
		if size < 0 {
			size = SeveralFiles.bodyLimit
		}
		back, err := takeShare(e, "files", size, fileBounds)
		if err != nil {
			return err
		}
		defer back()
		upload, err := files.Receive(e, size, jsonBodyLimit)
		if err != nil {
			return err
		}
		defer upload.Release()
		r.Body = struct {
			io.Reader
			io.Closer
		}{upload, r.Body}
	}
	return r.ParseMultipartForm(jsonBodyLimit - multipartTexts)
}

// FormFile returns the file of a form field, or nil. A part without a file name counts
// as no file, and more than one file is refused. Call it after BindForm.
func FormFile(e *core.RequestEvent, name string) (*multipart.FileHeader, error) {
	files := FormFiles(e, name)
	switch {
	case len(files) == 0:
		return nil, nil
	case len(files) > 1:
		return nil, failures.Refuse(domain.Problems{{Field: name, Code: domain.Invalid, Message: "Only one file can be attached"}})
	default:
		return files[0], nil
	}
}

// FormFiles returns the files of a form field, in their order. Call it after BindForm.
func FormFiles(e *core.RequestEvent, name string) []*multipart.FileHeader {
	if e.Request.MultipartForm == nil {
		return nil
	}
	return e.Request.MultipartForm.File[name]
}

func mediaType(r *http.Request) string {
	declared, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return declared
}

// decode reads one JSON value with nothing after it, of a size if that is known: a buffer that
// grows leaves copies behind. The limit of a JSON body also holds for the texts of a form with
// files.
func decode(body io.Reader, size int64, into any) error {
	buffer := bytes.NewBuffer(make([]byte, 0, min(size, jsonBodyLimit)+bytes.MinRead))
	_, err := buffer.ReadFrom(io.LimitReader(body, jsonBodyLimit+1))
	content := buffer.Bytes()
	if err != nil {
		return badBody(err, "The request body could not be read")
	}
	if len(content) > jsonBodyLimit {
		return failures.TooLarge(nil) // the texts: files do not count here
	}
	if len(bytes.TrimSpace(content)) == 0 {
		return nil
	}
	if !utf8.Valid(content) || hasLoneSurrogate(content) { // decoding would repair it
		return notUTF8()
	}
	err = json.Unmarshal(content, into)
	if err == nil {
		return nil
	}
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		field := wrong.Field[strings.LastIndex(wrong.Field, ".")+1:]
		if field == "" {
			return failures.BadRequest("The request body must be " + kindWord(wrong.Type))
		}
		return failures.Refuse(domain.Problems{{Field: field, Code: domain.Invalid, Message: field + " must be " + kindWord(wrong.Type)}})
	}
	return badBody(err, "The request body is not valid JSON")
}

func notUTF8() error { return failures.BadRequest("The request body is not valid UTF-8") }

// badBody distinguishes a body over the size limit from one that cannot be read.
func badBody(err error, sentence string) error {
	var refused *failures.Failure
	if errors.Is(err, apis.ErrRequestEntityTooLarge) || failures.IsDiskFull(err) || errors.As(err, &refused) {
		return err
	}
	return failures.New(http.StatusBadRequest, sentence, err)
}

func kindWord(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	default:
		return "a number"
	}
}

// hasLoneSurrogate reports whether JSON has half of a pair of escapes, such as \ud800, which
// stands for no character. Decoding would replace it.
func hasLoneSurrogate(content []byte) bool {
	for {
		at := bytes.IndexByte(content, '\\')
		if at < 0 {
			return false
		}
		content = content[at:]
		unit := escapedUnit(content)
		switch {
		case unit >= 0xD800 && unit < 0xDC00:
			if next := escapedUnit(content[6:]); next < 0xDC00 || next > 0xDFFF {
				return true
			}
			content = content[12:]
		case unit >= 0xDC00 && unit <= 0xDFFF:
			return true
		default: // another escape, of two bytes at least
			content = content[min(2, len(content)):]
		}
	}
}

// escapedUnit returns the UTF-16 unit of the escape that JSON begins with, 0 if it begins
// with another text.
func escapedUnit(content []byte) uint64 {
	if len(content) < 6 || content[0] != '\\' || content[1] != 'u' {
		return 0
	}
	unit, err := strconv.ParseUint(string(content[2:6]), 16, 16)
	if err != nil {
		return 0
	}
	return unit
}
