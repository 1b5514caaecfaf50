import type { MiddlewareFunction, RouteObject } from 'react-router'
import { Spinner } from '../ui/loading/spinner'
import { ErrorPage } from './failures/error-page'
import { leaveTag, requireNobody, requireRole } from './guards'
import { type Page, pages } from './heads/page-head'
import { RootLayout } from './layouts/root-layout'
import { lazyPage } from './loading/lazy-page'

const waiting = <Spinner />

const withModuleOf = (page: Page) => pages.filter(({ parts }) => parts[0] === page.parts[0])

/** True for the tabs of a page that have addresses of their own: the page itself is listed before them. */
const isFurtherTab = (page: Page) => page.parts.length > 1 && withModuleOf(page)[0] !== page

const guardsOf = ({ path, kind, role }: Page): MiddlewareFunction[] => [
  ...(kind === 'public' ? [] : [leaveTag]),
  ...(kind === 'signedIn' ? [requireRole(role)] : []),
  ...(path === '/login' ? [requireNobody] : []),
]

function routeOf(page: Page): RouteObject {
  const {
    path,
    parts: [part, firstTab],
  } = page
  const tabs = withModuleOf(page).filter(isFurtherTab)
  return {
    path: path.slice(path.startsWith('/') ? 1 : 0),
    lazy: lazyPage(part),
    middleware: guardsOf(page),
    handle: page,
    ...(tabs.length > 0 && {
      children: [
        // The first tab may be in the module of the page itself.
        { index: true, handle: page, ...(firstTab ? { lazy: lazyPage(firstTab) } : { element: null }) },
        ...tabs.map((tab) => ({
          path: tab.path.slice(path.length + 1),
          lazy: lazyPage(tab.parts[1] ?? part),
          handle: tab,
        })),
      ],
    }),
  }
}

/** The listed pages with their tabs, and who may see each (docs/product.md, section 4.1). */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: ErrorPage,
    hydrateFallbackElement: waiting,
    children: pages.filter((page) => !isFurtherTab(page)).map(routeOf),
  },
]
