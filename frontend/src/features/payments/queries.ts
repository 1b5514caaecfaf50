import { makeChange } from '../../lib/api/query'
import { question } from '../../lib/api/question'
import { createPayment, getInvoice, listPayments } from './api'
import type { NewPayment } from './types'

const noun = 'assignments'

/** What was received for an order and returned, newest first. It changes with its assignment. */
export const paymentsQuery = (assignment: string) =>
  question(['payments', 'of', assignment], (signal) => listPayments(assignment, signal), [
    { noun, id: assignment },
  ])

/** The invoice of an order with its payments, or null while it has none. It changes with its assignment. */
export const invoiceQuery = (assignment: string) =>
  question(['payments', 'invoice', assignment], (signal) => getInvoice(assignment, signal), [
    { noun, id: assignment },
  ])

/** As `createPayment`; what is paid and due is fetched again. */
export const recordPayment = (assignment: string, payment: NewPayment) =>
  makeChange([{ noun, id: assignment, change: 'update' }], () => createPayment(assignment, payment))
