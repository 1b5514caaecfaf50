import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addressOf, loadAdminDashboard, showApp } from '../../../testing/app'
import { assignment, assignmentStats } from '../../../testing/assignments'
import { type Answer, type Call, failure, fakeServer } from '../../../testing/fake-server'
import { sendChange } from '../../../testing/live'
import { signedIn } from '../../../testing/people'
import { quote } from '../../../testing/quotes'
import { site } from '../../../testing/site'
import { store } from '../../lib/state/store'
import { toastsAtom } from '../../ui/feedback/toast-state'

vi.mock('../../lib/live/live', async () => (await import('../../../testing/live')).fakeLive)

loadAdminDashboard()

beforeEach(() => signedIn('admin'))

afterEach(() => {
  store.set(toastsAtom, [])
  signedIn(null)
})

const rows: Answer = {
  body: ['Tides', 'Rivers', 'Lakes'].map((title, index) => assignment({ _id: `a${index}`, title })),
  headers: { 'X-Total-Count': '45' },
}

function show(address = '', handlers: Parameters<typeof fakeServer>[0] = {}) {
  const calls = fakeServer({
    'GET /assignments/stats': { body: assignmentStats({}) },
    'GET /users/stats': { body: { totalUsers: 1, adminUsers: 1, studentUsers: 0, usersWithAssignments: 0 } },
    'GET /site': { body: site() },
    'GET /assignments/all': rows,
    'GET /users': { body: [] },
    'GET /quotes': { body: [] },
    'GET /activities': { body: [] },
    ...handlers,
  })
  return { calls, router: showApp(`/admin/dashboard${address}`) }
}

/** Clicks what opens another view. Its rows are set in a transition, which needs an act of its own. */
const follow = (link: HTMLElement) => act(() => userEvent.click(link))

const toasts = () => store.get(toastsAtom).map(({ title, seconds }) => [title, seconds])
const sent = (calls: Call[]) => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
const box = (title: string) => screen.findByRole('checkbox', { name: `Select ${title}` })
const bar = () => screen.getByRole('region', { name: 'Selected assignments' })

