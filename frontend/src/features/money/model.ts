import * as v from 'valibot'
import * as limits from '#domain/limits.json'
import { policySchema } from '../../lib/api/site'
import { isTime, isWholeCents } from '../../lib/validation/checks'
import { checkedText, isBlank, requiredText } from '../../lib/validation/rules'

/** Money received from a student or returned to them (docs/product.md, section 10.5). `receivedOn` is a day ("2026-12-01"); `amount` is in whole units. */
export const paymentSchema = v.object({
  _id: v.string(),
  /** received or returned, unless this version does not know it. */
  kind: v.string(),
  /** The number of its receipt, such as "REC-2026-0001". */
  number: v.string(),
  amount: v.number(),
  method: v.string(),
  reference: v.string(),
  receivedOn: v.string(),
  createdAt: v.string(),
})

export const paymentsSchema = v.array(paymentSchema)

/** The invoice of an order, with all its payments, newest first. Amounts are in whole units of `currency`; `issuedOn` is a day. */
export const invoiceSchema = v.object({
  number: v.string(),
  issuedOn: v.string(),
  /** Name and address of who sells, in lines; may be ''. */
  seller: v.string(),
  buyer: v.object({ name: v.string(), email: v.string() }),
  /** The reference of the order. */
  reference: v.string(),
  description: v.string(),
  amount: v.number(),
  currency: v.string(),
  payments: v.array(paymentSchema),
  amountPaid: v.number(),
  amountDue: v.number(),
  /** How to pay, in lines; may be ''. */
  instructions: v.string(),
  /** The policy that holds for this order. */
  policy: policySchema,
})

export type Payment = v.InferOutput<typeof paymentSchema>
export type Invoice = v.InferOutput<typeof invoiceSchema>
export type NewPayment = v.InferInput<typeof newPaymentSchema>

/** The input of a payment (docs/product.md, section 10.5). An empty amount is NaN; without a day it is today. */
export const newPaymentSchema = v.object({
  amount: v.pipe(
    v.custom<number>((amount) => typeof amount === 'number'),
    v.check((amount) => !Number.isNaN(amount), 'Amount is required'),
    v.check(
      (amount) => Number.isNaN(amount) || Math.round(amount * 100) > 0,
      'Amount must be more than zero',
    ),
    v.check((amount) => !(amount > limits.amount), 'Amount must be at most 1,000,000'),
    v.check(
      (amount) => Number.isNaN(amount) || isWholeCents(amount),
      'Amount must have at most two decimals',
    ),
  ),
  method: requiredText('Method', limits.paymentMethod),
  reference: requiredText('Reference', limits.paymentReference),
  receivedOn: checkedText((day) => {
    if (!isBlank(day) && !isTime(day)) return 'Received on is invalid'
  }),
})

/** What of an invoice need not be paid any more, in whole units: the order was cancelled, or a refund was approved. */
export const creditedOf = ({
  amount,
  amountPaid,
  amountDue,
}: Pick<Invoice, 'amount' | 'amountPaid' | 'amountDue'>) =>
  Math.max(0, Math.round((amount - amountPaid - amountDue) * 100)) / 100

const personSchema = v.object({ _id: v.string(), name: v.string() })

/** What a tutor is owed, in whole units. It may be negative. Only another admin pays `payableByOthers`. */
const owedSchema = v.object({
  tutor: personSchema,
  payable: v.number(),
  payableByOthers: v.optional(v.number()),
  held: v.number(),
})

export const owedListSchema = v.array(owedSchema)

/** A payout as admins read it (docs/product.md, section 16). `tutors` counts who was paid; amounts are in whole units. */
const payoutSchema = v.object({
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
const headSchema = v.object({ number: v.number(), hash: v.string() })

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
export type Statement = v.InferOutput<typeof statementSchema>
export type OwnPayout = v.InferOutput<typeof ownPayoutSchema>
export type Head = v.InferOutput<typeof headSchema>
export type NewPayout = v.InferInput<typeof newPayoutSchema>

/** How a payout was made (docs/product.md, section 16). */
export const newPayoutSchema = v.object({
  method: requiredText('Method', limits.paymentMethod),
  reference: requiredText('Reference', limits.paymentReference),
})

/** The sum of amounts in whole units. */
export const sumOf = (amounts: number[]) =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100

/** The address of a payout at the desk, or of a tutor's statement of it. */
export const payoutAddress = (payout: string, tutor = '') =>
  ['/admin/dashboard/money', payout, tutor].filter(Boolean).join('/')

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
const earningSchema = v.object({
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

export type NamedEntry = v.InferOutput<typeof namedEntrySchema>
export type Earning = v.InferOutput<typeof earningSchema>
export type Earnings = v.InferOutput<typeof earningsSchema>
/** The sums of a tutor's entries. */
export type Sums = Omit<Earnings, 'entries'>

export type NewAdjustment = v.InferInput<typeof newAdjustmentSchema>

/** The input of an adjustment of what a tutor is owed (docs/product.md, section 11). An empty amount is NaN. */
export const newAdjustmentSchema = v.object({
  tutor: v.string(),
  amount: v.pipe(
    v.custom<number>((amount) => typeof amount === 'number'),
    v.check((amount) => !Number.isNaN(amount), 'Amount is required'),
    v.check((amount) => amount !== 0, 'Amount must not be zero'),
    v.check(
      (amount) => !(Math.abs(amount) > limits.amount),
      'Amount must be between -1,000,000 and 1,000,000',
    ),
    v.check(
      (amount) => Number.isNaN(amount) || isWholeCents(amount),
      'Amount must have at most two decimals',
    ),
  ),
  memo: requiredText('Memo', limits.memo),
})
