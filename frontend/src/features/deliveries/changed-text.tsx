import { useEffect, useState } from 'react'
import { useAnswer } from '../../lib/api/query'
import { LoadFailure } from '../../ui/feedback/load-failure'
import { Skeleton } from '../../ui/loading/skeleton'
import { withKeys } from '../../ui/tables/row-keys'
import { deliveredTextQuery } from './api'
import { changesBetween, type Piece, type TextChanges } from './text-changes'
import { changes as words } from './words.en'

/** A file of a version. */
export type VersionFile = { version: number; file: string }

/** The text of a delivered file with what was added to an earlier one, and what was removed from it. */
export function ChangedText({
  assignment,
  earlier,
  later,
}: {
  assignment: string
  earlier: VersionFile
  later: VersionFile
}) {
  const before = useAnswer(deliveredTextQuery(assignment, earlier.version, earlier.file), {
    withoutLoader: true,
  })
  const after = useAnswer(deliveredTextQuery(assignment, later.version, later.file), { withoutLoader: true })
  const failed = before.failure ? before : after.failure ? after : null
  if (failed) return <LoadFailure answer={failed} title={words.failed} />
  if (before.data === undefined || after.data === undefined)
    return <Skeleton label={words.loading} height={12} />
  return <Changes earlier={before.data} later={after.data} />
}

function Changes({ earlier, later }: { earlier: string; later: string }) {
  const [found, setFound] = useState<{ of: string[]; changes: TextChanges | null } | null>(null)

  useEffect(() => {
    // The placeholder is shown first, because comparing takes a while.
    const timer = setTimeout(() =>
      setFound({ of: [earlier, later], changes: changesBetween(earlier, later) }),
    )
    return () => clearTimeout(timer)
  }, [earlier, later])

  if (found?.of[0] !== earlier || found.of[1] !== later) return <Skeleton label={words.loading} height={12} />
  const { changes } = found
  if (!changes) return <p role="status">{words.tooMuch}</p>
  const { added, removed, byLines, pieces } = changes
  const isSame = pieces.every(({ kind }) => kind === 'same' || kind === 'folded')
  return (
    <>
      <p role="status" className="mb-3">
        {isSame ? words.same : words.summary(added, removed)} {byLines && words.byLines}
      </p>
      {!isSame && (
        <section
          aria-label={words.result}
          className="max-w-[68ch] border-l-2 border-base-300 pl-3.5 font-serif whitespace-pre-wrap wrap-anywhere"
        >
          {withKeys(pieces, ({ kind, text }) => kind + text).map(({ key, row }) => (
            <Marked key={key} piece={row} />
          ))}
        </section>
      )}
    </>
  )
}

function Marked({ piece: { kind, text, words: count } }: { piece: Piece }) {
  if (kind === 'folded')
    return (
      <details className="mt-2">
        <summary className="cursor-pointer font-sans text-[0.9375rem] text-muted">
          {words.unchanged(count)}
        </summary>
        {text}
      </details>
    )
  if (kind === 'added')
    return (
      <ins className="bg-success/15">
        <Spoken>{words.startOf(words.added)}</Spoken>
        {text}
        <Spoken>{words.endOf(words.added)}</Spoken>
      </ins>
    )
  if (kind === 'removed')
    return (
      <del className="bg-error/15">
        <Spoken>{words.startOf(words.removed)}</Spoken>
        {text}
        <Spoken>{words.endOf(words.removed)}</Spoken>
      </del>
    )
  return text
}

/** Tells screen readers where a change begins and ends: many do not announce `ins` and `del`. */
function Spoken({ children }: { children: string }) {
  return <span className="sr-only select-none">{children}</span>
}
