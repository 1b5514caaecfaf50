import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import {
  EarningsTable,
  EarningsTotals,
  EarningsTotalsPlaceholder,
  WhyHeld,
} from '../../features/ledger/earnings'
import { earningsQuery } from '../../features/ledger/queries'
import { earnings as words } from '../../features/ledger/words'
import { OwnPayoutTable } from '../../features/payouts/payout-tables'
import { PayoutsSection } from '../../features/payouts/payouts-section'
import { ownPayoutsQuery } from '../../features/payouts/queries'
import { payouts } from '../../features/payouts/words'
import { ask, useAnswer } from '../../lib/api/query'
import { EmptyState } from '../../ui/feedback/empty-state'
import { LoadedAnswer } from '../../ui/feedback/loaded-answer'
import { SkeletonRows } from '../../ui/loading/skeleton'
import { Pagination } from '../../ui/navigation/pagination'
import { usePages } from '../../ui/navigation/use-pages'
import { quietLinkClass } from '../../ui/text/link-classes'
import { OutdatedNotice } from '../failures/outdated-notice'
import { SignedInPage } from '../layouts/signed-in-page'
import { earnings as head } from './words'

export const loader = ({ request }: LoaderFunctionArgs) => {
  const named = Number(new URL(request.url).searchParams.get('page'))
  const page = Number.isInteger(named) && named > 0 ? named : 1
  ask(earningsQuery(page), ownPayoutsQuery(1))
  return { page }
}

const addressOf = (page: number) =>
  page > 1 ? `/tutor/dashboard/earnings?page=${page}` : '/tutor/dashboard/earnings'

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
  const pages = usePages(
    page,
    answer,
    (to, isGone) => void navigate(addressOf(to), { replace: isGone, preventScrollReset: true }),
  )
  return (
    <LoadedAnswer answer={answer} failed={words.failed} placeholder={<Placeholder />}>
      {(earned) => (
        <>
          <EarningsTotals sums={earned} />
          <WhyHeld sums={earned} />
          <PayoutsSection title={payouts.title} emptyHint={payouts.ownEmptyHint} pageQuery={ownPayoutsQuery}>
            {(rows) => <OwnPayoutTable payouts={rows} />}
          </PayoutsSection>
          <section className="mt-10">
            <h2 className="mb-4 text-2xl">{words.entries}</h2>
            {earned.total === 0 ? (
              <EmptyState title={words.empty}>{words.emptyHint}</EmptyState>
            ) : (
              <div aria-busy={isPrevious} className={isPrevious ? 'opacity-60' : ''}>
                <EarningsTable entries={earned.rows} />
                <Pagination {...pages} />
              </div>
            )}
          </section>
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
