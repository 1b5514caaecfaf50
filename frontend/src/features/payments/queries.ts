import { makeChange, type Question } from '../../lib/api/query'
import { createPayment, getInvoice, listPayments } from './api'
import type { Invoice, NewPayment, Payment } from './types'

const noun = 'assignments'

/** What was received for an order and returned, newest first. It changes with its assignment. */
export const paymentsQuery = (assignment: string): Question<Payment[]> => ({
  queryKey: ['payments', 'of', assignment],
  queryFn: ({ signal }) => listPayments(assignment, signal),
  meta: { sources: [{ noun, id: assignment }] },
})

/** The invoice of an order with its payments, or null while it has none. It changes with its assignment. */
export const invoiceQuery = (assignment: string): Question<Invoice | null> => ({
  queryKey: ['payments', 'invoice', assignment],
  queryFn: ({ signal }) => getInvoice(assignment, signal),
  meta: { sources: [{ noun, id: assignment }] },
})

/** As `createPayment`; what is paid and due is fetched again. */
export const recordPayment = (assignment: string, payment: NewPayment) =>
  makeChange([{ noun, id: assignment, change: 'update' }], () => createPayment(assignment, payment))
