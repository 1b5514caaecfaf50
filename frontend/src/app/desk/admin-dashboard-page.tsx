import Bookmark from 'lucide-react/icons/bookmark'
import { useState } from 'react'
import { Outlet, useMatches } from 'react-router'
import { activityList } from '../../features/activities/list'
import { assignmentList } from '../../features/assignments/list'
import { assignmentStatsQuery } from '../../features/assignments/queries'
import { claimList } from '../../features/claims/list'
import { countAll, countOf } from '../../features/desk-board/figures'
import { boardList } from '../../features/desk-board/list'
import { BOARD_REFRESH, boardCountsQuery } from '../../features/desk-board/queries'
import type { BoardCounts } from '../../features/desk-board/types'
import { mailList } from '../../features/mails/list'
import { mailStateQuery } from '../../features/mails/queries'
import { quoteList } from '../../features/quotes/list'
import { textList } from '../../features/texts/list'
import { userList } from '../../features/users/list'
import { userStatsQuery } from '../../features/users/queries'
import { SavedViewsList } from '../../features/views/saved-views-list'
import { useAnswer } from '../../lib/api/query'
import type { Question } from '../../lib/api/question'
import { siteQuery } from '../../lib/api/site-query'
import { sessionAtom } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { Button } from '../../ui/buttons/button'
import { Modal } from '../../ui/dialogs/modal'
import { LoadFailure } from '../../ui/feedback/load-failure'
import { LinkRow } from '../../ui/navigation/link-row'
import type { ListView } from '../../ui/tables/list'
import { OutdatedNotice } from '../failures/outdated-notice'
import { useShownPage } from '../heads/page-head'
import { SignedInPage } from '../layouts/signed-in-page'
import { askDesk } from './ask-desk'
import { DeskChartsSection } from './desk-charts-section'
import { DeskTotals, DeskTotalsPlaceholder } from './desk-totals'
import { MailLine } from './mail-line'
import { moneyList } from './money/money-list'
import { policyList, statusTab } from './other-tabs'
import { SAVED_VIEWS, dashboard as words } from './words'

export const loader = () => {
  askDesk(assignmentStatsQuery, userStatsQuery, siteQuery, mailStateQuery, boardCountsQuery)
  return null
}

/** The tabs of the admin dashboard, in order. Each is a child route of this page (docs/product.md, section 4.5). */
const tabs: { to: string; label: string; countIn?: (counts: BoardCounts) => number }[] = [
  { to: boardList.addressOf({}), label: words.board, countIn: countAll },
  { to: assignmentList.addressOf({}), label: words.assignments },
  { to: userList.addressOf({}), label: words.users },
  {
    to: quoteList.addressOf({}),
    label: words.quotes,
    countIn: (counts) => countOf(counts, 'quote_unanswered'),
  },
  {
    to: claimList.addressOf({}),
    label: words.claims,
    countIn: (counts) => countOf(counts, 'claim_due', 'refund_due'),
  },
  { to: activityList.addressOf({}), label: words.activity },
  { to: mailList.addressOf({}), label: words.mails, countIn: (counts) => countOf(counts, 'mail_failed') },
  { to: textList.addressOf({}), label: words.texts, countIn: (counts) => countOf(counts, 'text_held') },
  { to: policyList.addressOf({}), label: words.policies },
  { to: moneyList.addressOf({}), label: words.money },
  { to: statusTab.addressOf({}), label: words.status },
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
        <h1 className="text-4xl">{words.title}</h1>
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
  return <LinkRow label={words.tabs} links={links} />
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
        title={words.failed}
        fallback={failed[0] === stats ? words.statsFailed : words.userStatsFailed}
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
