import { Link } from 'react-router'
import { rowClass, tableClass, wideCellClass } from '../../ui/tables/table-classes'
import { TableHead } from '../../ui/tables/table-head'
import { quietLinkClass } from '../../ui/text/link-classes'
import { Moment } from '../../ui/text/moment'
import type { Activity } from './types'
import { table as words } from './words'

const columns = [
  { label: words.time, sort: 'timestamp' },
  { label: words.event },
  { label: words.by },
  { label: words.account },
]

/** The address of the history of one person or one assignment. */
export type HistoryOf = (of: { person: string } | { assignment: string }) => string

/** The address that opens the quote request of an id. */
export type QuoteAt = (id: string) => string

/** Who did what (docs/product.md, section 4.5). On narrow screens each row becomes a sheet. */
export function ActivityTable({
  activities,
  sort,
  historyOf,
  quoteAt,
  onSort,
}: {
  activities: Activity[]
  sort: string
  historyOf: HistoryOf
  quoteAt: QuoteAt
  onSort: (sort: string) => void
}) {
  return (
    <table className={tableClass}>
      <caption className="sr-only">{words.caption}</caption>
      <TableHead columns={columns} sort={sort} onSort={onSort} />
      <tbody>
        {activities.map((activity) => (
          <tr key={activity._id} className={rowClass}>
            <td data-label={words.time}>
              <Moment iso={activity.timestamp} />
            </td>
            <td className={`${wideCellClass} wrap-anywhere`}>
              <ActivityTitle activity={activity} historyOf={historyOf} quoteAt={quoteAt} />
            </td>
            <td data-label={words.by} className="wrap-anywhere">
              <PersonLink id={activity.actor._id} name={activity.actor.name} historyOf={historyOf} />
            </td>
            <td data-label={words.account} className="wrap-anywhere">
              {activity.user ? (
                <PersonLink id={activity.user._id} name={activity.user.name} historyOf={historyOf} />
              ) : (
                <span className="text-muted">{words.noAccount}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The title of an event. The assignment in it links to its history, the quote request to itself. */
function ActivityTitle({
  activity: { title, assignment, quote },
  historyOf,
  quoteAt,
}: {
  activity: Activity
  historyOf: HistoryOf
  quoteAt: QuoteAt
}) {
  const concerned = assignment?.title || quote?.reference
  const to = assignment ? historyOf({ assignment: assignment._id }) : quote && quoteAt(quote._id)
  if (!to || !concerned || !title.endsWith(`: ${concerned}`)) return title
  return (
    <>
      {title.slice(0, -concerned.length)}
      <Link to={to} preventScrollReset className={`${quietLinkClass} font-serif font-semibold`}>
        {concerned}
      </Link>
    </>
  )
}

function PersonLink({ id, name, historyOf }: { id: string | null; name: string; historyOf: HistoryOf }) {
  if (!id) return <span className="text-muted">{name}</span>
  return (
    <Link to={historyOf({ person: id })} preventScrollReset className={quietLinkClass}>
      {name}
    </Link>
  )
}
