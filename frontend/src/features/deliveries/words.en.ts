/** The sentences of delivered work. */
import { formatCount } from '../../lib/formats/format'
import { countWords } from '../../lib/formats/words.en'

export const deliveries = {
  title: 'Delivered work',
  loading: 'Loading the delivered work',
  failed: 'Failed to load the delivered work',
  empty: 'Nothing has been delivered yet',
  emptyHint: 'Each version of the work will appear here with its files.',
  earlier: 'Earlier versions',
}

export const version = {
  name: (version: number) => `Version ${version}`,
  latest: 'Latest version',
  deliveredBy: (tutor: string) => `Delivered by ${tutor} on`,
  delivered: 'Delivered on',
  answers: (revision: number) => `Answers revision ${revision}`,
  note: 'Note',
  held: 'Held for review. Only the tutor and our team can read this text.',
  words: countWords,
  wordsOfOrdered: (count: number, ordered: number) =>
    `${formatCount(count)} of ${formatCount(ordered)} words ordered`,
  shortfall: (missing: number) => `${countWords(missing)} fewer than ordered.`,
  receipt: (version: number) => `Receipt of version ${version}`,
}

export const files = {
  label: (version: number) => `Files of version ${version}`,
  checksum: 'SHA-256',
  copy: (file: string) => `Copy the SHA-256 of ${file}`,
  copied: 'SHA-256 copied',
  notCopied: 'Your browser does not allow copying. The receipt shows the whole SHA-256.',
  deleted: 'Deleted on',
}

export const comparison = {
  title: 'Compare two versions',
  earlier: 'Earlier version',
  later: 'Later version',
  changes: 'What changed',
  hint: 'This helps you find the changes. It compares the text alone, without formatting and images.',
  nothingComparable:
    'The texts of these versions cannot be compared. That takes a Word (.docx) or text file in both versions.',
  fileOf: (version: number) => `File of version ${version}`,
  show: 'Show what changed',
  hide: 'Hide what changed',
}

export const changes = {
  loading: 'Comparing the texts',
  failed: 'The texts could not be loaded',
  same: 'The texts are the same.',
  tooMuch: 'The texts differ too much to be compared here. Download both files to compare them.',
  byLines: 'These texts are long, so they are compared line by line.',
  summary: (added: number, removed: number) => `${countWords(added)} added, ${countWords(removed)} removed.`,
  result: 'Text with its changes',
  added: 'Added',
  removed: 'Removed',
  startOf: (kind: string) => `${kind}: `,
  endOf: (kind: string) => ` (end of ${kind.toLowerCase()} text) `,
  unchanged: (count: number) => `${formatCount(count)} unchanged words`,
}

/** The sentences of the form that delivers work. */

const countFiles = (count: number) => (count === 1 ? 'the file' : `the ${formatCount(count)} files`)

export const deliverForm = {
  title: 'Deliver your work',
  titleRevised: 'Deliver the revised work',
  files: 'Files',
  filesHint: 'PDF, Word or text files: up to 10, of up to 25 MB each and 60 MB together.',
  note: 'Note to the student',
  noteHint: 'Contact details are not passed on.',
  submit: 'Deliver',
  again: 'Try again',
  failed: 'Failed to deliver the work',
  lost: 'The connection was lost. Your files and your note are still here. Nothing is delivered twice.',
  /** Shown if the answer never came. */
  uncertain: 'Your delivery may have arrived. Check the page before you deliver it again.',
  restored: 'We restored your unsent note. Please attach the files again.',
  startOver: 'Start over',
  closed: 'Nothing can be delivered now',
  closedHint:
    'The assignment is no longer in progress. Your last attempt may have arrived. Your files and your note stay here until you clear them.',
  /** Shown once an attempt without an answer turns out to have arrived. */
  arrived: (version: number) => `Version ${formatCount(version)} has already been delivered`,
  arrivedHint:
    'It is under Delivered work. Your files and your note stay here until you clear them. What you deliver next is a new version.',
  arrivedClosedHint: 'It is under Delivered work. Your files and your note stay here until you clear them.',
  clear: 'Clear the form',
  leaving: 'Your work has not been delivered yet. If you leave now, we keep your note, but not the files.',
}

export const delivered = {
  title: (version: number) => `Version ${formatCount(version)} was delivered`,
  told: 'The student has been told.',
}

export const preview = {
  title: 'What the student will be told',
  subject: (title: string) => `Delivered: ${title}`,
  meaning: (files: number, hasNote: boolean) =>
    `They can download ${countFiles(files)}${hasNote ? ', read your note (after a review, if it has contact details),' : ''} and accept the work or ask for changes.`,
}

export const count = {
  label: 'Words',
  words: countWords,
  counting: 'Counting…',
  later: 'Counted once delivered',
  unknown: 'Could not be counted',
  /** What all files that were counted have together. */
  total: (words: number, ordered: number | null, isAll: boolean) => {
    const files = isAll ? 'These files' : 'The counted files'
    if (ordered === null) return `${files} have ${countWords(words)}.`
    if (words < ordered) return `${files} have ${formatCount(words)} of the ${countWords(ordered)} ordered.`
    return `${files} have ${countWords(words)}. ${formatCount(ordered)} were ordered.`
  },
}

/** The sentences of revisions. */

export const revisionWindow = {
  openFor: (time: string) => `Open for ${time}`,
  closed: 'The revision window has closed.',
}

export const request = {
  open: 'Request revision',
  title: 'Request revision',
  text: 'Tell your tutor what does not follow your brief, and where. The more exact you are, the better the next version will be.',
  reason: 'Reason',
  submit: 'Request revision',
  done: 'Your tutor will make the changes',
  failed: 'Your request could not be sent',
}

export const revisions = {
  title: 'Requested changes',
  earlier: 'Earlier requests',
  loading: 'Loading the requested changes',
  failed: 'Failed to load the requested changes',
  name: (number: number) => `Revision ${number}`,
  open: 'Open',
  due: 'Due',
  waits: 'The deadline waits until the claim is settled.',
  asked: 'Asked',
  closed: 'Closed',
  held: 'Held for review. Only the student and our team can read this text.',
}

export const withdrawal = {
  button: 'Withdraw the request',
  question:
    'Your tutor will not make the changes, and the latest version counts as delivered again. The time to ask for changes still ends when it would have.',
  keep: 'Keep the request',
  done: 'Request withdrawn',
  failed: 'The request could not be withdrawn',
}

// Texts of the student's rating of finished work.

export const rating = {
  title: 'Rating',
  question: 'How was the work?',
  stars: 'Your rating',
  comment: 'Comment',
  submit: 'Rate the work',
  thanks: 'Thank you for your rating',
  held: 'Held for review. Only the student and our team can read this comment.',
  failure: 'Failed to rate assignment',
  invalid: 'Rating must be a whole number from 1 to 5',
}
