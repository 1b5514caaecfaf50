import * as v from 'valibot'

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

/** How the program does (docs/product.md, section 20). `checkedAt` is null before the first checks have ended. */
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
