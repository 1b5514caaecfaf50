import { useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from 'react-router'
import { Toasts } from '../../ui/feedback/toasts'
import { noteArrival } from '../failures/recovery'
import { headOf, usePageHead, useShownPage } from '../heads/page-head'
import { SiteFooter } from './site-footer'
import { SiteHeader } from './site-header'
import { skip } from './words.en'

/** What surrounds every page: header, main landmark, footer, toasts. */
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
      <a
        className="fixed top-2 left-2 z-50 [translate:0_-200%] rounded-(--radius-field) border border-rule bg-base-100 px-4 py-2 focus:[translate:0]"
        href="#main"
      >
        {skip}
      </a>
      {state !== 'idle' && (
        <div
          className="fixed inset-x-0 top-0 z-40 h-0.5 origin-left animate-advance bg-secondary motion-reduce:animate-none"
          aria-hidden="true"
        />
      )}
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

/** Moves the focus to the start of a new page, for the keyboard and screen readers. Another tab of the same page leaves it there. */
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
