import {
  notifyManager,
  type Query,
  QueryClient,
  type QueryFunctionContext,
  useQuery,
} from '@tanstack/react-query'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { keepCurrent, type Source } from '../live/changes'
import type { Change } from '../live/live'
import { ownerOf, sessionAtom } from '../session/session'
import { store, useAtomValue } from '../state/store'
import type { Page } from './client'
import { type Failure, isReportable, toFailure } from './failure'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { sources: Source[] }
  }
}

/**
 * Something that signed-in pages ask the server for: its key (noun first), the
 * call, and the changes that make the answer old.
 */
export type Question<Data> = {
  queryKey: readonly unknown[]
  queryFn: (context: Pick<QueryFunctionContext, 'signal'>) => Promise<Data>
  meta: { sources: Source[] }
}

/** A page that was asked for less than this many milliseconds ago does not ask again by itself. */
const FRESH = 5_000

/** An answer that no page shows is kept this long, in milliseconds, so that Back shows it at once. */
const KEPT = 30 * 60_000

// Components hear of an answer at once, instead of after a timer.
notifyManager.setScheduler(queueMicrotask)

/** The one cache of signed-in pages. Only this module and `lib/changes` import the library. */
const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH,
      gcTime: KEPT,
      retry: false,
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // Loaders ask when a page is visited. Showing an answer asks again only if it is known to be old.
      refetchOnMount: ({ state }) => state.isInvalidated,
      retryOnMount: false,
    },
  },
})
const cache = client.getQueryCache()

const changes = keepCurrent(client)

/** Nobody sees what somebody else was answered. */
let owner = ownerOf(store.get(sessionAtom))
store.sub(sessionAtom, () => {
  if (ownerOf(store.get(sessionAtom)) === owner) return
  owner = ownerOf(store.get(sessionAtom))
  changes.forget()
  client.clear()
})

/** Asks ahead for what a page shows. Never throws: the page shows what failed. */
export function ask(...questions: Question<unknown>[]) {
  for (const question of questions) void client.prefetchQuery(question)
}

/** What a page knows of a question: an answer, or the failure of the first try, or neither yet. */
export type Answer<Data> = {
  data: Data | undefined
  /** Set only while there is no data. */
  failure: Failure | undefined
  /** Why the data could not be loaded again, if it could not. */
  outdated: Failure | undefined
  /** True while the data is that of the view before. */
  isPrevious: boolean
  asking: boolean
  retry: () => void
}

type Reading = {
  enabled?: boolean
  /** Shows the rows of the view before until those of the next one arrive. */
  keepPrevious?: boolean
  /** No loader asks for it: showing it does. */
  withoutLoader?: boolean
}

/** An account that has left takes its rows along: they stand in for nobody else's. */
const previous = <Data>(data: Data | undefined, query: Query<Data> | undefined) =>
  query && cache.get(query.queryHash) === (query as unknown) ? data : undefined

/** The answer to a question, kept up to date while it is shown. Data stays when loading it again fails. */
export function useAnswer<Data>(
  question: Question<Data>,
  { enabled = true, keepPrevious = false, withoutLoader = false }: Reading = {},
): Answer<Data> {
  const { user } = useAtomValue(sessionAtom)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery<Data>(
    {
      ...question,
      enabled: enabled && user !== null,
      ...(keepPrevious && { placeholderData: previous as never }),
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

/** The failure stays while it is tried again, so that the button that does so keeps its place and the focus. */
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

const follow = (listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener))

/** Whether the page shows something that could not be loaded again, and the way to retry. What is gone (404) is for its page to tell. */
export function useOutdated() {
  const outdated = useSyncExternalStore(follow, () => outdatedShown().length > 0)
  const asking = useSyncExternalStore(follow, () =>
    outdatedShown().some(({ state }) => state.fetchStatus === 'fetching'),
  )
  const retry = () =>
    void client.refetchQueries({ type: 'active', predicate: isOutdated }, { cancelRefetch: false })
  return { outdated, asking, retry }
}

/**
 * Sends a change, learns from its answer at once, and has everything that it
 * names fetched again, also when it was refused: the page was out of step then.
 * Nothing is learned when the session has become somebody else's meanwhile.
 * Throws what `send` throws.
 */
export async function makeChange<Result>(
  named: Change[],
  send: () => Promise<Result>,
  learnFrom?: (result: Result) => void,
): Promise<Result> {
  const sender = owner
  try {
    const result = await send()
    if (owner === sender) learnFrom?.(result)
    return result
  } finally {
    named.forEach(changes.note)
  }
}

/**
 * Changes every known answer whose key begins like this, at once. An
 * answer in flight is older than what is learned: it is dropped, and fetched
 * again with what the change names.
 */
export function learn<Data>(queryKey: readonly unknown[], update: (known: Data) => Data) {
  void client.cancelQueries({ queryKey })
  client.setQueriesData<Data>({ queryKey }, (known) => (known === undefined ? undefined : update(known)))
}

/** Changes the rows of every known page of lists whose key begins like this; null takes a row away. */
export const learnRows = <Row>(queryKey: readonly unknown[], update: (row: Row) => Row | null) =>
  learn<Page<Row>>(queryKey, ({ rows, total }) => {
    const left = rows.map(update).filter((row) => row !== null)
    return { rows: left, total: total - (rows.length - left.length) }
  })
