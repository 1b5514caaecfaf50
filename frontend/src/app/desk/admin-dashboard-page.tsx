import { useState } from 'react'
import { Outlet, useMatches } from 'react-router'
import { assignmentStatsQuery } from '../../features/assignments/queries'
import { userStatsQuery } from '../../features/users/queries'
import { ask, type Question, useAnswer } from '../../lib/api/query'
import { siteQuery } from '../../lib/api/site-query'
import { LoadFailure } from '../../ui/feedback/load-failure'
import { LinkRow } from '../../ui/navigation/link-row'
import { OutdatedNotice } from '../failures/outdated-notice'
import { useShownPage } from '../heads/page-head'
import { assignmentsAddress } from './assignments-address'
import { DeskChartsSection } from './desk-charts-section'
import { DeskTotals, DeskTotalsPlaceholder } from './desk-totals'
import type { TabView } from './list-address'
import { SavedViewsButton } from './saved-views-button'
import { usersAddress } from './users-address'

export const loader = () => {
  ask(assignmentStatsQuery, userStatsQuery, siteQuery)
  return null
}

/** The tabs of the admin dashboard, in their order; each is a page of its own below this one (docs/product.md, section 4.5). */
const tabs = [
  { to: assignmentsAddress.addressOf({}), label: 'Assignments' },
  { to: usersAddress.addressOf({}), label: 'Users' },
  { to: '/admin/dashboard/quotes', label: 'Quotes' },
  { to: '/admin/dashboard/activity', label: 'Activity' },
]

/** What the loader of every tab returns: what its address says, and the list that it shows. */
type TabData = TabView<object> & { list: Question<unknown> }

const useTabData = () => useMatches().at(-1)?.loaderData as TabData

export function Component() {
  const { list, address, counted } = useTabData()
  const path = useShownPage()?.path

  // The charts come after the first list: whether they are near depends on its height.
  const { data, failure } = useAnswer(list)
  const [listed, setListed] = useState(false)
  if (!listed && (data || failure)) setListed(true)
  return (
    <div className="page">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-4xl">Admin dashboard</h1>
        <SavedViewsButton address={address} />
      </div>
      <Totals counted={counted} />
      <div className="mt-8">
        <LinkRow
          label="What the desk looks after"
          links={tabs.map((tab) => ({ ...tab, current: tab.to === path }))}
        />
        <Outlet />
      </div>
      <DeskChartsSection listed={listed} />
      <OutdatedNotice />
    </div>
  )
}

/** The totals, once everything that they consist of has arrived. */
function Totals({ counted }: { counted: string }) {
  const stats = useAnswer(assignmentStatsQuery)
  const users = useAnswer(userStatsQuery)
  const site = useAnswer(siteQuery)
  const failed = [stats, users].find(({ failure }) => failure)
  if (failed?.failure)
    return (
      <LoadFailure
        failure={failed.failure}
        title="Failed to fetch dashboard data"
        fallback={
          failed === stats ? 'Failed to fetch assignment statistics' : 'Failed to fetch user statistics'
        }
        asking={stats.asking || users.asking}
        onRetry={() => {
          for (const { failure, retry } of [stats, users]) if (failure) retry()
        }}
      />
    )
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
