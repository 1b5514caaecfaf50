import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { addressOf, showApp } from '../../../testing/app'
import { assignment } from '../../../testing/assignments'
import { failure, fakeServer } from '../../../testing/fake-server'
import { sendChange } from '../../../testing/live'
import { notice, noticesOnServer } from '../../../testing/notices'
import { signedIn } from '../../../testing/people'
import { store } from '../../lib/state/store'
import { toastsAtom } from '../../ui/feedback/toast-state'

vi.mock('../../lib/live/live', async () => (await import('../../../testing/live')).fakeLive)

// Loads the code first, so that no test waits for it.
beforeAll(
  () =>
    Promise.all([
      import('../../app/layouts/notices-bell'),
      import('../../features/notices/bell'),
      import('./notices-page'),
      import('../student/student-dashboard-page'),
    ]),
  60_000,
)

beforeEach(() => signedIn('student'))

afterEach(() => {
  store.set(toastsAtom, [])
  signedIn(null)
})

const three = () => [
  notice(),
  notice({ _id: 'n2', title: 'New feedback: Lab report', body: 'There is new feedback.\nRead it soon.' }),
  notice({ _id: 'n3', title: 'Your assignment has a tutor: Map', readAt: '2026-11-20T11:00:00.000Z' }),
]

/** Many notices, the newest first; the first one is unread. */
const many = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    notice({ _id: `n${at}`, title: `Notice ${at}`, readAt: at === 0 ? null : '2026-11-20T11:00:00.000Z' }),
  )

/** The pages that notices lead to; their other parts do not matter. */
const others = {
  'GET /assignments': { body: [] },
  'GET /assignments/stats': { status: 502 },
  'GET /assignments/a1': { body: assignment() },
  'GET /assignments/a1/story': { body: [] },
}

const serve = (rows = three(), handlers: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({ ...others, ...noticesOnServer(rows), ...handlers })

const bell = (name: string) => screen.findByRole('button', { name })
const toasts = () => store.get(toastsAtom).map(({ title }) => title)

/** What the browser says to a panel that opens: happy-dom has no popovers. */
const openPanel = async () => {
  await screen.findByRole('button', { name: /^Notices/ })
  const panel = screen.getByRole('dialog', { name: 'Notices' })
  fireEvent(panel, Object.assign(new Event('toggle'), { newState: 'open', oldState: 'closed' }))
  return within(panel)
}

const asked = (calls: ReturnType<typeof serve>) =>
  calls.filter(({ method, path }) => method === 'GET' && path === '/notices').map(({ query }) => query)

describe('the bell', () => {
  it('asks for the number alone, once, and says it', async () => {
    const calls = serve()
    showApp('/dashboard')
    await bell('Notices, 2 unread')
    expect(asked(calls)).toEqual(['?unread=true&page=1&perPage=1'])
  })

  it('counts up to 99', async () => {
    serve(undefined, { 'GET /notices': { body: [], headers: { 'X-Total-Count': '100' } } })
    showApp('/dashboard')
    expect(await bell('Notices, 99+ unread')).toHaveTextContent('99+')
  })

  it('shows no number when the count is zero or unknown', async () => {
    serve([])
    showApp('/dashboard')
    expect(await bell('Notices')).toHaveTextContent(/^$/)
  })

  it('announces changes of the count, but not the first', async () => {
    const rows = three()
    serve(rows)
    showApp('/dashboard')
    await bell('Notices, 2 unread')
    expect(screen.queryByText(/unread notices?$/)).not.toBeInTheDocument()
    rows.unshift(notice({ _id: 'n4' }))
    await sendChange({ noun: 'notices', id: 'n4', change: 'create' })
    await bell('Notices, 3 unread')
    expect(await screen.findByText('3 unread notices')).toHaveAttribute('role', 'status')
  })

  it('ignores what happens to others', async () => {
    const calls = serve()
    showApp('/dashboard')
    await bell('Notices, 2 unread')
    await sendChange({ noun: 'quotes', id: 'q1', change: 'create' })
    await sendChange({ noun: 'notices', id: 'n1', change: 'update' })
    await waitFor(() => expect(asked(calls)).toHaveLength(2))
  })

  it('counts on public pages too', async () => {
    serve()
    showApp('/terms-of-use')
    expect(await bell('Notices, 2 unread')).toBeInTheDocument()
  })

  it('is not there for visitors', async () => {
    signedIn(null)
    const calls = serve()
    showApp('/signup')
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('link', { name: 'Notices' })).not.toBeInTheDocument()
    expect(calls).toEqual([])
  })
})

