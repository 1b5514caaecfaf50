import type { RouteObject } from 'react-router'
import { Spinner } from '../ui/loading/spinner'
import { ErrorPage } from './failures/error-page'
import { leaveTag, requireNobody, requireRole } from './guards'
import { pageOf, type RouteHandle } from './heads/page-head'
import { RootLayout } from './layouts/root-layout'
import { lazyPage } from './loading/lazy-page'

const waiting = <Spinner />

/** The page finds its title out itself. */
const titledByPage: Partial<RouteHandle> = { titledByPage: true }

/** A route with its module and with the line that the list of pages has for it. Throws where it has none. */
function asListed(route: RouteObject): RouteObject {
  const path = route.index ? '/' : route.path === '*' ? '*' : `/${route.path}`
  const page = pageOf(path)
  const middleware = route.middleware ?? []
  const listed = {
    ...route,
    lazy: lazyPage(page.parts[0]),
    middleware: page.kind === 'public' ? middleware : [leaveTag, ...middleware],
    handle: { ...page, ...route.handle },
  }
  if (listed.children) listed.children = listed.children.map((tab) => asTab(tab, path))
  return listed
}

/** A tab of a page, with an address below that of the page; the first has the page's own, and may be in its module. */
function asTab(tab: RouteObject, path: string): RouteObject {
  const page = pageOf(tab.index ? path : `${path}/${tab.path}`)
  const [, part] = page.parts
  return { ...tab, ...(part && { lazy: lazyPage(part) }), handle: page }
}

/** Every address of the interface, with who may see it (docs/product.md, section 4.1). */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: ErrorPage,
    hydrateFallbackElement: waiting,
    children: [
      {
        index: true,
      },
      {
        path: 'login',
        middleware: [requireNobody],
      },
      {
        path: 'signup',
      },
      {
        path: 'user/signup',
      },
      {
        path: 'admin/signup',
      },
      {
        path: 'profile',
        middleware: [requireRole()],
        children: [{ index: true, element: null }, { path: 'dashboard' }, { path: 'settings' }],
      },
      {
        path: 'upload',
        middleware: [requireRole()],
      },
      {
        path: 'assignments/:id',
        middleware: [requireRole()],
        handle: titledByPage,
      },
      {
        path: 'dashboard',
        middleware: [requireRole('student')],
      },
      {
        path: 'admin/dashboard',
        middleware: [requireRole('admin')],
        children: [{ index: true }, { path: 'users' }, { path: 'quotes' }, { path: 'activity' }],
      },
      {
        path: 'tutor/dashboard',
        middleware: [requireRole('tutor')],
      },
      {
        path: 'services',
      },
      {
        path: 'services/:serviceSlug',
        handle: titledByPage,
      },
      {
        path: 'terms-of-use',
      },
      {
        path: 'privacy-policy',
      },
      {
        path: 'revision-refund-policy',
      },
      {
        path: 'fair-use-policy',
      },
      {
        path: 'tutor/assignments',
        middleware: [requireRole('tutor')],
      },
      {
        path: '*',
      },
    ].map(asListed),
  },
]
