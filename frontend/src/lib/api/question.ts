import type { Noun, Source } from '../live/changes'

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
