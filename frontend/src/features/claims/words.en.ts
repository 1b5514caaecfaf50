/** The sentences of refund requests and disputes. */
import type { Policy } from '../../lib/api/site'
import { count, formatCount } from '../../lib/formats/format'

const countHours = (n: number) => count(n, 'hour', 'hours')

export const statusWords = {
  open: 'Open',
  approved: 'Approved',
  paid: 'Paid',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
}

export const kindWords = { refund: 'Refund request', dispute: 'Dispute' }

/** The refund that comes with a cancellation: nobody asked for it. */
export const cancellationRefund = 'Refund for cancelled work'

/** The parts in an order. */
export const roleWords = { student: 'student', tutor: 'tutor', admin: 'our team' }

/** The forms that open a claim. */
export const claimForms = {
  refund: {
    title: 'Request a refund',
    text: 'Tell us what is wrong with the work, and where. The more exact you are, the sooner we can decide.',
    submit: 'Request a refund',
    done: 'Refund requested',
    failed: 'Failed to open the claim',
    closed: 'The time to request a refund is over.',
  },
  dispute: {
    title: 'Open a dispute',
    text: 'Tell us what you disagree about, and what you would consider fair.',
    submit: 'Open a dispute',
    done: 'Dispute opened',
    failed: 'Failed to open the claim',
    closed: 'The time to open a dispute is over.',
  },
}

export const claimForm = {
  reason: 'Reason',
  amountIn: (currency: string) => `Amount in ${currency}`,
  everything: (most: string) => `Leave it empty to ask for all of it: ${most}.`,
  atMost: (most: string) => `What you would like returned, at most ${most}.`,
  openFor: (time: string) => `Open for ${time}`,
  unavailable: 'This is not possible at the moment.',
  next: 'What happens next',
  /** Without the policy the numbers are left out. */
  decided: (policy: Policy | undefined) =>
    policy
      ? `Our team decides within ${countHours(policy.disputeHours)}.`
      : 'Our team reads your reason and decides.',
  paid: (policy: Policy | undefined) =>
    policy
      ? `What we approve is paid in ${formatCount(policy.refundMinBusinessDays)} to ${formatCount(policy.refundMaxBusinessDays)} business days.`
      : 'What we approve is paid back to you.',
  pauses: 'Until then, nothing can be delivered or accepted, and no revision can be requested.',
  private: {
    student: 'Your tutor is told about it, but not what you write or which amount you ask for.',
    tutor: 'The student learns of it, but not what you write.',
  },
}

export const claims = {
  title: 'Refunds and disputes',
  earlier: 'Earlier requests',
  loading: 'Loading refunds and disputes',
  failed: 'Failed to fetch claims',
  openedBy: 'Opened by',
  you: 'You',
  by: (name: string, role: string) => (role ? `${name} (${role})` : name),
  openedAt: 'Opened',
  dueAt: 'To be decided by',
  asked: 'Amount asked for',
  approved: 'Amount approved',
  decidedAt: 'Decided',
  payable: 'To be paid',
  paidAt: 'Paid',
  between: (from: string, by: string) => `${from} to ${by}`,
  reason: 'Reason',
  outcome: 'Outcome',
  overdue: 'Overdue',
}

/** What an open claim means, for whoever opened it, for the other side, and for admins. Only a tutor's claim stops the student's clocks. */
export const meaning = {
  opener: {
    student:
      'Our team is looking into it. Until it is settled, the work is on hold. The time to request a revision or a refund keeps running.',
    tutor:
      'Our team is looking into it. Until it is settled, the work is on hold, and so is the time that the student has to answer.',
  },
  side: {
    student:
      'Our team is looking into it and will tell you both. The time to accept, or to request a revision or a refund, is paused until it is settled.',
    tutor: 'Our team is looking into it and will tell you both. There is nothing that you need to do.',
  },
  desk: 'Until you decide, nothing can be delivered or accepted, and no revision can be requested.',
}

export const withdrawal = {
  button: 'Withdraw',
  title: { refund: 'Withdraw the refund request?', dispute: 'Withdraw the dispute?' },
  question:
    'It ends without a decision, and the order goes on as before. You can only open another one while there is still time.',
  confirm: 'Withdraw',
  keep: 'Keep it',
  done: { refund: 'Refund request withdrawn', dispute: 'Dispute withdrawn' },
  failed: 'Failed to withdraw the claim',
}

export const decideForm = {
  button: 'Decide',
  title: { refund: 'Decide this refund request', dispute: 'Decide this dispute' },
  decision: 'Decision',
  choose: 'Choose…',
  approve: 'Approve',
  decline: 'Decline',
  outcome: 'Outcome',
  outcomeHint: 'The student and the tutor both read this.',
  amountIn: (currency: string) => `Amount to return in ${currency}`,
  most: (most: string) => `At most ${most}.`,
  mostOrNothing: (most: string) => `At most ${most}. Leave it empty to return nothing.`,
  asked: (amount: string) => `${amount} was asked for.`,
  approved: (policy: Policy | undefined) =>
    policy
      ? `An approved amount is to be paid in ${formatCount(policy.refundMinBusinessDays)} to ${formatCount(policy.refundMaxBusinessDays)} business days.`
      : '',
  declined: (policy: Policy | undefined) =>
    policy
      ? `The student and the tutor can open a dispute for another ${countHours(policy.disputeHours)}.`
      : '',
  submit: 'Save the decision',
  done: { approve: 'Claim approved', decline: 'Claim declined' },
  failed: 'Failed to decide the claim',
  closed: 'This is no longer open.',
}

export const payForm = {
  button: 'Record the refund',
  title: 'Record the refund',
  text: (amount: string) => `Return ${amount} to the student, then record here how you paid.`,
  submit: 'Record the refund',
  done: 'Refund recorded',
  failed: 'Failed to record the refund',
  closed: 'There is nothing to pay any more.',
}

/** The list of all claims, for admins. */
export const list = {
  label: 'Refunds and disputes',
  decideBy: 'Decide by',
  payBy: 'Pay by',
  deletedWork: 'Deleted assignment',
  decide: 'Decide',
  pay: 'Record the refund',
  show: 'Show',
  actOn: (act: string, title: string) => `${act}: ${title}`,
}

export const filters = {
  status: 'Status',
  kind: 'Kind',
  refunds: 'Refund requests',
  disputes: 'Disputes',
}