describe('the panel of the bell', () => {
  it('shows the newest eight', async () => {
    const calls = serve(many(30))
    showApp('/dashboard')
    const panel = await openPanel()
    expect(await panel.findAllByRole('listitem')).toHaveLength(8)
    expect(asked(calls)).toContain('?page=1&perPage=8')
    expect(panel.getByRole('link', { name: /^Unread: Notice 0/ })).toBeInTheDocument()
    expect(panel.getByRole('link', { name: /^Notice 1/ })).toBeInTheDocument()
    expect(panel.getByRole('link', { name: 'All notices' })).toHaveAttribute('href', '/notices')
  })

  it('marks a notice as read, and opens its subject', async () => {
    let answer: () => void = () => undefined
    const waiting = new Promise<void>((resolve) => {
      answer = resolve
    })
    const rows = three()
    const calls = serve(rows, {
      'PATCH /notices/n1': async () => {
        await waiting
        rows[0] = notice({ readAt: '2026-11-21T10:00:00.000Z' })
        return { body: rows[0] }
      },
    })
    const router = showApp('/dashboard')
    await bell('Notices, 2 unread')
    const panel = await openPanel()
    await userEvent.click(await panel.findByRole('link', { name: /^Unread: Graded/ }))
    await bell('Notices, 1 unread')
    await waitFor(() => expect(addressOf(router)).toBe('/assignments/a1'))
    answer()
    await waitFor(() => expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ read: true }))
    await waitFor(() => expect(asked(calls).length).toBeGreaterThan(2))
    await bell('Notices, 1 unread')
  })

  it('takes back a mark that the server refuses', async () => {
    serve(three(), { 'PATCH /notices/n1': failure(404, 'Notice not found') })
    showApp('/dashboard')
    const panel = await openPanel()
    await userEvent.click(await panel.findByRole('link', { name: /^Unread: Graded/ }))
    await waitFor(() => expect(toasts()).toContain('Notice not found'))
    await bell('Notices, 2 unread')
  })

  it('leaves a read one alone', async () => {
    const calls = serve()
    const router = showApp('/dashboard')
    const panel = await openPanel()
    await userEvent.click(await panel.findByRole('link', { name: /^Your assignment has a tutor/ }))
    await waitFor(() => expect(addressOf(router)).toBe('/assignments/a1'))
    expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([])
  })

  it('marks notices that lead nowhere, and keeps the focus', async () => {
    const rows = [notice({ title: 'No longer yours', link: '' }), ...three().slice(1)]
    const calls = serve(rows)
    showApp('/dashboard')
    await bell('Notices, 2 unread')
    const panel = await openPanel()
    await userEvent.click(await panel.findByRole('button', { name: 'Mark as read: No longer yours' }))
    await bell('Notices, 1 unread')
    expect(panel.getByRole('button', { name: 'Mark as unread: No longer yours' })).toHaveFocus()
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ read: true })
    expect(panel.getAllByRole('button', { name: /^Mark as (un)?read/ })).toHaveLength(1)
  })

  it('marks all as read', async () => {
    serve()
    showApp('/dashboard')
    await bell('Notices, 2 unread')
    const panel = await openPanel()
    await panel.findAllByText('Unread:', { exact: false })
    const button = panel.getByRole('button', { name: 'Mark all as read' })
    await userEvent.click(button)
    await bell('Notices')
    expect(panel.queryByText('Unread:', { exact: false })).not.toBeInTheDocument()
    expect(button).toHaveAttribute('aria-disabled', 'true')
    expect(await screen.findByText('No unread notices')).toHaveAttribute('role', 'status')
  })

  it('says that there is nothing yet', async () => {
    serve([])
    showApp('/dashboard')
    expect(await (await openPanel()).findByText('No notices yet')).toBeInTheDocument()
  })

  it('says that it could not load, and tries again', async () => {
    let isDown = true
    const up = noticesOnServer(three())['GET /notices']
    serve(three(), {
      'GET /notices': (call) => (isDown || !up ? failure(503, 'The server is busy') : up(call)),
    })
    showApp('/dashboard')
    await bell('Notices')
    const panel = await openPanel()
    expect(await panel.findByRole('alert')).toHaveTextContent('The server is busy')
    isDown = false
    await userEvent.click(panel.getByRole('button', { name: 'Try again' }))
    expect(await panel.findAllByRole('listitem')).toHaveLength(3)
  })
})

