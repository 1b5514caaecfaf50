import { createMemoryRouter, type RouteObject } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeServer } from '../../testing/fake-server'
import { person, signedIn } from '../../testing/people'
import { endSession, type Role } from '../lib/session/session'
import { afterLogIn, forgetOffer, loginFor, rememberOffer } from './guards'
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

/** Who may see each address: everyone, visitors, any signed-in user, or one role. */
const access: Record<string, 'everyone' | 'visitors' | 'users' | Role> = {
  '/': 'everyone',
  '/login': 'visitors',
  '/signup': 'everyone',
  '/user/signup': 'everyone',
  '/admin/signup': 'everyone',
  '/forgot-password': 'everyone',
  '/reset-password': 'everyone',
  '/verify-email': 'everyone',
  '/undo-email': 'everyone',
  '/services': 'everyone',
  '/services/:serviceSlug': 'everyone',
  '/terms-of-use': 'everyone',
  '/privacy-policy': 'everyone',
  '/revision-refund-policy': 'everyone',
  '/fair-use-policy': 'everyone',
  '/offers/:token': 'everyone',
  '/receipts/:code': 'everyone',
  '/profile': 'users',
  '/profile/dashboard': 'tutor',
  '/profile/settings': 'users',
  '/upload': 'users',
  '/notices': 'users',
  '/assignments/:id': 'users',
  '/assignments/:id/invoice': 'users',
  '/assignments/:id/payments/:payment/receipt': 'users',
  '/dashboard': 'student',
  '/admin/dashboard': 'admin',
  '/admin/dashboard/users': 'admin',
  '/admin/dashboard/quotes': 'admin',
  '/admin/dashboard/board': 'admin',
  '/admin/dashboard/claims': 'admin',
  '/admin/dashboard/policies': 'admin',
  '/admin/dashboard/money': 'admin',
  '/admin/dashboard/money/:payout': 'admin',
  '/admin/dashboard/money/:payout/:tutor': 'admin',
  '/admin/dashboard/activity': 'admin',
  '/admin/dashboard/mails': 'admin',
  '/admin/dashboard/texts': 'admin',
  '/admin/dashboard/status': 'admin',
  '/tutor/dashboard': 'tutor',
  '/tutor/dashboard/available': 'tutor',
  '/tutor/dashboard/submit': 'tutor',
  '/tutor/dashboard/earnings': 'tutor',
  '/tutor/dashboard/earnings/:payout': 'tutor',
  '/tutor/assignments': 'tutor',
  '/*': 'everyone',
}

const homes = { student: '/dashboard', admin: '/admin/dashboard', tutor: '/tutor/dashboard' }

/** Addresses that redirect to a page other than the home of the role: a tab redirects to its page. */
const redirects: Record<string, string> = { '/profile/dashboard': '/profile' }

/** Opens an address and returns the address that the router ends up at. */
async function open(address: string, role: Role | null): Promise<string> {
  signedIn(role)
  const router = createMemoryRouter(routes, { initialEntries: [address], future: { v8_middleware: true } })
  const settled = new Promise<string>((resolve) => {
    const check = () => {
      const { initialized, navigation, location } = router.state
      if (initialized && navigation.state === 'idle') resolve(location.pathname + location.search)
    }
    router.subscribe(check)
    check()
  })
  const end = await settled
  router.dispose()
  return end
}

const empty = { status: 200, body: [] }

describe('the guards', () => {
  it('are tested for every address', () => {
    expect(addresses.map(([address]) => address).sort()).toEqual(Object.keys(access).sort())
  })

  it('cover pages that all have a title', () => {
    expect(addresses.filter(([, route]) => !route.handle?.title)).toEqual([])
  })

  const visits = Object.entries(access).flatMap(([address, who]) =>
    ([null, 'student', 'admin', 'tutor'] as const).map((role) => ({ address, who, role })),
  )

  it.each(visits)('send $role to the right page from $address (for $who)', async ({ address, who, role }) => {
    fakeServer({
      'GET /assignments': empty,
      'GET /assignments/all': empty,
      'GET /assignments/stats': empty,
    })
    const expected = () => {
      if (who === 'everyone' || who === role || (who === 'users' && role)) return address
      if (role) return redirects[address] ?? homes[role]
      return who === 'visitors' ? address : `/login?next=${encodeURIComponent(address)}`
    }
    expect(await open(address, role)).toBe(expected())
  })

  it('request nothing for visitors who may not see the page', async () => {
    const calls = fakeServer({ 'GET /assignments': empty })
    await open('/admin/dashboard', null)
    await open('/dashboard', null)
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
    ['?next=%2Foffers', '/dashboard'],
  ])('with "%s" a student is sent to %s', (search, address) => {
    expect(afterLogIn(person('student'), search)).toBe(address)
  })
})

describe('the offer that a tab remembers', () => {
  const path = '/offers/abc.def'
  const next = () => afterLogIn(person('student'), '?next=%2Foffers')

  it.each([path, '/Offers/abc.def', '/OFFERS/abc.def?x=1'])(
    'is not named by the login page (%s)',
    (address) => {
      expect(loginFor(address)).toBe('/login?next=%2Foffers')
    },
  )

  it('is opened after signing in, until it is answered', () => {
    rememberOffer(path)
    expect(next()).toBe(path)
    forgetOffer()
    expect(next()).toBe('/dashboard')
  })

  it('is forgotten when somebody logs out', () => {
    signedIn('student')
    rememberOffer(path)
    endSession()
    expect(next()).toBe('/dashboard')
  })
})

describe('a guarded address', () => {
  it.each([
    [null, '/login'],
    ['student', '/dashboard'],
  ] as const)('keeps the previous page in the history (role: %s)', async (role, place) => {
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
