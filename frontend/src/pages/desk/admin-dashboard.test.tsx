import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadAdminDashboard, showApp } from '../../../testing/app'
import { assignment, tutorOf } from '../../../testing/assignments'
import { type Answer, type Call, failure, fakeServer } from '../../../testing/fake-server'
import { sendChange } from '../../../testing/live'
import { signedIn } from '../../../testing/people'
import { site } from '../../../testing/site'
import { ANSWER_DEADLINE } from '../../lib/api/change'
import { UNREACHABLE } from '../../lib/api/failure'
import { store } from '../../lib/state/store'
import { toastsAtom } from '../../ui/feedback/toast-state'

vi.mock('../../lib/live/live', async () => (await import('../../../testing/live')).fakeLive)

loadAdminDashboard()

beforeEach(() => signedIn('admin'))

afterEach(() => {
  vi.useRealTimers()
  store.set(toastsAtom, [])
  signedIn(null)
})

const stats = {
  totalAssignments: 45,
  pendingAssignments: 4,
  completedAssignments: 9,
  submittedAssignments: 30,
  gradedAssignments: 7,
  recentAssignments: 12,
  upcomingDueAssignments: 20,
  priorityStats: [],
  subjectStats: [],
  trends: { totalAssignments: 12.5, pendingAssignments: -4, completedAssignments: null, users: 0 },
}

const userStats = { totalUsers: 9, adminUsers: 1, studentUsers: 6, tutorUsers: 2, usersWithAssignments: 5 }

const page = (...titles: string[]): Answer => ({
  body: titles.map((title, index) => assignment({ _id: `a${index}`, title })),
  headers: { 'X-Total-Count': '45' },
})

function show(address: string, handlers: Parameters<typeof fakeServer>[0] = {}) {
  const calls = fakeServer({
    'GET /assignments/stats': { body: stats },
    'GET /users/stats': { body: userStats },
    'GET /site': { body: site() },
    'GET /tutors': { body: [] },
    'GET /assignments/all': page('Essay on tides'),
    ...handlers,
  })
  return { calls, router: showApp(address) }
}

const listQueries = (calls: Call[]) =>
  calls
    .filter(({ path }) => path === '/assignments/all')
    .map(({ query }) => Object.fromEntries(new URLSearchParams(query)))

const toasts = () => store.get(toastsAtom).map(({ title, seconds }) => [title, seconds])

