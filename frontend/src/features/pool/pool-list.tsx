import type { ReactNode } from 'react'
import { useAnswer } from '../../lib/api/query'
import { formatMoney } from '../../lib/formats/money'
import { Button } from '../../ui/buttons/button'
import { Disclosure } from '../../ui/text/disclosure'
import { ruledListClass } from '../../ui/text/list-classes'
import { poolSummaryQuery } from './api'
import type { OpenAssignment } from './model'
import { openWork, pool as words } from './words.en'

/** How much work the reader has in progress, and whether that is all they may have. Its room is always kept. */
export function OpenWork() {
  const { data } = useAnswer(poolSummaryQuery)
  return (
    <p role="status" className="min-h-6">
      {data && openWorkSentence(data)}
    </p>
  )
}

/** "You have 2 of 5 assignments in progress." */
export function openWorkSentence({ open, limit }: { open: number; limit: number }): string {
  const count = openWork.count(open, limit)
  return open >= limit ? `${count} ${openWork.full}` : count
}

/** The height of a row while the pool loads, in rem: that of a row with its description folded away. */
export const ROW_HEIGHT = 10

/** The assignments that a tutor can take, each with what it asks for and what it pays (docs/product.md, section 4.8). */
export function PoolList({
  rows,
  tagOf,
  dueOf,
  onTake,
}: {
  rows: OpenAssignment[]
  /** Renders the priority, which belongs to another feature. */
  tagOf: (row: OpenAssignment) => ReactNode
  /** Renders when the work is due. */
  dueOf: (row: OpenAssignment) => ReactNode
  onTake: (row: OpenAssignment) => void
}) {
  return (
    <ul className={ruledListClass}>
      {rows.map((row) => (
        <li key={row._id}>
          <Row row={row} tag={tagOf(row)} due={dueOf(row)} onTake={() => onTake(row)} />
        </li>
      ))}
    </ul>
  )
}

function Row({
  row: { _id, title, reference, subject, type, words: length, earnings, description },
  tag,
  due,
  onTake,
}: {
  row: OpenAssignment
  tag: ReactNode
  due: ReactNode
  onTake: () => void
}) {
  const facts = [reference, subject, type, length !== null && words.words(length)]
  return (
    <article aria-labelledby={`title-${_id}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id={`title-${_id}`} className="text-xl wrap-anywhere">
          {title}
        </h2>
        <p className="flex flex-wrap gap-2">{tag}</p>
      </div>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="wrap-anywhere">
            {facts.filter(Boolean).join(' · ')} <span aria-hidden="true">·</span> {words.due}&nbsp;{due}
          </p>
          {earnings > 0 && (
            <p className="mt-1 font-semibold tabular-nums">{words.youEarn(formatMoney(earnings))}</p>
          )}
        </div>
        <Button small aria-label={words.takeTitle(title)} onClick={onTake}>
          {words.take}
        </Button>
      </div>
      <Disclosure
        summary={words.description}
        about={words.descriptionOf(title)}
        look="quiet"
        className="mt-1"
      >
        <p className="prose-text mt-2">{description}</p>
      </Disclosure>
    </article>
  )
}
