import ChevronDown from 'lucide-react/icons/chevron-down'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import LogOut from 'lucide-react/icons/log-out'
import UserRound from 'lucide-react/icons/user-round'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { navigationAtom } from '../../features/services/navigation'
import { siteName } from '../../lib/api/site'
import { sessionAtom, type User } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { ButtonLink } from '../../ui/buttons/button-link'
import { Menu, MenuItem, MenuLink } from '../../ui/navigation/menu'
import { dashboardOf } from '../guards'
import { fetchOptionalModule } from '../loading/lazy-page'
import { MobileDrawer } from './mobile-drawer'
import { ServicesPlaceholder } from './services-placeholder'
import { ThemeToggle } from './theme-toggle'
import { useLogOut } from './use-log-out'
import { navigation, sectionLinks } from './words.en'

/** The menu of the person signed in: Dashboard by role, Profile, Logout (docs/product.md, section 4.2). */
function ProfileMenu({ user }: { user: User }) {
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

/** The Services dropdown of the navbar (docs/product.md, section 4.2). */
function ServicesMenu() {
  const services = useAtomValue(navigationAtom)
  return (
    <Menu
      label={navigation.services}
      trigger={
        <>
          {navigation.services}
          <ChevronDown size={16} strokeWidth={1.5} aria-hidden="true" />
        </>
      }
    >
      {services ? (
        services.map(({ slug, name }) => (
          <MenuLink key={slug} to={`/services/${slug}`}>
            {name}
          </MenuLink>
        ))
      ) : (
        <ServicesPlaceholder />
      )}
      <MenuLink to="/services">{navigation.allServices}</MenuLink>
    </Menu>
  )
}

/** Visitors do not fetch the bell. If it does not arrive, its place stays empty. */
const NoticesBell = lazy(async () => {
  const part = await fetchOptionalModule(() => import('./notices-bell'))
  return { default: part?.NoticesBell ?? (() => null) }
})

/** The header of every page: the name, the navigation, and who is signed in (docs/product.md, section 4.2). */
export function SiteHeader() {
  const { user } = useAtomValue(sessionAtom)
  return (
    <header className="border-b border-base-300 bg-base-100">
      <nav
        aria-label={navigation.label}
        className="mx-auto flex max-w-[76rem] items-center gap-2 px-4 py-2 md:px-8"
      >
        <Link to="/" className="mr-auto flex items-center gap-2.5 py-2 font-serif text-2xl font-semibold">
          <span aria-hidden="true" className="h-7 w-0.5 bg-secondary" />
          <span className="wrap-anywhere">{siteName}</span>
        </Link>
        <div className="hidden items-center gap-1 lg:flex">
          <ServicesMenu />
          {sectionLinks.map(({ to, label }) => (
            <ButtonLink key={to} to={to} variant="quiet">
              {label}
            </ButtonLink>
          ))}
          <span aria-hidden="true" className="mx-2 h-6 w-px bg-base-300" />
          <ThemeToggle />
        </div>
        {user && (
          <div className="relative size-11">
            <Suspense>
              <NoticesBell />
            </Suspense>
          </div>
        )}
        <div className="hidden items-center gap-1 lg:flex">
          {user ? (
            <ProfileMenu user={user} />
          ) : (
            <>
              <ButtonLink to="/login" variant="quiet">
                {navigation.logIn}
              </ButtonLink>
              <ButtonLink to="/signup" variant="primary">
                {navigation.signUp}
              </ButtonLink>
            </>
          )}
        </div>
        <div className="lg:hidden">
          <MobileDrawer user={user} />
        </div>
      </nav>
    </header>
  )
}
