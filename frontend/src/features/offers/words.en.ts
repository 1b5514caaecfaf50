/** The sentences of an offer's page. */
import { count, formatCount } from '../../lib/formats/format'
import { countDays } from '../../lib/formats/words.en'

export const page = {
  title: 'Your offer',
  loading: 'Loading your offer',
  reference: 'Reference',
  failure: 'Failed to load the offer',
  answer: 'Your answer',
  /** Leads from the price to the answer, where they are not side by side. */
  toAnswer: 'Accept or decline',
}

export const facts = {
  price: 'Price',
  validUntil: 'Valid until',
  left: (time: string) => `${time} left`,
  asked: 'What you asked for',
  service: 'Service',
  subject: 'Subject',
  due: 'Due',
  length: 'Length',
  pages: (pages: number, words: number) => `${count(pages, 'page', 'pages')}, ${formatCount(words)} words`,
  files: 'Your files',
  note: 'Our note',
}

export const included = {
  title: 'What is included',
  revisions: {
    title: 'Free revisions',
    text: (days: number) =>
      `If the work does not follow your brief, request a revision within ${countDays(days)} of delivery.`,
  },
  refunds: {
    title: 'Refunds',
    text: (days: number, least: number, most: number) =>
      `You can request a refund within ${countDays(days)} of delivery. We pay an approved refund in ${least} to ${most} business days.`,
  },
  disputes: {
    title: 'Disputes',
    text: (hours: number) =>
      `If you do not agree with us, we review your dispute within ${formatCount(hours)} hours.`,
  },
  /** "Read our Revision and Refund Policy for the details." */
  policy: { before: 'Read our', link: 'Revision and Refund Policy', after: 'for the details.' },
}

export const accept = {
  submit: 'Accept offer',
  asAccount: (name: string, email: string) => `You are accepting as ${name} (${email}).`,
  asNew: (email: string) =>
    `Choose a password, and we will open an account for ${email}. You can follow your order there.`,
  name: 'Name',
  password: 'Password',
  passwordHint: 'At least 6 characters.',
  /** "I accept the Terms of Use and the Fair Use Policy" */
  terms: 'I accept',
  accepted: 'Offer accepted',
  leaving: 'Taking you to your order…',
  failed: 'Failed to accept the offer',
  logIn: 'Log in to accept',
  exists: (email: string) => `${email} already has an account. Log in to accept the offer.`,
  otherAccount: 'Did you ask for this quote while logged in?',
  logInOther: 'Log in with that account.',
  switchAccount: 'Log in with another account',
}

export const decline = {
  open: 'Decline',
  title: 'Decline this offer',
  text: 'Your answer is final for this offer. You can ask for another quote at any time.',
  reason: 'Reason',
  reasonHint: 'This helps us make a better offer.',
  submit: 'Decline offer',
  cancel: 'Cancel',
  failed: 'Failed to decline the offer',
}

export const askAgain = 'Ask again'

/** Said if the quote form holds an unsent request, which is not overwritten. */
export const draftKept = 'We kept the request that you had started. Choose Start over to empty the form.'

/** What the page says once the offer can no longer be answered. */
export const closed = {
  expired: {
    title: 'This offer has expired',
    text: 'Ask again, and we will send you a new price. We fill in the form with what you sent us. Please attach your files again.',
  },
  declined: {
    title: 'This offer was declined',
    text: 'If you have changed your mind, ask again. We fill in the form with what you sent us. Please attach your files again.',
  },
  withdrawn: {
    title: 'This offer is no longer available',
    text: 'If we have sent you another offer, open the link in our latest email. Otherwise, ask again: we fill in the form with what you sent us. Please attach your files again.',
  },
  accepted: {
    title: 'This offer has been accepted',
    text: 'It is now an order, which you can follow in your account.',
    dashboard: 'Go to your dashboard',
    logIn: 'Log in',
  },
}

export const notFound = {
  heading: 'Offer not found',
  title: 'This link does not lead to an offer',
  text: 'Part of the address may be missing. Open the link in our email again, or copy all of it.',
  home: 'Go to the front page',
}
