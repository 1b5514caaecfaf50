package domain_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"deskmate/hooks/domain"
)

// wrongRole stands in the cases for a caller who may never do something.
const wrongRole = "WRONG ROLE"

type problem struct{ Field, Message string }

// claimCases are the cases of testdata/claims.json. The tests of the interface read the
// same file.
type claimCases struct {
	Open []struct {
		Name     string
		Order    domain.Order
		Caller   domain.Reader
		Now      time.Time
		Input    domain.NewClaim
		Refusal  *string
		Problems []problem
		OpenedAs string
		Cents    int
		DueAt    string
	}
	Decide []struct {
		Name     string
		Kind     string
		Order    domain.Order
		Input    domain.ClaimDecision
		Problems []problem
		Approves bool
		Cents    int
	}
	Pay     []ruleCase[domain.RefundPayment]
	Actions []struct {
		Name     string
		Claim    domain.Claim
		Caller   domain.Reader
		Actions  []domain.Action
		Refusals map[domain.Action]string
		Details  bool
	}
	Paid []struct {
		Name, Zone  string
		Approved    time.Time
		Holidays    []string
		First, Last int
		From, By    string
	}
}

func readClaimCases(t *testing.T) (cases claimCases) {
	t.Helper()
	content, err := os.ReadFile("testdata/claims.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(content, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases.Open) == 0 || len(cases.Decide) == 0 || len(cases.Pay) == 0 || len(cases.Actions) == 0 || len(cases.Paid) == 0 {
		t.Fatal("a part of the cases is missing")
	}
	return cases
}

func sentenceOf(refusal *domain.Refusal) string {
	if refusal.WrongRole {
		return wrongRole
	}
	return refusal.Message
}

func hasProblems(t *testing.T, got domain.Problems, want []problem) {
	t.Helper()
	found := []problem{}
	for _, one := range got {
		if one.Code == "" {
			t.Errorf("problem %q has no code", one.Message)
		}
		found = append(found, problem{one.Field, one.Message})
	}
	if !slices.Equal(found, want) {
		t.Errorf("got  %q\nwant %q", found, want)
	}
}

func TestWhoOpensAClaimWhenAndForHowMuch(t *testing.T) {
	t.Parallel()
	for _, c := range readClaimCases(t).Open {
		t.Run(c.Name, func(t *testing.T) {
			refusal := c.Order.Refuse(c.Input.Action(), domain.Caller{Reader: c.Caller}, c.Now, usualPolicy, domain.OrderSettings{})
			if refusal != nil || c.Refusal != nil {
				if refusal == nil || c.Refusal == nil || sentenceOf(refusal) != *c.Refusal {
					t.Errorf("the refusal is %v, want %v", refusal, c.Refusal)
				}
				return
			}
			openedAs := c.Order.OpenedAs(c.Caller)
			problems := c.Input.Check(c.Order, openedAs)
			hasProblems(t, problems, c.Problems)
			if len(problems) > 0 {
				return
			}
			if cents := c.Input.Cents(c.Order, openedAs); openedAs != c.OpenedAs || cents != c.Cents {
				t.Errorf("a %s claims %d cents, want a %s and %d", openedAs, cents, c.OpenedAs, c.Cents)
			}
			if due := domain.FormatTime(usualPolicy.ClaimDueAt(c.Now)); due != c.DueAt {
				t.Errorf("it is due at %s, want %s", due, c.DueAt)
			}
		})
	}
}

func TestWhatADecisionMayBe(t *testing.T) {
	t.Parallel()
	for _, c := range readClaimCases(t).Decide {
		t.Run(c.Name, func(t *testing.T) {
			problems := c.Input.Check(c.Kind, c.Order)
			hasProblems(t, problems, c.Problems)
			if len(problems) > 0 {
				return
			}
			if c.Input.Approves() != c.Approves || c.Approves && c.Input.Cents() != c.Cents {
				t.Errorf("it approves: %t %d cents, want %t %d", c.Input.Approves(), c.Input.Cents(), c.Approves, c.Cents)
			}
		})
	}
}

func TestHowARefundIsPaid(t *testing.T) {
	t.Parallel()
	for _, c := range readClaimCases(t).Pay {
		t.Run(c.Name, func(t *testing.T) {
			want := []problem{}
			for _, one := range c.Problems {
				want = append(want, problem(one))
			}
			hasProblems(t, c.Input.Check(), want)
		})
	}
}

func TestTextsOfClaimsHaveALimit(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 2001)
	for _, length := range []int{len("é") * 2000, len(long)} {
		reason := domain.NewClaim{Kind: domain.ClaimDispute, Reason: long[:length]}.Check(domain.Order{}, domain.OpenedAsStudent)
		outcome := domain.ClaimDecision{Decision: domain.DecisionDecline, Outcome: long[:length]}.Check(domain.ClaimDispute, domain.Order{})
		if length < len(long) {
			hasProblems(t, append(reason, outcome...), []problem{})
			continue
		}
		hasProblems(t, append(reason, outcome...), []problem{
			{"reason", "Reason is too long (at most 2,000 characters)"}, {"outcome", "Outcome is too long (at most 2,000 characters)"},
		})
	}
}

func TestWhoDoesWhatToAClaim(t *testing.T) {
	t.Parallel()
	for _, c := range readClaimCases(t).Actions {
		t.Run(c.Name, func(t *testing.T) {
			if got := c.Claim.Actions(c.Caller); !slices.Equal(got, c.Actions) {
				t.Errorf("the actions are %q, want %q", got, c.Actions)
			}
			for action, want := range c.Refusals {
				if refusal := c.Claim.Refuse(action, c.Caller); refusal == nil || sentenceOf(refusal) != want {
					t.Errorf("%s is refused with %v, want %q", action, refusal, want)
				}
			}
			for _, action := range c.Actions {
				if refusal := c.Claim.Refuse(action, c.Caller); refusal != nil {
					t.Errorf("%s is listed, but refused with %v", action, refusal)
				}
			}
			if got := c.Claim.ShowsDetails(c.Caller, "student"); got != c.Details {
				t.Errorf("the details are shown: %t, want %t", got, c.Details)
			}
		})
	}
}

func TestWhenAnApprovedClaimIsPaid(t *testing.T) {
	t.Parallel()
	for _, c := range readClaimCases(t).Paid {
		zone, err := time.LoadLocation(c.Zone)
		if err != nil {
			t.Fatal(err)
		}
		from, by := domain.RefundDates(c.Approved, zone, c.Holidays, c.First, c.Last)
		if domain.FormatTime(from) != c.From || domain.FormatTime(by) != c.By {
			t.Errorf("%s: from %s by %s, want %s and %s", c.Name, domain.FormatTime(from), domain.FormatTime(by), c.From, c.By)
		}
	}
}
