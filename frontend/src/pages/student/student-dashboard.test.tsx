import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { showApp } from '../../../testing/app'
import { assignment } from '../../../testing/assignments'
import { openedTabs } from '../../../testing/downloads'
import { type Call, failure, fakeServer } from '../../../testing/fake-server'
import { signedIn } from '../../../testing/people'
import { ANSWER_DEADLINE } from '../../lib/api/change'
import { UNREACHABLE } from '../../lib/api/failure'
import { store } from '../../lib/state/store'
import { noteServerTime } from '../../lib/time/clock'
import { toastsAtom } from '../../ui/feedback/toast-state'

beforeEach(() => signedIn('student'))

afterEach(() => {
  vi.useRealTimers()
  noteServerTime(new Date().toUTCString())
  store.set(toastsAtom, [])
  signedIn(null)
})

const list = [
  assignment({ _id: 'a1', title: 'Essay on tides', fileUrl: '/api/assignments/a1/file' }),
  assignment({ _id: 'a2', title: 'Lab report', status: 'graded', grade: 'A', feedback: 'Well argued.' }),
  assignment({ _id: 'a3', title: 'Old notes', status: 'completed', dueDate: '2020-01-01T00:00:00.000Z' }),
]

/** One of the four assignments was cancelled. */
const stats = {
  totalAssignments: 4,
  pendingAssignments: 0,
  completedAssignments: 2,
  submittedAssignments: 1,
  gradedAssignments: 1,
  recentAssignments: 3,
  upcomingDueAssignments: 2,
  priorityStats: [{ _id: 'Medium', priority: 'Medium', count: 3 }],
  subjectStats: [],
}

/** A server with the student's totals, and these handlers. */
const serve = (handlers: Parameters<typeof fakeServer>[0]) =>
  fakeServer({ 'GET /assignments/stats': { body: stats }, ...handlers })

const toasts = () => store.get(toastsAtom).map(({ title, seconds }) => [title, seconds])

const listQueries = (calls: Call[]) =>
  calls
    .filter(({ path, method }) => path === '/assignments' && method === 'GET')
    .map(({ query }) => Object.fromEntries(new URLSearchParams(query)))

async function choose(title: string, action: string) {
  const item = (await screen.findByRole('article', { name: title })).parentElement as HTMLElement
  await userEvent.click(within(item).getByRole('button', { name: `Actions for ${title}` }))
  await userEvent.click(within(item).getByRole('menuitem', { name: action, hidden: true }))
}

