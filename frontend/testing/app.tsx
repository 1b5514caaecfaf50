import { render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { routes } from '../src/app/routes'

/** Shows the whole interface at an address; the router tells where it went. */
export function showApp(address: string) {
  const router = createMemoryRouter(routes, { initialEntries: [address], future: { v8_middleware: true } })
  render(<RouterProvider router={router} />)
  return router
}
