import { createMemoryRouter, type RouteObject } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeServer } from '../../testing/fake-server'
import { person, signedIn } from '../../testing/people'
import type { Role } from '../lib/session/session'
import { afterLogIn } from './guards'
import { routes } from './routes'

afterEach(() => signedIn(null))

/** Every address of the route tree, with the route that answers it. */
function addressesOf(tree: RouteObject[], above = ''): [string, RouteObject][] {
  return tree.flatMap((route) => {
    const address = `${above}/${route.path ?? ''}`.replace(/\/+/g, '/')
    return route.children ? addressesOf(route.children, address) : [[address.replace(/(.)\/$/, '$1'), route]]
  })
}

const addresses = addressesOf(routes)

/** Who may see what: everybody, nobody signed in, anybody signed in, or one role. */
const access: Record<string, 'everybody' | 'nobody' | 'anybody' | Role> = {
  '/': 'everybody',
  '/login': 'nobody',
  '/signup': 'everybody',
  '/user/signup': 'everybody',
  '/admin/signup': 'everybody',
  '/forgot-password': 'everybody',
  '/reset-password': 'everybody',
  '/verify-email': 'everybody',
  '/undo-email': 'everybody',
  '/services': 'everybody',
  '/services/:serviceSlug': 'everybody',
  '/terms-of-use': 'everybody',
  '/privacy-policy': 'everybody',
  '/revision-refund-policy': 'everybody',
  '/fair-use-policy': 'everybody',
  '/profile': 'anybody',
  '/profile/dashboard': 'tutor',
  '/profile/settings': 'anybody',
  '/upload': 'anybody',
  '/assignments/:id': 'anybody',
  '/dashboard': 'student',
  '/admin/dashboard': 'admin',
  '/admin/dashboard/users': 'admin',
  '/admin/dashboard/quotes': 'admin',
  '/admin/dashboard/activity': 'admin',
  '/tutor/dashboard': 'tutor',
  '/tutor/assignments': 'tutor',
  '/*': 'everybody',
}

const homes = { student: '/dashboard', admin: '/admin/dashboard', tutor: '/tutor/dashboard' }

/** Where a signed-in person arrives who may not see the address: at home, unless the address is part of a page. */
const instead: Record<string, string> = { '/profile/dashboard': '/profile' }

/** Where somebody who goes to an address arrives. */
async function arrive(address: string, role: Role | null): Promise<string> {
  signedIn(role)
  const router = createMemoryRouter(routes, { initialEntries: [address], future: { v8_middleware: true } })
  const arrived = new Promise<string>((resolve) => {
    const look = () => {
      const { initialized, navigation, location } = router.state
      if (initialized && navigation.state === 'idle') resolve(location.pathname + location.search)
    }
    router.subscribe(look)
    look()
  })
  const there = await arrived
  router.dispose()
  return there
}

const nothing = { status: 200, body: [] }

describe('the guards', () => {
  it('are settled for every address', () => {
    expect(addresses.map(([address]) => address).sort()).toEqual(Object.keys(access).sort())
  })

  it('leave no page without a title', () => {
    expect(addresses.filter(([, route]) => !route.handle?.title)).toEqual([])
  })

  const visits = Object.entries(access).flatMap(([address, who]) =>
    ([null, 'student', 'admin', 'tutor'] as const).map((role) => ({ address, who, role })),
  )

  it.each(visits)('lead $role rightly from $address, which is for $who', async ({ address, who, role }) => {
    fakeServer({
      'GET /assignments': nothing,
      'GET /assignments/all': nothing,
      'GET /assignments/stats': nothing,
    })
    const expected = () => {
      if (who === 'everybody' || who === role || (who === 'anybody' && role)) return address
      if (role) return instead[address] ?? homes[role]
      return who === 'nobody' ? address : `/login?next=${encodeURIComponent(address)}`
    }
    expect(await arrive(address, role)).toBe(expected())
  })

  it('ask for nothing on behalf of somebody who may not see it', async () => {
    const calls = fakeServer({ 'GET /assignments': nothing })
    await arrive('/admin/dashboard', null)
    await arrive('/dashboard', null)
    expect(calls).toEqual([])
  })
})

describe('after signing in', () => {
  it.each([
    ['?next=%2Fprofile', '/profile'],
    ['?next=%2Fadmin%2Fdashboard%3Fstatus%3Dpending', '/admin/dashboard?status=pending'],
    ['', '/dashboard'],
    ['?next=https%3A%2F%2Felsewhere.example', '/dashboard'],
    ['?next=%2F%2Felsewhere.example', '/dashboard'],
    ['?next=%2F%5Celsewhere.example', '/dashboard'],
    ['?next=%2F%09%2Felsewhere.example', '/dashboard'],
    ['?next=%2F%0A%5Celsewhere.example', '/dashboard'],
    ['?next=%2F.%2F%2Felsewhere.example', '/dashboard'],
    ['?next=%2F%2F%5B', '/dashboard'],
  ])('with %s a student goes to %s', (search, address) => {
    expect(afterLogIn(person('student'), search)).toBe(address)
  })
})

describe('a guarded address', () => {
  it.each([
    [null, '/login'],
    ['student', '/dashboard'],
  ] as const)('leaves the page before it in the history of %s', async (role, place) => {
    signedIn(role)
    fakeServer({ 'GET /assignments': { body: [] }, 'GET /assignments/stats': { status: 502 } })
    const router = createMemoryRouter(routes, {
      initialEntries: ['/signup'],
      future: { v8_middleware: true },
    })
    const settled = (path: string) =>
      vi.waitFor(() => {
        const { initialized, navigation, location } = router.state
        expect([initialized, navigation.state, location.pathname]).toEqual([true, 'idle', path])
      })
    await settled('/signup')
    await router.navigate('/admin/dashboard')
    await settled(place)
    await router.navigate(-1)
    await settled('/signup')
    router.dispose()
  })
})
