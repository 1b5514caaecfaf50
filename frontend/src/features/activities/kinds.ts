/** The kinds of what happens, and what each is called in a filter (docs/product.md, section 3.9). */
const words = {
  'account.opened': 'Account opened',
  'account.verified': 'Email verified',
  'account.changed': 'Profile updated',
  'account.email': 'Email changed',
  'account.password': 'Password changed',
  'account.deactivated': 'Account deactivated',
  'account.activated': 'Account activated',
  'account.role': 'Role changed',
  'account.deleted': 'Account deleted',
  'assignment.submitted': 'Handed in',
  'assignment.adopted': 'Added to an account',
  'assignment.status': 'Status changed',
  'assignment.grade': 'Grade or feedback updated',
  'assignment.tutor': 'Tutor changed',
  'assignment.details': 'Type or price updated',
  'assignment.deleted': 'Assignment deleted',
  'assignment.rated': 'Work rated',
  'quote.requested': 'Quote requested',
  'quote.updated': 'Quote updated',
  'quote.deleted': 'Quote deleted',
}

export type Kind = keyof typeof words

/** All kinds, in the order of a filter. */
export const kinds = Object.keys(words) as Kind[]

/** What a kind is called. */
export const kindWord = (kind: Kind) => words[kind]
