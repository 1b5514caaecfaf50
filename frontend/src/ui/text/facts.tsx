import type { ReactNode } from 'react'
import { withKeys } from '../tables/row-keys'

/** A fact with its term. */
export type Fact = readonly [term: string, fact: ReactNode]

/** Rows with a line below each. */
const ruled = {
  list: 'border-t border-base-300',
  row: 'flex break-inside-avoid flex-wrap justify-between gap-x-6 border-b border-base-300 py-2',
}

const looks = {
  /** Terms in a column before their facts. */
  columns: {
    list: 'grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1',
    row: 'contents',
    term: 'text-muted',
    fact: 'wrap-anywhere tabular-nums',
  },
  /** The same but, on narrow screens, each fact below its term. */
  stacked: {
    list: 'grid grid-cols-1 gap-x-5 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-1',
    row: 'contents',
    term: 'text-muted',
    fact: 'mb-1 wrap-anywhere tabular-nums sm:mb-0',
  },
  /** The facts at the end of ruled rows. */
  ruled: { ...ruled, term: 'text-muted', fact: 'min-w-0 wrap-anywhere tabular-nums' },
  /** File names, each with its count. */
  counts: { ...ruled, term: 'min-w-0 wrap-anywhere', fact: 'text-muted tabular-nums' },
  /** Amounts, ending with the sum that counts. */
  amounts: {
    ...ruled,
    row: 'flex break-inside-avoid justify-between gap-6 border-b border-base-300 py-2 last:font-semibold',
    term: 'min-w-0 wrap-anywhere',
    fact: 'shrink-0 lining-nums tabular-nums',
  },
  /** The limits of a policy. */
  limits: { ...ruled, term: '', fact: 'font-semibold lining-nums tabular-nums' },
  /** Numbers in two columns, where there is room. */
  numbers: {
    list: 'grid gap-x-10 gap-y-1 lining-nums tabular-nums sm:grid-cols-2',
    row: 'flex justify-between gap-4 border-b border-base-300 py-1',
    term: '',
    fact: 'font-semibold',
  },
  /** The margin of a page: terms of one width. */
  margin: {
    list: 'border-t border-base-300 [&_span]:border-transparent [&_span]:px-0 print:columns-2 print:gap-x-10',
    row: 'grid break-inside-avoid grid-cols-[7.5rem_minmax(0,1fr)] items-baseline border-b border-base-300 py-2',
    term: 'text-muted',
    fact: 'wrap-anywhere',
  },
}

/** Facts, each with its term. */
export function Facts({
  facts,
  look = 'columns',
  label,
  className = '',
}: {
  facts: readonly Fact[]
  look?: keyof typeof looks
  label?: string
  className?: string
}) {
  const classes = looks[look]
  return (
    <dl aria-label={label} className={`${classes.list} ${className}`}>
      {withKeys([...facts], ([term]) => term).map(({ key, row: [term, fact] }) => (
        <div key={key} className={classes.row}>
          <dt className={classes.term}>{term}</dt>
          <dd className={classes.fact}>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}
