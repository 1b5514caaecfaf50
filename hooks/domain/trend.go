package domain

import (
	"math"
	"time"
)

// TrendPeriod is the length of each of the two periods that a trend compares.
const TrendPeriod = 30 * 24 * time.Hour

// Trend returns the change since the previous period in per cent, rounded to one
// decimal place, or nil if there is nothing to compare with (docs/product.md,
// section 3.7).
func Trend(before, now int) *float64 {
	if before == 0 {
		return nil
	}
	change := math.Round(float64(now-before)/float64(before)*1000) / 10
	return &change
}

// MeanRating returns the mean of ratings, or 0 if there are none.
func MeanRating(sum, count int) float64 {
	if count == 0 {
		return 0
	}
	return float64(sum) / float64(count)
}
