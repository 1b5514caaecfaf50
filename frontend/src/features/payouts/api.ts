import * as v from 'valibot'
import { sendChange } from '../../lib/api/change'
import { type Page, send, sendForPage } from '../../lib/api/client'
import { downloadExport } from '../../lib/api/download'
import {
  madePayoutSchema,
  type NewPayout,
  type OwnPayout,
  oneOwnPayoutSchema,
  owedListSchema,
  ownPayoutsSchema,
  payoutsSchema,
  statementSchema,
} from './types'

const pathOf = (id: string) => `/payouts/${encodeURIComponent(id)}`

/** What all tutors are owed; for admins. Throws a Failure. */
export const listOwed = (signal?: AbortSignal) => send(owedListSchema, '/payouts/preview', { signal })

/**
 * Records that tutors were paid all that is payable to them now; for admins. `expected` is the
 * total that they have seen, and no other is recorded. Throws a Failure.
 */
export const createPayout = (tutors: string[], expected: number, payout: NewPayout) =>
  sendChange(madePayoutSchema, 'POST', '/payouts', { tutors, expected, ...payout })

/** One page of the payouts, newest first; for admins. Throws a Failure. */
export const listPayouts = (page: number, signal?: AbortSignal) =>
  sendForPage(payoutsSchema, '/payouts', { page, signal })

/** One payout with what each tutor got; for admins. Throws a Failure. */
export const getPayout = (id: string, signal?: AbortSignal) => send(statementSchema, pathOf(id), { signal })

/** Downloads what a payout paid for as CSV; for admins. Throws a Failure. */
export const exportPayout = (id: string) => downloadExport(pathOf(id), {})

/** One page of the payouts that paid the caller, newest first. Throws a Failure. */
export async function listOwnPayouts(page: number, signal?: AbortSignal): Promise<Page<OwnPayout>> {
  const { rows, total } = await sendForPage(pageSchema, '/users/payouts', { page, signal })
  return { rows, total }
}

const pageSchema = v.pipe(
  ownPayoutsSchema,
  v.transform(({ payouts }) => payouts),
)

/** One payout that paid the caller, with the head of the ledger. Throws a Failure. */
export const getOwnPayout = (payout: string, signal?: AbortSignal) =>
  send(oneOwnPayoutSchema, '/users/payouts', { query: { payout }, signal })
