import { notifyManager, type Query, QueryClient, useQuery } from '@tanstack/react-query'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { keepCurrent, type Noun, type Source } from '../live/changes'
import type { Change } from '../live/live'
import { ownerOf, sessionAtom } from '../session/session'
import { store, useAtomValue } from '../state/store'
import type { Page } from './client'
import { type Failure, isReportable, toFailure } from './failure'

/**
 * A request of the signed-in pages: its cache key (noun first), the call, and
 * the changes that make its answer stale.
 */
export type Question<Data> = {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>
  meta: { sources: Source[] }
}

/** A request, with the nouns whose changes make its answer stale. */
export const question = <Data>(
  queryKey: readonly unknown[],
  send: (signal: AbortSignal) => Promise<Data>,
  stale: readonly (Noun | Source)[],
): Question<Data> => ({
  queryKey,
  queryFn: ({ signal }) => send(signal),
  meta: { sources: stale.map((source) => (typeof source === 'string' ? { noun: source } : source)) },
})

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { sources: Source[] }
  }
}

/** An answer counts as fresh for this many milliseconds: nothing requests it again by itself. */
const FRESH_FOR = 5_000

/** How long an answer is kept after its page is left, in milliseconds, so that Back shows it at once. */
const KEPT_FOR = 30 * 60_000

// Components get an answer at once instead of after a timer.
notifyManager.setScheduler(queueMicrotask)

/** The one cache of the signed-in pages. Only this module and `lib/live/changes` import the library. */
const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_FOR,
      gcTime: KEPT_FOR,
      retry: false,
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // Loaders request the data of a page. Rendering it requests it again only if it is known to be stale.
      refetchOnMount: ({ state }) => state.isInvalidated,
      retryOnMount: false,
    },
  },
})
const cache = client.getQueryCache()

const changes = keepCurrent(client)

/** The cache is cleared when the session passes to another account, so that nobody sees another account's data. */
let owner = ownerOf(store.get(sessionAtom))
store.sub(sessionAtom, () => {
  if (ownerOf(store.get(sessionAtom)) === owner) return
  owner = ownerOf(store.get(sessionAtom))
  changes.forget()
  client.clear()
})

/** Requests what a page is about to show. Never throws: the page itself shows what failed. */
export function ask(...questions: Question<unknown>[]) {
  for (const question of questions) void client.prefetchQuery(question)
}

/** The answer to a question: its data, or the failure of the first request, or neither yet. */
export type Answer<Data> = {
  data: Data | undefined
  /** Why the data could not be loaded; undefined once there is data. */
  failure: Failure | undefined
  /** Why the data could not be refreshed, if that failed. */
  outdated: Failure | undefined
  /** True while the data is still that of the previous view. */
  isPrevious: boolean
  asking: boolean
  retry: () => void
}

type AnswerOptions = {
  enabled?: boolean
  /** Keeps the rows of the previous view until those of the next one arrive. */
  keepPrevious?: boolean
  /** True if no loader requests it: rendering it does. */
  withoutLoader?: boolean
  /**
   * How often it is requested again while the tab is visible, in milliseconds; 0
   * for never. It stops after a failure, until another request succeeds.
   */
  refreshEvery?: number
}

/** The rows of the previous view, unless the cache was cleared: another account must not see them. */
const previousData = <Data>(data: Data | undefined, query: Query<Data> | undefined) =>
  query && cache.get(query.queryHash) === (query as unknown) ? data : undefined

/** The answer to a question, kept up to date while it is rendered. Data stays when a refresh fails. */
export function useAnswer<Data>(
  question: Question<Data>,
  { enabled = true, keepPrevious = false, withoutLoader = false, refreshEvery = 0 }: AnswerOptions = {},
): Answer<Data> {
  const { user } = useAtomValue(sessionAtom)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery<Data>(
    {
      ...question,
      enabled: enabled && user !== null,
      refetchInterval: ({ state }) => (state.error ? 0 : refreshEvery),
      ...(keepPrevious && { placeholderData: previousData as never }),
      ...(withoutLoader && { refetchOnMount: true, retryOnMount: true }),
    },
    client,
  )
  const failed = useLastError(question, error, isFetching && data === undefined)
  const retry = useCallback(() => void refetch({ cancelRefetch: false }), [refetch])
  return {
    data,
    failure: data === undefined && failed ? toFailure(failed) : undefined,
    outdated: data !== undefined && error ? toFailure(error) : undefined,
    isPrevious: isPlaceholderData,
    asking: isFetching,
    retry,
  }
}

/** Keeps the failure during a retry, so that the retry button keeps its place and the focus. */
function useLastError({ queryKey }: Question<unknown>, error: Error | null, trying: boolean) {
  const key = JSON.stringify(queryKey)
  const [last, setLast] = useState<{ key: string; error: Error } | null>(null)
  if (error && (last?.error !== error || last.key !== key)) setLast({ key, error })
  return error ?? (trying && last?.key === key ? last.error : null)
}

const isOutdated = ({ state }: Query) => {
  if (state.status !== 'error' || state.data === undefined) return false
  const failure = toFailure(state.error)
  return isReportable(failure) && failure.status !== 404
}

const outdatedShown = () => cache.findAll({ type: 'active', predicate: isOutdated })

const subscribe = (listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener))

/** Whether the page shows data that could not be refreshed, and how to retry. Pages themselves report data that is gone (404). */
export function useOutdated() {
  const outdated = useSyncExternalStore(subscribe, () => outdatedShown().length > 0)
  const asking = useSyncExternalStore(subscribe, () =>
    outdatedShown().some(({ state }) => state.fetchStatus === 'fetching'),
  )
  const retry = () =>
    void client.refetchQueries({ type: 'active', predicate: isOutdated }, { cancelRefetch: false })
  return { outdated, asking, retry }
}

/**
 * Sends a change, updates the cache from its answer, and refetches everything that the change
 * affects, also after a refusal. `takeBack` undoes what was shown before a failure.
 */
export async function makeChange<Result>(
  named: Change[],
  send: () => Promise<Result>,
  learnFrom?: (result: Result) => void,
  takeBack?: () => void,
): Promise<Result> {
  const sender = owner
  try {
    const result = await send()
    if (owner === sender) learnFrom?.(result)
    return result
  } catch (error) {
    if (owner === sender) takeBack?.()
    throw error
  } finally {
    named.forEach(changes.note)
  }
}

/**
 * Updates every cached answer whose key begins with `queryKey`. An answer in
 * flight is older than the update, so it is dropped; the change refetches it.
 */
export function learn<Data>(queryKey: readonly unknown[], update: (known: Data) => Data) {
  void client.cancelQueries({ queryKey })
  client.setQueriesData<Data>({ queryKey }, (known) => (known === undefined ? undefined : update(known)))
}

/** Updates the rows of every cached list whose key begins with `queryKey`. Returning null removes a row. */
export const learnRows = <Row>(queryKey: readonly unknown[], update: (row: Row) => Row | null) =>
  learn<Page<Row>>(queryKey, ({ rows, total }) => {
    const left = rows.map(update).filter((row) => row !== null)
    return { rows: left, total: total - (rows.length - left.length) }
  })

/** Changes one row of the lists whose keys begin with `queryKey`; they show the result at once. */
export const changeRow = <Row extends { _id: string }>(
  noun: Change['noun'],
  queryKey: readonly unknown[],
  id: string,
  send: () => Promise<Row>,
) =>
  makeChange([{ noun, id, change: 'update' }], send, (saved) =>
    learnRows<Row>(queryKey, (row) => (row._id === id ? saved : row)),
  )
