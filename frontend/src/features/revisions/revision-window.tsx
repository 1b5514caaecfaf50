import { formatTimeLeft } from '../../lib/time/time-left'
import { useNowUntil } from '../../lib/time/use-now-until'
import { revisionWindow as words } from './words'

/** How long changes can still be asked for. Null is no limit, which needs no clock. */
export function RevisionWindow({ until }: { until: string | null }) {
  const left = formatTimeLeft(until ?? '', useNowUntil(until))
  return left && <p className="text-muted tabular-nums">{words.openFor(left)}</p>
}
