import Bookmark from 'lucide-react/icons/bookmark'
import { Suspense, useState } from 'react'
import { Link, Outlet, useMatches } from 'react-router'
import { OutdatedNotice } from '../../app/failures/outdated-notice'
import { useShownPage } from '../../app/heads/page-head'
import { SignedInPage } from '../../app/layouts/signed-in-page'
import { lazyPart } from '../../app/loading/lazy-part'
import { activityList } from '../../features/activities/list'
import { assignmentStatsQuery } from '../../features/assignments/api'
import { assignmentList } from '../../features/assignments/list'
import { claimList } from '../../features/claims/list'
import { BOARD_REFRESH, boardCountsQuery } from '../../features/desk-board/api'
import { boardList, countAll, countOf } from '../../features/desk-board/list'
import type { BoardCounts } from '../../features/desk-board/model'
import { mailStateQuery } from '../../features/mails/api'
import { mailList } from '../../features/mails/list'
import { quoteList } from '../../features/quotes/list'
import { textList } from '../../features/texts/list'
import { userStatsQuery } from '../../features/users/api'
import { userList } from '../../features/users/list'
import { SavedViewsList } from '../../features/views/saved-views-list'
import { type Question, useAnswer } from '../../lib/api/query'
import { siteQuery } from '../../lib/api/site-query'
import { sessionAtom } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { Button } from '../../ui/buttons/button'
import { ChartGrid, ChartPlaceholder } from '../../ui/charts/chart-grid'
import { Modal } from '../../ui/dialogs/modal'
import { LoadFailure } from '../../ui/feedback/load-failure'
import { WhenNear } from '../../ui/loading/when-near'
import { LinkRow } from '../../ui/navigation/link-row'
import type { ListView } from '../../ui/tables/list'
import { quietLinkClass } from '../../ui/text/link-classes'
import { Section } from '../../ui/text/section'
import { askDesk } from './ask-desk'
import { DeskTotals, DeskTotalsPlaceholder } from './desk-totals'
import { moneyList } from './money-list'
import { policyList, statusTab } from './other-tabs'
import { charts, dashboard, mailTrouble, SAVED_VIEWS } from './words.en'

/** A line that says that emails do not reach people, with a link. Its space is reserved, so that nothing moves when it appears. */
export function MailLine() {
  const { data: state } = useAnswer(mailStateQuery)
  return (
    <p role="status" className="min-h-11 py-2">
      {state && !state.enabled && (
        <>
          {mailTrouble.off(state.queued)}{' '}
          <Link to={mailList.addressOf({})} preventScrollReset className={quietLinkClass}>
            {mailTrouble.whatToDo}
          </Link>
        </>
      )}
      {state?.enabled && state.failed > 0 && (
        <>
          {mailTrouble.failed(state.failed)}{' '}
          <Link to={mailList.addressOf({ status: 'failed' })} preventScrollReset className={quietLinkClass}>
            {mailTrouble.show}
          </Link>
        </>
      )}
    </p>
  )
}

const DeskCharts = lazyPart(async () => (await import('./desk-charts')).DeskCharts)

/** Holds the place of the charts, with the same height. */
const placeholder = (
  <div role="status" aria-label={charts.loading}>
    <ChartGrid>
      <ChartPlaceholder wide />
      <ChartPlaceholder />
      <ChartPlaceholder noted />
    </ChartGrid>
  </div>
)

/** The charts below the list, loaded when they come near (docs/product.md, section 4.5). */
export function DeskChartsSection({
  listed,
}: {
  /** True once the list above has its final height. */
  listed: boolean
}) {
  return (
    <Section title={charts.title} className="mt-12" headingClass="mb-4 text-2xl">
      {listed ? (
        <WhenNear placeholder={placeholder}>
          <Suspense fallback={placeholder}>
            <DeskCharts placeholder={placeholder} />
          </Suspense>
        </WhenNear>
      ) : (
        placeholder
      )}
    </Section>
  )
}

export const loader = () => {
  askDesk(assignmentStatsQuery, userStatsQuery, siteQuery, mailStateQuery, boardCountsQuery)
  return null
}

