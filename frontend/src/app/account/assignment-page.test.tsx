import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { showApp } from '../../../testing/app'
import { assignment } from '../../../testing/assignments'
import { type Answer, failure, fakeServer } from '../../../testing/fake-server'
import { tell } from '../../../testing/live'
import { signedIn } from '../../../testing/people'
import type { Assignment } from '../../features/assignments/types'
import { ANSWER_DEADLINE } from '../../lib/api/deadline'
import { UNREACHABLE } from '../../lib/api/failure'
import type { Role } from '../../lib/session/session'
import { store } from '../../lib/state/store'
import { toastsAtom } from '../../ui/feedback/toast-state'

vi.mock('../../lib/live/live', async () => (await import('../../../testing/live')).fakeLive)

afterEach(() => {
  vi.useRealTimers()
  store.set(toastsAtom, [])
  signedIn(null)
})

const toasts = () => store.get(toastsAtom).map(({ title, seconds }) => [title, seconds])

const story = [
  { kind: 'assignment.submitted', title: 'Handed in', timestamp: '2026-11-20T10:00:00.000Z' },
  { kind: 'assignment.status', title: 'Status changed to Graded', timestamp: '2026-11-20T11:00:00.000Z' },
]

function show(role: Role, wanted: Partial<Assignment>, handlers: Parameters<typeof fakeServer>[0] = {}) {
  signedIn(role)
  const calls = fakeServer({
    'GET /assignments/a1': {
      body: assignment({ student: { _id: 'student-1', name: 'Robin Vale', email: '' }, ...wanted }),
    },
    'GET /assignments/a1/story': { body: story },
    'GET /assignments/a1/rating': { body: null },
    ...handlers,
  })
  return { calls, router: showApp('/assignments/a1') }
}

