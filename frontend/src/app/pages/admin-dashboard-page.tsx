import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { assignmentStatsQuery } from '../../features/assignments/queries'
import { userStatsQuery } from '../../features/users/queries'
import { ask, useAnswer } from '../../lib/query'
import { siteQuery } from '../../lib/site-query'
import { Tabs } from '../../ui/tabs'
import { LoadFailure } from '../load-failure'
import { OutdatedNote } from '../outdated-note'
import { adminTabs, tabOf } from './admin-tabs'
import { DeskFigures } from './desk-figures-section'
import { DeskTotals, DeskTotalsPlaces } from './desk-totals'
import { SavedViews } from './saved-views-button'
import '../style/desk.css'

export const loader = ({ request: { url } }: LoaderFunctionArgs) => {
  const query = new URL(url).searchParams
  const tab = tabOf(query)
  const list = tab.questionOf(query)
  ask(list, assignmentStatsQuery, userStatsQuery, siteQuery)
  return {
    current: tab.name,
    view: tab.viewOf(query),
    list,
    address: tab.listOf(query),
    counted: tab.countedOf(query),
  }
}

export function Component() {
  const { current, view, list, address, counted } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const { Panel } = adminTabs.find(({ name }) => name === current) ?? tabOf(new URLSearchParams())
  const open = (name: string) =>
    void navigate(name === adminTabs[0]?.name ? '.' : `?tab=${name}`, { preventScrollReset: true })

  // The charts come after the first list: what is near depends on its height.
  const { data, failure } = useAnswer(list)
  const [listed, setListed] = useState(false)
  if (!listed && (data || failure)) setListed(true)
  return (
    <div className="page">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-4xl">Admin dashboard</h1>
        <SavedViews address={address} />
      </div>
      <Totals counted={counted} />
      <div className="mt-8">
        <Tabs label="What the desk looks after" tabs={adminTabs} current={current} onChange={open}>
          <Panel {...view} />
        </Tabs>
      </div>
      <DeskFigures listed={listed} />
      <OutdatedNote />
    </div>
  )
}

/** The totals, once all that they are made of is there. */
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
  if (!stats.data || !users.data || !(site.data || site.failure)) return <DeskTotalsPlaces />
  return (
    <DeskTotals
      stats={stats.data}
      users={users.data}
      demoMode={site.data?.demoMode ?? false}
      view={counted}
    />
  )
}
