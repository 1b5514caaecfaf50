// Texts of the student's rating of finished work.

export const rating = {
  title: 'Rating',
  question: 'How was the work?',
  stars: 'Your rating',
  comment: 'Comment',
  submit: 'Rate the work',
  thanks: 'Thank you for your rating',
  held: 'Held for review. Only the student and our team can read this comment.',
  failure: 'Failed to rate assignment',
  invalid: 'Rating must be a whole number from 1 to 5',
}
