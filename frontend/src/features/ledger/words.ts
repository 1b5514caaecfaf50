/** The sentences of the ledger and of earnings. */

export const kindWords = {
  earned: 'Earned',
  reversed: 'Taken back',
  received: 'Received',
  credited: 'Credited',
  returned: 'Returned',
  paid: 'Paid out',
  adjusted: 'Adjusted',
}

export const accountWords = { cash: 'Cash', customer: 'Students', desk: 'Desk', tutors: 'Tutors' }

export const filters = {
  kind: 'Kind',
  account: 'Account',
  from: 'From',
  to: 'To',
}

export const table = {
  caption: 'Ledger',
  number: 'Number',
  at: 'Time',
  kind: 'Kind',
  memo: 'About',
  noMemo: 'Erased',
  /** `name` is that of a tutor, or the reference of an assignment. */
  entriesOf: (name: string) => `Entries of ${name}`,
  payout: 'Open the payout',
  noTutor: 'this tutor',
  noAssignment: 'this assignment',
}

export const adjustment = {
  title: 'Adjust what a tutor is owed',
  open: 'Adjust',
  tutor: 'Tutor',
  amountIn: (currency: string) => `Amount in ${currency}`,
  amountHint: 'With a minus in front, the tutor gets less.',
  memo: 'Memo',
  memoHint: 'Why. The tutor reads it, and it cannot be changed.',
  submit: 'Record adjustment',
  done: 'Adjustment recorded',
  failed: 'Failed to record the adjustment',
}

/** What a tutor has earned. */
export const earnings = {
  loading: 'Loading earnings',
  failed: 'Failed to load your earnings',
  totals: 'Earnings',
  earned: 'Earned',
  payable: 'Payable',
  payableHint: 'comes with the next payout',
  deducted: 'is deducted from the next payout',
  held: 'Held',
  heldHint: 'not payable yet',
  paid: 'Paid',
  why: 'Why money is held',
  waits: (amount: string) =>
    `${amount} is for work that is not accepted yet. Work is accepted automatically once the time for revisions and refunds is over.`,
  claimed: (amount: string) =>
    `${amount} is for work with an open claim. It stays held until the claim is settled.`,
  entries: 'Entries',
  empty: 'Nothing earned yet',
  emptyHint: 'Your share appears here as soon as your work is completed.',
  caption: 'Entries, newest first',
  time: 'Time',
  kind: 'Kind',
  about: 'About',
  amount: 'Amount',
}
