package orders

import (
	"github.com/pocketbase/pocketbase/core"

	"deskmate/hooks/domain"
	"deskmate/hooks/store"
)

// PolicyView is a version of the operator's policies as the API returns it.
type PolicyView struct {
	Version               string `json:"version"`
	EffectiveFrom         string `json:"effectiveFrom"`
	RevisionDays          int    `json:"revisionDays"`
	LongRevisionDays      int    `json:"longRevisionDays"`
	LongRevisionWords     int    `json:"longRevisionWords"`
	RefundRequestDays     int    `json:"refundRequestDays"`
	RefundMinBusinessDays int    `json:"refundMinBusinessDays"`
	RefundMaxBusinessDays int    `json:"refundMaxBusinessDays"`
	DisputeHours          int    `json:"disputeHours"`
	RetentionDays         int    `json:"retentionDays"`
	QuoteRetentionDays    int    `json:"quoteRetentionDays"`
	MinimumAge            int    `json:"minimumAge"`
	WordsPerPage          int    `json:"wordsPerPage"`
}

// ViewPolicy views a version of the policies.
func ViewPolicy(policy *core.Record) PolicyView {
	return PolicyView{
		Version:               policy.GetString(store.Version),
		EffectiveFrom:         domain.FormatTime(policy.GetDateTime(store.EffectiveFrom).Time()),
		RevisionDays:          policy.GetInt("revisionDays"),
		LongRevisionDays:      policy.GetInt("longRevisionDays"),
		LongRevisionWords:     policy.GetInt("longRevisionWords"),
		RefundRequestDays:     policy.GetInt("refundRequestDays"),
		RefundMinBusinessDays: policy.GetInt("refundMinBusinessDays"),
		RefundMaxBusinessDays: policy.GetInt("refundMaxBusinessDays"),
		DisputeHours:          policy.GetInt("disputeHours"),
		RetentionDays:         policy.GetInt("retentionDays"),
		QuoteRetentionDays:    policy.GetInt("quoteRetentionDays"),
		MinimumAge:            policy.GetInt("minimumAge"),
		WordsPerPage:          policy.GetInt("wordsPerPage"),
	}
}
