package demo

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
)

// api is the program's own API, in the transaction of the sample.
type api struct {
	handler http.Handler
	failure error // of the last request that failed
}

// body is the JSON body of a request.
type body = map[string]any

// call sends a request on behalf of a sample person, in the transaction of the sample, and
// decodes the answer unless into is nil.
func (b *builder) call(who, method, path string, input, into any) error {
	sent, err := json.Marshal(input)
	if err != nil {
		return err
	}
	request := httptest.NewRequestWithContext(b.ctx, method, "/api"+path, bytes.NewReader(sent))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+b.tokens[who])
	answer := httptest.NewRecorder()
	b.api.handler.ServeHTTP(answer, request)
	if answer.Code >= http.StatusBadRequest {
		return fmt.Errorf("%s %s as %s: %w", method, path, who, b.api.failure)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(answer.Body.Bytes(), into)
}
