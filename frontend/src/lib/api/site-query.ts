import type { Question } from './query'
import { getSite, type Site } from './site'

/** The question for the public facts of this installation, for signed-in pages. */
export const siteQuery: Question<Site> = {
  queryKey: ['site'],
  queryFn: ({ signal }) => getSite(signal),
  meta: { sources: [{ noun: 'policies' }] },
}
