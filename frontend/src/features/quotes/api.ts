import { sendChange } from '../../lib/api/change'
import { send, sendForPage } from '../../lib/api/client'
import { downloadExport } from '../../lib/api/download'
import { Failure } from '../../lib/api/failure'
import { queryOf, sendForList } from '../../lib/api/filter'
import type { QuoteFilter } from './list'
import {
  offerLinkSchema,
  ownQuotesSchema,
  type Quote,
  quoteSchema,
  quotesSchema,
  type UpdateQuote,
} from './types'

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

/** Changes the given fields among status, amount, note and valid-until date; for admins. Throws a Failure. */
export const updateQuote = (id: string, change: Partial<UpdateQuote>) =>
  sendChange(quoteSchema, 'PATCH', `/quotes/${encodeURIComponent(id)}`, change)

/** The link of a standing offer, to pass on by hand; for admins. Throws a Failure. */
export async function linkOffer(id: string): Promise<string> {
  const { url } = await sendChange(offerLinkSchema, 'POST', `/quotes/${encodeURIComponent(id)}/offer-link`)
  return url
}

/** One page of the caller's own quote requests, newest first, and their number. Throws a Failure. */
export const listOwnQuotes = (page: number, signal?: AbortSignal) =>
  sendForPage(ownQuotesSchema, '/quotes/mine', { page, signal })
