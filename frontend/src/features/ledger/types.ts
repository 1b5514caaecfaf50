import * as v from 'valibot'
import type { newAdjustmentSchema } from './rules'

/** An entry of the ledger, for admins. Ids of other things are '' if it is about none; amounts are in cents. */
export const entrySchema = v.object({
  number: v.number(),
  at: v.string(),
  /** One of `kindWords`, unless this version does not know it. */
  kind: v.string(),
  assignment: v.string(),
  tutor: v.string(),
  payout: v.string(),
  memo: v.string(),
  lines: v.array(v.object({ account: v.string(), cents: v.number() })),
  hash: v.string(),
})

/** An entry in the list, with what its assignment and its tutor are called; '' if it is about none, or once they are deleted. */
const namedEntrySchema = v.object({
  ...entrySchema.entries,
  /** Such as "A-7F3K2M". */
  reference: v.string(),
  title: v.string(),
  tutorName: v.string(),
})

export const entriesSchema = v.array(namedEntrySchema)

/** An entry in a tutor's own list. Positive amounts, in whole units, are in the tutor's favour. */
export const earningSchema = v.object({
  _id: v.string(),
  kind: v.string(),
  amount: v.number(),
  memo: v.string(),
  assignment: v.nullable(v.object({ _id: v.string(), reference: v.string(), title: v.string() })),
  createdAt: v.string(),
})

/** What a tutor has earned, in whole units, and one page of the entries. */
export const earningsSchema = v.object({
  earned: v.number(),
  payable: v.number(),
  held: v.number(),
  /** The part of `held` that open claims hold up. The rest waits for acceptance. */
  claimed: v.number(),
  paid: v.number(),
  entries: v.array(earningSchema),
})

export type Entry = v.InferOutput<typeof entrySchema>
export type NamedEntry = v.InferOutput<typeof namedEntrySchema>
export type Earning = v.InferOutput<typeof earningSchema>
export type Earnings = v.InferOutput<typeof earningsSchema>
/** The sums of a tutor's entries. */
export type Sums = Omit<Earnings, 'entries'>

export type NewAdjustment = v.InferInput<typeof newAdjustmentSchema>
