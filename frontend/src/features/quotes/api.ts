import { type Page, send, sendForPage } from '../../lib/api/client'
import { withDeadline } from '../../lib/api/deadline'
import { downloadExport } from '../../lib/api/download'
import { Failure } from '../../lib/api/failure'
import {
  type OwnQuote,
  offerLinkSchema,
  ownQuotesSchema,
  type Quote,
  type QuoteFilter,
  quoteSchema,
  quotesSchema,
  type UpdateQuote,
} from './types'

/** The query of a filter, without its page. */
const queryOf = ({ status, search, sort }: QuoteFilter) => ({
  ...(status !== 'all' && { status }),
  ...(search && { search }),
  sort,
})

/** Downloads the quote requests, filtered and sorted, as CSV; for admins. Throws a Failure. */
export const exportQuotes = (filter: QuoteFilter) => downloadExport('/quotes', queryOf(filter))

/** One page of the quote requests, and the total number of matches; for admins. Throws a Failure. */
export function listQuotes(filter: QuoteFilter, signal?: AbortSignal): Promise<Page<Quote>> {
  return sendForPage(quotesSchema, '/quotes', { query: queryOf(filter), page: filter.page, signal })
}

/** One quote request; for admins. Throws a Failure. */
export function getQuote(id: string, signal?: AbortSignal): Promise<Quote> {
  return send(quoteSchema, `/quotes/${encodeURIComponent(id)}`, { signal })
}

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
export function updateQuote(id: string, change: Partial<UpdateQuote>): Promise<Quote> {
  return withDeadline((signal) =>
    send(quoteSchema, `/quotes/${encodeURIComponent(id)}`, { method: 'PATCH', body: change, signal }),
  )
}

/** The link of a standing offer, to pass on by hand; for admins. Throws a Failure. */
export async function linkOffer(id: string): Promise<string> {
  const { url } = await withDeadline((signal) =>
    send(offerLinkSchema, `/quotes/${encodeURIComponent(id)}/offer-link`, { method: 'POST', signal }),
  )
  return url
}

/** One page of the caller's own quote requests, newest first, and their number. Throws a Failure. */
export function listOwnQuotes(page: number, signal?: AbortSignal): Promise<Page<OwnQuote>> {
  return sendForPage(ownQuotesSchema, '/quotes/mine', { page, signal })
}
