import * as v from 'valibot'

/** An email without its text. Times are RFC 3339 in UTC; null if it is not to be tried again, or was not sent. */
export const mailSchema = v.object({
  _id: v.string(),
  kind: v.string(),
  to: v.string(),
  subject: v.string(),
  /** One of `statusWords`, unless this version does not know it. */
  status: v.string(),
  attempts: v.number(),
  nextAt: v.nullable(v.string()),
  sentAt: v.nullable(v.string()),
  /** What the mail server said, or why it was skipped. */
  error: v.string(),
  createdAt: v.string(),
})

export type Mail = v.InferOutput<typeof mailSchema>

export const mailsSchema = v.array(mailSchema)

/** How many failed emails were queued again. */
export const requeuedMailsSchema = v.object({ updated: v.number() })

export const dismissedMailSchema = v.object({ message: v.string() })

/** Whether a mail server is set up, and how many emails wait and have failed. */
export const mailStateSchema = v.object({ enabled: v.boolean(), queued: v.number(), failed: v.number() })