describe('a selection of assignments', () => {
  it("is counted, and sent with each row's shown status", async () => {
    const { calls } = show('', { 'PATCH /assignments': { body: { updated: 2 } } })
    await userEvent.click(await box('Tides'))
    await userEvent.click(await box('Lakes'))
    expect(within(bar()).getByRole('status')).toHaveTextContent('2 selected')
    await userEvent.selectOptions(within(bar()).getByLabelText('New status'), 'Graded')
    await userEvent.click(within(bar()).getByRole('button', { name: 'Update status' }))
    await waitFor(() => expect(toasts()).toEqual([['2 assignments updated successfully', 3]]))
    expect(sent(calls)).toEqual([
      { ids: ['a0', 'a2'], status: 'graded', expected: { a0: 'submitted', a2: 'submitted' } },
    ])
    expect(within(bar()).getByRole('status')).toBeEmptyDOMElement()
    expect(screen.getByRole('checkbox', { name: 'Select page' })).toHaveFocus()
  })

  it('can be a whole page, or indeterminate for a part', async () => {
    show()
    const page = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select page' })
    await userEvent.click(page)
    expect(within(bar()).getByRole('status')).toHaveTextContent('3 selected')
    await userEvent.click(await box('Rivers'))
    expect([page.checked, page.indeterminate]).toEqual([false, true])
    await userEvent.click(within(bar()).getByRole('button', { name: 'Clear selection' }))
    expect([page.checked, page.indeterminate]).toEqual([false, false])
    expect(page).toHaveFocus()
  })

  it('survives paging and row changes, but not a new filter', async () => {
    let status = 'submitted'
    const { calls } = show('', {
      'GET /assignments/all': ({ query }) =>
        query.includes('page=2') ? { body: [assignment({ _id: 'b0', title: 'Seas' })] } : answer(status),
      'PATCH /assignments': failure(500, 'No luck'),
    })
    await userEvent.click(await box('Tides'))
    status = 'graded'
    await sendChange()
    await waitFor(() => expect(screen.getByRole('row', { name: /Tides/ })).toHaveTextContent('Graded'))
    expect(await box('Tides')).toBeChecked()
    await follow(screen.getByRole('button', { name: 'Next' }))
    await userEvent.click(await box('Seas'))
    expect(within(bar()).getByRole('status')).toHaveTextContent('2 selected, 1 on other pages')
    await userEvent.click(within(bar()).getByRole('button', { name: 'Update status' }))
    await waitFor(() => expect(toasts()).toEqual([['No luck', 5]]))
    expect(sent(calls)).toMatchObject([{ expected: { a0: 'submitted', b0: 'submitted' } }])
    await act(() => userEvent.selectOptions(screen.getByLabelText('Priority'), 'High'))
    await waitFor(() => expect(within(bar()).getByRole('status')).toBeEmptyDOMElement())
  })

  const answer = (status: string): Answer => ({
    body: [{ ...assignment({ _id: 'a0', title: 'Tides' }), status }],
    headers: { 'X-Total-Count': '21' },
  })

  it('lists what blocks the change, and keeps the rest selected', async () => {
    const { calls } = show('', {
      'PATCH /assignments': failure(409, 'Assignment not found', {
        a0: { message: 'Assignment not found' },
        a1: { message: 'Somebody else has since changed the status to Graded' },
      }),
    })
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select page' }))
    await userEvent.click(within(bar()).getByRole('button', { name: 'Update status' }))
    const alert = await within(bar()).findByRole('alert')
    expect(alert).toHaveTextContent('The other one is still selected')
    expect(within(alert).getAllByRole('listitem')).toHaveLength(2)
    expect(alert).toHaveTextContent('Tides: Assignment not found')
    expect(alert).toHaveTextContent('Rivers: Somebody else has since changed the status to Graded')
    expect(await box('Tides')).not.toBeChecked()
    expect(await box('Lakes')).toBeChecked()
    await userEvent.click(within(bar()).getByRole('button', { name: 'Update status' }))
    await waitFor(() => expect(sent(calls)).toHaveLength(2))
    expect(sent(calls)[1]).toMatchObject({ ids: ['a2'] })
  })

  /** A handler that waits for its answer, and the function that gives the answer. */
  const delayed = (): [Answer | (() => Promise<Answer>), (answer: Answer) => void] => {
    let answer: (answer: Answer) => void = () => undefined
    const waiting = new Promise<Answer>((resolve) => {
      answer = resolve
    })
    return [() => waiting, (late) => answer(late)]
  }

  it('stays if made while a change is being sent', async () => {
    const [change, answerChange] = delayed()
    const { calls } = show('', { 'PATCH /assignments': change })
    await userEvent.click(await box('Tides'))
    await userEvent.click(within(bar()).getByRole('button', { name: 'Update status' }))
    await userEvent.click(await box('Lakes'))
    answerChange({ body: { updated: 1 } })
    await waitFor(() => expect(toasts()).toEqual([['1 assignment updated successfully', 3]]))
    expect(sent(calls)).toMatchObject([{ ids: ['a0'] }])
    await waitFor(() => expect(within(bar()).getByRole('status')).toHaveTextContent('1 selected'))
    expect(await box('Tides')).not.toBeChecked()
    expect(await box('Lakes')).toBeChecked()
    expect(await box('Lakes')).toHaveFocus()
  })

  it('stays if made in another view during a change', async () => {
    const [change, answerChange] = delayed()
    show('', { 'PATCH /assignments': change })
    await userEvent.click(await box('Tides'))
    await userEvent.click(within(bar()).getByRole('button', { name: 'Update status' }))
    await act(() => userEvent.selectOptions(screen.getByLabelText('Priority'), 'High'))
    await waitFor(() => expect(within(bar()).getByRole('status')).toBeEmptyDOMElement())
    await userEvent.click(await box('Rivers'))
    answerChange(failure(409, 'Gone', { a0: { message: 'Assignment not found' } }))
    const alert = await within(bar()).findByRole('alert')
    expect(alert).toHaveTextContent('Tides: Assignment not found')
    expect(await box('Rivers')).toBeChecked()
    expect(toasts()).toEqual([])
  })

  it('reports a refusal as a toast after leaving the list', async () => {
    const [change, answerChange] = delayed()
    const { router } = show('', { 'PATCH /assignments': change })
    await userEvent.click(await box('Tides'))
    await userEvent.click(within(bar()).getByRole('button', { name: 'Update status' }))
    await act(() => router.navigate('/admin/dashboard/users'))
    await screen.findByText('No matching users')
    answerChange(failure(409, 'Assignment not found', { a0: { message: 'Assignment not found' } }))
    await waitFor(() => expect(toasts()).toEqual([['Assignment not found', 5]]))
  })

  it("moves the focus to the empty list's message", async () => {
    let rowsLeft = rows
    show('?status=submitted', {
      'GET /assignments/all': () => rowsLeft,
      'PATCH /assignments': () => {
        rowsLeft = { body: [], headers: { 'X-Total-Count': '0' } }
        return { body: { updated: 3 } }
      },
    })
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select page' }))
    await userEvent.click(within(bar()).getByRole('button', { name: 'Update status' }))
    const message = (await screen.findByText('No matching assignments')).closest('[role=status]')
    await waitFor(() => expect(message).toHaveFocus())
  })
})

