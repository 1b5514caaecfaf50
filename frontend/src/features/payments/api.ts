import { sendChange } from '../../lib/api/change'
import { send, sendForPage } from '../../lib/api/client'
import { toFailure } from '../../lib/api/failure'
import {
  type Invoice,
  invoiceSchema,
  type NewPayment,
  type Payment,
  paymentSchema,
  paymentsSchema,
} from './types'

const pathOf = (assignment: string) => `/assignments/${encodeURIComponent(assignment)}`

/** An order has fewer payments than the server sends at once. */
const ALL = 500

/** What was received for an order and returned, newest first; for its student and admins. Throws a Failure. */
export async function listPayments(assignment: string, signal?: AbortSignal): Promise<Payment[]> {
  const { rows } = await sendForPage(paymentsSchema, `${pathOf(assignment)}/payments`, {
    page: 1,
    perPage: ALL,
    signal,
  })
  return rows
}

/** The invoice of an order, or null while it has none; for its student and admins. Throws a Failure. */
export async function getInvoice(assignment: string, signal?: AbortSignal): Promise<Invoice | null> {
  try {
    return await send(invoiceSchema, `${pathOf(assignment)}/invoice`, { signal })
  } catch (error) {
    const failure = toFailure(error)
    if (failure.status === 404 && failure.envelope.message === 'Invoice not found') return null
    throw failure
  }
}

/** Records that a student has paid; for admins. Throws a Failure. */
export function createPayment(assignment: string, { receivedOn, ...payment }: NewPayment): Promise<Payment> {
  const body = { ...payment, ...(receivedOn && { receivedOn }) }
  return sendChange(paymentSchema, 'POST', `${pathOf(assignment)}/payments`, body)
}
