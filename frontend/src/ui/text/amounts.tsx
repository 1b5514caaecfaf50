import { withKeys } from '../tables/row-keys'

/** The rows of a document's amounts, each with a term. The last one is the sum that counts. */
export function Amounts({ rows }: { rows: [string, string][] }) {
  return (
    <dl className="mt-8 border-t border-base-300">
      {withKeys(rows, ([term]) => term).map(({ key, row: [term, amount] }) => (
        <div
          key={key}
          className="flex break-inside-avoid justify-between gap-6 border-b border-base-300 py-2 last:font-semibold"
        >
          <dt className="min-w-0 wrap-anywhere">{term}</dt>
          <dd className="shrink-0 lining-nums tabular-nums">{amount}</dd>
        </div>
      ))}
    </dl>
  )
}
