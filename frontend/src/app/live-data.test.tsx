import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadAdminDashboard, showApp } from '../../testing/app'
import { actions, assignment, assignmentStats } from '../../testing/assignments'
import { type Answer, type Call, fakeServer } from '../../testing/fake-server'
import { sendChange } from '../../testing/live'
import { person, profile, signedIn } from '../../testing/people'
import { quote } from '../../testing/quotes'
import { site } from '../../testing/site'
import type { Assignment } from '../features/assignments/model'
import { beginSession, type Role } from '../lib/session/session'
import { store } from '../lib/state/store'
import { toastsAtom } from '../ui/feedback/toast-state'

vi.mock('../lib/live/live', async () => (await import('../../testing/live')).fakeLive)

loadAdminDashboard()

afterEach(() => {
  vi.useRealTimers()
  store.set(toastsAtom, [])
  signedIn(null)
})

const mine = { _id: 'student-1', name: 'Robin Vale', email: '' }
const user = { ...person('student'), _id: 'u1', name: 'Nia Frost' }

/** A server that answers what any page requests. `setDown(true)` makes it answer every read with 502. */
function serve(role: Role, handlers: Parameters<typeof fakeServer>[0] = {}) {
  let isDown = false
  const answers: Parameters<typeof fakeServer>[0] = {
    'GET /assignments': { body: [assignment()] },
    'GET /assignments/all': { body: [assignment()] },
    'GET /assignments/a1': {
      body: assignment({
        student: mine,
        status: 'completed',
        actions: actions('rate', 'cancel', 'record-payment'),
      }),
    },
    'GET /assignments/a1/story': { body: [] },
    'GET /assignments/a1/rating': { body: null },
    'GET /assignments/stats': { body: assignmentStats({ totalAssignments: 1 }) },
    'GET /assignments/tutor-assignments': { status: 502 },
    'GET /users': { body: [user] },
    'GET /users/stats': { body: { totalUsers: 1, adminUsers: 0, studentUsers: 1, usersWithAssignments: 0 } },
    'GET /users/profile': { body: profile() },
    'GET /quotes': { body: [quote()] },
    'GET /tutors': { body: [] },
    'GET /site': { body: site() },
    ...handlers,
  }
  signedIn(role)
  const calls = fakeServer(
    Object.fromEntries(
      Object.entries(answers).map(([route, handler]) => [
        route,
        (call: Call): Answer | Promise<Answer> => {
          if (isDown && call.method === 'GET') return { status: 502 }
          return typeof handler === 'function' ? handler(call) : handler
        },
      ]),
    ),
  )
  return { calls, setDown: (down: boolean) => (isDown = down) }
}

const readPaths = (calls: Call[]) => calls.filter(({ method }) => method === 'GET').map(({ path }) => path)
const notice = () => screen.findByText(/The latest changes could not be loaded/)
const updateOf = (id: string) => ({ noun: 'assignments', id, change: 'update' })

/** Every form of the signed-in pages: the role, the address, the button that opens it, and the field to type in. */
const forms: [form: string, role: Role, address: string, open: string | null, label: RegExp][] = [
  ['an update on the dashboard', 'admin', '/admin/dashboard', 'Update Essay on tides', /^Feedback/],
  ['an update on the assignment page', 'admin', '/assignments/a1', 'Update', /^Feedback/],
  ['a quote', 'admin', '/admin/dashboard/quotes', 'Open Q-7F3K2M', /^Note/],
  ['a rating', 'student', '/assignments/a1', null, /^Comment/],
  ['a payment', 'admin', '/assignments/a1', 'Record payment', /^Method/],
  ['a cancellation', 'student', '/assignments/a1', 'Cancel assignment', /^Reason/],
  ['a profile', 'student', '/profile', 'Edit', /^Bio/],
  ['a new assignment', 'student', '/dashboard', 'New Assignment', /^Description/],
]

describe('text being typed', () => {
  it.each(forms)(
    'into %s survives a failed reload and its notice',
    async (_form, role, address, open, label) => {
      const { setDown } = serve(role)
      showApp(address)
      if (open) await userEvent.click(await screen.findByRole('button', { name: open }))
      const field = await screen.findByLabelText(label)
      await userEvent.type(field, 'Half a sent')
      setDown(true)
      await sendChange()
      await notice()
      expect(field).toBeInTheDocument()
      expect(field).toHaveFocus()
      await userEvent.type(field, 'ence')
      expect(screen.getByLabelText(label)).toHaveValue('Half a sentence')
      setDown(false)
      await sendChange()
      await waitFor(() => expect(screen.queryByText(/could not be loaded/)).not.toBeInTheDocument())
      expect(screen.getByLabelText(label)).toHaveValue('Half a sentence')
    },
  )

  it('into a rating stays when work is sent back', async () => {
    let current: Assignment = assignment({ student: mine, status: 'completed', actions: actions('rate') })
    serve('student', { 'GET /assignments/a1': () => ({ body: current }) })
    showApp('/assignments/a1')
    await userEvent.type(await screen.findByLabelText(/^Comment/), 'Clear.')
    current = { ...current, status: 'revision', actions: [] }
    await sendChange(updateOf('a1'))
    await screen.findByText('Revision')
    expect(screen.getByLabelText(/^Comment/)).toHaveValue('Clear.')
  })

  it('into an update stays when the assignment is deleted', async () => {
    let answer: Answer = { body: assignment() }
    serve('admin', { 'GET /assignments/a1': () => answer })
    showApp('/assignments/a1')
    await userEvent.click(await screen.findByRole('button', { name: 'Update' }))
    await userEvent.type(screen.getByLabelText(/^Feedback/), 'Mine')
    answer = { status: 404 }
    await sendChange({ noun: 'assignments', id: 'a1', change: 'delete' })
    await screen.findByText(/no longer available to you/)
    expect(screen.getByLabelText(/^Feedback/)).toHaveValue('Mine')
  })
})