describe('the admin dashboard', () => {
  it("requests nothing until the admin's address is confirmed, if required", async () => {
    signedIn('admin', { verified: false, mustConfirm: true })
    const { calls } = show('/admin/dashboard')
    expect(
      await screen.findByRole('heading', { name: 'Confirm your email address first' }),
    ).toBeInTheDocument()
    expect(screen.getAllByText(/Use the link in our email/)).toHaveLength(1)
    await act(async () => undefined)
    expect(calls.filter(({ path }) => !/^\/(auth|notices|site)/.test(path))).toEqual([])
  })

  it('shows the totals that the server sends', async () => {
    show('/admin/dashboard')
    const totals = await screen.findByRole('region', { name: 'Totals' })
    expect(
      within(totals)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Total Assignments4512.5% vs previous 30 days',
      'Pending4minus 4% vs previous 30 days',
      'Completed9nothing to compare yet',
      'Total Users90% vs previous 30 days',
      'Submitted3012 new in the last 7 days',
      'Graded7included in Completed',
      'Upcoming Deadlines20due from now on',
      'Students65 users with assignments',
    ])
  })

  it('shows sample trends in demo mode if there is data', async () => {
    show('/admin/dashboard', {
      'GET /site': { body: site({ demoMode: true }) },
      'GET /assignments/stats': { body: { ...stats, pendingAssignments: 0 } },
    })
    const totals = await screen.findByRole('region', { name: 'Totals' })
    expect(within(totals).getByRole('link', { name: /^Total Assignments/ })).toHaveTextContent('10%')
    expect(within(totals).getByRole('link', { name: /^Pending/ })).toHaveTextContent('nothing to compare yet')
    expect(within(totals).getByText('5%')).toBeInTheDocument()
    expect(within(totals).getByRole('link', { name: /^Total Users/ })).toHaveTextContent('10%')
  })

  it('requests the newest twenty assignments', async () => {
    const { calls } = show('/admin/dashboard')
    await screen.findByRole('row', { name: /Essay on tides/ })
    expect(listQueries(calls)).toEqual([{ sort: '-createdAt', page: '1', perPage: '20' }])
    expect(screen.getByText('1 to 20 of 45')).toBeInTheDocument()
  })

  it('reads its view from the address', async () => {
    const { calls } = show('/admin/dashboard?status=graded&search=tides&sort=title&page=2')
    await screen.findByRole('row', { name: /Essay on tides/ })
    expect(listQueries(calls)).toEqual([
      { status: 'graded', search: 'tides', sort: 'title', page: '2', perPage: '20' },
    ])
    expect(screen.getByLabelText('Status')).toHaveValue('graded')
    expect(screen.getByLabelText('Search')).toHaveValue('tides')
    expect(screen.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'ascending')
  })

  it('ignores unknown values in the address', async () => {
    const { calls } = show('/admin/dashboard?status=lost&sort=colour&page=-3')
    await screen.findByRole('row', { name: /Essay on tides/ })
    expect(listQueries(calls)).toEqual([{ sort: '-createdAt', page: '1', perPage: '20' }])
  })

  it('filters by what the reader handed in', async () => {
    const { calls, router } = show('/admin/dashboard?by=me')
    await screen.findByRole('row', { name: /Essay on tides/ })
    expect(listQueries(calls)).toEqual([{ by: 'me', sort: '-createdAt', page: '1', perPage: '20' }])
    await userEvent.selectOptions(screen.getByLabelText('Handed in by'), 'Anyone')
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })

  it('keeps filter, order, search and page in the address', async () => {
    const { router } = show('/admin/dashboard?page=2')
    await screen.findByRole('row', { name: /Essay on tides/ })
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'In progress')
    await waitFor(() => expect(router.state.location.search).toBe('?status=in_progress'))
    await userEvent.click(screen.getByRole('button', { name: 'Due' }))
    await waitFor(() => expect(router.state.location.search).toBe('?status=in_progress&sort=dueDate'))
    await userEvent.type(screen.getByLabelText('Search'), 'tides{Enter}')
    await waitFor(() =>
      expect(router.state.location.search).toBe('?status=in_progress&search=tides&sort=dueDate'),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(router.state.location.search).toContain('page=2'))
    await screen.findByText('Page 2 of 3')
    // The press that reaches the last page keeps the focus.
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.search).toContain('page=3'))
    const next = screen.getByRole('button', { name: 'Next' })
    await waitFor(() => expect(next).toHaveAttribute('aria-disabled', 'true'))
    expect(next).toHaveFocus()
  })

  it('redirects to the last page from beyond it', async () => {
    const { router } = show('/admin/dashboard?status=graded&page=99', {
      'GET /assignments/all': ({ query }) =>
        query.includes('page=3') ? page('The last one') : { body: [], headers: { 'X-Total-Count': '45' } },
    })
    expect(await screen.findByRole('row', { name: /The last one/ })).toBeInTheDocument()
    expect(router.state.location.search).toBe('?status=graded&page=3')
    expect(screen.getByText('41 to 45 of 45')).toBeInTheDocument()
  })

  it('shows unknown values as they are, in gray', async () => {
    const { calls } = show('/admin/dashboard', {
      'GET /assignments/all': { body: [assignment({ status: 'On Hold', priority: 'Urgent' })] },
      'PATCH /assignments/a1': { body: assignment({ status: 'On Hold', grade: 'A' }) },
    })
    const row = await screen.findByRole('row', { name: /Essay on tides/ })
    for (const word of ['On Hold', 'Urgent'])
      expect(within(row).getByText(word).firstElementChild).toHaveAttribute('data-tone', 'gray')
    // Such a status can be kept while something else is changed.
    await userEvent.click(screen.getByRole('button', { name: 'Update Essay on tides' }))
    const modal = within(screen.getByRole('dialog', { name: 'Update Assignment' }))
    expect(modal.getByLabelText('Status')).toHaveDisplayValue('On Hold')
    await userEvent.type(modal.getByLabelText(/^Grade/), 'A')
    await userEvent.click(modal.getByRole('button', { name: 'Update Assignment' }))
    await waitFor(() => expect(toasts()).toEqual([['Assignment updated successfully', 3]]))
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ grade: 'A' })
  })

  it('says that nothing matches, and links to the whole list', async () => {
    const { router } = show('/admin/dashboard?status=revision', { 'GET /assignments/all': page() })
    const showAll = await screen.findByRole('link', { name: 'Show all' })
    // The rows follow in a transition: it ends with the act that began it.
    await act(() => userEvent.click(showAll))
    expect(await screen.findByText('No assignments yet')).toBeInTheDocument()
    expect(router.state.location.search).toBe('')
  })

  it('reports a failure to load inline and as a toast', async () => {
    show('/admin/dashboard', { 'GET /assignments/all': { status: 502 } })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Failed to fetch dashboard data')
    expect(alert).toHaveTextContent('Failed to fetch all assignments')
    await waitFor(() => expect(toasts()).toEqual([['Failed to fetch dashboard data', 5]]))
    expect(await screen.findByRole('region', { name: 'Totals' })).toBeInTheDocument()
  })
})

