import { nameIn } from '../../lib/formats/format'
import { useNow } from '../../lib/time/use-now'
import { ButtonLink } from '../../ui/buttons/button-link'
import { type Column, Table } from '../../ui/tables/table'
import { Distance, Moment } from '../../ui/text/moment'
import { Tag, type Tone } from '../../ui/text/tag'
import { isOverdue, keyOf } from './list'
import { type BoardThing, placeOf } from './model'
import { actionNames, kindNames, OPEN, table as words } from './words.en'

/** What waits, the most urgent first, each with a link to where it is done (docs/product.md, section 4.5). */
export function BoardTable({
  rows,
  claims,
}: {
  rows: BoardThing[]
  /** The ids of the assignments that claims are about, by the id of the claim. */
  claims: Record<string, string> | undefined
}) {
  const now = useNow()
  const columns: Column<BoardThing>[] = [
    {
      head: words.kind,
      className: 'lg:whitespace-nowrap',
      cell: (thing) => <Tag tone={toneOf(thing, isOverdue(thing, now))}>{nameIn(kindNames, thing.kind)}</Tag>,
    },
    {
      head: words.title,
      wide: true,
      className: 'wrap-anywhere lg:min-w-40',
      cell: ({ title, reference }) => (
        <>
          <span className="font-semibold">{title}</span>{' '}
          <span className="text-muted whitespace-nowrap">{reference}</span>
        </>
      ),
    },
    {
      head: words.person,
      className: 'wrap-anywhere',
      cell: ({ person }) => person || <span className="text-muted">{words.nobody}</span>,
    },
    { head: words.due, cell: (thing) => <Due iso={thing.dueAt} overdue={isOverdue(thing, now)} /> },
    {
      head: words.action,
      hidden: 'everywhere',
      wide: true,
      cell: (thing) => (
        <div className="w-max lg:ml-auto">
          <ButtonLink to={placeOf(thing, claims)} small>
            {actionOf(thing)} <span className="sr-only">{words.about(thing.title, thing.reference)}</span>
          </ButtonLink>
        </div>
      ),
    },
  ]
  return <Table caption={words.caption} columns={columns} rows={rows} keyOf={keyOf} />
}

function Due({ iso, overdue }: { iso: string | null; overdue: boolean }) {
  if (!iso) return <span className="text-muted">{words.noDeadline}</span>
  return (
    <>
      {overdue && <strong className="block text-error">{words.overdue}</strong>}
      <Moment iso={iso} className="lg:whitespace-nowrap" />
      <span className="block text-muted">
        <Distance iso={iso} />
      </span>
    </>
  )
}

/** The tone of what is not overdue: what has a deadline comes before the rest. */
const toneOf = ({ dueAt }: BoardThing, overdue: boolean): Tone => {
  if (overdue) return 'red'
  return dueAt ? 'orange' : 'gray'
}

/** What the reader does about a thing: in their own case they can only read it. */
const actionOf = ({ kind, ownCase }: BoardThing) =>
  (!ownCase && (actionNames as Partial<Record<string, string>>)[kind]) || OPEN
