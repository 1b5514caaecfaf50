import MenuIcon from 'lucide-react/icons/menu'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { navigationAtom } from '../../features/services/navigation'
import type { User } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { ToastRegion } from '../../ui/feedback/toast-region'
import { menuItemClass } from '../../ui/navigation/menu'
import { dashboardOf } from '../guards'
import { ServicesPlaceholder } from './services-placeholder'
import { sectionLinks } from './site-links'
import { ThemeToggle } from './theme-toggle'
import { useLogOut } from './use-log-out'

/** The navbar's content where there is no room for it (docs/product.md, section 4.2). */
export function MobileDrawer({ user }: { user: User | null }) {
  const dialogRef = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  const { key } = useLocation()
  const logOut = useLogOut()
  const services = useAtomValue(navigationAtom)

  // A new page closes the drawer, whichever way it was reached.
  useEffect(() => {
    if (key) dialogRef.current?.close()
  }, [key])

  const links = user
    ? [
        { to: dashboardOf(user.role), label: 'Dashboard' },
        { to: '/profile', label: 'Profile' },
      ]
    : [
        { to: '/login', label: 'Log In' },
        { to: '/user/signup', label: 'Sign Up' },
      ]

  return (
    <>
      <button
        type="button"
        className="btn btn-ghost btn-square"
        aria-label="Open menu"
        aria-haspopup="dialog"
        onClick={() => {
          dialogRef.current?.showModal()
          setOpen(true)
        }}
      >
        <MenuIcon size={22} strokeWidth={1.5} aria-hidden="true" />
      </button>
      <dialog ref={dialogRef} className="drawer-sheet" aria-label="Menu" onClose={() => setOpen(false)}>
        <div className="flex items-center justify-between border-b border-base-300 pb-2">
          <p className="truncate font-semibold">{user ? user.name : 'Menu'}</p>
          <button
            type="button"
            className="btn btn-ghost btn-square"
            aria-label="Close menu"
            onClick={() => dialogRef.current?.close()}
          >
            <X size={20} strokeWidth={1.5} aria-hidden="true" />
          </button>
        </div>
        <ul className="grid gap-1 py-3">
          {links.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className={menuItemClass}>
                {label}
              </Link>
            </li>
          ))}
          {user && (
            <li>
              <button
                type="button"
                className={menuItemClass}
                onClick={() => {
                  dialogRef.current?.close()
                  logOut()
                }}
              >
                Logout
              </button>
            </li>
          )}
        </ul>
        <div className="grid gap-1 border-t border-base-300 py-3">
          <details>
            <summary className={`${menuItemClass} drawer-summary`}>Services</summary>
            <ul className="ml-3 border-l-2 border-secondary pl-1">
              {!services && (
                <li>
                  <ServicesPlaceholder />
                </li>
              )}
              {[...(services ?? []), { slug: '', name: 'All services' }].map(({ slug, name }) => (
                <li key={slug}>
                  <Link to={slug ? `/services/${slug}` : '/services'} className={menuItemClass}>
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </details>
          <ul className="grid gap-1">
            {sectionLinks.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={menuItemClass}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
        <div className="border-t border-base-300 pt-3">
          <ThemeToggle withWord />
        </div>
        {open && <ToastRegion />}
      </dialog>
    </>
  )
}
