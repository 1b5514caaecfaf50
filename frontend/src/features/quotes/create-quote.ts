import * as v from 'valibot'
import { sendForm } from '../../lib/api/upload'
import type { NewQuote } from './types'

/** The answer to a quote request: its reference, such as "Q-7F3K2M". Visitors load nothing else of the API of quotes. */
const receivedSchema = v.object({ _id: v.string(), reference: v.string(), message: v.string() })

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
