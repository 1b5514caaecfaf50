import { type FormEvent, useId, useState } from 'react'
import { formatCount } from '../../lib/formats/format'
import { Button } from '../../ui/buttons/button'
import { statusChoices } from './rules'
import type { Status } from './types'

/** What stands in the way of one of the chosen assignments. */
export type Obstacle = { id: string; title: string; message: string }

/** The id of the bar, to tell whether the focus is in it. */
export const BULK_BAR = 'bulk-bar'

const line = 'flex flex-wrap items-center gap-x-4 gap-y-2'

/** What is done with the chosen assignments: one status for all of them (docs/product.md, section 4.5). */
export function BulkBar({
  count,
  elsewhere,
  busy,
  obstacles,
  onApply,
  onClear,
}: {
  count: number
  /** How many of them are not on the page that is shown. */
  elsewhere: number
  busy: boolean
  obstacles: Obstacle[]
  onApply: (status: Status) => void
  onClear: () => void
}) {
  const id = useId()
  const [status, setStatus] = useState<Status>('in_progress')
  const shown = count > 0 || obstacles.length > 0

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onApply(status)
  }
  return (
    <section
      id={BULK_BAR}
      aria-label="Chosen assignments"
      data-sticks-below={shown || undefined}
      className={
        shown
          ? 'sticky bottom-0 z-10 grid gap-2 rounded-(--radius-box) border border-rule bg-base-100 px-4 py-2.5 [box-shadow:0_-4px_16px_oklch(0%_0_0/0.12)]'
          : undefined
      }
    >
      {obstacles.length > 0 && <Obstacles obstacles={obstacles} left={count} />}
      {/* Always there, so that the first choice is told too. */}
      <div className={count > 0 ? line : undefined}>
        <p role="status" className="font-semibold tabular-nums">
          {count > 0 &&
            `${formatCount(count)} chosen${elsewhere > 0 ? `, ${formatCount(elsewhere)} of them not on this page` : ''}`}
        </p>
        {count > 0 && (
          <form className={line} onSubmit={submit}>
            <label htmlFor={id}>New status</label>
            <select
              id={id}
              className="select w-40"
              value={status}
              onChange={({ target }) => setStatus(target.value as Status)}
            >
              {statusChoices.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            <Button type="submit" variant="primary" busy={busy}>
              Apply
            </Button>
            <Button variant="quiet" onClick={onClear}>
              Choose none
            </Button>
          </form>
        )}
        {count === 0 && obstacles.length > 0 && (
          <Button small onClick={onClear}>
            Close
          </Button>
        )}
      </div>
    </section>
  )
}

/** Tells for each assignment what stands in its way. */
function Obstacles({ obstacles, left }: { obstacles: Obstacle[]; left: number }) {
  return (
    <div role="alert" className="max-h-[30vh] overflow-y-auto border-l-3 border-error pl-3">
      <p className="font-semibold">
        Nothing was changed, and these are no longer chosen
        {left > 0 && `. The other ${left === 1 ? 'one still is' : `${formatCount(left)} still are`}`}:
      </p>
      <ul className="list-disc pl-5">
        {obstacles.map(({ id, title, message }) => (
          <li key={id} className="wrap-anywhere">
            <span className="font-serif font-semibold">{title}</span>: {message}
          </li>
        ))}
      </ul>
    </div>
  )
}
