import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/buttons/button'
import { type Status, statusChoices } from './model'
import { pool, table, bulk as words } from './words.en'

/** The reason why one of the selected assignments could not be changed. */
export type Obstacle = { id: string; title: string; message: string }

/** The id of the bar, to find out whether it contains the focus. */
export const BULK_BAR = 'bulk-bar'

const lineClass = 'flex flex-wrap items-center gap-x-4 gap-y-2'

/** Gives all selected assignments one status, or opens them to tutors (docs/product.md, section 4.5). */
export function BulkBar({
  count,
  elsewhere,
  busy,
  obstacles,
  onApply,
  onOpenPool,
  onClear,
}: {
  count: number
  /** How many of them are on other pages. */
  elsewhere: number
  busy: boolean
  obstacles: Obstacle[]
  onApply: (status: Status) => void
  onOpenPool: () => void
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
      aria-label={words.label}
      data-sticks-below={shown || undefined}
      className={
        shown
          ? 'sticky bottom-0 z-10 grid gap-2 rounded-(--radius-box) border border-rule bg-base-100 px-4 py-2.5 [box-shadow:0_-4px_16px_oklch(0%_0_0/0.12)]'
          : undefined
      }
    >
      {obstacles.length > 0 && <Obstacles obstacles={obstacles} left={count} />}
      {/* Always rendered, so that screen readers announce the first selection too. */}
      <div className={count > 0 ? lineClass : undefined}>
        <p role="status" className="font-semibold tabular-nums">
          {count > 0 && words.count(count, elsewhere)}
        </p>
        {count > 0 && (
          <form className={lineClass} onSubmit={submit}>
            <label htmlFor={id}>{words.status}</label>
            <select
              id={id}
              className="select w-44"
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
              {words.apply}
            </Button>
            <Button busy={busy} onClick={onOpenPool}>
              {pool.open}
            </Button>
            <Button variant="quiet" onClick={onClear}>
              {words.clear}
            </Button>
          </form>
        )}
        {count === 0 && obstacles.length > 0 && (
          <Button small onClick={onClear}>
            {words.close}
          </Button>
        )}
      </div>
    </section>
  )
}

/** Lists the assignments that blocked the change, each with its reason. */
function Obstacles({ obstacles, left }: { obstacles: Obstacle[]; left: number }) {
  return (
    <div role="alert" className="max-h-[30vh] overflow-y-auto border-l-3 border-error pl-3">
      <p className="font-semibold">{words.refused(left)}</p>
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

/** The look of a checkbox that selects rows. */
export const checkboxClass = 'size-5 cursor-pointer accent-primary'

/** The id of the checkbox of the page, which takes the focus when the selection is cleared. */
export const SELECT_PAGE = 'select-page'

/** Selects or deselects all rows of a page; indeterminate while only some are selected. */
export function SelectPage({
  selected,
  total,
  onChange,
}: {
  /** How many rows of the page are selected. */
  selected: number
  /** How many rows the page has. */
  total: number
  onChange: (all: boolean) => void
}) {
  const boxRef = useRef<HTMLInputElement>(null)
  const some = selected > 0 && selected < total

  useEffect(() => {
    if (boxRef.current) boxRef.current.indeterminate = some
  }, [some])

  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-2.5 pr-2">
      <input
        ref={boxRef}
        id={SELECT_PAGE}
        type="checkbox"
        className={checkboxClass}
        checked={total > 0 && selected === total}
        disabled={total === 0}
        onChange={({ target }) => onChange(target.checked)}
      />
      {table.selectPage}
    </label>
  )
}
