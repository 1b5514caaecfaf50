import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeAll } from 'vitest'
import { routes } from '../src/app/routes'

/** Renders the whole interface at an address. The returned router knows the current address. */
export function showApp(address: string) {
  const router = createMemoryRouter(routes, { initialEntries: [address], future: { v8_middleware: true } })
  render(<RouterProvider router={router} />)
  return router
}

/** Renders one part of the interface at "/", with a second page, so that leaving it can be tested. */
export function showPart(part: ReactNode) {
  const router = createMemoryRouter([
    { path: '/', element: part },
    { path: '*', element: <h1>Another page</h1> },
  ])
  return { router, ...render(<RouterProvider router={router} />) }
}

/** Loads the code of the admin dashboard before the first test, because loading it may take too long for a test. */
export const loadAdminDashboard = () =>
  beforeAll(
    () =>
      Promise.all([
        import('../src/pages/desk/admin-dashboard-page'),
        import('../src/pages/desk/assignments-page'),
        import('../src/pages/desk/users-page'),
        import('../src/pages/desk/quotes-page'),
        import('../src/pages/desk/activity-page'),
        import('../src/pages/desk/mails-page'),
        import('../src/pages/desk/texts-page'),
        import('../src/pages/desk/claims-page'),
        import('../src/pages/desk/board-page'),
        import('../src/pages/desk/policies-page'),
        import('../src/pages/desk/money-page'),
        import('../src/pages/desk/payout-page'),
        import('../src/pages/desk/status-page'),
      ]),
    60_000,
  )

/** The address that a router shows: path and query. */
export const addressOf = ({ state: { location } }: ReturnType<typeof showApp>) =>
  location.pathname + location.search
