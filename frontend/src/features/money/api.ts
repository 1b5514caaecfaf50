import * as v from 'valibot'
import { sendChange } from '../../lib/api/change'
import { type Page, send, sendForPage } from '../../lib/api/client'
import { downloadExport } from '../../lib/api/download'
import { toFailure } from '../../lib/api/failure'
import { queryOf as queryWithoutEnd } from '../../lib/api/filter'
import { makeChange, question } from '../../lib/api/query'
import { dayAfter } from '../../lib/time/time'
import type { LedgerFilter } from './list'
import {
  type Earning,
  type Earnings,
  earningsSchema,
  entriesSchema,
  entrySchema,
  type Invoice,
  invoiceSchema,
  madePayoutSchema,
  type NewAdjustment,
  type NewPayment,
  type NewPayout,
  type OwnPayout,
  oneOwnPayoutSchema,
  owedListSchema,
  ownPayoutsSchema,
  type Payment,
  paymentSchema,
  paymentsSchema,
  payoutsSchema,
  type Sums,
  statementSchema,
} from './model'

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

/** Records that a student has paid; for admins. What is paid and due is fetched again. Throws a Failure. */
export const createPayment = (assignment: string, { receivedOn, ...payment }: NewPayment) =>
  makeChange([{ noun: 'assignments', id: assignment, change: 'update' }], () =>
    sendChange(paymentSchema, 'POST', `${pathOf(assignment)}/payments`, {
      ...payment,
      ...(receivedOn && { receivedOn }),
    }),
  )

/** What was received for an order and returned, newest first. It changes with its assignment. */
export const paymentsQuery = (assignment: string) =>
  question(['payments', 'of', assignment], (signal) => listPayments(assignment, signal), [
    { noun: 'assignments', id: assignment },
  ])

/** The invoice of an order with its payments, or null while it has none. It changes with its assignment. */
export const invoiceQuery = (assignment: string) =>
  question(['payments', 'invoice', assignment], (signal) => getInvoice(assignment, signal), [
    { noun: 'assignments', id: assignment },
  ])

const payoutPath = (id: string) => `/payouts/${encodeURIComponent(id)}`

/** What all tutors are owed; for admins. Throws a Failure. */
export const listOwed = (signal?: AbortSignal) => send(owedListSchema, '/payouts/preview', { signal })

/** One page of the payouts, newest first; for admins. Throws a Failure. */
export const listPayouts = (page: number, signal?: AbortSignal) =>
  sendForPage(payoutsSchema, '/payouts', { page, signal })

/** One payout with what each tutor got; for admins. Throws a Failure. */
export const getPayout = (id: string, signal?: AbortSignal) =>
  send(statementSchema, payoutPath(id), { signal })

/** Downloads what a payout paid for as CSV; for admins. Throws a Failure. */
export const exportPayout = (id: string) => downloadExport(payoutPath(id), {})

/** One page of the payouts that paid the caller, newest first. Throws a Failure. */
export async function listOwnPayouts(page: number, signal?: AbortSignal): Promise<Page<OwnPayout>> {
  const { rows, total } = await sendForPage(ownPayoutsPageSchema, '/users/payouts', { page, signal })
  return { rows, total }
}

const ownPayoutsPageSchema = v.pipe(
  ownPayoutsSchema,
  v.transform(({ payouts }) => payouts),
)

/** One payout that paid the caller, with the head of the ledger. Throws a Failure. */
export const getOwnPayout = (payout: string, signal?: AbortSignal) =>
  send(oneOwnPayoutSchema, '/users/payouts', { query: { payout }, signal })

/** What all tutors are owed, for admins. */
export const owedQuery = question(['payouts', 'owed'], listOwed, [
  'payouts',
  'assignments',
  'claims',
  'ledger',
])

/** One page of the payouts, for admins. */
export const payoutsQuery = (page: number) =>
  question(['payouts', 'pages', page], (signal) => listPayouts(page, signal), ['payouts'])

/** One payout with what each tutor got, for admins. */
export const payoutQuery = (id: string) =>
  question(['payouts', 'one', id], (signal) => getPayout(id, signal), [{ noun: 'payouts', id }])

/** One page of the payouts that paid the reader. */
export const ownPayoutsQuery = (page: number) =>
  question(['payouts', 'own', page], (signal) => listOwnPayouts(page, signal), ['payouts'])

/** One payout that paid the reader, for its statement. */
export const ownPayoutQuery = (id: string) =>
  question(['payouts', 'own', 'one', id], (signal) => getOwnPayout(id, signal), [{ noun: 'payouts', id }])

/**
 * Records that tutors were paid all that is payable to them now; for admins. `expected` is the total
 * that they have seen, and no other is recorded. What is owed is fetched again, also after a
 * refusal. Throws a Failure.
 */
export const createPayout = (tutors: string[], expected: number, payout: NewPayout) =>
  makeChange([{ noun: 'payouts', id: '', change: 'create' }], () =>
    sendChange(madePayoutSchema, 'POST', '/payouts', { tutors, expected, ...payout }),
  )

/** The query of a filter. Days are those of the site's time zone, as in the figures. */
const queryOf = ({ to, ...filter }: LedgerFilter) => ({
  ...queryWithoutEnd(filter),
  ...(to && { before: dayAfter(to) }),
})

/** One page of the ledger, newest first, and how many entries match; for admins. Throws a Failure. */
export const listEntries = (filter: LedgerFilter, signal?: AbortSignal) =>
  sendForPage(entriesSchema, '/ledger', { query: queryOf(filter), page: filter.page, signal })

/** Downloads the ledger, filtered, as CSV; for admins. Throws a Failure. */
export const exportLedger = (filter: LedgerFilter) => downloadExport('/ledger', queryOf(filter))

/** What the caller, a tutor, has earned, with a page of the entries, and how many there are. Throws a Failure. */
export async function getEarnings(page: number, signal?: AbortSignal): Promise<Page<Earning> & Sums> {
  const { rows, total } = await sendForPage(earningsPageSchema, '/users/earnings', { page, signal })
  const [{ entries, ...sums }] = rows as [Earnings]
  return { ...sums, rows: entries, total }
}

/** The answer as a list of one, because only lists have a number of matches. */
const earningsPageSchema = v.pipe(
  earningsSchema,
  v.transform((earnings) => [earnings]),
)

/** Entries result from changes to these. */
const sources = ['assignments', 'claims', 'payouts', 'ledger'] as const

/** One page of the ledger, for admins. */
export const entriesQuery = (filter: LedgerFilter) =>
  question(['ledger', 'pages', filter], (signal) => listEntries(filter, signal), sources)

/** What the reader, a tutor, has earned, with one page of the entries. */
export const earningsQuery = (page: number) =>
  question(['ledger', 'earnings', page], (signal) => getEarnings(page, signal), sources)

/** Changes what a tutor is owed; for admins. What it changes is fetched again. Throws a Failure. */
export const createAdjustment = (adjustment: NewAdjustment) =>
  makeChange([{ noun: 'ledger', id: '', change: 'create' }], () =>
    sendChange(entrySchema, 'POST', '/ledger/adjustments', adjustment),
  )
