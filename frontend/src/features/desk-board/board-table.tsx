import type { FocusEvent, RefObject } from 'react'
import { nameIn } from '../../lib/formats/format'
import { useNow } from '../../lib/time/use-now'
import { ButtonLink } from '../../ui/buttons/button-link'
import { rowClass, tableClass, wideCellClass } from '../../ui/tables/table-classes'
import { TableHead } from '../../ui/tables/table-head'
import { Distance, Moment } from '../../ui/text/moment'
import { Tag, type Tone } from '../../ui/text/tag'
import { isOverdue, keyOf } from './figures'
import { placeOf } from './places'
import type { BoardThing } from './types'
import { actionNames, kindNames, OPEN, table as words } from './words'

const columns = [
  { label: words.kind },
  { label: words.title },
  { label: words.person },
  { label: words.due },
  { label: words.action, unseen: true as const },
]

/** What waits, the most urgent first, each with a link to where it is done (docs/product.md, section 4.5). */
export function BoardTable({
  things,
  claims,
  listRef,
  onFocus,
}: {
  things: BoardThing[]
  /** The ids of the assignments that claims are about, by the id of the claim. */
  claims: Record<string, string> | undefined
  listRef: RefObject<HTMLElement | null>
  onFocus: (event: FocusEvent) => void
}) {
  const now = useNow()
  return (
    <section
      ref={listRef}
      aria-label={words.caption}
      tabIndex={-1}
      className="outline-none"
      onFocus={onFocus}
    >
      <table className={tableClass}>
        <caption className="sr-only">{words.caption}</caption>
        <TableHead columns={columns} />
        <tbody>
          {things.map((thing) => (
            <Row key={keyOf(thing)} thing={thing} claims={claims} overdue={isOverdue(thing, now)} />
          ))}
        </tbody>
      </table>
    </section>
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

function Row({
  thing,
  claims,
  overdue,
}: {
  thing: BoardThing
  claims: Record<string, string> | undefined
  overdue: boolean
}) {
  const { kind, title, reference, person, dueAt } = thing
  return (
    <tr className={rowClass} data-row={keyOf(thing)}>
      <td data-label={words.kind} className="lg:whitespace-nowrap">
        <Tag tone={toneOf(thing, overdue)}>{nameIn(kindNames, kind)}</Tag>
      </td>
      <td data-label={words.title} className={`${wideCellClass} wrap-anywhere lg:min-w-40`}>
        <span className="font-semibold">{title}</span>{' '}
        <span className="text-muted whitespace-nowrap">{reference}</span>
      </td>
      <td data-label={words.person} className="wrap-anywhere">
        {person || <span className="text-muted">{words.nobody}</span>}
      </td>
      <td data-label={words.due}>
        {dueAt ? (
          <>
            {overdue && <strong className="block text-error">{words.overdue}</strong>}
            <Moment iso={dueAt} className="lg:whitespace-nowrap" />
            <span className="block text-muted">
              <Distance iso={dueAt} />
            </span>
          </>
        ) : (
          <span className="text-muted">{words.noDeadline}</span>
        )}
      </td>
      <td className={wideCellClass}>
        <div className="w-max lg:ml-auto">
          <ButtonLink to={placeOf(thing, claims)} small>
            {actionOf(thing)} <span className="sr-only">{words.about(title, reference)}</span>
          </ButtonLink>
        </div>
      </td>
    </tr>
  )
}
