import { writeDraft } from '../../lib/storage/draft'
import type { NewQuote } from './types'

/** Fills the quote form with what is known of an earlier request; `service` is a slug, or '' for the form in the hero. */
export function fillQuoteForm(known: Partial<NewQuote>, service: string) {
  writeDraft(service ? 'quote:service' : 'quote:hero', known, service)
}
