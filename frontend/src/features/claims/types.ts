import * as v from 'valibot'
import type { decisionSchema, newClaimSchema, refundPaymentSchema } from './rules'

/** A refund request or a dispute: docs/product.md, section 12. */
export type ClaimKind = 'refund' | 'dispute'

const timeOrNone = v.nullable(v.string())

/** A refund request or a dispute, as the server sends it (docs/product.md, section 12). Amounts are in whole units. */
export const claimSchema = v.object({
  _id: v.string(),
  /** refund or dispute, unless this version does not know it. */
  kind: v.string(),
  /** One of `statusWords`, unless this version does not know it. */
  status: v.string(),
  /** Left out for the other side. */
  reason: v.optional(v.string()),
  /** What is asked for and, once it is decided, what is approved. Left out for the other side. */
  amount: v.optional(v.nullable(v.number())),
  outcome: v.nullable(v.string()),
  /** `role` is the part in the order; the id is null if the reader may not know it, or the account is deleted. */
  openedBy: v.object({ _id: v.nullable(v.string()), name: v.string(), role: v.string() }),
  /** Until when it is to be decided; null for the refund that comes with a cancellation. */
  dueAt: timeOrNone,
  /** The time in which an approved amount is to be paid. */
  payFrom: timeOrNone,
  payBy: timeOrNone,
  createdAt: v.string(),
  decidedAt: timeOrNone,
  paidAt: timeOrNone,
  assignment: v.object({ _id: v.string(), reference: v.string(), title: v.string() }),
  /** What the reader can do to it. */
  actions: v.array(v.object({ action: v.string(), until: timeOrNone })),
})

export const claimsSchema = v.array(claimSchema)

export type Claim = v.InferOutput<typeof claimSchema>

/** What is typed in a form; an empty amount is ''. */
export type ClaimFields = v.InferInput<ReturnType<typeof newClaimSchema>>
export type DecisionFields = v.InferInput<ReturnType<typeof decisionSchema>>
export type RefundPayment = v.InferInput<typeof refundPaymentSchema>