describe('a failed reload', () => {
  it('keeps the rows, shows a notice, and can be retried', async () => {
    const { setDown } = serve('student')
    showApp('/dashboard')
    await screen.findByRole('article', { name: 'Essay on tides' })
    setDown(true)
    await sendChange()
    const status = (await notice()).closest('[role=status]') as HTMLElement
    expect(screen.getByRole('article', { name: 'Essay on tides' })).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(store.get(toastsAtom)).toEqual([])
    setDown(false)
    await userEvent.click(within(status).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(status).toBeEmptyDOMElement())
    expect(screen.getByRole('main')).toHaveFocus()
  })
})

describe('live changes', () => {
  it('appear within a second, even with slow answers', async () => {
    let version = 0
    const answerAfter = (milliseconds: number, body: unknown) =>
      new Promise<Answer>((resolve) => setTimeout(() => resolve({ body }), milliseconds))
    serve('student', {
      'GET /assignments': () => answerAfter(400, [assignment({ title: `Draft ${version}` })]),
    })
    showApp('/dashboard')
    await screen.findByRole('article', { name: 'Draft 0' })

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const shownVersion = () =>
      Number(screen.getByRole('article', { name: /^Draft/ }).textContent?.match(/\d+/)?.[0])
    const versions: number[] = []
    for (let elapsed = 0; elapsed < 6000; elapsed += 50) {
      if (elapsed % 100 === 0 && elapsed < 4000) {
        version += 1
        await sendChange(updateOf('a1'))
      }
      versions.push(version)
      await act(async () => {
        await vi.advanceTimersByTimeAsync(50)
        await new Promise((resolve) => setImmediate(resolve)) // what has arrived is read to its end
      })
      expect(shownVersion()).toBeGreaterThanOrEqual(versions[versions.length - 20] ?? 0)
    }
    expect(shownVersion()).toBe(40)
  })

  it('in quick succession cause one reload', async () => {
    const { calls } = serve('student')
    showApp('/dashboard')
    await screen.findByRole('article', { name: 'Essay on tides' })
    const before = readPaths(calls).length
    for (let change = 0; change < 20; change += 1) await sendChange(updateOf('a1'))
    await waitFor(() => expect(readPaths(calls)).toHaveLength(before + 2))
    expect(readPaths(calls).slice(before).sort()).toEqual(['/assignments', '/assignments/stats'])
  })

  it('that arrive while the page is loading are not lost', async () => {
    let title = 'Before'
    let answer = (_: Answer) => {}
    const { calls } = serve('student', {
      'GET /assignments': () => {
        const body = [assignment({ title })]
        if (title !== 'Before') return { body }
        return new Promise<Answer>((resolve) => {
          answer = () => resolve({ body })
        })
      },
    })
    showApp('/dashboard')
    await waitFor(() => expect(readPaths(calls)).toContain('/assignments'))
    title = 'After'
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await sendChange(updateOf('a1'))
    await act(() => vi.advanceTimersByTimeAsync(1000))
    vi.useRealTimers()
    answer({})
    expect(await screen.findByRole('article', { name: 'After' })).toBeInTheDocument()
  })

  it('of an assignment do not reload the list of accounts', async () => {
    const { calls } = serve('admin')
    showApp('/admin/dashboard/users')
    await screen.findByRole('row', { name: /Nia Frost/ })
    await screen.findByRole('region', { name: 'Totals' })
    const before = readPaths(calls).length
    await sendChange(updateOf('a1'))
    await waitFor(() => expect(readPaths(calls).length).toBeGreaterThan(before))
    expect(readPaths(calls).slice(before)).toEqual(['/assignments/stats'])
  })

  it('of another assignment do not reload an assignment page', async () => {
    const { calls } = serve('student')
    showApp('/assignments/a1')
    await screen.findByRole('heading', { level: 1, name: 'Essay on tides' })
    const before = readPaths(calls).length
    await sendChange(updateOf('a2'))
    await sendChange(updateOf('a1'))
    await waitFor(() => expect(readPaths(calls)).toHaveLength(before + 3))
  })

  it('of unknown extent reload everything on the page', async () => {
    const { calls } = serve('admin')
    showApp('/admin/dashboard/users')
    await screen.findByRole('row', { name: /Nia Frost/ })
    await screen.findByRole('region', { name: 'Totals' })
    const before = readPaths(calls).length
    await sendChange()
    await waitFor(() => expect(readPaths(calls)).toHaveLength(before + 4))
    expect(readPaths(calls).slice(before).sort()).toEqual([
      '/assignments/stats',
      '/site',
      '/users',
      '/users/stats',
    ])
  })
})

