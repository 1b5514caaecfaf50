import type { Finding, Status } from './types'
import { asSentence, jobs as words } from './words'

/** The groups of findings, in the order of the page. */
export const groupKeys = ['program', 'storage', 'emails', 'backups', 'copy'] as const

export type GroupKey = (typeof groupKeys)[number]

const groupBySubject: Partial<Record<string, GroupKey>> = {
  disk: 'storage',
  files: 'storage',
  'virus scanner': 'storage',
  emails: 'emails',
  'mail server': 'emails',
  backups: 'backups',
  'copy of the database': 'copy',
}

/** The findings of one group. What this version does not know belongs to the program. */
export const findingsIn = (findings: Finding[], group: GroupKey) =>
  findings.filter(({ subject }) => (groupBySubject[subject] ?? 'program') === group)

/** What needs attention: a sentence, when it was found if that was earlier, and what to do about it; '' if nothing is known. */
export type Trouble = { key: string; text: string; at?: string | undefined; remedy: string }

/** Everything that needs attention: the problems that were found, and the jobs that fail or are late. */
export function troublesOf({ findings, jobs }: Status): Trouble[] {
  return [
    ...findings
      .filter(({ level }) => level === 'problem')
      .map((finding) => ({
        key: `${finding.subject}: ${finding.text}`,
        text: `${asSentence(finding.subject)}: ${finding.text}`,
        at: finding.at,
        remedy: asSentence(finding.do),
      })),
    ...jobs
      .filter(({ state }) => state === 'failing' || state === 'late')
      .map(({ id, title, error }) => ({ key: id, text: words.problem(title, error), remedy: words.remedy })),
  ]
}
