import { Suspense, use } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { getAssignmentStats } from '../../features/assignments/api'
import type { AssignmentStats } from '../../features/assignments/types'
import { getUserStats } from '../../features/users/api'
import type { UserStats } from '../../features/users/types'
import { getSite, type Site } from '../../lib/site'
import { Tabs } from '../../ui/tabs'
import { LoadFailure } from '../load-failure'
import { type Loaded, settle } from '../loading'
import { useLive } from '../use-live'
import { adminTabs, tabOf } from './admin-tabs'
import { DeskFigures } from './desk-figures-section'
import { DeskTotals, DeskTotalsPlaces } from './desk-totals'
import { SavedViews } from './saved-views-button'
import '../style/desk.css'

export const loader = ({ request: { url, signal } }: LoaderFunctionArgs) => {
  const query = new URL(url).searchParams
  const tab = tabOf(query)
  return {
    current: tab.name,
    view: tab.viewOf(query),
    list: tab.listOf(query),
    shown: tab.load(query, signal),
    stats: settle(getAssignmentStats(signal)),
    users: settle(getUserStats(signal)),
    site: settle(getSite(signal)),
  }
}

export function Component() {
  const { current, view, list, shown, ...figures } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  useLive('assignments', 'users', 'quotes')
  const { Panel } = adminTabs.find(({ name }) => name === current) ?? tabOf(new URLSearchParams())
  const open = (name: string) =>
    void navigate(name === adminTabs[0]?.name ? '.' : `?tab=${name}`, { preventScrollReset: true })
  return (
    <div className="page">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-4xl">Admin dashboard</h1>
        <SavedViews address={list} />
      </div>
      <Suspense fallback={<DeskTotalsPlaces />}>
        <Totals {...figures} view={view} />
      </Suspense>
      <div className="mt-8">
        <Tabs label="What the desk looks after" tabs={adminTabs} current={current} onChange={open}>
          <Panel {...shown} />
        </Tabs>
      </div>
      <DeskFigures stats={figures.stats} rows={shown.found} />
    </div>
  )
}

function Totals({
  stats,
  users,
  site,
  view,
}: {
  stats: Promise<Loaded<AssignmentStats>>
  users: Promise<Loaded<UserStats>>
  site: Promise<Loaded<Site>>
  view: string
}) {
  const [assignments, accounts, { data }] = [use(stats), use(users), use(site)]
  if (assignments.failure || accounts.failure)
    return (
      <LoadFailure
        failure={assignments.failure ?? (accounts.failure as NonNullable<typeof accounts.failure>)}
        title="Failed to fetch dashboard data"
        fallback={
          assignments.failure ? 'Failed to fetch assignment statistics' : 'Failed to fetch user statistics'
        }
      />
    )
  return (
    <DeskTotals
      stats={assignments.data}
      users={accounts.data}
      demoMode={data?.demoMode ?? false}
      view={view}
    />
  )
}
