package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"reflect"
	"strings"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"

	"deskmate/rules"
)

// BindJSON reads a JSON body into a struct. No body at all is an empty one, so
// that the caller hears what is missing. Text of a wrong type is refused with
// the name of its field.
func BindJSON(e *core.RequestEvent, into any) error {
	switch mediaType(e.Request) {
	case "application/json", "":
		return errors.Join(decode(e.Request.Body, into), stillAdmitted(e))
	default:
		return BadRequest("The request body must be JSON")
	}
}

// stillAdmitted asks again for a caller whose body may have taken minutes to come.
func stillAdmitted(e *core.RequestEvent) error {
	caller, ok := e.Get(admittedKey).(*core.Record)
	if !ok {
		return nil
	}
	_, err := StillIn(e.App, caller)
	return err
}

// BindForm reads a JSON or multipart body into a struct of texts. Only the
// body counts: values in the address are not part of it.
func BindForm(e *core.RequestEvent, into any) error {
	if mediaType(e.Request) != "multipart/form-data" {
		return BindJSON(e, into)
	}
	err := e.Request.ParseMultipartForm(uploadMemory)
	if errors.Is(err, multipart.ErrMessageTooLarge) {
		return failure(http.StatusRequestEntityTooLarge, requestLarge, err) // texts, not a file
	}
	if err != nil {
		return badBody(err, "The form could not be read")
	}
	texts := map[string]string{}
	for name, values := range e.Request.MultipartForm.Value {
		texts[name] = values[0]
	}
	encoded, err := json.Marshal(texts)
	if err != nil {
		return err
	}
	return errors.Join(decode(strings.NewReader(string(encoded)), into), stillAdmitted(e))
}

// FormFile is the file that came under a name, or nil. A part without a file
// name counts as none. Call it after BindForm.
func FormFile(e *core.RequestEvent, name string) (*multipart.FileHeader, error) {
	switch files := FormFiles(e, name); {
	case len(files) == 0:
		return nil, nil
	case len(files) > 1:
		return nil, Refuse(rules.Problems{{Field: name, Code: rules.Invalid, Message: "Only one file can be attached"}})
	default:
		return files[0], nil
	}
}

// FormFiles are the files that came under a name, in their order. Call it after BindForm.
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

// decode reads one JSON value and nothing behind it. Texts of any request fit
// into the limit of a JSON body, also where files may come along.
func decode(body io.Reader, into any) error {
	content, err := io.ReadAll(io.LimitReader(body, jsonBodyLimit+1))
	if err != nil {
		return badBody(err, "The request body could not be read")
	}
	if len(content) > jsonBodyLimit {
		return failure(http.StatusRequestEntityTooLarge, requestLarge, nil) // texts, not a file
	}
	if len(bytes.TrimSpace(content)) == 0 {
		return nil
	}
	err = json.Unmarshal(content, into)
	if err == nil {
		return nil
	}
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		field := wrong.Field[strings.LastIndex(wrong.Field, ".")+1:]
		if field == "" {
			return BadRequest("The request body must be " + kindWord(wrong.Type))
		}
		return Refuse(rules.Problems{{Field: field, Code: rules.Invalid, Message: field + " must be " + kindWord(wrong.Type)}})
	}
	return badBody(err, "The request body is not valid JSON")
}

// badBody tells a body over the limit from one that cannot be read.
func badBody(err error, sentence string) error {
	if errors.Is(err, apis.ErrRequestEntityTooLarge) {
		return err
	}
	return failure(http.StatusBadRequest, sentence, err)
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
