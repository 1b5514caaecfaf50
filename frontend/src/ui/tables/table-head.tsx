import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'

/** A column of a table. With `sort`, its head sorts the rows by that field. The label of an `unseen` column is for screen readers only. */
export type Column = { label: string; sort?: string; unseen?: true }

/** The head of a table. `sort` is the field that orders the rows, with a minus before it for descending; '' if they cannot be sorted. */
export function TableHead({
  columns,
  sort = '',
  onSort = () => {},
}: {
  columns: Column[]
  sort?: string
  onSort?: (sort: string) => void
}) {
  return (
    <thead className="max-lg:sr-only">
      <tr className="border-b border-base-300">
        {columns.map((column) => (
          <HeadCell key={column.label} column={column} sort={sort} onSort={onSort} />
        ))}
      </tr>
    </thead>
  )
}

const headClass =
  'h-11 px-[0.4375rem] py-[0.1875rem] text-left text-[0.9375rem] font-semibold whitespace-nowrap text-muted xl:px-2.5'

function HeadCell({
  column: { label, sort: field, unseen },
  sort,
  onSort,
}: {
  column: Column
  sort: string
  onSort: (sort: string) => void
}) {
  if (!field)
    return (
      <th scope="col" className={headClass}>
        {unseen ? <span className="sr-only">{label}</span> : label}
      </th>
    )
  const ascending = sort === field
  const descending = sort === `-${field}`
  const Arrow = descending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      className={headClass}
      aria-sort={ascending ? 'ascending' : descending ? 'descending' : undefined}
    >
      <button
        type="button"
        className="inline-flex min-h-9 cursor-pointer items-center gap-1 font-semibold"
        onClick={() => onSort(ascending ? `-${field}` : field)}
      >
        {label}
        {(ascending || descending) && <Arrow size={14} strokeWidth={1.5} aria-hidden="true" />}
      </button>
    </th>
  )
}
