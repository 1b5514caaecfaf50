import { formatTime } from '../../lib/time/time'
import { Distance } from '../../ui/text/moment'
import { withKeys } from './row-keys'
import type { Story } from './types'

/** What happened to an assignment, oldest first (docs/product.md, section 4.9). */
export function AssignmentTimeline({ story }: { story: Story }) {
  return (
    <ol className="timeline-list">
      {withKeys(story, ({ kind, timestamp }) => kind + timestamp).map(
        ({ key, row: { title, timestamp } }) => (
          <li key={key}>
            <p className="font-semibold">{title}</p>
            <p className="text-muted">
              <time dateTime={timestamp} className="tabular-nums">
                {formatTime(timestamp)}
              </time>{' '}
              <span className="print:hidden">
                (<Distance iso={timestamp} />)
              </span>
            </p>
          </li>
        ),
      )}
    </ol>
  )
}