describe('an export', () => {
  it.each([
    [
      '?status=completed,graded&due=upcoming&priority=High&subject=Physics&search=tides&sort=title&page=2',
      'POST /assignments/export.csv/link',
      {
        status: 'completed,graded',
        due: 'upcoming',
        priority: 'High',
        subject: 'Physics',
        search: 'tides',
        sort: 'title',
      },
    ],
    [
      '/users?role=tutor&search=kim&sort=name&page=2',
      'POST /users/export.csv/link',
      { role: 'tutor', search: 'kim', sort: 'name' },
    ],
    ['/quotes?status=new&page=2', 'POST /quotes/export.csv/link', { status: 'new', sort: '-createdAt' }],
    [
      '/activity?kind=account.role&person=p1&assignment=a1&from=2026-11-01&to=2026-11-30&search=kim&page=2',
      'POST /activities/export.csv/link',
      {
        kind: 'account.role',
        person: 'p1',
        assignment: 'a1',
        from: '2026-10-31T13:00:00.000Z',
        before: '2026-11-30T13:00:00.000Z',
        search: 'kim',
        sort: '-timestamp',
      },
    ],
  ])('of %s downloads every match through a link', async (address, route, params) => {
    const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const { calls } = show(address, { [route]: { body: { url: '/api/somewhere?sign=x' } } })
    await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(pressed).toHaveBeenCalledOnce())
    expect((pressed.mock.contexts[0] as HTMLAnchorElement).getAttribute('href')).toBe('/api/somewhere?sign=x')
    const call = calls.find(({ method, path }) => `${method} ${path}` === route)
    expect(Object.fromEntries(new URLSearchParams(call?.query))).toEqual(params)
  })

  it('reports a refusal for 5 s', async () => {
    show('', { 'POST /assignments/export.csv/link': { status: 502 } })
    await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(toasts()).toEqual([['Failed to export the list', 5]]))
  })
})

