import type { RouteObject } from 'react-router'
import { Spinner } from '../ui/spinner'
import { ErrorPage } from './error-page'
import { leaveTag, requireNobody, requireRole } from './guards'
import { RootLayout } from './layouts/root-layout'
import { lazyPage } from './lazy-page'
import { pageOf, type RouteHandle } from './page-head'
import { partOf } from './page-parts'

const waiting = <Spinner />

/** The page finds its title out itself. */
const titledByPage: Partial<RouteHandle> = { titledByPage: true }

/** A route with its part and with the line that the list of pages has for it. Throws where it has none. */
function asListed(route: RouteObject): RouteObject {
  const path = route.index ? '/' : route.path === '*' ? '*' : `/${route.path}`
  const page = pageOf(path)
  const middleware = route.middleware ?? []
  return {
    ...route,
    lazy: lazyPage(partOf(page.part)),
    middleware: page.kind === 'public' ? middleware : [leaveTag, ...middleware],
    handle: { ...page, ...route.handle },
  }
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
