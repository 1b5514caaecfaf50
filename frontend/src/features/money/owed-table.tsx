import { Link } from 'react-router'
import { formatMoney } from '../../lib/formats/money'
import { type Column, Table } from '../../ui/tables/table'
import type { Owed } from './model'
import { owed as words } from './words.en'

/** What tutors are owed. Those to whom anything is payable can be chosen, but not the reader. */
export function OwedTable({
  owed,
  reader,
  isChosen,
  onChoose,
  entriesOf,
}: {
  owed: Owed[]
  /** The id of the reader's account. */
  reader: string
  isChosen: (tutor: string) => boolean
  onChoose: (tutor: string, chosen: boolean) => void
  /** The address of a tutor's entries in the ledger. */
  entriesOf: (tutor: string) => string
}) {
  const columns: Column<Owed>[] = [
    {
      head: words.choose,
      hidden: 'everywhere',
      wide: true,
      cell: ({ tutor: { _id, name }, payable }) =>
        payable > 0 && (
          <input
            type="checkbox"
            className="size-5 accent-primary"
            aria-label={words.chooseOne(name || words.noName)}
            checked={isChosen(_id)}
            onChange={({ target }) => onChoose(_id, target.checked)}
          />
        ),
    },
    {
      head: words.tutor,
      wide: true,
      className: 'wrap-anywhere',
      cell: ({ tutor: { _id, name } }) => (
        <>
          <Link to={entriesOf(_id)} preventScrollReset className="link inline-block py-0.5">
            {name || words.noName}
          </Link>
          {_id === reader && <span className="block text-muted">{words.own}</span>}
        </>
      ),
    },
    {
      head: words.payable,
      className: 'whitespace-nowrap',
      cell: ({ payable, payableByOthers }) => formatMoney(payable + (payableByOthers ?? 0)),
    },
    { head: words.held, className: 'whitespace-nowrap', cell: ({ held }) => formatMoney(held) },
  ]
  return <Table caption={words.caption} columns={columns} rows={owed} keyOf={({ tutor }) => tutor._id} />
}
