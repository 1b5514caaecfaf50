package domain_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"
	"time"

	"deskmate/hooks/domain"
)

// readCases reads a file of testdata. The tests of the interface read the same files.
func readCases[T any](t *testing.T, file string) []T {
	t.Helper()
	content, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var cases []T
	if err := json.Unmarshal(content, &cases); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if len(cases) == 0 {
		t.Fatalf("%s has no cases", file)
	}
	return cases
}

type ruleCase[Input any] struct {
	Name     string
	Input    Input
	Problems []struct{ Field, Message string }
}

// runCases runs a rule on the cases of a file and compares the fields and messages
// of its problems, in order. Each problem must have a code.
func runCases[Input any](t *testing.T, file string, rule func(Input) domain.Problems) {
	t.Helper()
	t.Parallel()
	for _, c := range readCases[ruleCase[Input]](t, file) {
		t.Run(c.Name, func(t *testing.T) {
			var got []struct{ Field, Message string }
			for _, problem := range rule(c.Input) {
				if problem.Code == "" {
					t.Errorf("problem %q has no code", problem.Message)
				}
				got = append(got, struct{ Field, Message string }{problem.Field, problem.Message})
			}
			if !slices.Equal(got, c.Problems) {
				t.Errorf("got  %q\nwant %q", got, c.Problems)
			}
		})
	}
}

func TestSignUp(t *testing.T)        { runCases(t, "sign_up.json", domain.SignUp.Check) }
func TestAdminSignUp(t *testing.T)   { runCases(t, "admin_sign_up.json", domain.AdminSignUp.Check) }
func TestLogIn(t *testing.T)         { runCases(t, "log_in.json", domain.LogIn.Check) }
func TestNewAssignment(t *testing.T) { runCases(t, "new_assignment.json", domain.NewAssignment.Check) }
func TestAttachment(t *testing.T)    { runCases(t, "attachment.json", domain.Attachment.Check) }
func TestUpdateAssignment(t *testing.T) {
	runCases(t, "update_assignment.json", domain.UpdateAssignment.Check)
}

func TestAmounts(t *testing.T) {
	t.Parallel()
	for _, c := range readCases[struct {
		Amount                            float64
		Price, Payment, Quote, Adjustment string
	}](t, "amounts.json") {
		payment := domain.NewPayment{Amount: &c.Amount, Method: "Cash", Reference: "TX 1"}
		for want, problems := range map[[2]string]domain.Problems{
			{"price", c.Price}:           domain.UpdateAssignment{Price: &c.Amount}.Check(),
			{"payment", c.Payment}:       payment.Check(policiesAdded),
			{"quote", c.Quote}:           domain.UpdateQuote{Amount: &c.Amount}.Check(),
			{"adjustment", c.Adjustment}: domain.NewAdjustment{Amount: &c.Amount, Memo: "Bonus"}.Check(),
		} {
			if problems.Error() != want[1] {
				t.Errorf("the %s %v: got %q, want %q", want[0], c.Amount, problems.Error(), want[1])
			}
		}
	}
}

func TestProfile(t *testing.T) {
	type input struct {
		domain.Profile
		Role string
	}
	runCases(t, "profile.json", func(i input) domain.Problems { return i.Check(i.Role) })
}

func TestNewPassword(t *testing.T) { runCases(t, "new_password.json", domain.PasswordChange.CheckNew) }
func TestNewRating(t *testing.T)   { runCases(t, "new_rating.json", domain.NewRating.Check) }

func TestNewQuote(t *testing.T)    { runCases(t, "new_quote.json", domain.NewQuote.Check) }
func TestUpdateQuote(t *testing.T) { runCases(t, "update_quote.json", domain.UpdateQuote.Check) }

// policiesAdded is when the cases of new_policy.json are added.
var policiesAdded = time.Date(2026, 11, 23, 10, 0, 0, 0, time.UTC)

func TestNewPolicy(t *testing.T) {
	runCases(t, "new_policy.json", func(n domain.NewPolicy) domain.Problems { return n.Check(policiesAdded) })
}

func TestStatusWords(t *testing.T) {
	t.Parallel()
	words := readCases[struct{ Status, Student, Staff string }](t, "status_words.json")
	if len(words) != len(domain.AssignmentStatuses) {
		t.Errorf("cases cover %d of %d statuses", len(words), len(domain.AssignmentStatuses))
	}
	for _, word := range words {
		if got := domain.StudentStatus(word.Status); got != word.Student {
			t.Errorf("StudentStatus(%q) = %q, want %q", word.Status, got, word.Student)
		}
		if got, ok := domain.ParseStatus(word.Staff); !ok || got != word.Status {
			t.Errorf("ParseStatus(%q) = %q, %v, want %q", word.Staff, got, ok, word.Status)
		}
	}
}

func TestServiceTitleAndSummary(t *testing.T) {
	t.Parallel()
	for _, c := range readCases[struct{ Name, Title, Description, WantTitle, WantDescription string }](t, "service_head.json") {
		if got := domain.ServiceTitle(c.Name, c.Title); got != c.WantTitle {
			t.Errorf("ServiceTitle(%q, %q) = %q, want %q", c.Name, c.Title, got, c.WantTitle)
		}
		if got := domain.Summary(c.Description); got != c.WantDescription {
			t.Errorf("Summary(%q) = %q, want %q", c.Description, got, c.WantDescription)
		}
	}
}

func TestAnalyticsID(t *testing.T) {
	runCases(t, "analytics_id.json", domain.CheckAnalyticsID)
}
