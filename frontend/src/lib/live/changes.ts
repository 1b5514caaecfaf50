import type { Query, QueryClient } from '@tanstack/react-query'
import { type Change, followChanges } from './live'

/** What the server calls the things that change (docs/product.md, section 8). */
export type Noun = 'assignments' | 'users' | 'quotes'

/** The changes that make an answer old: all changes to a noun, or only those to one id or of some kinds. */
export type Source = { noun: Noun; id?: string; kinds?: ('create' | 'update' | 'delete')[] }

/** Changes that arrive within this many milliseconds of the first are handled together. */
const TOGETHER = 250

const names = ({ noun, id, kinds }: Source, change: Change) =>
  noun === change.noun &&
  (id === undefined || id === change.id) &&
  (!kinds || kinds.some((kind) => kind === change.change))

/**
 * Keeps the answers in a cache up to date: a change refetches the queries whose
 * `meta.sources` name it, and null refetches all of them. What no page shows is
 * refetched when a page shows it again. A fetch in flight is never cancelled,
 * or steady changes would keep every answer from arriving. It may have missed
 * the change, though, so it is followed by one more. Returns the function that
 * takes the changes made in this tab, and one that forgets all that waits to be handled.
 */
export function keepCurrent(client: QueryClient) {
  const cache = client.getQueryCache()
  const askedTooEarly = new WeakSet<Query>()
  let waiting: (Change | null)[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const refetch = (query: Query) => {
    query.invalidate()
    void client.refetchQueries(
      { type: 'active', predicate: (other) => other === query },
      { cancelRefetch: false },
    )
  }
  const isNamed = ({ meta }: Query) =>
    waiting.some((change) => !change || meta?.sources.some((source) => names(source, change)))
  const handle = () => {
    const named = cache.findAll({ predicate: isNamed })
    forget()
    for (const query of named) {
      if (query.state.fetchStatus === 'idle') refetch(query)
      else askedTooEarly.add(query)
    }
  }
  const note = (change: Change | null) => {
    waiting.push(change)
    timer ??= setTimeout(handle, TOGETHER)
  }
  const forget = () => {
    clearTimeout(timer)
    timer = undefined
    waiting = []
  }

  cache.subscribe(({ type, query }) => {
    if (type !== 'updated' || query.state.fetchStatus !== 'idle' || !askedTooEarly.delete(query)) return
    refetch(query)
  })
  // Followed from before the first question on, so that no change falls between a question and its answer.
  followChanges(note)
  return { note, forget }
}
