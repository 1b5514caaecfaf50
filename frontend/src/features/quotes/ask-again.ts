import { readDraft, writeDraft } from '../../lib/storage/draft'
import type { NewQuote } from './new-quote'

/**
 * Fills the quote form with what is known of an earlier request; `service` is a slug, or '' for the form in the
 * hero. Returns false if the form holds an unsent request, which it keeps.
 */
export function fillQuoteForm(known: Partial<NewQuote>, service: string): boolean {
  const name = service ? 'quote:service' : 'quote:hero'
  if (readDraft(name, service)) return false
  writeDraft(name, known, service)
  return true
}
