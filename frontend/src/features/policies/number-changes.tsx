import type { NumberChange } from './model'
import { versions as words } from './version-words.en'

/** What a version changes, a line for each number: the old number and the new one. */
export function NumberChanges({ changes }: { changes: NumberChange[] }) {
  return (
    <dl className="grid gap-1 lining-nums tabular-nums">
      {changes.map(({ label, from, to }) => (
        <div key={label} className="flex flex-wrap gap-x-2">
          <dt>{label}:</dt>
          <dd>
            <del className="text-muted">{from}</del>
            <span aria-hidden="true"> → </span>
            <span className="sr-only">{words.to}</span>
            <ins className="font-semibold no-underline">{to}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
