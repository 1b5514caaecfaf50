import type { Page } from '../../lib/api/client'
import { learn, learnRows, makeChange, type Question } from '../../lib/api/query'
import { getQuote, listQuotes, updateQuote } from './api'
import type { Quote, QuoteFilter, UpdateQuote } from './types'

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

/** As `updateQuote`; what was saved shows at once. */
export const saveQuote = (id: string, update: Partial<UpdateQuote>) =>
  makeChange(
    [{ noun, id, change: 'update' }],
    () => updateQuote(id, update),
    (saved) => {
      learn(quoteQuery(id).queryKey, () => saved)
      learnRows<Quote>(pages, (row) => (row._id === id ? saved : row))
    },
  )