describe('a saved change', () => {
  it('of a profile appears before it is fetched again', async () => {
    let saved = false
    const { calls } = serve('student', {
      'GET /users/profile': () => (saved ? new Promise<Answer>(() => undefined) : { body: profile() }),
      'PUT /users/profile': ({ body }) => {
        saved = true
        return { body }
      },
    })
    showApp('/profile')
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
    const seen: string[] = []
    const field = screen.getByLabelText<HTMLInputElement>('First Name')
    await userEvent.clear(field)
    await userEvent.type(field, 'Nia')
    const observer = new MutationObserver(() => seen.push(field.value))
    observer.observe(document.body, { subtree: true, childList: true, attributes: true })
    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(field).toHaveAttribute('readonly'))
    await waitFor(() => expect(readPaths(calls).filter((path) => path === '/users/profile')).toHaveLength(2))
    observer.disconnect()
    expect(seen).not.toContain('Robin')
    expect(field).toHaveValue('Nia')
  })

  it('of an assignment appears before the list is refetched', async () => {
    let saved = false
    serve('admin', {
      'GET /assignments/all': () => (saved ? new Promise<Answer>(() => undefined) : { body: [assignment()] }),
      'PATCH /assignments/a1': () => {
        saved = true
        return { body: assignment({ status: 'graded', grade: 'A' }) }
      },
    })
    showApp('/admin/dashboard')
    await userEvent.click(await screen.findByRole('button', { name: 'Update Essay on tides' }))
    await userEvent.type(screen.getByLabelText(/^Grade/), 'A')
    await userEvent.click(screen.getByRole('button', { name: 'Update Assignment' }))
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Update Assignment' })).not.toBeInTheDocument(),
    )
    await waitFor(() =>
      expect(screen.getByRole('row', { name: /Essay on tides/ })).toHaveTextContent('Graded'),
    )
  })

  it('is not overwritten by the answer to an earlier request', async () => {
    let answer = (_: Answer) => {}
    let requests = 0
    serve('student', {
      'GET /users/profile': () => {
        requests += 1
        if (requests !== 2) return { body: profile(requests > 2 ? { firstName: 'Nia' } : {}) }
        return new Promise<Answer>((resolve) => {
          answer = resolve
        })
      },
      'PUT /users/profile': ({ body }) => ({ body }),
    })
    showApp('/profile')
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
    await sendChange({ noun: 'users', id: 'student-1', change: 'update' })
    await waitFor(() => expect(requests).toBe(2))
    await userEvent.clear(screen.getByLabelText('First Name'))
    await userEvent.type(screen.getByLabelText('First Name'), 'Nia')
    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(screen.getByLabelText('First Name')).toHaveAttribute('readonly'))
    await act(async () => answer({ body: profile() }))
    expect(screen.getByLabelText('First Name')).toHaveValue('Nia')
  })
})

describe('the cache', () => {
  it('shows a page immediately when it is visited again', async () => {
    let isSlow = false
    serve('student', {
      'GET /assignments': () => (isSlow ? new Promise<Answer>(() => undefined) : { body: [assignment()] }),
    })
    const router = showApp('/dashboard')
    await screen.findByRole('article', { name: 'Essay on tides' })
    await act(() => router.navigate('/profile'))
    isSlow = true
    await sendChange()
    await act(() => router.navigate(-1))
    expect(await screen.findByRole('article', { name: 'Essay on tides' })).toBeVisible()
  })

  it('is cleared at logout', async () => {
    let isSlow = false
    serve('student', {
      'GET /assignments': () => (isSlow ? new Promise<Answer>(() => undefined) : { body: [assignment()] }),
    })
    const router = showApp('/dashboard')
    await screen.findByRole('article', { name: 'Essay on tides' })
    await userEvent.click(screen.getByRole('menuitem', { name: 'Logout', hidden: true }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    isSlow = true
    beginSession('other', { ...person('student'), _id: 'student-2' })
    await act(() => router.navigate('/dashboard'))
    expect(await screen.findByRole('status', { name: 'Loading assignments' })).toBeVisible()
    expect(screen.queryByRole('article')).not.toBeInTheDocument()
  })

  it('is cleared when another tab switches accounts', async () => {
    let isSlow = false
    serve('student', {
      'GET /assignments': () => (isSlow ? new Promise<Answer>(() => undefined) : { body: [assignment()] }),
    })
    showApp('/dashboard')
    await screen.findByRole('article', { name: 'Essay on tides' })
    isSlow = true
    await act(async () => beginSession('other', { ...person('student'), _id: 'student-2' }))
    await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument())
    expect(screen.getByRole('status', { name: 'Loading assignments' })).toBeVisible()
  })
})