describe('the student dashboard', () => {
  it('shows totals and the list', async () => {
    serve({ 'GET /assignments': { body: list } })
    showApp('/dashboard')
    expect(await screen.findByRole('heading', { name: 'Your Assignments' })).toBeInTheDocument()
    const totals = within(await screen.findByRole('region', { name: 'Totals' })).getAllByRole('link')
    expect(totals.map(({ textContent }) => textContent)).toEqual([
      'Total4',
      'Completed2',
      'Pending1',
      'Upcoming Deadlines2',
    ])
    expect(
      (await screen.findAllByRole('article')).map((item) => item.getAttribute('aria-labelledby')),
    ).toHaveLength(3)
    expect(document.title).toBe('Your dashboard · Deskmate')
  })

  it("marks unfinished work that is overdue by the server's clock", async () => {
    serve({
      'GET /assignments': {
        body: [
          assignment({ _id: 'a1', title: 'Late', dueDate: '2031-11-19T10:00:00.000Z' }),
          assignment({ _id: 'a2', title: 'Soon', dueDate: '2031-11-21T22:30:00.000Z' }),
          assignment({ _id: 'a3', title: 'Done', dueDate: '2031-11-19T10:00:00.000Z', status: 'graded' }),
        ],
        headers: { Date: 'Fri, 21 Nov 2031 10:00:00 GMT' },
      },
    })
    showApp('/dashboard')
    expect(await screen.findByRole('article', { name: 'Late' })).toHaveTextContent('Overdue (2 days ago)')
    expect(screen.getByRole('article', { name: 'Soon' })).toHaveTextContent('(in 12 hours)')
    expect(screen.getAllByText('Overdue')).toHaveLength(1)
  })

  it('shows grade and feedback', async () => {
    serve({ 'GET /assignments': { body: list } })
    showApp('/dashboard')
    const item = await screen.findByRole('article', { name: 'Lab report' })
    expect(item).toHaveTextContent('GradeA')
    expect(item).toHaveTextContent('FeedbackWell argued.')
  })

  it.each([
    ['', {}],
    ['?show=completed', { status: 'completed,graded' }],
    ['?show=pending', { status: 'pending,submitted,in_progress,revision' }],
    ['?show=upcoming', { due: 'upcoming' }],
    ['?show=nothing-known', {}],
  ])('requests one page of the list counted at %s', async (address, filter) => {
    const calls = serve({ 'GET /assignments': { body: list } })
    showApp(`/dashboard${address}`)
    await screen.findByRole('article', { name: 'Lab report' })
    expect(listQueries(calls)).toEqual([{ ...filter, page: '1', perPage: '20' }])
    expect(calls.map(({ path }) => path).slice(-2)).toEqual(['/assignments/stats', '/assignments'])
  })

  it('reports that the totals failed to load, and tries again', async () => {
    let well = false
    serve({
      'GET /assignments': { body: list },
      'GET /assignments/stats': () => (well ? { body: stats } : { status: 502 }),
    })
    showApp('/dashboard')
    expect(await screen.findByText(/We could not load your totals/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: /^Completed/ })).toHaveTextContent('Completed–')
    well = true
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() =>
      expect(screen.getByRole('link', { name: /^Completed/ })).toHaveTextContent('Completed2'),
    )
    expect(screen.queryByText(/could not be loaded/)).not.toBeInTheDocument()
  })

  it('marks the current total, and links to the others', async () => {
    serve({ 'GET /assignments': { body: list } })
    const router = showApp('/dashboard?show=completed')
    expect(await screen.findByRole('link', { name: /^Completed/ })).toHaveAttribute('aria-current', 'true')
    await userEvent.click(screen.getByRole('link', { name: /^Upcoming Deadlines/ }))
    await waitFor(() => expect(router.state.location.search).toBe('?show=upcoming'))
  })

  it('keeps the page of a long list in the address', async () => {
    const calls = serve({ 'GET /assignments': { body: list, headers: { 'X-Total-Count': '45' } } })
    const router = showApp('/dashboard?show=pending')
    await userEvent.click(await screen.findByRole('button', { name: 'Next' }))
    await waitFor(() => expect(router.state.location.search).toBe('?show=pending&page=2'))
    await waitFor(() => expect(listQueries(calls).at(-1)).toMatchObject({ page: '2', perPage: '20' }))
  })

  it('redirects to the last page from beyond it', async () => {
    const calls = serve({
      'GET /assignments': ({ query }) => ({
        body: query.includes('page=2') ? list : [],
        headers: { 'X-Total-Count': '33' },
      }),
    })
    const router = showApp('/dashboard?page=99')
    expect(await screen.findByText('21 to 33 of 33')).toBeInTheDocument()
    expect(router.state.location.search).toBe('?show=all&page=2')
    expect(listQueries(calls).map(({ page }) => page)).toEqual(['99', '2'])
  })

  it('links a title to its page', async () => {
    serve({ 'GET /assignments': { body: list } })
    showApp('/dashboard')
    expect(await screen.findByRole('link', { name: 'Essay on tides' })).toHaveAttribute(
      'href',
      '/assignments/a1',
    )
  })

  it('leads to the login page if the session has ended', async () => {
    serve({ 'GET /assignments': failure(401, 'Please log in to continue') })
    showApp('/dashboard')
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
    expect(toasts()).toEqual([])
  })

  it('shows a placeholder while the list loads', async () => {
    serve({ 'GET /assignments': () => new Promise(() => undefined) })
    showApp('/dashboard')
    expect(await screen.findByRole('status', { name: 'Loading assignments' })).toBeInTheDocument()
  })

  it('keeps its form after a cancelled file picker, until Escape', async () => {
    serve({ 'GET /assignments': { body: list } })
    showApp('/dashboard')
    await userEvent.click(await screen.findByRole('button', { name: 'New Assignment' }))
    const file = screen.getByLabelText(/^File/)
    fireEvent(file, new Event('cancel', { bubbles: true }))
    expect(screen.getByRole('dialog', { name: 'New Assignment' })).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('dialog', { name: 'New Assignment' })).not.toBeInTheDocument()
  })

  it('offers to create the first assignment', async () => {
    serve({ 'GET /assignments': { body: [] } })
    showApp('/dashboard')
    await userEvent.click(await screen.findByRole('button', { name: 'Create your first assignment' }))
    expect(screen.getByRole('dialog', { name: 'New Assignment' })).toBeInTheDocument()
  })

  it('reports a failure to load, and tries again', async () => {
    let well = false
    serve({ 'GET /assignments': () => (well ? { body: list } : failure(500, 'The desk is closed')) })
    showApp('/dashboard')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Failed to load assignments')
    expect(alert).toHaveTextContent('The desk is closed')
    await waitFor(() => expect(toasts()).toEqual([['Failed to load assignments', 5]]))
    well = true
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('article', { name: 'Lab report' })).toBeInTheDocument()
  })

  it('offers a download only if there is a file', async () => {
    serve({ 'GET /assignments': { body: list } })
    showApp('/dashboard')
    await screen.findByRole('article', { name: 'Essay on tides' })
    expect(screen.getAllByRole('menuitem', { name: 'Download', hidden: true })).toHaveLength(1)
    expect(screen.getAllByRole('menuitem', { name: 'Delete', hidden: true })).toHaveLength(3)
  })
})

