import { Suspense, use } from 'react'
import {
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useNavigate,
  useRevalidator,
  useSearchParams,
} from 'react-router'
import { listRecentActivity } from '../../features/activities/api'
import { getProfile } from '../../features/profile/api'
import { ProfileForm } from '../../features/profile/profile-form'
import { Settings } from '../../features/profile/settings'
import type { Profile } from '../../features/profile/types'
import { getTutorStats } from '../../features/tutors/api'
import { RoleBadge } from '../../features/users/role-badge'
import { type Role, sessionAtom, sessionReady } from '../../lib/session'
import { getSite } from '../../lib/site'
import { useAtomValue } from '../../lib/store'
import { Skeleton } from '../../ui/skeleton'
import { Tabs } from '../../ui/tabs'
import { type Loaded, settle } from '../loading'
import { useLive } from '../use-live'
import { ProfileFailure } from './profile-failure'
import { TutorTab } from './tutor-tab'

export const loader = async ({ request: { signal } }: LoaderFunctionArgs) => {
  const user = await sessionReady()
  const profile = settle(getProfile(signal))
  if (user?.role !== 'tutor') return { profile, tutor: null }
  return {
    profile,
    tutor: {
      stats: settle(getTutorStats(signal)),
      activities: settle(listRecentActivity(signal)),
      site: settle(getSite(signal)),
    },
  }
}

/** The tab in the address says nothing new of the data. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => currentUrl.search === nextUrl.search && defaultShouldRevalidate

const allTabs = [
  { name: 'profile', label: 'Profile' },
  { name: 'dashboard', label: 'Dashboard' },
  { name: 'settings', label: 'Settings' },
] as const

export function Component() {
  const { profile, tutor } = useLoaderData<typeof loader>()
  const { user } = useAtomValue(sessionAtom)
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  useLive('users', 'assignments')
  if (!user) return null

  const tabs = allTabs.filter(({ name }) => name !== 'dashboard' || tutor)
  const current = tabs.find(({ name }) => name === query.get('tab'))?.name ?? 'profile'
  return (
    <div className="page">
      <div className="mb-6 flex flex-wrap items-center gap-4">
        <h1 className="text-4xl">Profile</h1>
        <RoleBadge role={user.role} />
      </div>
      <Tabs
        label="Profile"
        tabs={tabs}
        current={current}
        onChange={(name) => setQuery(name === 'profile' ? {} : { tab: name }, { preventScrollReset: true })}
      >
        {/* What is half-written here outlives a look at another tab. */}
        <div hidden={current !== 'profile'}>
          <Suspense fallback={<Skeleton label="Loading profile" height={28} />}>
            <Shown profile={profile} role={user.role} />
          </Suspense>
        </div>
        {current === 'dashboard' && tutor && <TutorTab {...tutor} />}
        {current === 'settings' && <Settings onDeleted={() => void navigate('/')} />}
      </Tabs>
    </div>
  )
}

function Shown({ profile, role }: { profile: Promise<Loaded<Profile>>; role: Role }) {
  const { data, failure } = use(profile)
  const { revalidate } = useRevalidator()
  if (failure) return <ProfileFailure failure={failure} />
  return <ProfileForm profile={data} role={role} onSaved={() => void revalidate()} />
}
