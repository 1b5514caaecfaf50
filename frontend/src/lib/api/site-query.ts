import type { Question } from './query'
import { getSite, type Site } from './site'

/** The public facts of this installation, as signed-in pages ask for them. */
export const siteQuery: Question<Site> = {
  queryKey: ['site'],
  queryFn: ({ signal }) => getSite(signal),
  meta: { sources: [] },
}
