import { count } from '../../lib/formats/format'

/** The sentences of payments, invoices and receipts. */

export const payments = {
  loading: 'Loading payments',
  failed: 'Failed to load payments',
  invoiceFailed: 'Failed to load the invoice',
  howToPay: 'How to pay',
  ask: (reference: string) => `Ask us how to pay, and quote ${reference}.`,
  /** Before there is an invoice. */
  invoiceComes: 'We will send you an invoice.',
  invoiceComesToStudent: 'The student gets an invoice with the first payment.',
  noInstructions: "No payment instructions are set up. Add them to the site's settings in the console.",
  list: 'Payments',
  none: 'No payments yet. They appear here when we have received them.',
  /** Of an order for which nothing is due any more. */
  nothingPaid: 'Nothing was paid.',
  kinds: { received: 'Received', returned: 'Returned' },
  invoice: (number: string) => `Invoice ${number}`,
  receipt: 'Receipt',
  receiptOf: (number: string) => `Receipt ${number}`,
}

export const paymentForm = {
  title: 'Record payment',
  amountIn: (currency: string) => `Amount in ${currency}`,
  due: (amount: string) => `${amount} is due.`,
  receivedOn: 'Received on',
  receivedOnHint: 'Today, if you leave this empty.',
  receivedOnHintIn: (zone: string) => `Today in ${zone}, if you leave this empty.`,
  submit: 'Record payment',
  done: 'Payment recorded',
  failed: 'Failed to record the payment',
}

/** The invoice and the receipt, as they are printed. */
export const sheet = {
  loading: 'Loading the document',
  failed: 'Failed to load the document',
  back: 'Back to the assignment',
  invoice: 'Invoice',
  receipt: 'Receipt',
  number: 'Number',
  issuedOn: 'Issued on',
  receivedOn: 'Received on',
  order: 'Order',
  invoiceNumber: 'Invoice',
  seller: 'From',
  buyer: 'To',
  paid: 'Paid',
  /** What need not be paid, because the order was cancelled or a refund was approved. */
  credited: 'Credited',
  due: 'Amount due',
  receivedFor: (description: string) => `Payment for ${description}`,
  method: 'Method',
  reference: 'Payment reference',
  howToPay: 'How to pay',
  noInvoice: {
    title: 'No invoice yet',
    text: 'An order gets its invoice when an offer is accepted or a first payment is recorded.',
  },
  /** What the tutor of an order reads instead of its documents. */
  denied: {
    title: 'This document is not available to you',
    text: 'Invoices and receipts are for the student of the order and our team.',
  },
  noReceipt: { title: 'Receipt not found', text: 'This order has no payment with this receipt.' },
}

/** The sentences of payouts. */

const countTutors = (n: number) => count(n, 'tutor', 'tutors')

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

export const payoutForm = {
  title: 'Pay tutors',
  intro: (count: number, total: string) =>
    `Pay ${total} to ${countTutors(count)} first, then record here how you paid. It cannot be changed or undone.`,
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
