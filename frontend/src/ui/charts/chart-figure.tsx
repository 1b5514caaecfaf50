import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column'
import Table from 'lucide-react/icons/table'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../buttons/button'
import { quietLinkClass } from '../text/link-classes'
import { roomOf } from './chart-grid'
import { showAs } from './words.en'

/** One row of a chart's table, with its values as they read; `to` is the address of the list that it counts. */
type ChartRow = { label: string; values: string[]; to?: string }

const area = 'mt-3 tabular-nums lining-nums'

/** In forced colours, text and bars have the system's text colour. */
const forcedColors =
  'forced-colors:[&_:is(text,path)]:fill-[CanvasText] forced-colors:[&_line]:stroke-[CanvasText]'

const cell = 'border-b border-base-300 py-1'
const headCell = `${cell} font-semibold text-muted`

/**
 * A chart with its title and a table of the same numbers. Screen readers always
 * get the table; a button shows it to everyone else in place of the chart. Its
 * labels are links only while the table is visible. The chart itself is hidden
 * from screen readers.
 */
export function ChartFigure({
  title,
  head,
  rows,
  note,
  wide = false,
  children,
}: {
  title: string
  /** The column heads: the category, and one for each value. */
  head: [string, ...string[]]
  rows: ChartRow[]
  /** A line below the chart; '' leaves room for one. */
  note?: string
  wide?: boolean
  children: ReactNode
}) {
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  const action = asTable ? showAs.chart : showAs.table
  const Icon = asTable ? ChartNoAxesColumn : Table
  return (
    <figure
      aria-labelledby={id}
      className={`flex min-w-0 flex-col ${roomOf({ wide, noted: note !== undefined })}`}
    >
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 border-b border-base-300 pb-2">
        <h3 id={id} className="text-xl">
          {title}
        </h3>
        <Button small variant="quiet" onClick={() => setAsTable(!asTable)} aria-label={`${action}: ${title}`}>
          <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
          {action}
        </Button>
      </figcaption>
      {!asTable && (
        <div className={`h-60 ${area} ${forcedColors}`} aria-hidden="true">
          {children}
        </div>
      )}
      <div className={asTable ? area : 'sr-only'}>
        <table className="w-full">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              {head.map((name, column) => (
                <th
                  key={name}
                  scope="col"
                  className={`${headCell} ${column === 0 ? 'text-left' : 'pl-3 text-right'}`}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, values, to }) => (
              <tr key={label}>
                <th scope="row" className={`${cell} text-left font-normal`}>
                  {asTable && to ? (
                    <Link to={to} className={`${quietLinkClass} wrap-anywhere`}>
                      {label}
                    </Link>
                  ) : (
                    label
                  )}
                </th>
                {head.slice(1).map((name, column) => (
                  <td key={name} className={`${cell} pl-3 text-right`}>
                    {values[column]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {note && <p className="mt-auto pt-2 text-muted">{note}</p>}
    </figure>
  )
}
