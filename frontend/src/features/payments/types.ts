import * as v from 'valibot'
import { policySchema } from '../../lib/api/site'
import type { newPaymentSchema } from './rules'

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
