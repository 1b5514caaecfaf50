import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import type { ComponentProps, ReactNode } from 'react'

/** A column of a table, with its cells. An empty cell is left out of its row's sheet. */
export type Column<Row> = {
  /** The heading, which is shown above each cell of a sheet too. */
  head: string
  cell: (row: Row) => ReactNode
  /** The field by which the heading sorts the rows. */
  sort?: string
  /** Where the heading is not shown: in the sheets, or nowhere but to screen readers. */
  hidden?: 'in sheets' | 'everywhere'
  /** Whether a cell takes the full width of its sheet. */
  wide?: boolean
  className?: string
}

/** The order of rows: a field, with a minus before it for descending. */
type Sorting = { sort: string; onSort: (sort: string) => void }

/** What a list passes to the table of its rows. */
export type RowsOf<Row> = { rows: Row[] } & Sorting

/**
 * A table with rows of 44 px. Below 64rem each row becomes a sheet, in which a
 * cell shows its `data-label` above its content.
 */
const tableClass = [
  'w-full border-collapse border-t border-l-2 border-t-base-300 border-l-secondary text-[0.9688rem] leading-[1.35] lining-nums tabular-nums',
  'lg:[&_td]:h-11 lg:[&_td]:px-[0.4375rem] lg:[&_td]:py-[0.1875rem] xl:[&_td]:px-2.5',
  'max-lg:block max-lg:[&>tbody]:block max-lg:[&_td]:block',
  'max-lg:[&_td]:before:block max-lg:[&_td]:before:text-[0.875rem] max-lg:[&_td]:before:text-muted max-lg:[&_td]:before:content-[attr(data-label)]',
].join(' ')

const rowClass =
  'border-b border-base-300 hover:bg-base-200 max-lg:grid max-lg:grid-cols-2 max-lg:gap-x-4 max-lg:gap-y-1 max-lg:py-3.5 max-lg:pl-4'

/** Rows in columns. On narrow screens each row becomes a sheet. Without `onSort`, rows cannot be sorted. */
export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
  rowClassOf = () => '',
  sort = '',
  onSort,
  className = '',
  ...attributes
}: {
  caption?: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string | number
  /** More classes of a row. */
  rowClassOf?: (row: Row) => string
} & Partial<Sorting> &
  ComponentProps<'table'>) {
  return (
    <table {...attributes} className={`${tableClass} ${className}`}>
      {caption && <caption className="sr-only">{caption}</caption>}
      <thead className="max-lg:sr-only">
        <tr className="border-b border-base-300">
          {columns.map((column) => (
            <HeadCell key={column.head} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className={`${rowClass} ${rowClassOf(row)}`}>
            {columns.map((column) => (
              <Cell key={column.head} column={column} content={column.cell(row)} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell<Row>({
  column: { head, hidden, wide = false, className = '' },
  content,
}: {
  column: Column<Row>
  content: ReactNode
}) {
  const isEmpty = content === undefined || content === null || content === false
  const room = isEmpty ? 'max-lg:hidden!' : wide ? 'max-lg:col-span-full' : ''
  return (
    <td data-label={hidden ? undefined : head} className={`${room} ${className}`}>
      {content}
    </td>
  )
}

const headClass =
  'h-11 px-[0.4375rem] py-[0.1875rem] text-left text-[0.9375rem] font-semibold whitespace-nowrap text-muted xl:px-2.5'

function HeadCell<Row>({
  column: { head, sort: field, hidden },
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: string
  onSort: Sorting['onSort'] | undefined
}) {
  if (!field || !onSort)
    return (
      <th scope="col" className={headClass}>
        {hidden === 'everywhere' ? <span className="sr-only">{head}</span> : head}
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
        {head}
        {(ascending || descending) && <Arrow size={14} strokeWidth={1.5} aria-hidden="true" />}
      </button>
    </th>
  )
}
