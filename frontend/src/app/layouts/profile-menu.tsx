import ChevronDown from 'lucide-react/icons/chevron-down'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import LogOut from 'lucide-react/icons/log-out'
import UserRound from 'lucide-react/icons/user-round'
import type { User } from '../../lib/session/session'
import { Menu, MenuItem, MenuLink } from '../../ui/navigation/menu'
import { dashboardOf } from '../guards'
import { useLogOut } from './use-log-out'
import { navigation } from './words'

/** The menu of the person signed in: Dashboard by role, Profile, Logout (docs/product.md, section 4.2). */
export function ProfileMenu({ user }: { user: User }) {
  const logOut = useLogOut()
  return (
    <Menu
      label={navigation.profileMenu(user.name)}
      trigger={
        <>
          <span className="max-w-48 truncate">{user.name}</span>
          <ChevronDown size={16} strokeWidth={1.5} aria-hidden="true" />
        </>
      }
    >
      <MenuLink
        to={dashboardOf(user.role)}
        icon={<LayoutDashboard size={18} strokeWidth={1.5} aria-hidden="true" />}
      >
        {navigation.dashboard}
      </MenuLink>
      <MenuLink to="/profile" icon={<UserRound size={18} strokeWidth={1.5} aria-hidden="true" />}>
        {navigation.profile}
      </MenuLink>
      <MenuItem icon={<LogOut size={18} strokeWidth={1.5} aria-hidden="true" />} onSelect={logOut}>
        {navigation.logOut}
      </MenuItem>
    </Menu>
  )
}
