import { type ReactNode, useState } from 'react'
import type { Page } from '../../lib/api/client'
import { type Question, useAnswer } from '../../lib/api/query'
import { EmptyState } from '../../ui/feedback/empty-state'
import { LoadedAnswer } from '../../ui/feedback/loaded-answer'
import { SkeletonRows } from '../../ui/loading/skeleton'
import { Pagination } from '../../ui/navigation/pagination'
import { Section } from '../../ui/text/section'
import { payouts as words } from './words.en'

/** Payouts, newest first, in pages. The loader asks for the first one. */
export function PayoutsSection<Payout>({
  title,
  emptyHint,
  pageQuery,
  children,
}: {
  title: string
  /** How payouts get here, if there are none. */
  emptyHint: string
  pageQuery: (page: number) => Question<Page<Payout>>
  /** Renders the payouts of a page, if there are any. */
  children: (payouts: Payout[]) => ReactNode
}) {
  const [page, setPage] = useState(1)
  const answer = useAnswer(pageQuery(page), { keepPrevious: true, withoutLoader: page > 1 })
  return (
    <Section title={title} className="mt-10" headingClass="mb-4 text-2xl">
      <LoadedAnswer
        answer={answer}
        failed={words.failed}
        placeholder={<SkeletonRows label={words.loading} count={3} rowHeight={2.75} />}
      >
        {({ rows, total }) =>
          total === 0 ? (
            <EmptyState title={words.empty}>{emptyHint}</EmptyState>
          ) : (
            <>
              {children(rows)}
              <Pagination page={page} found={answer} onPage={setPage} />
            </>
          )
        }
      </LoadedAnswer>
    </Section>
  )
}
