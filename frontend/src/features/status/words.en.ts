/** The sentences of the status page, for admins. */
import { formatCount } from '../../lib/formats/format'

export const page = {
  loading: 'Loading the status',
  failed: 'Failed to load the status',
  again: 'Check again',
  fine: 'Everything is in order.',
  notes: 'Everything works. See the notes below.',
  checking: 'The checks are running.',
  needsAttention: (count: number) =>
    count === 1 ? 'One thing needs attention.' : `${formatCount(count)} things need attention.`,
  problems: 'What needs attention',
  checked: 'Checked',
}

export const groups = {
  program: 'Program',
  storage: 'Storage',
  emails: 'Emails',
  backups: 'Backups',
  copy: 'Copy',
  jobs: 'Jobs',
  errors: 'Recent errors',
}

export const facts = { version: 'Version', commit: 'commit', started: 'Started' }

export const levelNames = { ok: 'In order', note: 'Note', problem: 'Problem' }

export const jobStates = { ok: 'In order', waiting: 'Has not run yet', late: 'Late', failing: 'Failing' }

export const jobs = {
  caption: 'Jobs since the program started',
  title: 'Job',
  schedule: 'Runs',
  state: 'State',
  lastRun: 'Last run',
  took: 'Took',
  never: 'Not yet',
  running: 'Running now',
  none: '–',
  milliseconds: (count: number) =>
    count < 1000 ? `${formatCount(count)} ms` : `${formatCount(Math.round(count / 100) / 10)} s`,
  problem: (title: string, error: string) =>
    error ? `The job “${title}” fails: ${error}` : `The job “${title}” has not run when it should have.`,
  remedy: 'Ask whoever runs the server to look at its log. The job tries again automatically.',
}

export const errors = {
  none: 'No errors in the last 7 days.',
  times: (count: number) => (count === 1 ? 'once' : `${formatCount(count)} times`),
  last: 'last',
}

/** A text of the server as a sentence: with a capital letter at its start. */
export const asSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
