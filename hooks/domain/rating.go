package domain

import "math"

// CommentLimit is the maximum length of a rating's comment, in characters.
const CommentLimit = 2000

// NewRating is a student's rating of finished work (docs/product.md, section 3.8).
// Rating accepts any JSON value, so that Check can report one that is not a number.
type NewRating struct {
	Rating  any    `json:"rating"`
	Comment string `json:"comment"`
}

// Stars returns the rating, or 0 if it is not a whole number from 1 to 5.
func (n NewRating) Stars() int {
	if rating, ok := n.Rating.(float64); ok && rating >= 1 && rating <= 5 && rating == math.Trunc(rating) {
		return int(rating)
	}
	return 0
}

// Check returns the problems of a rating.
func (n NewRating) Check() Problems {
	var c check
	if n.Stars() == 0 {
		c.add("rating", Invalid, "Rating must be a whole number from 1 to 5")
	}
	c.length("comment", "Comment", n.Comment, CommentLimit)
	return c.problems
}
