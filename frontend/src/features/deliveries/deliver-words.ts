/** The sentences of the form that delivers work. */
import { formatCount } from '../../lib/formats/format'
import { formatWords } from '../../lib/formats/words'

const countFiles = (count: number) => (count === 1 ? 'the file' : `the ${formatCount(count)} files`)

export const form = {
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
    'You find it under Delivered work. Your files and your note stay here until you clear them. What you deliver next is a new version.',
  arrivedClosedHint:
    'You find it under Delivered work. Your files and your note stay here until you clear them.',
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
  words: formatWords,
  counting: 'Counting…',
  later: 'Counted once delivered',
  unknown: 'Could not be counted',
  /** What all files that were counted have together. */
  total: (words: number, ordered: number | null, isAll: boolean) => {
    const files = isAll ? 'These files' : 'The counted files'
    if (ordered === null) return `${files} have ${formatWords(words)}.`
    if (words < ordered) return `${files} have ${formatCount(words)} of the ${formatWords(ordered)} ordered.`
    return `${files} have ${formatWords(words)}. ${formatCount(ordered)} were ordered.`
  },
}