describe('an update', () => {
  async function open() {
    await userEvent.click(await screen.findByRole('button', { name: 'Update Essay on tides' }))
    return screen.getByRole('dialog', { name: 'Update Assignment' })
  }

  it('opens by its address even if the filter hides it', async () => {
    const { router } = show('/admin/dashboard?search=ebb&update=a7', {
      'GET /assignments/all': { body: [] },
      'GET /assignments/a7': { body: assignment({ _id: 'a7', title: 'Essay on floods' }) },
    })
    const modal = await screen.findByRole('dialog', { name: 'Update Assignment' })
    expect(within(modal).getByText('Essay on floods')).toBeVisible()
    await userEvent.click(within(modal).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(router.state.location.search).toBe('?search=ebb'))
  })

  it("leaves the admin's own case to another admin", async () => {
    show('/admin/dashboard?update=a7', {
      'GET /assignments/all': { body: [] },
      'GET /assignments/a7': { body: assignment({ _id: 'a7', ownCase: true, actions: [] }) },
    })
    const dialog = within(await screen.findByRole('dialog', { name: 'Update Assignment' }))
    expect(dialog.getByText(/^You are the student or tutor of this order/)).toBeInTheDocument()
    expect(dialog.queryByRole('button', { name: 'Update Assignment' })).not.toBeInTheDocument()
  })

  it('says that work that goes on takes back its refund', async () => {
    const cancelled = { _id: 'a7', title: 'Essay on floods', status: 'cancelled', amountPaid: 100 }
    show('/admin/dashboard?update=a7', {
      'GET /assignments/all': { body: [] },
      'GET /assignments/a7': { body: assignment(cancelled) },
    })
    const modal = within(await screen.findByRole('dialog', { name: 'Update Assignment' }))
    expect(modal.getByLabelText('Status')).not.toHaveAccessibleDescription()
    await userEvent.selectOptions(modal.getByLabelText('Status'), 'In progress')
    expect(modal.getByLabelText('Status')).toHaveAccessibleDescription('This cancels the refund.')
  })

  it('sends status, grade and feedback, and confirms it', async () => {
    const { calls } = show('/admin/dashboard', {
      'PATCH /assignments/a0': { body: assignment({ status: 'graded' }) },
    })
    const modal = await open()
    await userEvent.selectOptions(within(modal).getByLabelText('Status'), 'Graded')
    await userEvent.type(within(modal).getByLabelText(/^Grade/), 'A')
    await userEvent.type(within(modal).getByLabelText(/^Feedback/), 'Well argued.')
    await userEvent.click(within(modal).getByRole('button', { name: 'Update Assignment' }))
    await waitFor(() => expect(toasts()).toEqual([['Assignment updated successfully', 3]]))
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
      status: 'graded',
      grade: 'A',
      feedback: 'Well argued.',
    })
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Update Assignment' })).not.toBeInTheDocument(),
    )
  })

  it('sends only the changed fields', async () => {
    const kim = { _id: 't1', name: 'Kim Marsh', specialization: 'Physics' }
    const { calls } = show('/admin/dashboard', {
      'GET /tutors': { body: [{ ...kim, averageRating: 4.25, ratingCount: 12, openAssignments: 3 }] },
      'PATCH /assignments/a0': { body: assignment() },
    })
    const modal = await open()
    await within(modal).findByRole('option', {
      name: 'Kim Marsh · Physics · 4.3 out of 5 (12) · 3 open',
    })
    await userEvent.selectOptions(within(modal).getByLabelText(/^Tutor/), 't1')
    await userEvent.type(within(modal).getByLabelText(/^Price/), '120.50')
    await userEvent.click(within(modal).getByRole('button', { name: 'Update Assignment' }))
    await waitFor(() => expect(toasts()).toEqual([['Assignment updated successfully', 3]]))
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ tutor: 't1', price: 120.5 })
  })

  it('follows the changes of another admin, except in edited fields', async () => {
    let now = assignment({ _id: 'a0' })
    const { calls } = show('/admin/dashboard', {
      'GET /assignments/all': () => ({ body: [now] }),
      'PATCH /assignments/a0': { body: assignment() },
    })
    const modal = await open()
    await userEvent.type(within(modal).getByLabelText(/^Feedback/), 'Mine')
    now = {
      ...now,
      status: 'in_progress',
      feedback: 'Theirs',
      tutor: tutorOf('t9', 'Sol Vale'),
      price: 80,
    }
    await sendChange()
    await waitFor(() => expect(within(modal).getByLabelText('Status')).toHaveDisplayValue('In progress'))
    expect(within(modal).getByLabelText(/^Tutor/)).toHaveDisplayValue('Sol Vale')
    expect(within(modal).getByLabelText(/^Price/)).toHaveValue(80)
    expect(within(modal).getByLabelText(/^Feedback/)).toHaveValue('Mine')
    await userEvent.click(within(modal).getByRole('button', { name: 'Update Assignment' }))
    await waitFor(() => expect(toasts()).toEqual([['Assignment updated successfully', 3]]))
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ feedback: 'Mine' })
  })

  it('stays open when the assignment leaves the list', async () => {
    let rows = [assignment({ _id: 'a0' })]
    show('/admin/dashboard', { 'GET /assignments/all': () => ({ body: rows }) })
    const modal = await open()
    await userEvent.type(within(modal).getByLabelText(/^Feedback/), 'Mine')
    rows = []
    await sendChange()
    await screen.findByText('No assignments yet')
    expect(within(modal).getByText('Essay on tides')).toBeInTheDocument()
    expect(within(modal).getByLabelText(/^Feedback/)).toHaveValue('Mine')
  })

  it('stays locked while it is being sent, whatever others change', async () => {
    let now = assignment({ _id: 'a0' })
    let answer = (_: Answer) => {}
    const waiting = new Promise<Answer>((resolve) => {
      answer = resolve
    })
    show('/admin/dashboard', {
      'GET /assignments/all': () => ({ body: [now] }),
      'PATCH /assignments/a0': () => waiting,
    })
    const modal = await open()
    await userEvent.type(within(modal).getByLabelText(/^Grade/), 'A')
    await userEvent.click(within(modal).getByRole('button', { name: 'Update Assignment' }))
    now = { ...now, title: 'Essay on the tides', feedback: 'Theirs' }
    await sendChange()
    await within(modal).findByText('Essay on the tides')
    expect(within(modal).getByRole('button', { name: 'Close' })).toBeDisabled()
    answer(failure(400, 'Grade is too long'))
    expect(await within(modal).findByRole('alert')).toHaveTextContent('Grade is too long')
    await waitFor(() => expect(within(modal).getByLabelText(/^Feedback/)).toHaveValue('Theirs'))
    expect(within(modal).getByLabelText(/^Grade/)).toHaveValue('A')
  })

  it('removes a tutor, and refuses an invalid price', async () => {
    const { calls } = show('/admin/dashboard', {
      'GET /assignments/all': {
        body: [assignment({ _id: 'a0', tutor: tutorOf('t9', 'Sol Retired') })],
      },
      'PATCH /assignments/a0': { body: assignment() },
    })
    const modal = await open()
    expect(within(modal).getByLabelText(/^Tutor/)).toHaveDisplayValue('Sol Retired')
    await userEvent.type(within(modal).getByLabelText(/^Price/), '-1')
    await userEvent.click(within(modal).getByRole('button', { name: 'Update Assignment' }))
    expect(await within(modal).findByText('Price must be zero or more')).toBeInTheDocument()
    await userEvent.clear(within(modal).getByLabelText(/^Price/))
    await userEvent.selectOptions(within(modal).getByLabelText(/^Tutor/), 'No tutor')
    await userEvent.click(within(modal).getByRole('button', { name: 'Update Assignment' }))
    await waitFor(() => expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ tutor: null }))
  })

  it('offers no tutor where none can be assigned', async () => {
    show('/admin/dashboard', {
      'GET /assignments/all': {
        body: [assignment({ _id: 'a0', status: 'cancelled', stage: 'cancelled', actions: [] })],
      },
    })
    const modal = await open()
    expect(within(modal).getByLabelText('Status')).toHaveDisplayValue('Cancelled')
    expect(within(modal).queryByLabelText(/^Tutor/)).not.toBeInTheDocument()
  })

  it('works without the list of tutors, and says so', async () => {
    show('/admin/dashboard', { 'GET /tutors': { status: 502 } })
    const modal = await open()
    expect(await within(modal).findByText('Failed to fetch tutors')).toBeInTheDocument()
  })

  it('keeps the input when the server refuses it', async () => {
    show('/admin/dashboard', { 'PATCH /assignments/a0': failure(404, 'Assignment not found') })
    const modal = await open()
    await userEvent.type(within(modal).getByLabelText(/^Grade/), 'A')
    await userEvent.click(within(modal).getByRole('button', { name: 'Update Assignment' }))
    expect(await within(modal).findByRole('alert')).toHaveTextContent('Assignment not found')
    expect(within(modal).getByLabelText(/^Grade/)).toHaveValue('A')
    expect(toasts()).toEqual([['Assignment not found', 5]])
  })

  it('closes on Escape, but asks first if something was changed', async () => {
    const { calls } = show('/admin/dashboard')
    await open()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('dialog', { name: 'Update Assignment' })).not.toBeInTheDocument()

    const modal = await open()
    await userEvent.type(within(modal).getByLabelText(/^Grade/), 'A')
    await userEvent.keyboard('{Escape}')
    await userEvent.click(
      within(screen.getByRole('alertdialog', { name: 'Unsaved changes' })).getByRole('button', {
        name: 'Keep editing',
      }),
    )
    expect(within(modal).getByLabelText(/^Grade/)).toHaveValue('A')
    await userEvent.click(within(modal).getByRole('button', { name: 'Cancel' }))
    await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }))
    expect(within(modal).getByLabelText(/^Grade/)).toHaveValue('A')
    await userEvent.click(within(modal).getByRole('button', { name: 'Close' }))
    await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }))
    expect(screen.queryByRole('dialog', { name: 'Update Assignment' })).not.toBeInTheDocument()
    expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([])
  })

  it('cannot be closed while it is being sent', async () => {
    let answer = (_: Answer) => {}
    const waiting = new Promise<Answer>((resolve) => {
      answer = resolve
    })
    show('/admin/dashboard', { 'PATCH /assignments/a0': () => waiting })
    const modal = await open()
    await userEvent.type(within(modal).getByLabelText(/^Grade/), 'A')
    await userEvent.click(within(modal).getByRole('button', { name: 'Update Assignment' }))
    expect(within(modal).getByRole('button', { name: 'Close' })).toBeDisabled()
    expect(within(modal).getByRole('button', { name: 'Cancel' })).toBeDisabled()
    await userEvent.keyboard('{Escape}')
    await act(async () => answer(failure(404, 'Assignment not found')))
    expect(within(modal).getByLabelText(/^Grade/)).toHaveValue('A')
    await waitFor(() => expect(within(modal).getByRole('button', { name: 'Close' })).toBeEnabled())
  })

  it('can be closed when overdue, and keeps the input', async () => {
    show('/admin/dashboard', { 'PATCH /assignments/a0': 'silent' })
    const modal = await open()
    await userEvent.type(within(modal).getByLabelText(/^Feedback/), 'Half a page.')
    vi.useFakeTimers()
    await act(async () => fireEvent.click(within(modal).getByRole('button', { name: 'Update Assignment' })))
    await act(() => vi.advanceTimersByTimeAsync(ANSWER_DEADLINE - 1))
    expect(within(modal).getByRole('button', { name: 'Close' })).toBeDisabled()
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(within(modal).getByRole('alert')).toHaveTextContent(UNREACHABLE)
    expect(within(modal).getByLabelText(/^Feedback/)).toHaveValue('Half a page.')
    expect(within(modal).getByRole('button', { name: 'Close' })).toBeEnabled()
  })
})
