import { Link } from 'react-router'
import { ways } from '../../features/auth/recovery-words'
import { sessionAtom } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { dashboardOf } from '../guards'

/** The way on from a page that an email leads to: the dashboard, or the login page for visitors. */
export function AccountWay() {
  const { user } = useAtomValue(sessionAtom)
  return (
    <Link to={user ? dashboardOf(user.role) : '/login'} className="link">
      {user ? ways.dashboard : ways.logIn}
    </Link>
  )
}
