/** The sentences of assignments: their forms, lists, tables and messages. */
import { count, formatCount } from '../../lib/formats/format'
import { countWords } from '../../lib/formats/words.en'

export const statusNames = {
  pending: 'Pending',
  submitted: 'Submitted',
  in_progress: 'In progress',
  revision: 'Revision',
  completed: 'Completed',
  graded: 'Graded',
  cancelled: 'Cancelled',
}

/** The names of what an assignment holds: labels of fields, heads of columns, terms of facts. */
export const labels = {
  title: 'Title',
  description: 'Description',
  subject: 'Subject',
  priority: 'Priority',
  dueDate: 'Due date',
  due: 'Due',
  file: 'File',
  attachment: 'Attachment',
  status: 'Status',
  student: 'Student',
  tutor: 'Tutor',
  grade: 'Grade',
  feedback: 'Feedback',
  type: 'Type',
  price: 'Price',
  reference: 'Reference',
  length: 'Length',
  policies: 'Policy version',
  cancelReason: 'Reason',
  materials: 'Files of the brief',
  allMaterials: 'Download all (ZIP)',
  deletedOn: 'Deleted on',
  paid: 'Paid',
  amountDue: 'Amount due',
  earnings: 'Your earnings',
  handedBack: 'Handed back',
}

export const newForm = {
  submit: 'Create Assignment',
  uploadPage: 'Upload Assignment',
  cancel: 'Cancel',
  fileHint: 'PDF, Word or text file, up to 25 MB. You can also drop it here.',
  dueHint: (zone: string) => `In your time zone, ${zone}.`,
  dueDayHint: (zone: string) => `Due at the end of this day in your time zone, ${zone}.`,
  fileRequired: 'Attachment is required',
  failed: 'Failed to upload assignment',
  /** Shown if the answer never came. */
  uncertain: 'Your assignment may have arrived. Check your list before you send it again.',
  restored: 'We restored your unsent draft. Please attach any file again.',
  startOver: 'Start over',
}

export const updateForm = {
  title: 'Update Assignment',
  submit: 'Update Assignment',
  cancel: 'Cancel',
  updated: 'Assignment updated successfully',
  failed: 'Failed to update assignment',
  loadingTutors: 'Loading tutors…',
  tutorsFailed: 'Failed to fetch tutors',
  refundBack: 'This cancels the refund.',
}

export const deletion = {
  question: 'Are you sure you want to delete this assignment?',
  confirm: 'Delete',
  deleted: 'Assignment deleted successfully',
  failed: 'Failed to delete assignment',
}

export const cancelForm = {
  title: 'Cancel this assignment',
  ends: 'The work ends, and nothing more is delivered.',
  notDue: 'You will not owe anything more.',
  notDueByStudent: 'The student will not owe anything more.',
  nothingToReturn: 'There is nothing to return.',
  /** Without the policy the time is left out. */
  refund: (
    amount: string,
    policy: { refundMinBusinessDays: number; refundMaxBusinessDays: number } | undefined,
  ) =>
    policy
      ? `The ${amount} that was paid is returned in ${policy.refundMinBusinessDays} to ${policy.refundMaxBusinessDays} business days.`
      : `The ${amount} that was paid is returned.`,
  reason: 'Reason',
  cancel: 'Keep it',
  submit: 'Cancel assignment',
  done: 'Assignment cancelled',
  failed: 'Failed to cancel the assignment',
}

/** What its tutor does with an assignment. */
export const work = {
  start: 'Start',
  started: 'Work started',
  startFailed: 'Failed to start the work',
  deliver: 'Deliver',
  handBack: 'Hand back',
}

export const handBackForm = {
  title: 'Hand back this assignment',
  meaning: 'Our team will read your reason and find another tutor. You will no longer be able to open it.',
  submit: work.handBack,
  cancel: cancelForm.cancel,
  handedBack: 'Assignment handed back',
  failed: 'Failed to hand back the assignment',
}

/** The pool, as admins see it. */
export const pool = {
  open: 'Open to tutors',
  close: 'Take out of the pool',
  inPool: 'In the pool',
  opened: 'Tutors can take the assignment now',
  closed: 'The assignment is out of the pool',
  failed: 'Failed to change the pool',
}

export const list = {
  loading: 'Loading assignments',
  failed: 'Failed to fetch assignments',
  due: 'due',
  descriptionOf: (title: string) => ` of ${title}`,
  overdue: 'Overdue',
  noTutor: 'Not assigned yet',
  /** The tutor's mean rating, from 1 to 5. */
  rated: (rating: string, n: number) => `${rating} out of 5 (${count(n, 'rating', 'ratings')})`,
  words: countWords,
}

/** The lists of a student and of a tutor. */
export const listNames = {
  total: 'Total',
  completed: 'Completed',
  pending: 'Pending',
  upcoming: 'Upcoming Deadlines',
  toDo: 'To do',
  inProgress: 'In progress',
  finished: 'Finished',
  all: 'All',
  handedIn: 'Handed in by you',
}

export const table = {
  caption: 'Assignments',
  selected: 'Selected',
  actions: 'Actions',
  select: (title: string) => `Select ${title}`,
  selectPage: 'Select page',
  noGrade: 'None',
  update: 'Update',
  updateTitle: (title: string) => `Update ${title}`,
  file: 'File',
  downloadOf: (title: string) => `Download the file of ${title}`,
}

export const filters = {
  status: 'Status',
  due: 'Due',
  priority: 'Priority',
  by: 'Handed in by',
  finished: 'Completed or graded',
  anyTime: 'Any time',
  upcoming: 'From now on',
  anyone: 'Anyone',
  me: 'Me',
  search: 'Title, subject or student',
  orders: {
    dueDate: 'Due soonest',
    '-dueDate': 'Due latest',
    title: 'Title, A to Z',
    '-title': 'Title, Z to A',
    status: 'Status, A to Z',
    '-status': 'Status, Z to A',
  },
}

/** The sentences of the bar of selected assignments. */
export const bulk = {
  label: 'Selected assignments',
  count: (selected: number, elsewhere: number) =>
    `${formatCount(selected)} selected${elsewhere > 0 ? `, ${formatCount(elsewhere)} on other pages` : ''}`,
  status: 'New status',
  apply: 'Update status',
  clear: 'Clear selection',
  close: 'Close',
  refused: (left: number) => {
    const others = left === 1 ? 'The other one is' : `The other ${formatCount(left)} are`
    return `Nothing was changed.${left > 0 ? ` ${others} still selected.` : ''} These are no longer selected:`
  },
}
