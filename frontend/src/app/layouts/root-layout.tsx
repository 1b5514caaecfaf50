import { useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router'
import { Toasts } from '../../ui/toasts'
import { headOf, type RouteHandle, usePageHead } from '../page-head'
import { noteArrival } from '../recovery'
import { SiteFooter } from './site-footer'
import { SiteHeader } from './site-header'

/** What every page stands in: header, main landmark, footer, toasts. */
export function RootLayout() {
  const mainRef = useRef<HTMLElement>(null)
  const { state } = useNavigation()
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined
  usePageHead(handle && !handle.titledByPage ? headOf(handle) : undefined)
  useFocusOnNewPage(mainRef)
  const { pathname } = useLocation()
  useEffect(() => noteArrival(pathname), [pathname])

  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      {state !== 'idle' && <div className="page-progress" aria-hidden="true" />}
      <SiteHeader />
      <main id="main" ref={mainRef} tabIndex={-1} className="grow">
        <Outlet />
      </main>
      <SiteFooter />
      <Toasts />
      <ScrollRestoration />
    </>
  )
}

/** After a change of page the keyboard and the screen reader go on at its beginning. */
function useFocusOnNewPage(mainRef: { current: HTMLElement | null }) {
  const { pathname } = useLocation()
  const shownPath = useRef(pathname)
  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    mainRef.current?.focus({ preventScroll: true })
  }, [pathname, mainRef])
}
