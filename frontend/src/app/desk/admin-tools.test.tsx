import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addressOf, loadAdminDashboard, showApp } from '../../../testing/app'
import { assignment, assignmentStats } from '../../../testing/assignments'
import { type Answer, type Call, failure, fakeServer } from '../../../testing/fake-server'
import { tell } from '../../../testing/live'
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

/** Presses what leads to another view: the rows follow in a transition, which ends with the act that began it. */
const follow = (link: HTMLElement) => act(() => userEvent.click(link))

const toasts = () => store.get(toastsAtom).map(({ title, seconds }) => [title, seconds])
const sent = (calls: Call[]) => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
const box = (title: string) => screen.findByRole('checkbox', { name: `Choose ${title}` })
const bar = () => screen.getByRole('region', { name: 'Chosen assignments' })

describe('a choice of assignments', () => {
  it('is counted, and given one status with what was seen of each', async () => {
    const { calls } = show('', { 'PATCH /assignments': { body: { updated: 2 } } })
    await userEvent.click(await box('Tides'))
    await userEvent.click(await box('Lakes'))
    expect(within(bar()).getByRole('status')).toHaveTextContent('2 chosen')
    await userEvent.selectOptions(within(bar()).getByLabelText('New status'), 'Graded')
    await userEvent.click(within(bar()).getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(toasts()).toEqual([['2 assignments updated successfully', 3]]))
    expect(sent(calls)).toEqual([
      { ids: ['a0', 'a2'], status: 'graded', expected: { a0: 'submitted', a2: 'submitted' } },
    ])
    expect(within(bar()).getByRole('status')).toBeEmptyDOMElement()
    expect(screen.getByRole('checkbox', { name: 'Choose this page' })).toHaveFocus()
  })

  it('takes a page at once, and is in between where some of it are chosen', async () => {
    show()
    const page = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Choose this page' })
    await userEvent.click(page)
    expect(within(bar()).getByRole('status')).toHaveTextContent('3 chosen')
    await userEvent.click(await box('Rivers'))
    expect([page.checked, page.indeterminate]).toEqual([false, true])
    await userEvent.click(within(bar()).getByRole('button', { name: 'Choose none' }))
    expect([page.checked, page.indeterminate]).toEqual([false, false])
    expect(page).toHaveFocus()
  })

  it('stays over pages and news of the rows, with what was seen first, and ends with another filter', async () => {
    let status = 'submitted'
    const { calls } = show('', {
      'GET /assignments/all': ({ query }) =>
        query.includes('page=2') ? { body: [assignment({ _id: 'b0', title: 'Seas' })] } : answer(status),
      'PATCH /assignments': failure(500, 'No luck'),
    })
    await userEvent.click(await box('Tides'))
    status = 'graded'
    await tell()
    await waitFor(() => expect(screen.getByRole('row', { name: /Tides/ })).toHaveTextContent('Graded'))
    expect(await box('Tides')).toBeChecked()
    await follow(screen.getByRole('button', { name: 'Next' }))
    await userEvent.click(await box('Seas'))
    expect(within(bar()).getByRole('status')).toHaveTextContent('2 chosen, 1 of them not on this page')
    await userEvent.click(within(bar()).getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(toasts()).toEqual([['No luck', 5]]))
    expect(sent(calls)).toMatchObject([{ expected: { a0: 'submitted', b0: 'submitted' } }])
    await act(() => userEvent.selectOptions(screen.getByLabelText('Priority'), 'High'))
    await waitFor(() => expect(within(bar()).getByRole('status')).toBeEmptyDOMElement())
  })

  const answer = (status: string): Answer => ({
    body: [{ ...assignment({ _id: 'a0', title: 'Tides' }), status }],
    headers: { 'X-Total-Count': '21' },
  })

  it('tells row by row what stands in the way, and keeps the others chosen', async () => {
    const { calls } = show('', {
      'PATCH /assignments': failure(409, 'Assignment not found', {
        a0: { message: 'Assignment not found' },
        a1: { message: 'Somebody has set the status to Graded meanwhile' },
      }),
    })
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose this page' }))
    await userEvent.click(within(bar()).getByRole('button', { name: 'Apply' }))
    const alert = await within(bar()).findByRole('alert')
    expect(alert).toHaveTextContent('The other one still is')
    expect(within(alert).getAllByRole('listitem')).toHaveLength(2)
    expect(alert).toHaveTextContent('Tides: Assignment not found')
    expect(alert).toHaveTextContent('Rivers: Somebody has set the status to Graded meanwhile')
    expect(await box('Tides')).not.toBeChecked()
    expect(await box('Lakes')).toBeChecked()
    await userEvent.click(within(bar()).getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(sent(calls)).toHaveLength(2))
    expect(sent(calls)[1]).toMatchObject({ ids: ['a2'] })
  })

  /** A server that answers the change only when it is told to. */
  const held = (): [Answer | (() => Promise<Answer>), (answer: Answer) => void] => {
    let answer: (answer: Answer) => void = () => undefined
    const waiting = new Promise<Answer>((resolve) => {
      answer = resolve
    })
    return [() => waiting, (given) => answer(given)]
  }

  it('that is made while others are on their way stays', async () => {
    const [change, answerChange] = held()
    const { calls } = show('', { 'PATCH /assignments': change })
    await userEvent.click(await box('Tides'))
    await userEvent.click(within(bar()).getByRole('button', { name: 'Apply' }))
    await userEvent.click(await box('Lakes'))
    answerChange({ body: { updated: 1 } })
    await waitFor(() => expect(toasts()).toEqual([['1 assignment updated successfully', 3]]))
    expect(sent(calls)).toMatchObject([{ ids: ['a0'] }])
    await waitFor(() => expect(within(bar()).getByRole('status')).toHaveTextContent('1 chosen'))
    expect(await box('Tides')).not.toBeChecked()
    expect(await box('Lakes')).toBeChecked()
    expect(await box('Lakes')).toHaveFocus()
  })

  it('that is made in another view meanwhile stays, and what stood in the way is told there', async () => {
    const [change, answerChange] = held()
    show('', { 'PATCH /assignments': change })
    await userEvent.click(await box('Tides'))
    await userEvent.click(within(bar()).getByRole('button', { name: 'Apply' }))
    await act(() => userEvent.selectOptions(screen.getByLabelText('Priority'), 'High'))
    await waitFor(() => expect(within(bar()).getByRole('status')).toBeEmptyDOMElement())
    await userEvent.click(await box('Rivers'))
    answerChange(failure(409, 'Gone', { a0: { message: 'Assignment not found' } }))
    const alert = await within(bar()).findByRole('alert')
    expect(alert).toHaveTextContent('Tides: Assignment not found')
    expect(await box('Rivers')).toBeChecked()
    expect(toasts()).toEqual([])
  })

  it('whose list has been left meanwhile tells by a toast what stood in the way', async () => {
    const [change, answerChange] = held()
    const { router } = show('', { 'PATCH /assignments': change })
    await userEvent.click(await box('Tides'))
    await userEvent.click(within(bar()).getByRole('button', { name: 'Apply' }))
    await act(() => router.navigate('/admin/dashboard/users'))
    await screen.findByText('No user matches')
    answerChange(failure(409, 'Assignment not found', { a0: { message: 'Assignment not found' } }))
    await waitFor(() => expect(toasts()).toEqual([['Assignment not found', 5]]))
  })

  it('that leaves nothing in its view hands the focus to what says so', async () => {
    let left = rows
    show('?status=submitted', {
      'GET /assignments/all': () => left,
      'PATCH /assignments': () => {
        left = { body: [], headers: { 'X-Total-Count': '0' } }
        return { body: { updated: 3 } }
      },
    })
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose this page' }))
    await userEvent.click(within(bar()).getByRole('button', { name: 'Apply' }))
    const told = (await screen.findByText('No assignment matches')).closest('[role=status]')
    await waitFor(() => expect(told).toHaveFocus())
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
  ])('of %s is the whole of the view, by a link', async (address, route, asked) => {
    const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const { calls } = show(address, { [route]: { body: { url: '/api/somewhere?sign=x' } } })
    await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(pressed).toHaveBeenCalledOnce())
    expect((pressed.mock.contexts[0] as HTMLAnchorElement).getAttribute('href')).toBe('/api/somewhere?sign=x')
    const call = calls.find(({ method, path }) => `${method} ${path}` === route)
    expect(Object.fromEntries(new URLSearchParams(call?.query))).toEqual(asked)
  })

  it('that is refused says so for 5 s', async () => {
    show('', { 'POST /assignments/export.csv/link': { status: 502 } })
    await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(toasts()).toEqual([['Failed to export the list', 5]]))
  })
})