/** The tabs of the admin dashboard, in order. Each is a child route of this page (docs/product.md, section 4.5). */
const tabs: { to: string; label: string; countIn?: (counts: BoardCounts) => number }[] = [
  { to: boardList.addressOf({}), label: dashboard.board, countIn: countAll },
  { to: assignmentList.addressOf({}), label: dashboard.assignments },
  { to: userList.addressOf({}), label: dashboard.users },
  {
    to: quoteList.addressOf({}),
    label: dashboard.quotes,
    countIn: (counts) => countOf(counts, 'quote_unanswered'),
  },
  {
    to: claimList.addressOf({}),
    label: dashboard.claims,
    countIn: (counts) => countOf(counts, 'claim_due', 'refund_due'),
  },
  { to: activityList.addressOf({}), label: dashboard.activity },
  { to: mailList.addressOf({}), label: dashboard.mails, countIn: (counts) => countOf(counts, 'mail_failed') },
  { to: textList.addressOf({}), label: dashboard.texts, countIn: (counts) => countOf(counts, 'text_held') },
  { to: policyList.addressOf({}), label: dashboard.policies },
  { to: moneyList.addressOf({}), label: dashboard.money },
  { to: statusTab.addressOf({}), label: dashboard.status },
]

/** What the loader of every tab returns: the view that its address describes, and the query of its list. */
type TabData = ListView<object> & { list: Question<unknown> }

const useTabData = () => useMatches().at(-1)?.loaderData as TabData

export function Component() {
  const { list, address, counted } = useTabData()
  const path = useShownPage()?.path

  // The charts wait for the first list, because its height decides whether they are near.
  const { user } = useAtomValue(sessionAtom)
  const { data, failure } = useAnswer(list, { enabled: !user?.mustConfirm })
  const [listed, setListed] = useState(false)
  if (!listed && (data || failure)) setListed(true)
  return (
    <SignedInPage>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-4xl">{dashboard.title}</h1>
        <SavedViewsButton address={address} />
      </div>
      <MailLine />
      <Totals counted={counted} />
      <div className="mt-8">
        <DashboardTabs path={path} />
        <Outlet />
      </div>
      <DeskChartsSection listed={listed} />
      <OutdatedNotice />
    </SignedInPage>
  )
}

/** The links to the tabs, with how much waits in them. */
function DashboardTabs({ path }: { path: string | undefined }) {
  const { data: counts } = useAnswer(boardCountsQuery, { refreshEvery: BOARD_REFRESH })
  const links = tabs.map(({ to, label, countIn }) => ({
    to,
    label,
    current: to === path,
    count: countIn && (counts ? countIn(counts) : 0),
  }))
  return <LinkRow label={dashboard.tabs} links={links} />
}

/** Opens the reader's saved views; `address` is that of the current view. */
function SavedViewsButton({ address }: { address: string }) {
  const { user } = useAtomValue(sessionAtom)
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!user) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Bookmark size={18} strokeWidth={1.5} aria-hidden="true" />
        {SAVED_VIEWS}
      </Button>
      {open && (
        <Modal title={SAVED_VIEWS} onClose={close}>
          <SavedViewsList account={user._id} address={address} onOpen={close} />
        </Modal>
      )}
    </>
  )
}

/** The totals, once all their parts have loaded. */
function Totals({ counted }: { counted: string }) {
  const stats = useAnswer(assignmentStatsQuery)
  const users = useAnswer(userStatsQuery)
  const site = useAnswer(siteQuery)
  const failed = [stats, users].filter(({ failure }) => failure)
  if (failed[0]) {
    const answer = {
      failure: failed[0].failure,
      asking: stats.asking || users.asking,
      retry: () => {
        for (const { retry } of failed) retry()
      },
    }
    return (
      <LoadFailure
        answer={answer}
        title={dashboard.failed}
        fallback={failed[0] === stats ? dashboard.statsFailed : dashboard.userStatsFailed}
      />
    )
  }
  if (!stats.data || !users.data || !(site.data || site.failure)) return <DeskTotalsPlaceholder />
  return (
    <DeskTotals
      stats={stats.data}
      users={users.data}
      demoMode={site.data?.demoMode ?? false}
      view={counted}
    />
  )
}