const rowsShown = () => within(screen.getByRole('main')).queryAllByRole('listitem')

describe('the page of notices', () => {
  it('keeps the filter and page in the address', async () => {
    const calls = serve(many(45))
    const router = showApp('/notices')
    await screen.findByText('1 to 20 of 45')
    await userEvent.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByText('21 to 40 of 45')
    expect(addressOf(router)).toBe('/notices?page=2')
    await userEvent.click(screen.getByRole('link', { name: 'Unread' }))
    await screen.findByText('1 to 1 of 1')
    expect(addressOf(router)).toBe('/notices?show=unread')
    expect(asked(calls)).toContain('?unread=true&page=1&perPage=20')
    await act(() => router.navigate(-1))
    await screen.findByText('21 to 40 of 45')
  })

  it('goes to the last page from beyond it', async () => {
    serve(many(25))
    const router = showApp('/notices?page=9')
    await screen.findByText('21 to 25 of 25')
    expect(addressOf(router)).toBe('/notices?page=2')
  })

  it('marks one read or unread, and keeps the focus', async () => {
    serve()
    showApp('/notices')
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as read: Graded: Essay on tides' }))
    const back = await screen.findByRole('button', { name: 'Mark as unread: Graded: Essay on tides' })
    expect(back).toHaveFocus()
    await bell('Notices, 1 unread')
    await userEvent.click(back)
    await bell('Notices, 2 unread')
  })

  it('moves the focus on when its row leaves the list', async () => {
    serve()
    showApp('/notices?show=unread')
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as read: Graded: Essay on tides' }))
    await waitFor(() => expect(rowsShown()).toHaveLength(1))
    const last = screen.getByRole('button', { name: 'Mark as read: New feedback: Lab report' })
    await waitFor(() => expect(last).toHaveFocus())
    await userEvent.click(last)
    const none = await screen.findByText('No unread notices', { selector: 'main *' })
    await waitFor(() => expect(document.activeElement).toContainElement(none))
    expect(document.activeElement).not.toBe(document.body)
  })

  it('marks all as read', async () => {
    serve()
    showApp('/notices')
    await screen.findByRole('button', { name: 'Mark as read: Graded: Essay on tides' })
    await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: /^Mark as read/ })).not.toBeInTheDocument(),
    )
    expect(rowsShown()).toHaveLength(3)
  })

  it('follows changes', async () => {
    const rows = three()
    serve(rows)
    showApp('/notices')
    await screen.findByText('1 to 3 of 3')
    rows.unshift(notice({ _id: 'n4', title: 'Graded: Map' }))
    await sendChange({ noun: 'notices', id: 'n4', change: 'create' })
    await screen.findByText('1 to 4 of 4')
  })

  it.each([
    ['', 'No notices yet'],
    ['?show=unread', 'No unread notices'],
  ])('says what an empty list means: %s', async (query, sentence) => {
    serve([])
    showApp(`/notices${query}`)
    expect(await screen.findByText(sentence)).toBeInTheDocument()
  })

  it('keeps what it shows when it cannot be refreshed', async () => {
    let isDown = false
    const up = noticesOnServer(three())['GET /notices']
    serve(three(), { 'GET /notices': (call) => (isDown || !up ? failure(503, 'Busy') : up(call)) })
    showApp('/notices')
    await screen.findByText('1 to 3 of 3')
    isDown = true
    await sendChange()
    await screen.findByText(/The latest changes could not be loaded/)
    expect(rowsShown()).toHaveLength(3)
  })

  it('says that it could not load', async () => {
    serve(three(), { 'GET /notices': failure(503, 'The server is busy') })
    showApp('/notices')
    expect(await screen.findByRole('alert')).toHaveTextContent('The server is busy')
  })
})
