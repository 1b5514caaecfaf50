import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column'
import Table from 'lucide-react/icons/table'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { formatCount } from '../../lib/formats/format'
import { Button } from '../buttons/button'
import { quietLinkClass } from '../text/link-classes'
import { showAs } from './words'

/** One row of the table beside a chart; `to` is the address of the list that it counts. */
export type ChartRow = { label: string; count: number; to?: string }

/**
 * A chart with its title and a table of the same numbers: for screen readers
 * always, for everyone in the chart's place when they ask for it. Its labels lead
 * to what they count only where they can be seen. The chart itself is for the
 * eyes alone.
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
  /** The heads of the two columns: what is counted by, and what is counted. */
  head: [string, string]
  rows: ChartRow[]
  /** A line below the chart; '' keeps its place free. */
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
      className={`chart-figure ${wide ? 'chart-figure-wide' : ''} ${note === undefined ? '' : 'chart-figure-noted'}`}
    >
      <figcaption className="chart-head">
        <h3 id={id} className="text-xl">
          {title}
        </h3>
        <Button small variant="quiet" onClick={() => setAsTable(!asTable)} aria-label={`${action}: ${title}`}>
          <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
          {action}
        </Button>
      </figcaption>
      {!asTable && (
        <div className="chart-area" aria-hidden="true">
          {children}
        </div>
      )}
      <div className={asTable ? 'chart-area chart-area-of-table' : 'sr-only'}>
        <table className="chart-table">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{head[0]}</th>
              <th scope="col">{head[1]}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, count, to }) => (
              <tr key={label}>
                <th scope="row">
                  {asTable && to ? (
                    <Link to={to} className={`${quietLinkClass} wrap-anywhere`}>
                      {label}
                    </Link>
                  ) : (
                    label
                  )}
                </th>
                <td>{formatCount(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {note && <p className="mt-2 text-muted">{note}</p>}
    </figure>
  )
}
