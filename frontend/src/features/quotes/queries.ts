import { learn, learnRows, makeChange } from '../../lib/api/query'
import { question } from '../../lib/api/question'
import { getQuote, listOwnQuotes, listQuotes, updateQuote } from './api'
import type { QuoteFilter } from './list'
import type { Quote, UpdateQuote } from './types'

const noun = 'quotes'

const pages = [noun, 'pages']

/** One quote request, for admins. */
export const quoteQuery = (id: string) =>
  question([noun, 'one', id], (signal) => getQuote(id, signal), [{ noun, id }])

/** One page of the quote requests, for admins. */
export const quotesQuery = (filter: QuoteFilter) =>
  question([...pages, filter], (signal) => listQuotes(filter, signal), [noun])

/** One page of the reader's own quote requests; pages count from 1. */
export const ownQuotesQuery = (page: number) =>
  question([noun, 'own', page], (signal) => listOwnQuotes(page, signal), [
    noun,
    // Requests from the reader's address that belong to no account yet are announced by a notice alone.
    { noun: 'notices', kinds: ['create'] },
    { noun: 'assignments', kinds: ['create'] },
    { noun: 'users', kinds: ['update'] },
  ])

/** As `updateQuote`; the list shows the result at once. */
export const saveQuote = (id: string, update: Partial<UpdateQuote>) =>
  makeChange(
    [{ noun, id, change: 'update' }],
    () => updateQuote(id, update),
    (saved) => {
      learn(quoteQuery(id).queryKey, () => saved)
      learnRows<Quote>(pages, (row) => (row._id === id ? saved : row))
    },
  )
