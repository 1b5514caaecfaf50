import * as v from 'valibot'
import type { newPayoutSchema } from './rules'

const personSchema = v.object({ _id: v.string(), name: v.string() })

/** What a tutor is owed, in whole units. It may be negative. Only another admin pays `payableByOthers`. */
export const owedSchema = v.object({
  tutor: personSchema,
  payable: v.number(),
  payableByOthers: v.optional(v.number()),
  held: v.number(),
})

export const owedListSchema = v.array(owedSchema)

/** A payout as admins read it (docs/product.md, section 16). `tutors` counts who was paid; amounts are in whole units. */
export const payoutSchema = v.object({
  _id: v.string(),
  /** Such as "PAY-2026-0001". */
  number: v.string(),
  total: v.number(),
  tutors: v.number(),
  method: v.string(),
  reference: v.string(),
  /** Who recorded it; null once the account is deleted. */
  by: v.nullable(personSchema),
  createdAt: v.string(),
})

export const payoutsSchema = v.array(payoutSchema)

/** What was paid for an assignment, or as adjustments if there is none. */
const paidSchema = v.object({
  _id: v.string(),
  amount: v.number(),
  assignment: v.nullable(v.object({ _id: v.string(), reference: v.string(), title: v.string() })),
})

/** A payout as it was made, with what each tutor got. */
export const madePayoutSchema = v.object({
  ...payoutSchema.entries,
  lines: v.array(v.object({ tutor: personSchema, amount: v.number(), entries: v.array(paidSchema) })),
})

/** The newest entry of the ledger, which statements print. */
export const headSchema = v.object({ number: v.number(), hash: v.string() })

/** A payout for its statement. */
export const statementSchema = v.object({ ...madePayoutSchema.entries, head: headSchema })

/** A payout as a tutor reads it: their own line. */
const ownPayoutSchema = v.object({
  _id: v.string(),
  number: v.string(),
  amount: v.number(),
  method: v.string(),
  reference: v.string(),
  createdAt: v.string(),
  entries: v.array(paidSchema),
})

export const ownPayoutsSchema = v.object({ payouts: v.array(ownPayoutSchema), head: headSchema })

/** The one payout that was asked for. */
export const oneOwnPayoutSchema = v.object({ payouts: v.tuple([ownPayoutSchema]), head: headSchema })

export type Owed = v.InferOutput<typeof owedSchema>
export type Payout = v.InferOutput<typeof payoutSchema>
export type MadePayout = v.InferOutput<typeof madePayoutSchema>
export type Statement = v.InferOutput<typeof statementSchema>
export type OwnPayout = v.InferOutput<typeof ownPayoutSchema>
export type OneOwnPayout = v.InferOutput<typeof oneOwnPayoutSchema>
export type Head = v.InferOutput<typeof headSchema>
export type NewPayout = v.InferInput<typeof newPayoutSchema>
