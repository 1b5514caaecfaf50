import { sendChange } from '../../lib/api/change'
import { send, sendForPage } from '../../lib/api/client'
import { downloadExport } from '../../lib/api/download'
import { Failure } from '../../lib/api/failure'
import { queryOf, sendForList } from '../../lib/api/filter'
import { learn, learnRows, makeChange, question } from '../../lib/api/query'
import type { QuoteFilter } from './list'
import {
  offerLinkSchema,
  ownQuotesSchema,
  type Quote,
  quoteSchema,
  quotesSchema,
  type UpdateQuote,
} from './model'

/** Downloads the quote requests, filtered and sorted, as CSV; for admins. Throws a Failure. */
export const exportQuotes = (filter: QuoteFilter) => downloadExport('/quotes', queryOf(filter))

/** One page of the quote requests, and the total number of matches; for admins. Throws a Failure. */
export const listQuotes = (filter: QuoteFilter, signal?: AbortSignal) =>
  sendForList(quotesSchema, '/quotes', filter, signal)

/** One quote request; for admins. Throws a Failure. */
export const getQuote = (id: string, signal?: AbortSignal) =>
  send(quoteSchema, `/quotes/${encodeURIComponent(id)}`, { signal })

/** The address of a file without its signature, which expires. It never changes. */
export const addressOf = ({ url }: Quote['files'][number]) => url.replace(/\?.*/, '')

/** A fresh link to a file of a quote request, valid for 15 minutes. Throws a Failure; also if the file is gone. */
export async function linkQuoteFile(id: string, file: Quote['files'][number]): Promise<string> {
  const { files } = await getQuote(id)
  const found = files.find((other) => addressOf(other) === addressOf(file))
  if (!found) throw new Failure(404, null, 'File not found')
  return found.url
}

/** The link of a standing offer, to pass on by hand; for admins. Throws a Failure. */
export async function linkOffer(id: string): Promise<string> {
  const { url } = await sendChange(offerLinkSchema, 'POST', `/quotes/${encodeURIComponent(id)}/offer-link`)
  return url
}

/** One page of the caller's own quote requests, newest first, and their number. Throws a Failure. */
export const listOwnQuotes = (page: number, signal?: AbortSignal) =>
  sendForPage(ownQuotesSchema, '/quotes/mine', { page, signal })

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
    // Requests from the reader's address that belong to no account yet are announced only by a notice.
    { noun: 'notices', kinds: ['create'] },
    { noun: 'assignments', kinds: ['create'] },
    { noun: 'users', kinds: ['update'] },
  ])

/**
 * Changes the given fields among status, amount, note and valid-until date; for admins. The list
 * shows the result at once. Throws a Failure.
 */
export const updateQuote = (id: string, change: Partial<UpdateQuote>) =>
  makeChange(
    [{ noun, id, change: 'update' }],
    () => sendChange(quoteSchema, 'PATCH', `/quotes/${encodeURIComponent(id)}`, change),
    (saved) => {
      learn(quoteQuery(id).queryKey, () => saved)
      learnRows<Quote>(pages, (row) => (row._id === id ? saved : row))
    },
  )
