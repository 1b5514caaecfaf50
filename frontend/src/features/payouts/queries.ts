import type { Page } from '../../lib/api/client'
import { makeChange, type Question } from '../../lib/api/query'
import { createPayout, getOwnPayout, getPayout, listOwed, listOwnPayouts, listPayouts } from './api'
import type { NewPayout, OneOwnPayout, Owed, OwnPayout, Payout, Statement } from './types'

const noun = 'payouts'

/** What all tutors are owed, for admins. */
export const owedQuery: Question<Owed[]> = {
  queryKey: [noun, 'owed'],
  queryFn: ({ signal }) => listOwed(signal),
  meta: { sources: [{ noun }, { noun: 'assignments' }, { noun: 'claims' }, { noun: 'ledger' }] },
}

/** One page of the payouts, for admins. */
export const payoutsQuery = (page: number): Question<Page<Payout>> => ({
  queryKey: [noun, 'pages', page],
  queryFn: ({ signal }) => listPayouts(page, signal),
  meta: { sources: [{ noun }] },
})

/** One payout with what each tutor got, for admins. */
export const payoutQuery = (id: string): Question<Statement> => ({
  queryKey: [noun, 'one', id],
  queryFn: ({ signal }) => getPayout(id, signal),
  meta: { sources: [{ noun, id }] },
})

/** One page of the payouts that paid the reader. */
export const ownPayoutsQuery = (page: number): Question<Page<OwnPayout>> => ({
  queryKey: [noun, 'own', page],
  queryFn: ({ signal }) => listOwnPayouts(page, signal),
  meta: { sources: [{ noun }] },
})

/** One payout that paid the reader, for its statement. */
export const ownPayoutQuery = (id: string): Question<OneOwnPayout> => ({
  queryKey: [noun, 'own', 'one', id],
  queryFn: ({ signal }) => getOwnPayout(id, signal),
  meta: { sources: [{ noun, id }] },
})

/** As `createPayout`; what is owed is fetched again, also after a refusal. */
export const recordPayout = (tutors: string[], expected: number, payout: NewPayout) =>
  makeChange([{ noun, id: '', change: 'create' }], () => createPayout(tutors, expected, payout))
