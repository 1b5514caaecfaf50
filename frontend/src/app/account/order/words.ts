/** What a student can answer to delivered work. */

export const acceptance = {
  accept: 'Look through the work below, then accept it.',
  acceptOrAsk: 'Look through the work below. Then accept it, or ask for changes while the window is open.',
  button: 'Accept the work',
  byItself: (time: string) => `If you do nothing, the work counts as accepted on ${time}.`,
  title: 'Accept the work?',
  follows: 'You confirm that the work follows your brief.',
  noChanges: 'The time to ask for changes is over.',
  noChangesSoon: (time: string) =>
    `You can no longer ask for changes. If you wait, you can ask for them until ${time}.`,
  refund: (time: string) => `You can still request a refund until ${time}.`,
  noRefund: 'The time to request a refund is over.',
  rating: 'You can then rate the work.',
  confirm: 'Accept the work',
  cancel: 'Not yet',
  done: 'Work accepted',
  failed: 'Failed to accept the work',
}
