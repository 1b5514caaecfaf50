package failures_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/tools/router"

	"deskmate/hooks/domain"
	"deskmate/hooks/failures"
)

func TestBodyHasOneShapeForEveryFailure(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		failure *failures.Failure
		want    string
	}{
		{
			"about the request as a whole", failures.Conflict("Somebody was faster"),
			`{"status":409,"message":"Somebody was faster","msg":"Somebody was faster","error":"Somebody was faster","errors":["Somebody was faster"],"data":{}}`,
		},
		{
			"about several fields", failures.Refuse(domain.Problems{
				{Field: "title", Code: domain.Required, Message: "Title is required"},
				{Message: "The form is incomplete"},
				{Field: "grade", Code: domain.TooLong, Message: "Grade is too long"},
			}),
			`{"status":400,"message":"Title is required","msg":"Title is required","error":"Title is required",` +
				`"errors":["Title is required","The form is incomplete","Grade is too long"],` +
				`"data":{"grade":{"code":"too_long","message":"Grade is too long"},"title":{"code":"required","message":"Title is required"}}}`,
		},
		{
			"with a cause", failures.Internal(errors.New("a secret of the program")),
			`{"status":500,"message":"` + ourFault + `","msg":"` + ourFault + `","error":"` + ourFault + `","errors":["` + ourFault + `"],"data":{}}`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := json.Marshal(c.failure.Body())
			if err != nil || string(got) != c.want {
				t.Errorf("got\n%s, %v\nwant\n%s", got, err, c.want)
			}
		})
	}
}

func TestRetryAfterHeaderRoundsUpToWholeSeconds(t *testing.T) {
	t.Parallel()
	for wait, want := range map[time.Duration]string{
		-time.Second: "", 0: "", time.Nanosecond: "1", time.Second: "1", time.Second + time.Millisecond: "2", 90 * time.Second: "90",
	} {
		if got := failures.TooMany(wait).RetryAfterHeader(); got != want {
			t.Errorf("for %v it is %q, want %q", wait, got, want)
		}
	}
	for name, failure := range map[string]*failures.Failure{"busy": failures.Busy(nil), "restarting": failures.Restarting()} {
		if got := failure.RetryAfterHeader(); failure.Status != 503 || got != "5" {
			t.Errorf("%s: got %d with Retry-After %q, want 503 with 5", name, failure.Status, got)
		}
	}
	if got := failures.BadRequest("No").RetryAfterHeader(); got != "" {
		t.Errorf("a bad request has Retry-After %q", got)
	}
}

func TestTheFrameworkSendsTheStatusAndSentenceOfAFailure(t *testing.T) {
	t.Parallel()
	cause := errors.New("a secret of the program")
	got := router.ToApiError(failures.New(409, "Somebody was faster.", cause))
	if got.Status != 409 || got.Message != "Somebody was faster." || len(got.Data) != 0 {
		t.Errorf("got %d %q %v", got.Status, got.Message, got.Data)
	}
	if !errors.Is(got, cause) {
		t.Error("the cause is lost for the log")
	}
}

func TestErrorIncludesTheCauseForTheLog(t *testing.T) {
	t.Parallel()
	for want, failure := range map[string]*failures.Failure{
		"No":            failures.BadRequest("No"),
		busy + ": lock": failures.Busy(errors.New("lock")),
		"First, Second": failures.Refuse(domain.Problems{{Message: "First"}, {Message: "Second"}}),
	} {
		if got := failure.Error(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
