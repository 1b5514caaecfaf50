import { formatTime } from '../../lib/time/time'
import { Distance } from '../../ui/text/moment'

/** How long ago a time is, with the exact time as a tooltip and for screen readers. Takes RFC 3339. */
export function Ago({ iso }: { iso: string }) {
  const exact = formatTime(iso)
  return (
    <time dateTime={iso} title={exact}>
      <Distance iso={iso} />
      <span className="sr-only">, {exact}</span>
    </time>
  )
}
