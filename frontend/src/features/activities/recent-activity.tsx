import { withKeys } from '../../ui/tables/row-keys'
import { tightRuledListClass } from '../../ui/text/list-classes'
import { Moment } from '../../ui/text/moment'
import type { RecentActivity } from './types'
import { NO_RECENT_ACTIVITY } from './words'

/** Recent events, each with its time (docs/product.md, section 4.6). */
export function RecentActivityList({ activities }: { activities: RecentActivity[] }) {
  if (activities.length === 0) return <p className="text-muted">{NO_RECENT_ACTIVITY}</p>
  return (
    <ul className={tightRuledListClass}>
      {withKeys(activities, ({ title, timestamp }) => title + timestamp).map(
        ({ key, row: { title, timestamp } }) => (
          <li key={key} className="flex flex-wrap items-baseline justify-between gap-x-6 sm:flex-nowrap">
            <span className="wrap-anywhere">{title}</span>
            <Moment iso={timestamp} className="shrink-0 text-muted tabular-nums" />
          </li>
        ),
      )}
    </ul>
  )
}
