// Texts of the upload page and the assignment page.
import type { Stage } from '../../features/assignments/model'

export const upload = {
  title: 'Upload assignment',
  intro: 'Attach the brief as a PDF, Word or text file, and say when the work is due.',
  done: 'Assignment uploaded!',
  leaving: 'Taking you to your dashboard…',
}

/** Where each role finds what it uploaded (docs/product.md, section 4.7); the last two lead to a list. */
export const destination = {
  student: 'It will appear on your dashboard.',
  tutor: { text: 'It will appear in your work under ', link: 'Handed in by you' },
  admin: { text: 'It will appear in the assignment list, among those ', link: 'handed in by you' },
}

export const assignment = {
  /** The heading while the title is not known. */
  heading: 'Assignment',
  loading: 'Loading assignment',
  loadFailure: 'Failed to load assignment',
  unknownFailure: 'Failed to fetch assignments',
  details: 'Details',
  actions: 'Next steps',
  feedback: 'Grade and feedback',
  brief: 'Brief',
  payment: 'Payment',
  history: 'History',
  loadingHistory: 'Loading history',
  historyFailure: 'The history could not be loaded. Reload the page to try again.',
  printed: (reference: string) => `Assignment ${reference}.`,
}

export const gone = {
  text: 'This assignment is no longer available to you. You are seeing its last version.',
  dashboard: 'Go to your dashboard',
}

export const notFound = {
  heading: 'Assignment not found',
  title: 'This assignment is not available to you',
  text: 'It may have been deleted, or it may belong to someone else.',
  dashboard: 'Go to your dashboard',
}

export const actions = {
  update: 'Update',
  recordPayment: 'Record payment',
  cancel: 'Cancel assignment',
  delete: 'Delete',
}

/** What a stage means for the student of the order (docs/product.md, section 4.9). */
export const forStudent: Record<Stage, string> = {
  unassigned: 'We have received it. Next, our team reads it and assigns a tutor.',
  pool: 'We have received it and are looking for a tutor.',
  assigned: 'It has a tutor, who will start soon.',
  in_progress: 'Your tutor is working on it. We will tell you when it is delivered.',
  revision: 'Your tutor is working on the changes. We will tell you when the next version is delivered.',
  delivered: 'The work is finished. Your grade and feedback will appear below once they are added.',
  accepted:
    'The work is finished and accepted. Your grade and feedback will appear below once they are added.',
  cancelled: 'It was cancelled.',
}

/** What a stage means for its tutor. */
export const forTutor: Record<Stage, string> = {
  unassigned: 'It is not assigned to anybody.',
  pool: 'It is not assigned to anybody.',
  assigned: 'It is assigned to you. Read the brief below and open its files, then start.',
  in_progress: 'You are working on it. Deliver it here when it is finished.',
  revision: 'It needs a revision. Deliver the new version here when it is finished.',
  delivered: 'It is delivered. There is nothing to do unless the student asks for changes.',
  accepted: 'The work is finished and accepted.',
  cancelled: 'It was cancelled. There is nothing more to do.',
}

/** What a stage means for admins. */
export const forDesk: Record<Stage, string> = {
  unassigned: 'It has no tutor yet. Assign one under Update, or open it to tutors.',
  pool: 'Tutors can take it from the pool.',
  assigned: 'Its tutor has not started yet.',
  in_progress: 'Its tutor is working on it.',
  revision: 'Its tutor is working on the changes.',
  delivered: 'The work is finished, but not accepted yet. Grade it or write feedback under Update.',
  accepted: 'The work is finished and accepted.',
  cancelled: 'It was cancelled.',
}

/** What a stage means for an admin who cannot act on it, because it is their own case and they are not its student. */
export const forOwnCase: Record<Stage, string> = {
  ...forDesk,
  unassigned: 'It has no tutor yet.',
  delivered: 'The work is finished, but not accepted yet.',
}

/** What work in progress or in revision without a tutor means for its student, for admins, and in their own case. */
export const withoutTutor = {
  student: 'It has no tutor at the moment. Our team assigns one.',
  desk: 'It has no tutor. Assign one under Update.',
  ownCase: 'It has no tutor.',
}

/** What finished work with a grade or feedback means, for its student, for admins, and in their own case. */
export const graded = {
  student: 'It is graded. Read your grade and feedback below.',
  desk: 'It is graded. The student can read the grade and feedback.',
  ownCase: 'It is graded. The student can read the grade and feedback.',
}

/** What the money means for the next steps. */
export const money = {
  pay: (amount: string) => `${amount} is due. See Payment below.`,
  awaited: (amount: string) => `${amount} is due from the student.`,
  returning: (amount: string) => `We will return the ${amount} that you paid.`,
  toReturn: (amount: string) => `We owe the student a refund of ${amount}.`,
}

/** What an open claim, and an approved refund that is not paid yet, mean for the next steps. `what` is the name of the claim, `time` when it is due. */
export const claim = {
  refund: 'refund request',
  dispute: 'dispute',
  own: (what: string, time: string) =>
    `Our team is looking into your ${what} and decides by ${time}. Until then, the work is on hold.`,
  other: (what: string, time: string) =>
    `There is a ${what} about this order. Our team decides by ${time}. Until then, the work is on hold.`,
  desk: (what: string, time: string) => `There is a ${what} to decide by ${time}.`,
  late: {
    own: (what: string) =>
      `Our team is still looking into your ${what}. Until it is decided, the work is on hold.`,
    other: (what: string) =>
      `There is a ${what} about this order, which our team is still looking into. Until it is decided, the work is on hold.`,
    desk: (what: string) => `There is a ${what} to decide. It is overdue.`,
  },
  returned: 'A refund was approved. See Refunds and disputes below for when it is paid.',
  toReturn: (amount: string) => `A refund of ${amount} was approved and is to be paid to the student.`,
}

/** How a student can answer delivered work. */

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
