import { useEffect, useRef } from 'react'
import { table } from '../words'

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
