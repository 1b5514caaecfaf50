import { useCallback, useEffect, useState } from 'react'
import { type Failure, toFailure } from '../../lib/api/failure'
import { listPolicies, type PolicyVersion } from '../../lib/api/policies'
import { serverNow } from '../../lib/time/clock'
import { LoadFailure } from '../../ui/feedback/load-failure'
import { SkeletonRows } from '../../ui/loading/skeleton'
import { effectiveDay } from './effective-day'
import { type HistoryEntry, historyOf } from './model'
import { NumberChanges } from './number-changes'
import { standings, versions as words } from './version-words.en'

/** All versions of the policies, newest first, with what each has changed. Loads them itself. */
export function PolicyHistory() {
  const { versions, ...answer } = useVersions()
  if (versions)
    return (
      <ol className="border-t border-base-300">
        {historyOf(versions, serverNow()).map((entry) => (
          <Version key={entry.policy.version} {...entry} />
        ))}
      </ol>
    )
  if (answer.failure) return <LoadFailure answer={answer} title={words.failed} fallback={words.failedHint} />
  return <SkeletonRows label={words.loading} count={2} rowHeight={4} />
}

function Version({ policy, standing, changes }: HistoryEntry) {
  return (
    <li className="border-b border-base-300 py-3">
      <h3 className="font-sans text-base font-semibold">{words.version(policy.version)}</h3>
      <div className="text-muted">
        {words.from} <time dateTime={policy.effectiveFrom}>{effectiveDay(policy)}</time>{' '}
        <span aria-hidden="true">·</span> {standings[standing]}
      </div>
      <div className="mt-1">
        {changes === null && words.first}
        {changes?.length === 0 && words.unchanged}
        {changes && changes.length > 0 && <NumberChanges changes={changes} />}
      </div>
    </li>
  )
}

/** The versions, requested once the history is shown; public pages do without the query cache. */
function useVersions() {
  const [versions, setVersions] = useState<PolicyVersion[]>()
  const [failure, setFailure] = useState<Failure>()
  const [asking, setAsking] = useState(true)

  const load = useCallback((signal?: AbortSignal) => {
    setAsking(true)
    listPolicies(signal)
      .then(setVersions, (error: unknown) => setFailure(toFailure(error)))
      .finally(() => setAsking(false))
  }, [])

  useEffect(() => {
    const abort = new AbortController()
    load(abort.signal)
    return () => abort.abort()
  }, [load])

  return { versions, failure, asking, retry: () => load() }
}
