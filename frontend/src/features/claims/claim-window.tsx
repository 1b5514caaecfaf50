import { formatTimeLeft } from '../../lib/time/time-left'
import { useNowUntil } from '../../lib/time/use-now-until'
import { claimForm as words } from './words'

/** How long a claim can still be opened. Null is no limit, which needs no clock. */
export function ClaimWindow({ until }: { until: string | null }) {
  const left = formatTimeLeft(until ?? '', useNowUntil(until))
  return left && <p className="text-muted tabular-nums">{words.openFor(left)}</p>
}
