/** The sentences of payouts. */
import { formatCount } from '../../lib/formats/format'

const countTutors = (count: number) => `${formatCount(count)} ${count === 1 ? 'tutor' : 'tutors'}`

/** What tutors are owed, for admins. */
export const owed = {
  title: 'Owed to tutors',
  loading: 'Loading what tutors are owed',
  failed: 'Failed to load what tutors are owed',
  empty: 'No tutor is owed anything',
  emptyHint: 'What tutors earn appears here: held until their work is accepted, then payable.',
  caption: 'What tutors are owed',
  choose: 'Choose',
  chooseOne: (name: string) => `Pay ${name}`,
  chooseAll: 'Pay all that is payable',
  own: 'Another admin has to pay you.',
  tutor: 'Tutor',
  payable: 'Payable',
  held: 'Held',
  noName: 'Without a name',
  pay: (count: number) => (count === 0 ? 'Pay tutors' : `Pay ${countTutors(count)}`),
  chosen: (count: number, total: string) => `${countTutors(count)} chosen, ${total} together`,
  nobody: 'Choose whom to pay.',
  nothing: 'Nothing is payable now.',
}

export const form = {
  title: 'Pay tutors',
  intro: (count: number, total: string) =>
    `Pay ${total} to ${countTutors(count)} first, then record here how. It cannot be changed or undone.`,
  changed: 'What is payable has just changed. Compare it with what you paid.',
  nothing:
    'There is nothing left to pay out to the tutors that you chose. Somebody else may have just paid them.',
  referenceHint: 'As it appears on your bank statement. Each payout needs its own.',
  submit: (total: string) => `Record payout of ${total}`,
  recorded: (number: string, total: string) => `${number} recorded: ${total}`,
  failed: 'Failed to record the payout',
}

/** The list of payouts. */
export const payouts = {
  title: 'Payouts',
  loading: 'Loading payouts',
  failed: 'Failed to load payouts',
  empty: 'No payouts yet',
  emptyHint: 'Each time you pay tutors, it appears here.',
  ownEmptyHint: 'When we pay you, it appears here with a statement to print.',
  caption: 'Payouts, newest first',
  number: 'Number',
  at: 'Recorded',
  total: 'Total',
  amount: 'Amount',
  tutors: 'Tutors',
  method: 'Method',
  reference: 'Reference',
  by: 'By',
  gone: 'Deleted account',
  csv: 'CSV',
  csvOf: (number: string) => `Download ${number} as CSV`,
  csvFailed: 'Failed to download the payout',
  statement: 'Statement',
  statementOf: (number: string) => `Statement of ${number}`,
}

/** One payout, for admins. */
export const payoutPage = {
  title: (number: string) => `Payout ${number}`,
  noNumber: 'Payout',
  loading: 'Loading the payout',
  failed: 'Failed to load the payout',
  missing: { title: 'Payout not found', text: 'Check that the address is complete.' },
  back: 'Back to Money',
  caption: 'What each tutor got',
  tutor: 'Tutor',
  amount: 'Amount',
  statement: 'Statement',
  statementOf: (name: string) => `Statement for ${name}`,
}

/** The statement of a payout, as it is printed. */
export const statement = {
  missing: { title: 'Statement not found', text: 'There is no payout at this address that you can read.' },
  loading: 'Loading the statement',
  failed: 'Failed to load the statement',
  title: 'Statement',
  number: 'Number',
  paidAt: 'Paid on',
  paidTo: 'Paid to',
  method: 'Method',
  reference: 'Reference',
  adjustments: 'Adjustments',
  deleted: 'Deleted assignment',
  gone: 'Deleted account',
  ofTutor: (number: string, name: string) => `Statement of ${number} for ${name}`,
  backToPayout: 'Back to the payout',
  total: 'Total',
  head: 'Newest entry of our ledger',
  headHint: 'Keep it: with it, we can prove that none of the entries before it were changed.',
}
