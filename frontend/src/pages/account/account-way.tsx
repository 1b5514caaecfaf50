import { Link } from 'react-router'
import { dashboardOf } from '../../app/guards'
import { ways } from '../../features/auth/words.en'
import { sessionAtom } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'

/** The way on from a page that an email leads to: the dashboard, or the login page for visitors. */
export function AccountWay() {
  const { user } = useAtomValue(sessionAtom)
  return (
    <Link to={user ? dashboardOf(user.role) : '/login'} className="link">
      {user ? ways.dashboard : ways.logIn}
    </Link>
  )
}
