import { type Page, send, sendForPage } from '../../lib/api/client'
import { withDeadline } from '../../lib/api/deadline'
import { downloadExport } from '../../lib/api/download'
import { Failure } from '../../lib/api/failure'
import { sendForm } from '../../lib/api/upload'
import {
  type NewQuote,
  type Quote,
  type QuoteFilter,
  quoteSchema,
  quotesSchema,
  receivedSchema,
  type UpdateQuote,
} from './types'

/**
 * Asks for a quote, as a visitor (docs/product.md, section 3.10), on the page of
 * a service or, without its slug, in the hero. `timeZone` is the IANA name of the
 * zone in which deadline and time are meant. Throws a Failure.
 */
export async function createQuote(
  quote: NewQuote,
  from: { service: string; timeZone: string },
  files: File[],
  upload: { signal?: AbortSignal; onProgress?: (share: number) => void } = {},
): Promise<string> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...quote, ...from })) form.append(name, String(value))
  for (const file of files) form.append('files', file)
  const { reference } = await sendForm(receivedSchema, '/quotes', form, upload)
  return reference
}

/** What the server is asked for a view of the quote requests, its page apart. */
const queryOf = ({ status, search, sort }: QuoteFilter) => ({
  ...(status !== 'all' && { status }),
  ...(search && { search }),
  sort,
})

/** Downloads the quote requests, as filtered and ordered, for a spreadsheet; for admins. Throws a Failure. */
export const exportQuotes = (filter: QuoteFilter) => downloadExport('/quotes', queryOf(filter))

/** One page of the quote requests, and how many match in all; for admins. Throws a Failure. */
export function listQuotes(filter: QuoteFilter, signal?: AbortSignal): Promise<Page<Quote>> {
  return sendForPage(quotesSchema, '/quotes', { query: queryOf(filter), page: filter.page, signal })
}

/** One quote request; for admins. Throws a Failure. */
export function getQuote(id: string, signal?: AbortSignal): Promise<Quote> {
  return send(quoteSchema, `/quotes/${encodeURIComponent(id)}`, { signal })
}

/** The address of a file without the signature that expires: it stays the same for as long as the file is there. */
export const addressOf = ({ url }: Quote['files'][number]) => url.replace(/\?.*/, '')

/** A fresh link to a file of a quote request, valid for 15 minutes. Throws a Failure; also if the file is gone. */
export async function linkQuoteFile(id: string, file: Quote['files'][number]): Promise<string> {
  const { files } = await getQuote(id)
  const found = files.find((other) => addressOf(other) === addressOf(file))
  if (!found) throw new Failure(404, null, 'File not found')
  return found.url
}

/** Changes what is named of status, amount, note and the day until which a quote stands; for admins. Throws a Failure. */
export function updateQuote(id: string, change: Partial<UpdateQuote>): Promise<Quote> {
  return withDeadline((signal) =>
    send(quoteSchema, `/quotes/${encodeURIComponent(id)}`, { method: 'PATCH', body: change, signal }),
  )
}
