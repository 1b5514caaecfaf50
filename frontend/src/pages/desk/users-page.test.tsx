import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addressOf, loadAdminDashboard, showApp } from '../../../testing/app'
import { type Call, failure, fakeServer } from '../../../testing/fake-server'
import { person, signedIn } from '../../../testing/people'
import { site } from '../../../testing/site'
import { store } from '../../lib/state/store'
import { toastsAtom } from '../../ui/feedback/toast-state'

loadAdminDashboard()

beforeEach(() => signedIn('admin'))

afterEach(() => {
  store.set(toastsAtom, [])
  signedIn(null)
})

const nia = { ...person('student'), _id: 'u1', name: 'Nia Frost', email: 'nia@example.com' }

const stats = {
  totalAssignments: 0,
  pendingAssignments: 0,
  completedAssignments: 0,
  submittedAssignments: 0,
  gradedAssignments: 0,
  recentAssignments: 0,
  upcomingDueAssignments: 0,
  priorityStats: [],
  subjectStats: [],
}

function show(address = '', handlers: Parameters<typeof fakeServer>[0] = {}) {
  const calls = fakeServer({
    'GET /assignments/stats': { body: stats },
    'GET /users/stats': {
      body: { totalUsers: 1, adminUsers: 0, studentUsers: 1, usersWithAssignments: 0 },
    },
    'GET /site': { body: site() },
    'GET /users': { body: [nia], headers: { 'X-Total-Count': '45' } },
    ...handlers,
  })
  return { calls, router: showApp(`/admin/dashboard/users${address}`) }
}

const listQueries = (calls: Call[]) =>
  calls
    .filter(({ path }) => path === '/users')
    .map(({ query }) => Object.fromEntries(new URLSearchParams(query)))

const sent = (calls: Call[]) => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)

const toasts = () => store.get(toastsAtom).map(({ title, seconds }) => [title, seconds])

describe('the users of the admin dashboard', () => {
  it('are requested page by page, without other lists', async () => {
    const { calls } = show()
    await screen.findByRole('row', { name: /Nia Frost/ })
    expect(listQueries(calls)).toEqual([{ sort: '-createdAt', page: '1', perPage: '20' }])
    expect(calls.some(({ path }) => path === '/assignments/all')).toBe(false)
    expect(screen.getByText('1 to 20 of 45')).toBeInTheDocument()
  })

  it('keep role, search, order and page in the address', async () => {
    const { calls, router } = show('?role=tutor&search=kim&sort=name&page=2')
    await screen.findByRole('row', { name: /Nia Frost/ })
    expect(listQueries(calls)).toEqual([
      { role: 'tutor', search: 'kim', sort: 'name', page: '2', perPage: '20' },
    ])
    await userEvent.selectOptions(screen.getByLabelText('Role'), 'Admin')
    await waitFor(() =>
      expect(addressOf(router)).toBe('/admin/dashboard/users?role=admin&search=kim&sort=name'),
    )
  })

  it.each([
    ['inactive', 'Inactive'],
    ['active', 'Active'],
  ] as const)('become %s as soon as the status is selected', async (status, word) => {
    const before = { ...nia, status: status === 'active' ? ('inactive' as const) : ('active' as const) }
    const { calls } = show('', {
      'GET /users': { body: [before] },
      'PATCH /users/u1': { body: { ...nia, status } },
    })
    await userEvent.selectOptions(await screen.findByLabelText('Status of Nia Frost'), word)
    await waitFor(() => expect(toasts()).toEqual([['User status updated successfully', 3]]))
    expect(sent(calls)).toEqual([{ status }])
  })

  it.each([
    [failure(409, 'You cannot deactivate your own account'), 'You cannot deactivate your own account'],
    [{ status: 502 }, 'Failed to update user status'],
  ])('stay as they are if the change is refused', async (answer, sentence) => {
    show('', { 'PATCH /users/u1': answer })
    await userEvent.selectOptions(await screen.findByLabelText('Status of Nia Frost'), 'Inactive')
    await waitFor(() => expect(toasts()).toEqual([[sentence, 5]]))
    await waitFor(() => expect(screen.getByLabelText('Status of Nia Frost')).toHaveValue('active'))
  })

  it('cannot deactivate themselves, and are told why', async () => {
    show('', { 'GET /users': { body: [nia, person('admin')] } })
    const ownStatus = await screen.findByLabelText('Status of Robin Vale')
    expect(ownStatus).toBeDisabled()
    expect(ownStatus).toHaveAccessibleDescription(
      'This is you. Only another admin can deactivate your account.',
    )
    expect(screen.getByLabelText('Status of Nia Frost')).toBeEnabled()
    expect(screen.getByLabelText('Status of Nia Frost')).not.toHaveAccessibleDescription()
  })

  it('get another role after a confirmation', async () => {
    const { calls } = show('', { 'PATCH /users/u1': { body: { ...nia, role: 'tutor' } } })
    await userEvent.selectOptions(await screen.findByLabelText('Role of Nia Frost'), 'Tutor')
    const warning = screen.getByRole('alertdialog', { name: 'Make Nia Frost a tutor?' })
    expect(sent(calls)).toEqual([])
    await userEvent.click(within(warning).getByRole('button', { name: 'Change role' }))
    await waitFor(() => expect(toasts()).toEqual([['User role updated successfully', 3]]))
    expect(sent(calls)).toEqual([{ role: 'tutor' }])
  })

  it.each([
    [{ status: 502 }, 'Failed to update user role'],
    [failure(409, 'At least one active admin must remain'), 'At least one active admin must remain'],
  ])('keep their role if the change is refused', async (answer, sentence) => {
    show('', { 'PATCH /users/u1': answer })
    await userEvent.selectOptions(await screen.findByLabelText('Role of Nia Frost'), 'Tutor')
    await userEvent.click(screen.getByRole('button', { name: 'Change role' }))
    await waitFor(() => expect(toasts()).toEqual([[sentence, 5]]))
    await waitFor(() => expect(screen.getByLabelText('Role of Nia Frost')).toHaveValue('student'))
  })

  it('are listed even with an unknown status or role', async () => {
    show('', { 'GET /users': { body: [{ ...nia, status: 'suspended', role: 'editor' }] } })
    expect(await screen.findByLabelText('Status of Nia Frost')).toHaveDisplayValue('suspended')
    expect(screen.getByLabelText('Role of Nia Frost')).toHaveDisplayValue('editor')
    expect(screen.getByLabelText('Role of Nia Frost').previousElementSibling).toHaveAttribute(
      'data-tone',
      'gray',
    )
  })

  it('are reported as not found if none matches', async () => {
    const { router } = show('?search=nobody', { 'GET /users': { body: [] } })
    await userEvent.click(await screen.findByRole('link', { name: 'Show all' }))
    await waitFor(() => expect(addressOf(router)).toBe('/admin/dashboard/users'))
  })

  it.each([
    [{ status: 502 }, 'Failed to fetch users'],
    [failure(500, 'The desk is closed'), 'The desk is closed'],
    [{ body: { items: [] } }, 'Invalid response format'],
  ])('report a failure to load', async (answer, sentence) => {
    show('', { 'GET /users': answer })
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
    await waitFor(() => expect(toasts()).toEqual([['Failed to fetch dashboard data', 5]]))
  })
})