describe('large numbers', () => {
  it('have their thousands set apart in cards and pages', async () => {
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
    expect(totals).toHaveTextContent('Total Assignments12,3451,234.5% vs previous 30 days')
    expect(totals).toHaveTextContent('1,234 came in the last 7 days')
    expect(totals).toHaveTextContent('Total Users2,345')
    expect(totals).toHaveTextContent('1,999 handed something in')
    const pages = screen.getByRole('navigation', { name: 'Pages' })
    expect(pages).toHaveTextContent('21 to 40 of 45,678')
    expect(pages).toHaveTextContent('Page 2 of 2,284')
  })
})

describe('the cards and the filters', () => {
  it.each([
    ['Completed', '?status=completed%2Cgraded', 'Status', 'completed,graded'],
    ['Upcoming Deadlines', '?due=upcoming', 'Due', 'upcoming'],
  ])('%s leads to what it counts, and its filter says so', async (card, search, field, value) => {
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

  it('a filter without a field of its own is shown, and taken off', async () => {
    const { router } = show('?subject=Physics&priority=High')
    await follow(await screen.findByRole('button', { name: 'Remove filter: Subject' }))
    await waitFor(() => expect(router.state.location.search).toBe('?priority=High'))
  })
})

describe('the history', () => {
  const happened = {
    _id: 'x1',
    kind: 'assignment.status',
    title: 'Status changed to Graded: Tides',
    actor: { _id: 'u1', name: 'Ada Quill' },
    user: { _id: 'u2', name: 'Robin Vale' },
    assignment: { _id: 'a0', title: 'Tides' },
    quote: null,
    timestamp: '2026-11-20T10:00:00.000Z',
  }
  const system = {
    ...happened,
    _id: 'x2',
    title: 'Account deleted',
    actor: { _id: null, name: 'System' },
    user: null,
    assignment: null,
  }
  const answered = {
    ...happened,
    _id: 'x3',
    kind: 'quote.updated',
    title: 'Quote updated: Q-7F3K2M',
    actor: { _id: 'u3', name: 'Ira Penn' },
    user: null,
    assignment: null,
    quote: { _id: 'q1', reference: 'Q-7F3K2M' },
  }
  const history = {
    'GET /activities': { body: [happened, system, answered], headers: { 'X-Total-Count': '45' } },
  }
  const asked = (calls: Call[]) =>
    calls
      .filter(({ path }) => path === '/activities')
      .map(({ query }) => Object.fromEntries(new URLSearchParams(query)))

  it('tells who did what, and names lead to all of theirs', async () => {
    const { calls, router } = show('/activity', history)
    expect(await screen.findByRole('row', { name: /Account deleted System No account/ })).toBeInTheDocument()
    expect(asked(calls)).toEqual([{ sort: '-timestamp', page: '1', perPage: '20' }])
    await follow(screen.getByRole('link', { name: 'Ada Quill' }))
    await waitFor(() => expect(addressOf(router)).toBe('/admin/dashboard/activity?person=u1'))
    await follow(await screen.findByRole('link', { name: 'Tides' }))
    await waitFor(() => expect(addressOf(router)).toBe('/admin/dashboard/activity?person=u1&assignment=a0'))
    await follow(await screen.findByRole('button', { name: 'Remove filter: Person' }))
    await waitFor(() => expect(addressOf(router)).toBe('/admin/dashboard/activity?assignment=a0'))
  })

  it('leads from a quote request to where the desk answers it', async () => {
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

  it('reads its filters from the address, and what it does not know counts as not said', async () => {
    const { calls } = show('/activity?kind=lost&from=2026-02-30&to=yesterday&sort=kind&page=0', history)
    await screen.findByRole('row', { name: /Status changed/ })
    expect(asked(calls)).toEqual([{ sort: '-timestamp', page: '1', perPage: '20' }])
  })

  it('says that nothing of the kind happened, or that it did not come', async () => {
    show('/activity?person=nobody')
    expect(await screen.findByText('Nothing of the kind happened')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Show all' })).toHaveAttribute(
      'href',
      '/admin/dashboard/activity',
    )
  })

  it('says that it did not come', async () => {
    show('/activity', { 'GET /activities': { status: 502 } })
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch activity')
  })
})

describe('saved views', () => {
  it('keep the address of what is shown, lead back to it, and are deleted', async () => {
    const { router } = show('?status=graded&sort=title')
    await userEvent.click(await screen.findByRole('button', { name: 'Saved views' }))
    const dialog = () => screen.getByRole('dialog', { name: 'Saved views' })
    await userEvent.click(within(dialog()).getByRole('button', { name: 'Save this view' }))
    expect(within(dialog()).getByText('Name is required')).toBeInTheDocument()
    await userEvent.type(within(dialog()).getByLabelText('Name of this view'), 'Graded by title{Enter}')
    expect(within(dialog()).getByText('Graded by title is saved')).toHaveRole('status')
    await userEvent.click(within(dialog()).getByRole('button', { name: 'Close' }))

    await act(() => router.navigate('/admin/dashboard/users'))
    await userEvent.click(await screen.findByRole('button', { name: 'Saved views' }))
    await follow(within(dialog()).getByRole('link', { name: 'Graded by title' }))
    await waitFor(() => expect(router.state.location.search).toBe('?status=graded&sort=title'))
    expect(screen.queryByRole('dialog', { name: 'Saved views' })).not.toBeInTheDocument()

    await userEvent.click(await screen.findByRole('button', { name: 'Saved views' }))
    await userEvent.click(within(dialog()).getByRole('button', { name: 'Delete the view Graded by title' }))
    expect(within(dialog()).queryByRole('link')).not.toBeInTheDocument()
    expect(within(dialog()).getByLabelText('Name of this view')).toHaveFocus()
  })

  it('do not keep what stands open', async () => {
    show('/quotes?status=new&quote=q1', { 'GET /quotes': { body: [quote()] } })
    await screen.findByRole('dialog', { name: 'Quote Q-7F3K2M' })
    await userEvent.click(screen.getByRole('button', { name: 'Saved views' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Saved views' }))
    await userEvent.type(dialog.getByLabelText('Name of this view'), 'New requests{Enter}')
    const link = dialog.getByRole('link', { name: 'New requests' })
    expect(link).toHaveAttribute('href', '/admin/dashboard/quotes?status=new')
    expect(link).toHaveAttribute('aria-current', 'true')
  })
})
