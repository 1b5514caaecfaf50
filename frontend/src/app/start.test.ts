import { waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Answer, failure, fakeServer } from '../../testing/fake-server'
import { person, signedIn } from '../../testing/people'
import type { Change } from '../lib/live'
import { beginSession, endSession, type Role } from '../lib/session'
import { routes } from './routes'
import { followSession } from './start'

const live = vi.hoisted(() => ({ tell: (_: Change | null) => undefined as unknown }))

vi.mock('../lib/live', () => ({
  followChanges: (listener: typeof live.tell) => {
    live.tell = listener
    return () => undefined
  },
}))

afterEach(() => signedIn(null))

const nothing = { body: [] }

/** Somebody at an address, whose page follows the session; `later` is what the server says of them from then on. */
async function openAt(address: string, role: Role, later: Answer) {
  signedIn(role)
  let me: Answer = { body: person(role) }
  const calls = fakeServer({
    'GET /auth/me': () => me,
    'GET /assignments': nothing,
    'GET /assignments/all': nothing,
    'GET /assignments/stats': nothing,
  })
  const router = createMemoryRouter(routes, { initialEntries: [address], future: { v8_middleware: true } })
  await followSession(router)
  const at = (expected: string) =>
    waitFor(() => {
      const { location, navigation } = router.state
      expect([location.pathname + location.search, navigation.state]).toEqual([expected, 'idle'])
    })
  await waitFor(() => expect(router.state.initialized).toBe(true))
  await at(address)
  me = later
  return { at, calls, router }
}

describe('an open page', () => {
  it.each([
    ['/dashboard', '/login?next=%2Fdashboard'],
    ['/upload', '/login?next=%2Fupload'],
    ['/services', '/services'],
  ])('at %s is at %s when the session has ended elsewhere', async (address, expected) => {
    const { at, router } = await openAt(address, 'student', failure(401, 'no'))
    live.tell(null)
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
    await at(expected)
    router.dispose()
  })

  it.each([
    ['/dashboard', '/admin/dashboard'],
    ['/upload', '/upload'],
  ])('at %s is at %s when a student is made an admin', async (address, expected) => {
    const { at, router } = await openAt(address, 'student', {
      body: { ...person('admin'), _id: 'student-1' },
    })
    live.tell({ noun: 'users', id: 'student-1', change: 'update' })
    await waitFor(() => expect(localStorage.getItem('user')).toContain('"admin"'))
    await at(expected)
    router.dispose()
  })

  it('asks nobody who is signed in when another account changes', async () => {
    const { calls, router } = await openAt('/upload', 'student', failure(401, 'no'))
    const before = calls.length
    live.tell({ noun: 'users', id: 'student-2', change: 'update' })
    live.tell({ noun: 'assignments', id: 'student-1', change: 'update' })
    expect(calls.length).toBe(before)
    router.dispose()
  })

  it('stays where it is when only the name or the token changes', async () => {
    const { router } = await openAt('/upload', 'student', { body: person('student') })
    const revalidate = vi.spyOn(router, 'revalidate')
    beginSession('another-token', { ...person('student'), name: 'Robin Frost' })
    expect(revalidate).not.toHaveBeenCalled()
    endSession()
    expect(revalidate).toHaveBeenCalledOnce()
    router.dispose()
  })
})
