import { useEffect, useRef } from 'react'

/** How a checkbox looks that selects rows. */
export const checkbox = 'size-5 cursor-pointer accent-primary'

/** Chooses all rows of a page, or none of them; in between where some are chosen. */
export function ChoosePage({
  chosen,
  total,
  onChange,
}: {
  /** How many rows of the page are chosen, and how many it has. */
  chosen: number
  total: number
  onChange: (all: boolean) => void
}) {
  const boxRef = useRef<HTMLInputElement>(null)
  const some = chosen > 0 && chosen < total

  useEffect(() => {
    if (boxRef.current) boxRef.current.indeterminate = some
  }, [some])

  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-2.5 pr-2">
      <input
        ref={boxRef}
        id="choose-page"
        type="checkbox"
        className={checkbox}
        checked={total > 0 && chosen === total}
        disabled={total === 0}
        onChange={({ target }) => onChange(target.checked)}
      />
      Choose this page
    </label>
  )
}
