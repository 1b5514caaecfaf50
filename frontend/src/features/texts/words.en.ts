/** The sentences of the held texts, for admins. */

export const statusWords = { held: 'Held', released: 'Released', removed: 'Removed' }

/** Where a text was written. */
export const nounWords = {
  deliveries: 'Note of a delivery',
  revisions: 'Request for changes',
  reviews: 'Comment of a rating',
}

export const list = {
  label: 'Held texts',
  unknownWriter: 'Deleted account',
  release: 'Release',
  remove: 'Remove',
  /** The name of a button that decides about one text. */
  actOn: (act: string, writer: string, text: string) => `${act}: ${writer}, ${text}`,
}

export const removal = {
  title: 'Remove this text?',
  question:
    'The other side will never see it, and the writer will see that it was removed. This cannot be undone.',
  confirm: 'Remove text',
  cancel: 'Keep it held',
}

export const STATUS = 'Status'
