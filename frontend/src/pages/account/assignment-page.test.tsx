import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { showApp } from '../../../testing/app'
import { actions, assignment, tutorOf } from '../../../testing/assignments'
import { openedTabs } from '../../../testing/downloads'
import { type Answer, failure, fakeServer } from '../../../testing/fake-server'
import { sendChange } from '../../../testing/live'
import { signedIn } from '../../../testing/people'
import type { Assignment } from '../../features/assignments/model'
import { ANSWER_DEADLINE } from '../../lib/api/change'
import { UNREACHABLE } from '../../lib/api/failure'
import type { Role } from '../../lib/session/session'
import { store } from '../../lib/state/store'
import { noteServerTime } from '../../lib/time/clock'
import { toastsAtom } from '../../ui/feedback/toast-state'

vi.mock('../../lib/live/live', async () => (await import('../../../testing/live')).fakeLive)

afterEach(() => {
  vi.useRealTimers()
  noteServerTime(new Date().toUTCString())
  store.set(toastsAtom, [])
  signedIn(null)
})

const toasts = () => store.get(toastsAtom).map(({ title, seconds }) => [title, seconds])

const story = [
  { kind: 'assignment.submitted', title: 'Handed in', timestamp: '2026-11-20T10:00:00.000Z' },
  { kind: 'assignment.status', title: 'Status changed to Graded', timestamp: '2026-11-20T11:00:00.000Z' },
]

function show(role: Role, overrides: Partial<Assignment>, handlers: Parameters<typeof fakeServer>[0] = {}) {
  signedIn(role)
  const calls = fakeServer({
    'GET /assignments/a1': {
      body: assignment({ student: { _id: 'student-1', name: 'Robin Vale', email: '' }, ...overrides }),
    },
    'GET /assignments/a1/story': { body: story },
    'GET /assignments/a1/rating': { body: null },
    'GET /assignments/a1/payments': { body: [] },
    ...handlers,
  })
  return { calls, router: showApp('/assignments/a1') }
}

