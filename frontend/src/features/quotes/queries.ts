import type { Page } from '../../lib/api/client'
import { learn, learnRows, makeChange, type Question } from '../../lib/api/query'
import { getQuote, listOwnQuotes, listQuotes, updateQuote } from './api'
import type { QuoteFilter } from './list'
import type { OwnQuote, Quote, UpdateQuote } from './types'

const noun = 'quotes'

const pages = [noun, 'pages']

/** One quote request, for admins. */
export const quoteQuery = (id: string): Question<Quote> => ({
  queryKey: [noun, 'one', id],
  queryFn: ({ signal }) => getQuote(id, signal),
  meta: { sources: [{ noun, id }] },
})

/** One page of the quote requests, for admins. */
export const quotesQuery = (filter: QuoteFilter): Question<Page<Quote>> => ({
  queryKey: [...pages, filter],
  queryFn: ({ signal }) => listQuotes(filter, signal),
  meta: { sources: [{ noun }] },
})

/** One page of the reader's own quote requests; pages count from 1. */
export const ownQuotesQuery = (page: number): Question<Page<OwnQuote>> => ({
  queryKey: [noun, 'own', page],
  queryFn: ({ signal }) => listOwnQuotes(page, signal),
  // Requests from the reader's address that belong to no account yet are announced by a notice alone.
  meta: {
    sources: [
      { noun },
      { noun: 'notices', kinds: ['create'] },
      { noun: 'assignments', kinds: ['create'] },
      { noun: 'users', kinds: ['update'] },
    ],
  },
})

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
