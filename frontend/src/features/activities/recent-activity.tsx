import { formatTime } from '../../lib/time/time'
import { withKeys } from '../../ui/tables/row-keys'
import { tightRuledListClass } from '../../ui/text/list-classes'
import { Distance, Moment } from '../../ui/text/moment'
import type { RecentActivity, Story } from './model'
import { NO_RECENT_ACTIVITY } from './words.en'

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

/** The history of an assignment, oldest first (docs/product.md, section 4.9). */
export function AssignmentTimeline({ story }: { story: Story }) {
  return (
    <ol className="border-l-2 border-secondary print:ml-2">
      {withKeys(story, ({ kind, timestamp }) => kind + timestamp).map(
        ({ key, row: { title, timestamp } }) => (
          <li
            key={key}
            className="group relative pl-5 not-last:pb-5 print:flex print:flex-wrap print:justify-between print:gap-x-6 print:not-last:pb-3"
          >
            <span
              aria-hidden="true"
              className="absolute top-[0.55rem] -left-[7px] size-3 rounded-full border-2 border-secondary bg-base-100 group-last:bg-secondary print:group-last:bg-base-100"
            />
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