describe('the assignment page', () => {
  it.each([
    [1, true],
    [5, false],
  ])('tells one of %d admins that another handles their case', async (adminUsers, isAlone) => {
    const stats = { totalUsers: 9, adminUsers, studentUsers: 3, usersWithAssignments: 1 }
    show(
      'admin',
      { ownCase: true, actions: [], stage: 'delivered', status: 'completed' },
      { 'GET /users/stats': { body: stats } },
    )
    const sentence = await screen.findByText(/^You are the student or tutor of this order, so another admin/)
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull()
    expect(screen.getByText('The work is finished, but not accepted yet.')).toBeInTheDocument()
    await waitFor(() => expect(/with the admin key/.test(sentence.textContent)).toBe(isAlone))
  })

  it('shows the history, oldest first, and sets the page title', async () => {
    show('student', { status: 'graded', grade: 'A', feedback: 'Well argued.' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Essay on tides' })).toBeInTheDocument()
    expect(document.title).toBe('Essay on tides · Deskmate')
    const entries = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent ?? '')
    expect(entries[0]).toContain('Handed in')
    expect(entries[1]).toContain('Status changed to Graded')
    expect(screen.getByText('Well argued.')).toBeInTheDocument()
  })

  it.each<[Role, Partial<Assignment>, string[]]>([
    ['student', { actions: actions('cancel', 'delete') }, ['Cancel assignment', 'Delete']],
    ['student', { actions: actions('cancel') }, ['Cancel assignment']],
    ['student', { actions: actions('rate', 'an action of a newer version') }, []],
    ['tutor', { actions: [], status: 'in_progress' }, []],
    ['admin', { actions: [] }, ['Update']],
    [
      'admin',
      { actions: actions('assign', 'cancel', 'delete', 'record-payment') },
      ['Update', 'Record payment', 'Cancel assignment', 'Delete'],
    ],
  ])('offers a %s what the answer lists: %j', async (role, overrides, names) => {
    show(role, overrides)
    const section = (await screen.findByRole('heading', { name: 'Next steps' })).parentElement
    const buttons = within(section as HTMLElement).queryAllByRole('button')
    expect(buttons.map(({ textContent }) => textContent)).toEqual(names)
  })

  it("takes an action away when the server's time is up", async () => {
    const listed = [{ action: 'cancel', until: '2031-11-21T10:00:00.000Z' }]
    const body = assignment({ actions: listed })
    show(
      'student',
      {},
      {
        'GET /assignments/a1': { body, headers: { Date: 'Fri, 21 Nov 2031 10:00:00 GMT' } },
      },
    )
    expect(await screen.findByRole('button', { name: 'Cancel assignment' })).toBeInTheDocument()
    noteServerTime('Fri, 21 Nov 2031 10:00:11 GMT')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(screen.queryByRole('button', { name: 'Cancel assignment' })).not.toBeInTheDocument()
  })

  it.each<[Role, Partial<Assignment>, string]>([
    ['student', { stage: 'unassigned' }, 'Next, our team reads it and assigns a tutor.'],
    ['student', { stage: 'delivered', amountDue: 20.5 }, '$20.50 is due. See Payment below.'],
    ['student', { stage: 'cancelled', amountPaid: 100 }, 'We will return the $100.00 that you paid.'],
    ['student', { stage: 'delivered', grade: 'A' }, 'Read your grade and feedback below.'],
    ['student', { stage: 'accepted', feedback: 'Well done.' }, 'Read your grade and feedback below.'],
    ['admin', { stage: 'delivered', grade: 'A' }, 'The student can read the grade and feedback.'],
    [
      'student',
      { stage: 'in_progress', tutor: tutorOf('t1', 'Kim Marsh') },
      'We will tell you when it is delivered.',
    ],
    [
      'student',
      { stage: 'revision', tutor: tutorOf('t1', 'Kim Marsh') },
      'We will tell you when the next version is delivered.',
    ],
    ['student', { stage: 'in_progress', tutor: null }, 'It has no tutor at the moment.'],
    ['admin', { stage: 'revision', tutor: null }, 'It has no tutor. Assign one under Update.'],
    ['tutor', { stage: 'revision' }, 'Deliver the new version here when it is finished.'],
    ['tutor', { stage: 'delivered' }, 'There is nothing to do unless the student asks for changes.'],
    ['admin', { stage: 'delivered' }, 'The work is finished, but not accepted yet.'],
    ['tutor', { stage: 'assigned' }, 'It is assigned to you.'],
    ['tutor', { stage: 'cancelled' }, 'There is nothing more to do.'],
    ['admin', { stage: 'pool' }, 'Tutors can take it from the pool.'],
    ['admin', { stage: 'in_progress', amountDue: 5 }, '$5.00 is due from the student.'],
    ['admin', { stage: 'cancelled', amountPaid: 100 }, 'We owe the student a refund of $100.00.'],
  ])('tells a %s what %j means', async (role, overrides, sentence) => {
    // The student of the tutor's and the admin's assignments is somebody else.
    const student = { _id: role === 'student' ? 'student-1' : 's9', name: 'Robin Vale', email: '' }
    show(role, { student, ...overrides })
    const section = (await screen.findByRole('heading', { name: 'Next steps' })).parentElement
    expect(section).toHaveTextContent(sentence)
  })

  it('says nothing false about an unknown stage', async () => {
    show('student', { stage: 'proofread', amountDue: 5 })
    const section = (await screen.findByRole('heading', { name: 'Next steps' })).parentElement
    expect(section).toHaveTextContent(/^Next steps\$5\.00 is due/)
  })

  it('shows the reference, length, tutor, rating and money', async () => {
    show('student', {
      words: 2000,
      tutor: { ...tutorOf('t1', 'Kim Marsh'), averageRating: 4.25, ratingCount: 12 },
      price: 120.5,
      amountPaid: 100,
      amountDue: 20.5,
    })
    const facts = await screen.findByRole('complementary', { name: 'Details' })
    for (const fact of ['ReferenceA-7F3K2M', 'Length2,000 words', 'Kim Marsh4.3 out of 5 (12 ratings)'])
      expect(facts).toHaveTextContent(fact)
    expect(facts).toHaveTextContent('Price$120.50 AUDPaid$100.00 AUDAmount due$20.50 AUD')
  })

  it('shows tutors what they earn, and nothing of the payments', async () => {
    const { calls } = show('tutor', { price: 80, earnings: 80, amountPaid: undefined, amountDue: undefined })
    const facts = await screen.findByRole('complementary', { name: 'Details' })
    expect(facts).toHaveTextContent('Your earnings$80.00')
    expect(facts).not.toHaveTextContent('Price')
    expect(screen.queryByRole('heading', { name: 'Payment' })).not.toBeInTheDocument()
    expect(calls.map(({ path }) => path)).not.toContain('/assignments/a1/payments')
  })

  it('shows why it was cancelled', async () => {
    show('student', { status: 'Cancelled', stage: 'cancelled', cancelReason: 'Asked for twice' })
    const facts = await screen.findByRole('complementary', { name: 'Details' })
    expect(facts).toHaveTextContent('ReasonAsked for twice')
  })

  it('does not promise a tutor for cancelled work', async () => {
    show('student', { status: 'Cancelled', stage: 'cancelled', tutor: null })
    const facts = await screen.findByRole('complementary', { name: 'Details' })
    expect(facts).not.toHaveTextContent('Tutor')
    expect(facts).not.toHaveTextContent('Not assigned yet')
  })

  it('names the tutor that cancelled work had', async () => {
    show('student', { status: 'Cancelled', stage: 'cancelled', tutor: tutorOf('t1', 'Kim Marsh') })
    expect(await screen.findByRole('complementary', { name: 'Details' })).toHaveTextContent('TutorKim Marsh')
  })

  it('lists the files of the brief behind fresh links', async () => {
    const followed = openedTabs()
    const link = '/api/assignments/a1/materials/b.pdf?sign=fresh'
    show(
      'tutor',
      {
        materials: [
          { _id: 'a.pdf', name: 'Tides, final.pdf', size: 2048, url: '/old' },
          { _id: 'b.pdf', name: 'Sources.pdf', size: 0, url: '/old' },
        ],
      },
      { 'POST /assignments/a1/materials/b.pdf/link': { body: { url: link } } },
    )
    expect(await screen.findByRole('button', { name: 'Download Tides, final.pdf 2 kB' })).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Download Sources.pdf' }))
    await waitFor(() => expect(followed).toEqual([link]))
  })

  it('lets the student rate finished work once', async () => {
    let stored: object | null = null
    const { calls } = show(
      'student',
      { status: 'completed', stage: 'delivered', actions: actions('rate') },
      {
        'GET /assignments/a1/rating': () => ({ body: stored }),
        'POST /assignments/a1/rating': ({ body }) => {
          stored = { ...(body as object), createdAt: '2026-11-21T10:00:00.000Z' }
          return { status: 201, body: stored }
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
    expect(screen.getByRole('heading', { name: 'Rating' })).toHaveFocus()
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ rating: 4, comment: 'Clear.' })
    expect(screen.queryByRole('button', { name: 'Rate the work' })).not.toBeInTheDocument()
  })

  it('shows a rating as soon as it is stored', async () => {
    let stored = false
    show(
      'student',
      { status: 'completed', stage: 'delivered', actions: actions('rate') },
      {
        'GET /assignments/a1/rating': () => (stored ? new Promise<Answer>(() => undefined) : { body: null }),
        'POST /assignments/a1/rating': ({ body }) => {
          stored = true
          return { status: 201, body: { ...(body as object), createdAt: '2026-11-21T10:00:00.000Z' } }
        },
      },
    )
    await userEvent.click(await screen.findByRole('radio', { name: '4 out of 5' }))
    await userEvent.click(screen.getByRole('button', { name: 'Rate the work' }))
    expect(await screen.findByRole('img', { name: '4 out of 5' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Rate the work' })).not.toBeInTheDocument()
  })

  it('stops waiting for a rating after 20 seconds', async () => {
    show(
      'student',
      { status: 'completed', stage: 'delivered', actions: actions('rate') },
      { 'POST /assignments/a1/rating': 'silent' },
    )
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
      { status: 'completed', stage: 'delivered', actions: actions('rate') },
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
  ] as const)('asks no %s to rate work that is %s', async (role, status) => {
    show(role, { status })
    await screen.findByText('Handed in')
    expect(screen.queryByRole('button', { name: 'Rate the work' })).not.toBeInTheDocument()
  })

  it('redirects to the dashboard after a deletion', async () => {
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

  it("does not report its own deletion as somebody else's", async () => {
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
    expect(screen.getByRole('button', { name: 'Cancel assignment' })).toBeDisabled()
    await userEvent.click(button)
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()

    gone = true
    await sendChange({ noun: 'assignments', id: 'a1', change: 'delete' })
    await waitFor(() => expect(reads()).toBe(2))
    expect(await screen.findByRole('heading', { level: 1, name: 'Essay on tides' })).toBeVisible()
    expect(screen.queryByText(/no longer available to you/)).not.toBeInTheDocument()

    answer({ status: 502 })
    await waitFor(() => expect(toasts()).toEqual([['Failed to delete assignment', 5]]))
    expect(await screen.findByText(/no longer available to you/)).toBeInTheDocument()
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })

  it('shows a "not found" page for an unknown assignment', async () => {
    show('student', {}, { 'GET /assignments/a1': failure(404, 'Assignment not found') })
    expect(await screen.findByRole('heading', { name: 'Assignment not found' })).toBeInTheDocument()
    expect(toasts()).toEqual([])
  })

  it('shows a placeholder while it loads', async () => {
    show('student', {}, { 'GET /assignments/a1': () => new Promise(() => undefined) })
    expect(await screen.findByRole('status', { name: 'Loading assignment' })).toBeInTheDocument()
  })

  it('reports a failure to load', async () => {
    show('student', {}, { 'GET /assignments/a1': failure(500, 'The desk is closed') })
    expect(await screen.findByRole('alert')).toHaveTextContent('The desk is closed')
    expect(screen.getByRole('heading', { level: 1, name: 'Assignment' })).toBeInTheDocument()
    await waitFor(() => expect(document.title).toBe('Assignment · Deskmate'))
    await waitFor(() => expect(toasts()).toEqual([['Failed to load assignment', 5]]))
  })
})
