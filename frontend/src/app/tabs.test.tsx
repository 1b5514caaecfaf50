import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { addressOf, loadAdminDashboard, showApp } from '../../testing/app'
import { assignmentStats } from '../../testing/assignments'
import { fakeServer } from '../../testing/fake-server'
import { profile, signedIn } from '../../testing/people'
import { site } from '../../testing/site'
import type { Role } from '../lib/session/session'

loadAdminDashboard()

afterEach(() => signedIn(null))

function show(role: Role, address: string) {
  signedIn(role)
  const calls = fakeServer({
    'GET /assignments/stats': { body: assignmentStats({}) },
    'GET /users/stats': { body: { totalUsers: 1, adminUsers: 1, studentUsers: 0, usersWithAssignments: 0 } },
    'GET /site': { body: site() },
    'GET /assignments/all': { body: [] },
    'GET /users': { body: [] },
    'GET /quotes': { body: [] },
    'GET /activities': { body: [] },
    'GET /users/profile': { body: profile() },
    'GET /users/notice-settings': { body: { kinds: [] } },
    'GET /users/calendar': { status: 404 },
    'GET /users/sessions': { body: [] },
    'GET /users/tutor-stats': { status: 502 },
    'GET /users/recent-activity': { body: [] },
  })
  return { calls, router: showApp(address) }
}

const currentTab = (row: string) =>
  screen.findByRole('link', { current: 'page' }).then((link) => {
    expect(screen.getByRole('navigation', { name: row })).toContainElement(link)
    return link.textContent
  })

const DESK = 'Dashboard sections'

describe('a tab', () => {
  it.each([
    ['admin', '/admin/dashboard', DESK, 'Assignments'],
    ['admin', '/admin/dashboard/users', DESK, 'Users'],
    ['admin', '/admin/dashboard/quotes', DESK, 'Quotes'],
    ['admin', '/Admin/Dashboard/Activity/', DESK, 'Activity'],
    ['student', '/profile', 'Profile', 'Profile'],
    ['tutor', '/profile/dashboard', 'Profile', 'Dashboard'],
    ['student', '/profile/settings/', 'Profile', 'Settings'],
  ] as const)('of a %s has an address: %s', async (role, address, row, tab) => {
    show(role, address)
    expect(await currentTab(row)).toBe(tab)
  })

  it('of the admin dashboard loads only its own list', async () => {
    const { calls } = show('admin', '/admin/dashboard/quotes')
    await screen.findByText('No quote requests yet')
    const lists = ['/assignments/all', '/users', '/quotes', '/activities']
    expect(calls.map(({ path }) => path).filter((path) => lists.includes(path))).toEqual(['/quotes'])
  })

  it('keeps the focus on its link', async () => {
    const { router } = show('admin', '/admin/dashboard')
    const tabs = within(await screen.findByRole('navigation', { name: DESK }))
    await userEvent.click(tabs.getByRole('link', { name: 'Users' }))
    expect(await screen.findByText('No matching users')).toBeInTheDocument()
    expect(addressOf(router)).toBe('/admin/dashboard/users')
    expect(tabs.getByRole('link', { name: 'Users' })).toHaveFocus()
    await act(() => router.navigate('/profile'))
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
  })

  it('for tutors redirects everyone else to the profile', async () => {
    const { router } = show('student', '/profile/dashboard')
    expect(await currentTab('Profile')).toBe('Profile')
    expect(addressOf(router)).toBe('/profile')
  })
})

describe('an old address that names its tab in a parameter', () => {
  it.each([
    ['admin', '/admin/dashboard?tab=users&role=tutor&page=1', '/admin/dashboard/users?role=tutor&page=1'],
    ['admin', '/admin/dashboard?status=new&tab=quotes&quote=', '/admin/dashboard/quotes?status=new&quote='],
    ['admin', '/admin/dashboard?tab=activity', '/admin/dashboard/activity'],
    ['admin', '/admin/dashboard?tab=assignments&status=graded', '/admin/dashboard?status=graded'],
    ['admin', '/admin/dashboard?tab=no-such', '/admin/dashboard'],
    ['tutor', '/profile?tab=dashboard', '/profile/dashboard'],
    ['student', '/profile/?tab=settings', '/profile/settings'],
  ] as const)('of a %s leads to the tab: %s', async (role, old, address) => {
    const { router } = show(role, old)
    await waitFor(() => expect(addressOf(router)).toBe(address))
    expect(await screen.findByRole('heading', { level: 1 })).toBeInTheDocument()
  })

  it('is not kept in the history', async () => {
    const { router } = show('student', '/profile')
    await screen.findByLabelText('First Name')
    await act(() => router.navigate('/profile?tab=settings'))
    await screen.findByRole('button', { name: 'Delete Account' })
    await act(() => router.navigate(-1))
    await waitFor(() => expect(addressOf(router)).toBe('/profile'))
  })
})
