/** The sentences about quote requests that their customers read. */

export const own = {
  title: 'Your quotes',
  loading: 'Loading your quotes',
  failed: 'We could not load your quotes.',
  retry: 'Try again',
  none: 'No quotes yet. When you ask for one, it appears here with its price.',
  ask: 'Ask for a quote',
  /** Those that were answered, or have expired. */
  earlier: 'Earlier quotes',
  asked: 'asked',
  validUntil: 'valid until',
  review: 'Review offer',
  order: 'Open assignment',
  /** Read by screen readers at the end of a link. */
  of: (reference: string) => ` of ${reference}`,
}

export const ownStatusNames = {
  new: 'Received',
  quoted: 'Waiting for your answer',
  accepted: 'Accepted',
  declined: 'Declined',
  closed: 'Closed',
  expired: 'Expired',
}
