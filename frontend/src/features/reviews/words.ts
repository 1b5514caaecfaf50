// The rating of finished work, by its student.

export const rating = {
  title: 'Rating',
  question: 'How was the work?',
  stars: 'Your rating',
  comment: 'Comment',
  submit: 'Rate the work',
  thanks: 'Thank you for your rating',
  failure: 'Failed to rate assignment',
  invalid: 'Rating must be a whole number from 1 to 5',
}