describe('large numbers', () => {
  it('have thousands separators in cards and pages', async () => {
    show('?page=2', {
      'GET /assignments/stats': {
        body: assignmentStats({
          totalAssignments: 12345,
          recentAssignments: 1234,
          trends: {
            totalAssignments: 1234.5,
            pendingAssignments: null,
            completedAssignments: null,
            users: null,
          },
        }),
      },
      'GET /users/stats': {
        body: { totalUsers: 2345, adminUsers: 1, studentUsers: 0, usersWithAssignments: 1999 },
      },
      'GET /assignments/all': { ...rows, headers: { 'X-Total-Count': '45678' } },
    })
    const totals = await screen.findByRole('region', { name: 'Totals' })
    expect(totals).toHaveTextContent('Total Assignments12,3451,234.5% vs')
    expect(totals).toHaveTextContent('1,234 new in the last 7 days')
    expect(totals).toHaveTextContent('Total Users2,345')
    expect(totals).toHaveTextContent('1,999 users with assignments')
    const pages = screen.getByRole('navigation', { name: 'Pages' })
    expect(pages).toHaveTextContent('21 to 40 of 45,678')
    expect(pages).toHaveTextContent('Page 2 of 2,284')
  })
})

describe('the cards and the filters', () => {
  it.each([
    ['Completed', '?status=completed%2Cgraded', 'Status', 'completed,graded'],
    ['Upcoming Deadlines', '?due=upcoming', 'Due', 'upcoming'],
  ])('%s links to the list it counts, with its filter', async (card, search, field, value) => {
    const { router } = show()
    const totals = await screen.findByRole('region', { name: 'Totals' })
    await follow(within(totals).getByRole('link', { name: new RegExp(`^${card}`) }))
    await waitFor(() => expect(router.state.location.search).toBe(search))
    await waitFor(() => expect(screen.getByLabelText(field)).toHaveValue(value))
    await waitFor(() =>
      expect(screen.getByRole('link', { name: new RegExp(`^${card}`) })).toHaveAttribute(
        'aria-current',
        'true',
      ),
    )
  })

  it('a filter without a field is a removable chip', async () => {
    const { router } = show('?subject=Physics&priority=High')
    await follow(await screen.findByRole('button', { name: 'Remove filter: Subject' }))
    await waitFor(() => expect(router.state.location.search).toBe('?priority=High'))
  })
})

describe('the history', () => {
  const graded = {
    _id: 'x1',
    kind: 'assignment.status',
    title: 'Status changed to Graded: Tides',
    actor: { _id: 'u1', name: 'Ada Quill' },
    user: { _id: 'u2', name: 'Robin Vale' },
    assignment: { _id: 'a0', title: 'Tides' },
    quote: null,
    timestamp: '2026-11-20T10:00:00.000Z',
  }
  const deleted = {
    ...graded,
    _id: 'x2',
    title: 'Account deleted',
    actor: { _id: null, name: 'System' },
    user: null,
    assignment: null,
  }
  const quoted = {
    ...graded,
    _id: 'x3',
    kind: 'quote.updated',
    title: 'Quote updated: Q-7F3K2M',
    actor: { _id: 'u3', name: 'Ira Penn' },
    user: null,
    assignment: null,
    quote: { _id: 'q1', reference: 'Q-7F3K2M' },
  }
  const history = {
    'GET /activities': { body: [graded, deleted, quoted], headers: { 'X-Total-Count': '45' } },
  }
  const listQueries = (calls: Call[]) =>
    calls
      .filter(({ path }) => path === '/activities')
      .map(({ query }) => Object.fromEntries(new URLSearchParams(query)))

  it('shows who did what, and names link to their history', async () => {
    const { calls, router } = show('/activity', history)
    expect(await screen.findByRole('row', { name: /Account deleted System No account/ })).toBeInTheDocument()
    expect(listQueries(calls)).toEqual([{ sort: '-timestamp', page: '1', perPage: '20' }])
    await follow(screen.getByRole('link', { name: 'Ada Quill' }))
    await waitFor(() => expect(addressOf(router)).toBe('/admin/dashboard/activity?person=u1'))
    await follow(await screen.findByRole('link', { name: 'Tides' }))
    await waitFor(() => expect(addressOf(router)).toBe('/admin/dashboard/activity?person=u1&assignment=a0'))
    await follow(await screen.findByRole('button', { name: 'Remove filter: Person' }))
    await waitFor(() => expect(addressOf(router)).toBe('/admin/dashboard/activity?assignment=a0'))
  })

  it('links a quote request to its dialog', async () => {
    const { calls, router } = show('/activity', { ...history, 'GET /quotes/q1': { body: quote() } })
    expect(
      await screen.findByRole('row', { name: /Quote updated: Q-7F3K2M Ira Penn No account/ }),
    ).toBeVisible()
    await follow(screen.getByRole('link', { name: 'Q-7F3K2M' }))
    expect(await screen.findByRole('dialog', { name: 'Quote Q-7F3K2M' })).toBeVisible()
    expect(addressOf(router)).toBe('/admin/dashboard/quotes?quote=q1')
    expect(calls.filter(({ path }) => path.startsWith('/quotes/')).map(({ path }) => path)).toEqual([
      '/quotes/q1',
    ])
  })

  it('reads its filters from the address, and ignores unknown ones', async () => {
    const { calls } = show('/activity?kind=lost&from=2026-02-30&to=yesterday&sort=kind&page=0', history)
    await screen.findByRole('row', { name: /Status changed/ })
    expect(listQueries(calls)).toEqual([{ sort: '-timestamp', page: '1', perPage: '20' }])
  })

  it('says that nothing matches', async () => {
    show('/activity?person=nobody')
    expect(await screen.findByText('No matching activity')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Show all' })).toHaveAttribute(
      'href',
      '/admin/dashboard/activity',
    )
  })

  it('reports a failure to load', async () => {
    show('/activity', { 'GET /activities': { status: 502 } })
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch activity')
  })
})

