import { makeChange } from '../../lib/api/query'
import { question } from '../../lib/api/question'
import { createPayout, getOwnPayout, getPayout, listOwed, listOwnPayouts, listPayouts } from './api'
import type { NewPayout } from './types'

const noun = 'payouts'

/** What all tutors are owed, for admins. */
export const owedQuery = question([noun, 'owed'], listOwed, [noun, 'assignments', 'claims', 'ledger'])

/** One page of the payouts, for admins. */
export const payoutsQuery = (page: number) =>
  question([noun, 'pages', page], (signal) => listPayouts(page, signal), [noun])

/** One payout with what each tutor got, for admins. */
export const payoutQuery = (id: string) =>
  question([noun, 'one', id], (signal) => getPayout(id, signal), [{ noun, id }])

/** One page of the payouts that paid the reader. */
export const ownPayoutsQuery = (page: number) =>
  question([noun, 'own', page], (signal) => listOwnPayouts(page, signal), [noun])

/** One payout that paid the reader, for its statement. */
export const ownPayoutQuery = (id: string) =>
  question([noun, 'own', 'one', id], (signal) => getOwnPayout(id, signal), [{ noun, id }])

/** As `createPayout`; what is owed is fetched again, also after a refusal. */
export const recordPayout = (tutors: string[], expected: number, payout: NewPayout) =>
  makeChange([{ noun, id: '', change: 'create' }], () => createPayout(tutors, expected, payout))
