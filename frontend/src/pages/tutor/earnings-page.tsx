import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { OutdatedNotice } from '../../app/failures/outdated-notice'
import { SignedInPage } from '../../app/layouts/signed-in-page'
import { earningsQuery, ownPayoutsQuery } from '../../features/money/api'
import {
  EarningsTable,
  EarningsTotals,
  EarningsTotalsPlaceholder,
  WhyHeld,
} from '../../features/money/earnings'
import { OwnPayoutTable } from '../../features/money/payout-tables'
import { PayoutsSection } from '../../features/money/payouts-section'
import { payouts, earnings as words } from '../../features/money/words.en'
import { ask, useAnswer } from '../../lib/api/query'
import { EmptyState } from '../../ui/feedback/empty-state'
import { LoadedAnswer } from '../../ui/feedback/loaded-answer'
import { SkeletonRows } from '../../ui/loading/skeleton'
import { Pagination } from '../../ui/navigation/pagination'
import { listOf } from '../../ui/tables/list'
import { quietLinkClass } from '../../ui/text/link-classes'
import { Section } from '../../ui/text/section'
import { earnings as head } from './words.en'

const earningsList = listOf({ path: '/tutor/dashboard/earnings', filters: {} })

export const loader = ({ request }: LoaderFunctionArgs) => {
  const { page } = earningsList.viewOf(request).filter
  ask(earningsQuery(page), ownPayoutsQuery(1))
  return { page }
}

/** What a tutor has earned and was paid (docs/product.md, section 4.8). */
export function Component() {
  return (
    <SignedInPage>
      <p className="mb-2">
        <Link to="/tutor/dashboard" className={`${quietLinkClass} inline-block py-1`}>
          {head.back}
        </Link>
      </p>
      <h1 className="mb-6 text-4xl">{head.title}</h1>
      <Earned />
      <OutdatedNotice />
    </SignedInPage>
  )
}

function Earned() {
  const { page } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const answer = useAnswer(earningsQuery(page), { keepPrevious: true })
  const { isPrevious } = answer
  const goTo = (page: number, isGone: boolean) =>
    void navigate(earningsList.addressOf({ page }), { replace: isGone, preventScrollReset: true })
  return (
    <LoadedAnswer answer={answer} failed={words.failed} placeholder={<Placeholder />}>
      {(earned) => (
        <>
          <EarningsTotals sums={earned} />
          <WhyHeld sums={earned} />
          <PayoutsSection title={payouts.title} emptyHint={payouts.ownEmptyHint} pageQuery={ownPayoutsQuery}>
            {(rows) => <OwnPayoutTable payouts={rows} />}
          </PayoutsSection>
          <Section title={words.entries} className="mt-10" headingClass="mb-4 text-2xl">
            {earned.total === 0 ? (
              <EmptyState title={words.empty}>{words.emptyHint}</EmptyState>
            ) : (
              <div aria-busy={isPrevious} className={isPrevious ? 'opacity-60' : ''}>
                <EarningsTable entries={earned.rows} />
                <Pagination page={page} found={answer} onPage={goTo} />
              </div>
            )}
          </Section>
        </>
      )}
    </LoadedAnswer>
  )
}

function Placeholder() {
  return (
    <>
      <EarningsTotalsPlaceholder />
      <div className="mt-10">
        <SkeletonRows label={words.loading} count={8} rowHeight={2.75} />
      </div>
    </>
  )
}