describe('saved views', () => {
  it("store the view's address, and can be deleted", async () => {
    const { router } = show('?status=graded&sort=title')
    await userEvent.click(await screen.findByRole('button', { name: 'Saved views' }))
    const dialog = () => screen.getByRole('dialog', { name: 'Saved views' })
    await userEvent.click(within(dialog()).getByRole('button', { name: 'Save view' }))
    expect(within(dialog()).getByText('Name is required')).toBeInTheDocument()
    await userEvent.type(within(dialog()).getByLabelText('View name'), 'Graded by title{Enter}')
    expect(within(dialog()).getByText('Saved the view Graded by title')).toHaveRole('status')
    await userEvent.click(within(dialog()).getByRole('button', { name: 'Close' }))

    await act(() => router.navigate('/admin/dashboard/users'))
    await userEvent.click(await screen.findByRole('button', { name: 'Saved views' }))
    await follow(within(dialog()).getByRole('link', { name: 'Graded by title' }))
    await waitFor(() => expect(router.state.location.search).toBe('?status=graded&sort=title'))
    expect(screen.queryByRole('dialog', { name: 'Saved views' })).not.toBeInTheDocument()

    await userEvent.click(await screen.findByRole('button', { name: 'Saved views' }))
    await userEvent.click(within(dialog()).getByRole('button', { name: 'Delete the view Graded by title' }))
    expect(within(dialog()).queryByRole('link')).not.toBeInTheDocument()
    expect(within(dialog()).getByLabelText('View name')).toHaveFocus()
  })

  it('do not include the open dialog', async () => {
    show('/quotes?status=new&quote=q1', { 'GET /quotes': { body: [quote()] } })
    await screen.findByRole('dialog', { name: 'Quote Q-7F3K2M' })
    await userEvent.click(screen.getByRole('button', { name: 'Saved views' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Saved views' }))
    await userEvent.type(dialog.getByLabelText('View name'), 'New requests{Enter}')
    const link = dialog.getByRole('link', { name: 'New requests' })
    expect(link).toHaveAttribute('href', '/admin/dashboard/quotes?status=new')
    expect(link).toHaveAttribute('aria-current', 'true')
  })
})
