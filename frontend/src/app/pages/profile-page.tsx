import { useNavigate, useSearchParams } from 'react-router'
import { ProfileForm } from '../../features/profile/profile-form'
import { profileQuery } from '../../features/profile/queries'
import { Settings } from '../../features/profile/settings'
import { RoleBadge } from '../../features/users/role-badge'
import { ask, useAnswer } from '../../lib/query'
import { sessionAtom, sessionReady, type User } from '../../lib/session'
import { useAtomValue } from '../../lib/store'
import { Skeleton } from '../../ui/skeleton'
import { Tabs } from '../../ui/tabs'
import { OutdatedNote } from '../outdated-note'
import { ProfileFailure } from './profile-failure'
import { TutorTab, tutorTabQuestions } from './tutor-tab'

export const loader = async () => {
  const user = await sessionReady()
  if (!user) return null
  ask(profileQuery(user._id))
  if (user.role === 'tutor') ask(...tutorTabQuestions)
  return null
}

const allTabs = [
  { name: 'profile', label: 'Profile' },
  { name: 'dashboard', label: 'Dashboard' },
  { name: 'settings', label: 'Settings' },
] as const

export function Component() {
  const { user } = useAtomValue(sessionAtom)
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  if (!user) return null

  const tabs = allTabs.filter(({ name }) => name !== 'dashboard' || user.role === 'tutor')
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
          <OwnProfile user={user} />
        </div>
        {current === 'dashboard' && <TutorTab />}
        {current === 'settings' && <Settings onDeleted={() => void navigate('/')} />}
      </Tabs>
      <OutdatedNote />
    </div>
  )
}

function OwnProfile({ user: { _id, role } }: { user: User }) {
  const { data, failure, asking, retry } = useAnswer(profileQuery(_id))
  if (failure) return <ProfileFailure failure={failure} asking={asking} onRetry={retry} />
  if (!data) return <Skeleton label="Loading profile" height={28} />
  return <ProfileForm account={_id} profile={data} role={role} />
}
