import { type LoaderFunctionArgs, Outlet } from 'react-router'
import { OutdatedNotice } from '../../app/failures/outdated-notice'
import { useShownPage } from '../../app/heads/page-head'
import { SignedInPage } from '../../app/layouts/signed-in-page'
import { redirectOldTab } from '../../app/loading/redirect-old-tab'
import { profileQuery } from '../../features/profile/api'
import { ProfileForm } from '../../features/profile/profile-form'
import { failureTitle, profile } from '../../features/profile/words.en'
import { RoleBadge } from '../../features/users/roles'
import { ask, useAnswer } from '../../lib/api/query'
import { sessionAtom, sessionReady, type User } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { LoadFailure } from '../../ui/feedback/load-failure'
import { Skeleton } from '../../ui/loading/skeleton'
import { LinkRow } from '../../ui/navigation/link-row'

export const loader = async ({ request }: LoaderFunctionArgs) => {
  redirectOldTab(request)
  const user = await sessionReady()
  if (user) ask(profileQuery(user._id))
  return null
}

const tabs = [
  { to: '/profile', label: profile.tabs.profile },
  { to: '/profile/dashboard', label: profile.tabs.dashboard, role: 'tutor' },
  { to: '/profile/settings', label: profile.tabs.settings },
]

/** The profile, with its other tabs as pages below it (docs/product.md, section 4.6). */
export function Component() {
  const { user } = useAtomValue(sessionAtom)
  const path = useShownPage()?.path
  if (!user) return null

  const links = tabs
    .filter(({ role }) => !role || role === user.role)
    .map(({ to, label }) => ({ to, label, current: to === path }))
  return (
    <SignedInPage>
      <div className="mb-6 flex flex-wrap items-center gap-4">
        <h1 className="text-4xl">{profile.title}</h1>
        <RoleBadge role={user.role} />
      </div>
      <LinkRow label={profile.title} links={links} />
      {/* Unsaved changes here survive a look at another tab. */}
      <div hidden={path !== '/profile'}>
        <OwnProfile user={user} />
      </div>
      <Outlet />
      <OutdatedNotice />
    </SignedInPage>
  )
}

function OwnProfile({ user: { _id, role, verified } }: { user: User }) {
  const answer = useAnswer(profileQuery(_id))
  const { data, failure } = answer
  if (failure)
    return (
      <div className="mt-8">
        <LoadFailure
          answer={answer}
          title={profile.loadFailure}
          toast={{ title: failureTitle, description: profile.loadFailure, seconds: 3 }}
        />
      </div>
    )
  if (!data) return <Skeleton label={profile.loading} height={28} />
  return <ProfileForm account={_id} profile={data} role={role} verified={verified} />
}
