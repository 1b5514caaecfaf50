import { useLayoutEffect, useRef } from 'react'
import { ButtonLink } from '../../ui/buttons/button-link'
import { EmptyState } from '../../ui/feedback/empty-state'
import { list as listWords } from './words'

/** The id of the message of an empty list, which can take the focus. */
export const NO_ROWS = 'no-rows'

/** What a list says. */
export type ListWords = {
  /** The accessible name of the placeholder while the rows load. */
  loading: string
  /** That the rows do not load, if the server gives no sentence. */
  failed: string
  /** That the filter leaves all rows out. */
  noMatches: string
  /** The link to the list as it usually is, if that is not all of it. */
  showUsual?: string
  /** That there are no rows at all. A list that always has rows does not say so. */
  empty?: string
  emptyHint?: string
}

/** Says that there are no rows. It is always rendered, so that screen readers announce it. */
export function EmptyListMessage({
  rows,
  narrowed,
  usual,
  words: { noMatches, showUsual = listWords.showAll, empty, emptyHint },
}: {
  rows: number
  narrowed: boolean
  /** The address of the list without filters of the reader's own. */
  usual: string
  words: ListWords
}) {
  const ref = useRef<HTMLDivElement>(null)

  // Browsers take the focus from a control that becomes disabled, such as "Select page" in an empty list.
  useLayoutEffect(() => {
    if (rows === 0 && document.activeElement?.matches(':disabled')) ref.current?.focus()
  }, [rows])

  const isEmpty = !narrowed && empty !== undefined
  const title = isEmpty ? empty : noMatches
  const shown = rows === 0 && { 'aria-label': title, tabIndex: -1 }
  return (
    <div ref={ref} id={NO_ROWS} role="status" className="outline-none" {...shown}>
      {shown && (
        <EmptyState title={title} action={!isEmpty && <ButtonLink to={usual}>{showUsual}</ButtonLink>}>
          {isEmpty && emptyHint}
        </EmptyState>
      )}
    </div>
  )
}
