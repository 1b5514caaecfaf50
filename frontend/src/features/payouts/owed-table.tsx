import { Link } from 'react-router'
import { formatMoney } from '../../lib/formats/money'
import { rowClass, tableClass, wideCellClass } from '../../ui/tables/table-classes'
import { TableHead } from '../../ui/tables/table-head'
import type { Owed } from './types'
import { owed as words } from './words'

const columns = [
  { label: words.choose, unseen: true as const },
  { label: words.tutor },
  { label: words.payable },
  { label: words.held },
]

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
  return (
    <table className={tableClass}>
      <caption className="sr-only">{words.caption}</caption>
      <TableHead columns={columns} />
      <tbody>
        {owed.map(({ tutor: { _id, name }, payable, payableByOthers, held }) => (
          <tr key={_id} className={rowClass}>
            <td className={payable > 0 ? wideCellClass : 'max-lg:hidden!'}>
              {payable > 0 && (
                <input
                  type="checkbox"
                  className="size-5 accent-primary"
                  aria-label={words.chooseOne(name || words.noName)}
                  checked={isChosen(_id)}
                  onChange={({ target }) => onChoose(_id, target.checked)}
                />
              )}
            </td>
            <td data-label={words.tutor} className={`${wideCellClass} wrap-anywhere`}>
              <Link to={entriesOf(_id)} preventScrollReset className="link inline-block py-0.5">
                {name || words.noName}
              </Link>
              {_id === reader && <span className="block text-muted">{words.own}</span>}
            </td>
            <td data-label={words.payable} className="whitespace-nowrap">
              {formatMoney(payable + (payableByOthers ?? 0))}
            </td>
            <td data-label={words.held} className="whitespace-nowrap">
              {formatMoney(held)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