describe('the page of one assignment', () => {
  it('shows its history, oldest first, and sets the title of the page', async () => {
    show('student', { status: 'graded', grade: 'A', feedback: 'Well argued.' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Essay on tides' })).toBeInTheDocument()
    expect(document.title).toBe('Essay on tides · Deskmate')
    const turns = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent ?? '')
    expect(turns[0]).toContain('Handed in')
    expect(turns[1]).toContain('Status changed to Graded')
    expect(screen.getByText('Well argued.')).toBeInTheDocument()
  })

  it.each([
    ['student', { fileUrl: '/f' }, ['Download', 'Delete']],
    ['student', {}, ['Delete']],
    ['tutor', { fileUrl: '/f', status: 'in_progress' as const }, ['Download']],
    ['admin', { fileUrl: '/f' }, ['Update', 'Download', 'Delete']],
  ] as const)('offers a %s the next steps', async (role, wanted, actions) => {
    show(role, wanted)
    const now = (await screen.findByRole('heading', { name: 'Next steps' })).parentElement
    expect(
      within(now as HTMLElement)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(actions)
  })

  it('takes one rating from its student when it is finished', async () => {
    let rated: object | null = null
    const { calls } = show(
      'student',
      { status: 'completed' },
      {
        'GET /assignments/a1/rating': () => ({ body: rated }),
        'POST /assignments/a1/rating': ({ body }) => {
          rated = { ...(body as object), createdAt: '2026-11-21T10:00:00.000Z' }
          return { status: 201, body: rated }
        },
      },
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Rate the work' }))
    expect(await screen.findByText('Rating must be a whole number from 1 to 5')).toBeInTheDocument()
    const first = screen.getByRole('radio', { name: '1 out of 5' })
    await waitFor(() => expect(first).toHaveFocus())
    expect(first).toHaveAccessibleDescription('Rating must be a whole number from 1 to 5')
    await userEvent.click(screen.getByRole('radio', { name: '4 out of 5' }))
    await userEvent.type(screen.getByLabelText(/^Comment/), 'Clear.')
    await userEvent.click(screen.getByRole('button', { name: 'Rate the work' }))
    expect(await screen.findByRole('img', { name: '4 out of 5' })).toBeInTheDocument()
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ rating: 4, comment: 'Clear.' })
    expect(screen.queryByRole('button', { name: 'Rate the work' })).not.toBeInTheDocument()
  })

  it('shows a rating as soon as it is stored, without waiting for anything else', async () => {
    let rated = false
    show(
      'student',
      { status: 'completed' },
      {
        'GET /assignments/a1/rating': () => (rated ? new Promise<Answer>(() => undefined) : { body: null }),
        'POST /assignments/a1/rating': ({ body }) => {
          rated = true
          return { status: 201, body: { ...(body as object), createdAt: '2026-11-21T10:00:00.000Z' } }
        },
      },
    )
    await userEvent.click(await screen.findByRole('radio', { name: '4 out of 5' }))
    await userEvent.click(screen.getByRole('button', { name: 'Rate the work' }))
    expect(await screen.findByRole('img', { name: '4 out of 5' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Rate the work' })).not.toBeInTheDocument()
  })

  it('stops waiting for a rating after 20 seconds, and keeps what was said', async () => {
    show('student', { status: 'completed' }, { 'POST /assignments/a1/rating': 'silent' })
    await userEvent.click(await screen.findByRole('radio', { name: '4 out of 5' }))
    await userEvent.type(screen.getByLabelText(/^Comment/), 'Clear.')
    vi.useFakeTimers()
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Rate the work' })))
    await act(() => vi.advanceTimersByTimeAsync(ANSWER_DEADLINE))
    expect(screen.getByRole('alert')).toHaveTextContent(UNREACHABLE)
    expect(screen.getByLabelText(/^Comment/)).toHaveValue('Clear.')
  })

  it('says why a rating is refused', async () => {
    show(
      'student',
      { status: 'completed' },
      { 'POST /assignments/a1/rating': failure(409, 'You have already rated this assignment') },
    )
    await userEvent.click(await screen.findByRole('radio', { name: '5 out of 5' }))
    await userEvent.click(screen.getByRole('button', { name: 'Rate the work' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('You have already rated this assignment')
  })

  it.each([
    ['student', 'in_progress'],
    ['tutor', 'completed'],
    ['admin', 'graded'],
  ] as const)('asks a %s for no rating while it is %s', async (role, status) => {
    show(role, { status })
    await screen.findByText('Handed in')
    expect(screen.queryByRole('button', { name: 'Rate the work' })).not.toBeInTheDocument()
  })

  it('leads to the dashboard when it is deleted', async () => {
    const { router } = show(
      'student',
      {},
      {
        'DELETE /assignments/a1': { body: { message: 'gone' } },
        'GET /assignments': { body: [] },
        'GET /assignments/stats': { status: 502 },
      },
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
    expect(toasts()).toEqual([['Assignment deleted successfully', 3]])
  })

  it('is deleted once, and does not report its own deletion meanwhile', async () => {
    let answer = (_: Answer) => {}
    const waiting = new Promise<Answer>((resolve) => {
      answer = resolve
    })
    let gone = false
    const { calls } = show(
      'student',
      { fileUrl: '/f' },
      {
        'GET /assignments/a1': () =>
          gone
            ? failure(404, 'Assignment not found')
            : { body: assignment({ fileUrl: '/f', student: { _id: 'student-1', name: 'R', email: '' } }) },
        'DELETE /assignments/a1': () => waiting,
      },
    )
    const reads = () =>
      calls.filter(({ path, method }) => path === '/assignments/a1' && method === 'GET').length
    const button = await screen.findByRole('button', { name: 'Delete' })
    await userEvent.click(button)
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    expect(screen.getByRole('button', { name: 'Download' })).toBeDisabled()
    await userEvent.click(button)
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()

    gone = true
    await tell({ noun: 'assignments', id: 'a1', change: 'delete' })
    await waitFor(() => expect(reads()).toBe(2))
    expect(await screen.findByRole('heading', { level: 1, name: 'Essay on tides' })).toBeVisible()
    expect(screen.queryByText(/no longer available to you/)).not.toBeInTheDocument()

    answer({ status: 502 })
    await waitFor(() => expect(toasts()).toEqual([['Failed to delete assignment', 5]]))
    expect(await screen.findByText(/no longer available to you/)).toBeInTheDocument()
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })

  it.each([
    ['Tides, final.pdf', 'FileTides, final.pdf'],
    ['', 'FileNone'],
  ])('names its file, "%s"', async (fileName, fact) => {
    show('tutor', { fileName })
    expect(await screen.findByRole('complementary', { name: 'Details' })).toHaveTextContent(fact)
  })

  it('says kindly that there is no such thing', async () => {
    show('student', {}, { 'GET /assignments/a1': failure(404, 'Assignment not found') })
    expect(await screen.findByRole('heading', { name: 'Assignment not found' })).toBeInTheDocument()
    expect(toasts()).toEqual([])
  })

  it('holds its place while it loads, and says that it did not come', async () => {
    show('student', {}, { 'GET /assignments/a1': () => new Promise(() => undefined) })
    expect(await screen.findByRole('status', { name: 'Loading assignment' })).toBeInTheDocument()
  })

  it('says that it did not come', async () => {
    show('student', {}, { 'GET /assignments/a1': failure(500, 'The desk is closed') })
    expect(await screen.findByRole('alert')).toHaveTextContent('The desk is closed')
    await waitFor(() => expect(toasts()).toEqual([['Failed to load assignment', 5]]))
  })
})
