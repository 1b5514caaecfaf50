import { formatDistance } from '../../lib/time/distance'
import { formatTime } from '../../lib/time/time'
import { useNow } from '../../lib/time/use-now'

/** How far away a time is, kept up to date: "in 2 days". Takes RFC 3339. */
export function Distance({ iso }: { iso: string }) {
  return formatDistance(iso, useNow())
}

/** A time in the reader's time zone, with its distance as a tooltip. Takes RFC 3339. */
export function Moment({ iso, className }: { iso: string; className?: string }) {
  return (
    <time dateTime={iso} className={className} title={formatDistance(iso, useNow())}>
      {formatTime(iso)}
    </time>
  )
}
