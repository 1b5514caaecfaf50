import * as v from 'valibot'
import { asSentence, jobs as words } from './words.en'

/** What one check found. `level` is ok, note or problem; `do` is '' if there is nothing to do; `at` is when it was found, if that was earlier. */
const findingSchema = v.object({
  level: v.string(),
  subject: v.string(),
  text: v.string(),
  do: v.string(),
  at: v.optional(v.string()),
})

/** A job. `state` is ok, waiting, late or failing; `took` is in milliseconds. Times are RFC 3339 in UTC. */
const jobSchema = v.object({
  id: v.string(),
  title: v.string(),
  schedule: v.string(),
  state: v.string(),
  runs: v.number(),
  failures: v.number(),
  lastRunAt: v.nullable(v.string()),
  took: v.nullable(v.number()),
  failedAt: v.nullable(v.string()),
  error: v.string(),
  running: v.boolean(),
})

/** An error in the log, how often it came, and when last. */
const errorSchema = v.object({ at: v.string(), message: v.string(), count: v.number() })

/** How the program is doing (docs/product.md, section 20). `checkedAt` is null before the first checks have ended. */
export const statusSchema = v.object({
  version: v.string(),
  commit: v.string(),
  startedAt: v.string(),
  checkedAt: v.nullable(v.string()),
  state: v.string(),
  findings: v.array(findingSchema),
  jobs: v.array(jobSchema),
  errors: v.array(errorSchema),
})

export type Finding = v.InferOutput<typeof findingSchema>
export type Job = v.InferOutput<typeof jobSchema>
export type LoggedError = v.InferOutput<typeof errorSchema>
export type Status = v.InferOutput<typeof statusSchema>

/** The groups of findings, in the order of the page. */
export const groupKeys = ['program', 'storage', 'emails', 'backups', 'copy'] as const

type GroupKey = (typeof groupKeys)[number]

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
type Trouble = { key: string; text: string; at?: string | undefined; remedy: string }

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
