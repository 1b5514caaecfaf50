import { useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router'
import { Toasts } from '../../ui/feedback/toasts'
import { noteArrival } from '../failures/recovery'
import { headOf, usePageHead, useShownPage } from '../heads/page-head'
import { SiteFooter } from './site-footer'
import { SiteHeader } from './site-header'

/** What every page stands in: header, main landmark, footer, toasts. */
export function RootLayout() {
  const mainRef = useRef<HTMLElement>(null)
  const { state } = useNavigation()
  const page = useShownPage()
  usePageHead(page && !page.titledByPage ? headOf(page) : undefined)
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

/** After a change of page the keyboard and the screen reader go on at its beginning. Another tab of the page leaves the focus alone. */
function useFocusOnNewPage(mainRef: { current: HTMLElement | null }) {
  const [, page] = useMatches()
  const path = page?.pathname
  const shownPath = useRef(path)
  useEffect(() => {
    if (shownPath.current === path) return
    shownPath.current = path
    mainRef.current?.focus({ preventScroll: true })
  }, [path, mainRef])
}
