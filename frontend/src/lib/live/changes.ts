import type { Query, QueryClient } from '@tanstack/react-query'
import { type Change, followChanges } from './live'

/** The server's names for the things that change (docs/product.md, section 8). It does not report emails and entries of the ledger: only this tab's own changes count. */
export type Noun =
  | 'assignments'
  | 'users'
  | 'quotes'
  | 'notices'
  | 'mails'
  | 'pool'
  | 'texts'
  | 'claims'
  | 'policies'
  | 'payouts'
  | 'ledger'

/** The changes that make an answer stale: all changes to a noun, or only those to one id or of some kinds. */
export type Source = { noun: Noun; id?: string; kinds?: ('create' | 'update' | 'delete')[] }

/** Changes that arrive within this many milliseconds of the first are handled together. */
const BATCH_WINDOW = 250

const matches = ({ noun, id, kinds }: Source, change: Change) =>
  noun === change.noun &&
  (id === undefined || id === change.id) &&
  (!kinds || kinds.some((kind) => kind === change.change))

/**
 * Keeps the answers in a cache up to date. A change refetches the queries whose
 * `meta.sources` match it; null refetches all of them. Queries that no page
 * shows are refetched when one shows them again. A fetch in flight is never
 * cancelled, or steady changes would keep every answer from arriving. It may
 * have missed the change, though, so one more fetch follows it. Returns `note`,
 * which takes changes made in this tab, and `forget`, which drops pending ones.
 */
export function keepCurrent(client: QueryClient) {
  const cache = client.getQueryCache()
  const fetchedTooEarly = new WeakSet<Query>()
  let pending: (Change | null)[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const refetch = (query: Query) => {
    query.invalidate()
    void client.refetchQueries(
      { type: 'active', predicate: (other) => other === query },
      { cancelRefetch: false },
    )
  }
  const isAffected = ({ meta }: Query) =>
    pending.some((change) => !change || meta?.sources.some((source) => matches(source, change)))
  const handle = () => {
    const affected = cache.findAll({ predicate: isAffected })
    forget()
    for (const query of affected) {
      if (query.state.fetchStatus === 'idle') refetch(query)
      else fetchedTooEarly.add(query)
    }
  }
  const note = (change: Change | null) => {
    pending.push(change)
    timer ??= setTimeout(handle, BATCH_WINDOW)
  }
  const forget = () => {
    clearTimeout(timer)
    timer = undefined
    pending = []
  }

  cache.subscribe(({ type, query }) => {
    if (type !== 'updated' || query.state.fetchStatus !== 'idle' || !fetchedTooEarly.delete(query)) return
    refetch(query)
  })
  // Follow before the first request, so that no change falls between a request and its answer.
  followChanges(note)
  return { note, forget }
}
