import ChevronDown from 'lucide-react/icons/chevron-down'
import MenuIcon from 'lucide-react/icons/menu'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { navigationAtom } from '../../features/services/navigation'
import type { User } from '../../lib/session/session'
import { useAtomValue } from '../../lib/state/store'
import { ToastRegion } from '../../ui/feedback/toasts'
import { menuItemClass } from '../../ui/navigation/menu'
import { dashboardOf } from '../guards'
import { ServicesPlaceholder } from './services-placeholder'
import { ThemeToggle } from './theme-toggle'
import { useLogOut } from './use-log-out'
import { drawer, navigation, sectionLinks } from './words.en'

/** The navigation on narrow screens (docs/product.md, section 4.2). */
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
        { to: dashboardOf(user.role), label: navigation.dashboard },
        { to: '/profile', label: navigation.profile },
      ]
    : [
        { to: '/login', label: navigation.logIn },
        { to: '/user/signup', label: navigation.signUp },
      ]

  return (
    <>
      <button
        type="button"
        className="btn btn-ghost btn-square"
        aria-label={drawer.open}
        aria-haspopup="dialog"
        onClick={() => {
          dialogRef.current?.showModal()
          setOpen(true)
        }}
      >
        <MenuIcon size={22} strokeWidth={1.5} aria-hidden="true" />
      </button>
      <dialog
        ref={dialogRef}
        className="fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-[min(20rem,100vw)] max-w-none overflow-y-auto border-l border-base-300 bg-base-100 px-4 pt-3 pb-6 text-base-content [box-shadow:-8px_0_24px_#00000029] backdrop:bg-black/40"
        aria-label={drawer.title}
        onClose={() => setOpen(false)}
      >
        <div className="flex items-center justify-between border-b border-base-300 pb-2">
          <p className="truncate font-semibold">{user ? user.name : drawer.title}</p>
          <button
            type="button"
            className="btn btn-ghost btn-square"
            aria-label={drawer.close}
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
                {navigation.logOut}
              </button>
            </li>
          )}
        </ul>
        <div className="grid gap-1 border-t border-base-300 py-3">
          <details className="group">
            <summary className={`${menuItemClass} list-none justify-between`}>
              {navigation.services}
              <ChevronDown size={22} strokeWidth={1.5} aria-hidden="true" className="group-open:rotate-180" />
            </summary>
            <ul className="ml-3 border-l-2 border-secondary pl-1">
              {!services && (
                <li>
                  <ServicesPlaceholder />
                </li>
              )}
              {[...(services ?? []), { slug: '', name: navigation.allServices }].map(({ slug, name }) => (
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
