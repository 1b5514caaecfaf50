import * as v from 'valibot'
import * as limits from '#domain/limits.json'
import { holdsUntil } from '../../lib/time/time'
import { isWholeCents, reasonText } from '../../lib/validation/checks'
import { checkedText, isBlank, requiredText } from '../../lib/validation/rules'

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

/** The id of the section about claims on the page of an assignment, which links lead to. */
export const CLAIMS = 'claims'

const cents = (units: number) => Math.round(units * 100)

/** What is wrong with an amount to be returned, as it was typed, if at most `most` can be returned. */
function amountProblem(amount: string, most: number) {
  const units = Number(amount)
  if (!(cents(units) > 0)) return 'Amount must be more than zero'
  if (cents(units) > cents(most)) return 'Amount is more than was paid'
  if (!isWholeCents(units)) return 'Amount must have at most two decimals'
}

/**
 * The input of a claim, as its form holds it. An empty amount is left out. `most` is
 * what can still be returned; without it, as for tutors, the amount is not looked at.
 */
export const newClaimSchema = (most?: number) =>
  v.object({
    reason: reasonText,
    amount: checkedText((amount) =>
      most === undefined || isBlank(amount) ? undefined : amountProblem(amount, most),
    ),
  })

/** The input of a decision about a claim, as its form holds it. A refund is approved with an amount. */
export const decisionSchema = (kind: string, most: number) => {
  const problemOf = (decision: string, amount: string) => {
    if (decision !== 'approve') return undefined
    if (isBlank(amount)) return kind === 'refund' ? 'Amount is required' : undefined
    return amountProblem(amount, most)
  }
  return v.pipe(
    v.object({
      decision: checkedText((decision) =>
        ['approve', 'decline'].includes(decision.trim().toLowerCase()) ? undefined : 'Invalid decision',
      ),
      outcome: requiredText('Outcome', limits.outcome),
      amount: v.string(),
    }),
    v.forward(
      v.check(
        ({ decision, amount }) => problemOf(decision.trim().toLowerCase(), amount) === undefined,
        ({ input: { decision, amount } }) => problemOf(decision.trim().toLowerCase(), amount) ?? '',
      ),
      ['amount'],
    ),
  )
}

/** The input that records that an approved refund was paid. */
export const refundPaymentSchema = v.object({
  method: requiredText('Method', limits.paymentMethod),
  reference: requiredText('Reference', limits.paymentReference),
})

/** Whether an approved amount is still to be paid. Readers who may not see the amount can tell by the dates. */
export const isUnpaid = ({ status, payBy }: Claim) => status === 'approved' && payBy !== null

/** Whether somebody still has to decide about a claim, or to pay. */
export const isPending = (claim: Claim) => claim.status === 'open' || isUnpaid(claim)

/** What of an order can still be returned, in whole units: what is paid, less what is approved and not paid yet. */
export function refundable(amountPaid: number, claims: Claim[]): number {
  const promised = claims.filter(isUnpaid).reduce((sum, { amount }) => sum + cents(amount ?? 0), 0)
  return Math.max(0, cents(amountPaid) - promised) / 100
}

/** Until when the next step of a claim is due: the decision, or the payment. Null if nothing is due. */
function dueOf(claim: Claim): string | null {
  if (claim.status === 'open') return claim.dueAt
  return isUnpaid(claim) ? claim.payBy : null
}

/** Whether the next step of a claim is overdue at a time (milliseconds, by the server's clock). */
export function isOverdue(claim: Claim, now: number): boolean {
  const due = dueOf(claim)
  return due !== null && !holdsUntil(due, now)
}

/** A kind that this version does not know is called a dispute. */
export const kindOf = ({ kind }: Claim) => (kind === 'refund' ? 'refund' : 'dispute')

/** Whether the reader can take an action on a claim. */
export const can = ({ actions }: Claim, wanted: string) => actions.some(({ action }) => action === wanted)
