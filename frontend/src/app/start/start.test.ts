import { waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Answer, failure, fakeServer } from '../../../testing/fake-server'
import { sendChange } from '../../../testing/live'
import { person, signedIn } from '../../../testing/people'
import { beginSession, endSession, type Role } from '../../lib/session/session'
import { routes } from '../routes'
import { followSession } from './start'

vi.mock('../../lib/live/live', async () => (await import('../../../testing/live')).fakeLive)

afterEach(() => signedIn(null))

const empty = { body: [] }

/** Opens an address as a signed-in user. Later session checks get the answer `later`. */
async function openAt(address: string, role: Role, later: Answer) {
  signedIn(role)
  let me: Answer = { body: person(role) }
  const calls = fakeServer({
    'GET /auth/me': () => me,
    'GET /assignments': empty,
    'GET /assignments/all': empty,
    'GET /assignments/stats': empty,
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
  ])('at %s moves to %s when the session ends elsewhere', async (address, expected) => {
    const { at, router } = await openAt(address, 'student', failure(401, 'no'))
    await sendChange()
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
    await at(expected)
    router.dispose()
  })

  it.each([
    ['/dashboard', '/admin/dashboard'],
    ['/upload', '/upload'],
  ])('at %s moves to %s when a student becomes admin', async (address, expected) => {
    const { at, router } = await openAt(address, 'student', {
      body: { ...person('admin'), _id: 'student-1' },
    })
    await sendChange({ noun: 'users', id: 'student-1', change: 'update' })
    await waitFor(() => expect(localStorage.getItem('user')).toContain('"admin"'))
    await at(expected)
    router.dispose()
  })

  it('does not check the session when another account changes', async () => {
    const { calls, router } = await openAt('/upload', 'student', failure(401, 'no'))
    const before = calls.length
    await sendChange({ noun: 'users', id: 'student-2', change: 'update' })
    await sendChange({ noun: 'assignments', id: 'student-1', change: 'update' })
    expect(calls.length).toBe(before)
    router.dispose()
  })

  it('does not reload for a new name or token', async () => {
    const { router } = await openAt('/upload', 'student', { body: person('student') })
    const revalidate = vi.spyOn(router, 'revalidate')
    beginSession('another-token', { ...person('student'), name: 'Robin Frost' })
    expect(revalidate).not.toHaveBeenCalled()
    endSession()
    expect(revalidate).toHaveBeenCalledOnce()
    router.dispose()
  })
})
