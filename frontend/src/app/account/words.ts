// Texts of the upload page and the assignment page.
import type { Status } from '../../features/assignments/types'

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
  loading: 'Loading assignment',
  loadFailure: 'Failed to load assignment',
  unknownFailure: 'Failed to fetch assignments',
  details: 'Details',
  actions: 'Next steps',
  feedback: 'Grade and feedback',
  brief: 'Brief',
  history: 'History',
  loadingHistory: 'Loading history',
  historyFailure: 'The history could not be loaded. Reload the page to try again.',
  printed: (id: string) => `Assignment ${id}.`,
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

export const actions = { update: 'Update', download: 'Download', delete: 'Delete' }

/** What a status means for its student (docs/product.md, section 4.9). */
export const forStudent: Record<Status, string> = {
  pending: 'Waiting to be processed. Updates appear here.',
  submitted: 'We have received it. Next, our team reads it and assigns a tutor.',
  in_progress: 'A tutor is working on it.',
  revision: 'It is being revised.',
  completed: 'It is done. You can read the grade and feedback here once they are added.',
  graded: 'It is graded. Read your grade and feedback below.',
}

/** What a status means for its tutor. */
export const forTutor: Record<Status, string> = {
  pending: 'It is assigned to you. You can start once our team confirms it.',
  submitted: 'You can start. Read the brief below and open its file, if there is one.',
  in_progress: 'You are working on it. Tell our team when it is finished.',
  revision: 'It needs a revision. Tell our team when it is finished.',
  completed: 'It is done.',
  graded: 'It is done and graded.',
}

/** What an admin does with it. */
export const forDesk = 'Set its status, assign a tutor, grade it or write feedback.'
