package rules

import "math"

// CommentLimit is how long the comment of a rating may be, in characters.
const CommentLimit = 2000

// NewRating is what a student says of finished work (docs/product.md, section 3.8).
// Whatever was sent as its rating is judged, also what is no number.
type NewRating struct {
	Rating  any    `json:"rating"`
	Comment string `json:"comment"`
}

// Stars is the rating as a whole number; 0 where it is none from 1 to 5.
func (n NewRating) Stars() int {
	if rating, ok := n.Rating.(float64); ok && rating >= 1 && rating <= 5 && rating == math.Trunc(rating) {
		return int(rating)
	}
	return 0
}

// Check names what is wrong with a rating.
func (n NewRating) Check() Problems {
	var c check
	if n.Stars() == 0 {
		c.add("rating", Invalid, "Rating must be a whole number from 1 to 5")
	}
	c.length("comment", "Comment", n.Comment, CommentLimit)
	return c.problems
}