describe('a download', () => {
  const fresh = '/api/assignments/a1/file?sign=fresh'

  it.each([
    ['opens a fresh link in a new tab', false, []],
    ['says that it failed where the browser refuses the tab', true, [['Failed to download file', 5]]],
  ])('%s', async (_, refuses, said) => {
    const opened = openedTabs(refuses)
    serve({
      'GET /assignments': { body: list },
      'POST /assignments/a1/link': { body: { url: fresh } },
    })
    showApp('/dashboard')
    await choose('Essay on tides', 'Download')
    await waitFor(() => expect(opened).toEqual([fresh]))
    await waitFor(() => expect(toasts()).toEqual(said))
  })

  it('reports a failure and stays on the page', async () => {
    const opened = openedTabs()
    serve({ 'GET /assignments': { body: list }, 'POST /assignments/a1/link': failure(404, 'no') })
    showApp('/dashboard')
    await choose('Essay on tides', 'Download')
    await waitFor(() => expect(toasts()).toEqual([['Failed to download file', 5]]))
    expect(opened).toEqual([])
  })
})

describe('a deletion', () => {
  it('asks first, and does nothing on Cancel', async () => {
    const calls = serve({ 'GET /assignments': { body: list } })
    showApp('/dashboard')
    await choose('Lab report', 'Delete')
    const question = screen.getByRole('alertdialog')
    expect(question).toHaveAccessibleDescription('Are you sure you want to delete this assignment?')
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([])
  })

  it('removes the item and confirms it', async () => {
    let left = list
    serve({
      'GET /assignments': () => ({ body: left }),
      'DELETE /assignments/a2': () => {
        left = list.filter(({ _id }) => _id !== 'a2')
        return { body: { message: 'Assignment deleted successfully' } }
      },
    })
    showApp('/dashboard')
    await choose('Lab report', 'Delete')
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(toasts()).toEqual([['Assignment deleted successfully', 3]]))
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Lab report' })).not.toBeInTheDocument())
  })

  it('gives up after 20 seconds, and restores the item', async () => {
    serve({ 'GET /assignments': { body: list }, 'DELETE /assignments/a2': 'silent' })
    showApp('/dashboard')
    await choose('Lab report', 'Delete')
    vi.useFakeTimers()
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Delete' })))
    expect(screen.queryByRole('article', { name: 'Lab report' })).not.toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(ANSWER_DEADLINE))
    vi.useRealTimers()
    await waitFor(() => expect(toasts()).toEqual([[UNREACHABLE, 5]]))
    expect(await screen.findByRole('article', { name: 'Lab report' })).toBeInTheDocument()
  })

  it('brings the item back if it fails', async () => {
    serve({ 'GET /assignments': { body: list }, 'DELETE /assignments/a2': { status: 502 } })
    showApp('/dashboard')
    await choose('Lab report', 'Delete')
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(toasts()).toEqual([['Failed to delete assignment', 5]]))
    expect(await screen.findByRole('article', { name: 'Lab report' })).toBeInTheDocument()
  })
})
