import { Link } from 'react-router'
import { type Column, type RowsOf, Table } from '../../ui/tables/table'
import { quietLinkClass } from '../../ui/text/link-classes'
import { Moment } from '../../ui/text/moment'
import type { Activity } from './model'
import { table as words } from './words.en'

/** The address of the history of one person or one assignment. */
type HistoryOf = (of: { person: string } | { assignment: string }) => string

/** The address that opens the quote request of an id. */
type QuoteAt = (id: string) => string

/** Who did what (docs/product.md, section 4.5). */
export function ActivityTable({
  historyOf,
  quoteAt,
  ...table
}: RowsOf<Activity> & { historyOf: HistoryOf; quoteAt: QuoteAt }) {
  const columns: Column<Activity>[] = [
    { head: words.time, sort: 'timestamp', cell: ({ timestamp }) => <Moment iso={timestamp} /> },
    {
      head: words.event,
      hidden: 'in sheets',
      wide: true,
      className: 'wrap-anywhere',
      cell: (activity) => <ActivityTitle activity={activity} historyOf={historyOf} quoteAt={quoteAt} />,
    },
    {
      head: words.by,
      className: 'wrap-anywhere',
      cell: ({ actor }) => <PersonLink id={actor._id} name={actor.name} historyOf={historyOf} />,
    },
    {
      head: words.account,
      className: 'wrap-anywhere',
      cell: ({ user }) =>
        user ? (
          <PersonLink id={user._id} name={user.name} historyOf={historyOf} />
        ) : (
          <span className="text-muted">{words.noAccount}</span>
        ),
    },
  ]
  return <Table {...table} caption={words.caption} columns={columns} keyOf={({ _id }) => _id} />
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
