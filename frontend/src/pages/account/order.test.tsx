import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { showApp } from '../../../testing/app'
import { actions, assignment, tutorOf } from '../../../testing/assignments'
import { revision } from '../../../testing/delivered-work'
import { type Answer, failure, fakeServer } from '../../../testing/fake-server'
import { signedIn } from '../../../testing/people'
import type { Assignment } from '../../features/assignments/model'
import type { Revision } from '../../features/deliveries/model'
import { UNREACHABLE } from '../../lib/api/failure'
import type { Role } from '../../lib/session/session'
import { store } from '../../lib/state/store'
import { noteServerTime } from '../../lib/time/clock'
import { toastsAtom } from '../../ui/feedback/toast-state'

vi.mock('../../lib/live/live', async () => (await import('../../../testing/live')).fakeLive)

// Loading the code may take longer than a test is allowed to.
beforeAll(() => import('./assignment-page'))

afterEach(() => {
  noteServerTime(new Date().toUTCString())
  store.set(toastsAtom, [])
  signedIn(null)
})

const toasts = () => store.get(toastsAtom).map(({ title }) => title)

const NOW = 'Sat, 21 Nov 2099 07:59:00 GMT'
const REVISION_UNTIL = '2099-11-22T12:00:00.000Z'
const REFUND_UNTIL = '2099-11-23T12:00:00.000Z'

const delivered: Partial<Assignment> = {
  status: 'completed',
  stage: 'delivered',
  tutor: tutorOf('t1', 'Kim Marsh'),
  deliveredAt: '2099-11-20T12:00:00.000Z',
  revisionUntil: REVISION_UNTIL,
  refundUntil: REFUND_UNTIL,
  actions: [
    { action: 'accept', until: REFUND_UNTIL },
    { action: 'request-revision', until: REVISION_UNTIL },
    { action: 'rate', until: null },
  ],
}

/** Shows the page of an order whose state the calls may change. */
function show(
  role: Role,
  start: Partial<Assignment>,
  handlers: Record<string, Answer | ((state: State) => Answer | Promise<Answer>)> = {},
  revisions: Revision[] = [],
) {
  signedIn(role)
  const student = { _id: role === 'student' ? 'student-1' : 's9', name: 'Robin Vale', email: '' }
  const state: State = { order: assignment({ student, ...start }), revisions }
  const calls = fakeServer({
    'GET /assignments/a1': () => ({ body: state.order, headers: { Date: NOW } }),
    'GET /assignments/a1/story': { body: [] },
    'GET /assignments/a1/rating': { body: null },
    'GET /assignments/a1/payments': { body: [] },
    'GET /assignments/a1/revisions': () => ({ body: state.revisions }),
    ...Object.fromEntries(
      Object.entries(handlers).map(([route, handler]) => [
        route,
        typeof handler === 'function' ? () => handler(state) : handler,
      ]),
    ),
  })
  showApp('/assignments/a1')
  return { calls, state }
}

type State = { order: Assignment; revisions: Revision[] }

const button = (name: string) => screen.findByRole('button', { name })
const dialogElement = () => {
  const found = screen.getAllByRole('dialog').find(({ tagName }) => tagName === 'DIALOG')
  if (!found) throw new Error('No dialog is open.')
  return found
}
const dialog = () => within(dialogElement())
const sent = (calls: { method: string; path: string; body: unknown }[]) =>
  calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])

const pass = (date: string) => {
  noteServerTime(date)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

describe('accepting work', () => {
  const accepted = (state: State): Answer => {
    state.order = {
      ...state.order,
      stage: 'accepted',
      acceptedAt: '2099-11-21T08:00:00.000Z',
      actions: actions('rate'),
    }
    return { body: state.order }
  }

  it('says what follows, and leads to the rating', async () => {
    const { calls } = show('student', delivered, { 'POST /assignments/a1/accept': accepted })
    await userEvent.click(await button('Accept the work'))
    const asked = dialog()
    expect(asked.getByRole('button', { name: 'Not yet' })).toHaveFocus()
    const text = dialogElement().textContent
    expect(text).toMatch(/You can no longer ask for changes\. If you wait, you can ask for them until .*22/)
    expect(text).toMatch(/can still request a refund until .*23/)
    expect(text).toMatch(/If you do nothing, the work counts as accepted on .*23/)
    await userEvent.click(asked.getByRole('button', { name: 'Accept the work' }))
    await waitFor(() => expect(toasts()).toEqual(['Work accepted']))
    expect(sent(calls)).toEqual([['/assignments/a1/accept', undefined]])
    expect(screen.queryByRole('dialog', { name: 'Accept the work?' })).not.toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'How was the work?' })).toHaveFocus()
    expect(screen.queryByRole('button', { name: 'Accept the work' })).not.toBeInTheDocument()
    expect(screen.getByText(/The work is finished and accepted/)).toBeInTheDocument()
  })

  it('says that the windows are over once they are', async () => {
    show('student', {
      ...delivered,
      revisionUntil: '2026-01-01T00:00:00Z',
      refundUntil: '2026-01-02T00:00:00Z',
    })
    await userEvent.click(await button('Accept the work'))
    expect(dialog().getByText('The time to ask for changes is over.')).toBeInTheDocument()
    expect(dialog().getByText('The time to request a refund is over.')).toBeInTheDocument()
  })

  it('says why it is refused, and can be tried again', async () => {
    let refusal: Answer = failure(409, 'A claim is open on this assignment')
    show('student', delivered, { 'POST /assignments/a1/accept': () => refusal })
    await userEvent.click(await button('Accept the work'))
    await userEvent.click(dialog().getByRole('button', { name: 'Accept the work' }))
    expect(await dialog().findByRole('alert')).toHaveTextContent('A claim is open on this assignment')
    refusal = 'unreachable'
    await userEvent.click(dialog().getByRole('button', { name: 'Accept the work' }))
    await waitFor(() => expect(dialog().getByRole('alert')).toHaveTextContent(UNREACHABLE))
  })

  it('is offered only if the answer lists it', async () => {
    show('student', { ...delivered, actions: [] })
    await screen.findByRole('heading', { name: 'Next steps' })
    expect(screen.queryByRole('button', { name: 'Accept the work' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Request revision' })).not.toBeInTheDocument()
  })
})

describe('asking for changes', () => {
  const asked = (state: State): Answer => {
    const created = revision({ held: true, notice: 'Contact details are not passed on.' })
    state.revisions = [created]
    state.order = { ...state.order, stage: 'revision', actions: actions('withdraw-revision') }
    return { status: 201, body: created }
  }

  it("shows for how long, by the server's clock", async () => {
    show('student', delivered)
    expect(await screen.findByText('Open for 1 day 4 hours')).toBeInTheDocument()
    pass('Sun, 22 Nov 2099 11:59:15 GMT')
    expect(screen.getByText(/^Open for 4[45] seconds$/)).toBeInTheDocument()
    expect(screen.queryByText('The revision window has closed.')).not.toBeInTheDocument()
  })

  it('takes a reason, and shows the request at once', async () => {
    const { calls } = show('student', delivered, { 'POST /assignments/a1/revisions': asked })
    await userEvent.click(await button('Request revision'))
    const reason = dialog().getByLabelText('Reason')
    expect(reason).toHaveFocus()
    await userEvent.click(dialog().getByRole('button', { name: 'Request revision' }))
    expect(await dialog().findByText('Reason is required')).toBeInTheDocument()
    await userEvent.type(reason, 'The introduction is missing.')
    await userEvent.click(dialog().getByRole('button', { name: 'Request revision' }))
    const open = await screen.findByRole('article', { name: 'Revision 1' })
    expect(open).toHaveTextContent('The introduction is missing.')
    expect(open).toHaveTextContent('Contact details are not passed on.')
    expect(sent(calls)).toEqual([['/assignments/a1/revisions', { reason: 'The introduction is missing.' }]])
    expect(toasts()).toEqual(['Your tutor will make the changes'])
    expect(screen.getByRole('heading', { name: 'Next steps' })).toHaveFocus()
    expect(screen.queryByRole('button', { name: 'Request revision' })).not.toBeInTheDocument()
    expect(await screen.findByText(/Your tutor is working on the changes/)).toBeInTheDocument()
  })

  it('is not dropped by Cancel without a question', async () => {
    show('student', delivered)
    await userEvent.click(await button('Request revision'))
    await userEvent.type(dialog().getByLabelText('Reason'), 'Too short')
    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }))
    await userEvent.click(await button('Keep editing'))
    expect(dialog().getByLabelText('Reason')).toHaveValue('Too short')
    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }))
    await userEvent.click(await button('Discard changes'))
    expect(screen.queryByLabelText('Reason')).not.toBeInTheDocument()
  })

  it('says why it is refused, and keeps the reason', async () => {
    const refusal = failure(409, 'The revision window has closed')
    show('student', delivered, { 'POST /assignments/a1/revisions': refusal })
    await userEvent.click(await button('Request revision'))
    await userEvent.type(dialog().getByLabelText('Reason'), 'Too short')
    await userEvent.click(dialog().getByRole('button', { name: 'Request revision' }))
    expect(await dialog().findByRole('alert')).toHaveTextContent('The revision window has closed')
    expect(dialog().getByLabelText('Reason')).toHaveValue('Too short')
  })

  it('ends with the window, and says so', async () => {
    show('student', delivered)
    await button('Request revision')
    pass('Sun, 22 Nov 2099 12:00:01 GMT')
    expect(screen.queryByRole('button', { name: 'Request revision' })).not.toBeInTheDocument()
    const sentence = screen.getByText('The revision window has closed.')
    expect(sentence).toHaveAttribute('role', 'status')
    expect(await button('Accept the work')).toBeInTheDocument()
  })

  it('keeps what was typed when the window closes meanwhile', async () => {
    const { calls } = show('student', delivered)
    await userEvent.click(await button('Request revision'))
    await userEvent.type(dialog().getByLabelText('Reason'), 'Too short')
    pass('Sun, 22 Nov 2099 12:00:01 GMT')
    const notice = dialog().getByText('The revision window has closed.').closest('[role]')
    expect(notice).toHaveAttribute('role', 'status')
    expect(notice).toHaveTextContent('What you wrote is still here, so that you can copy it.')
    expect(dialog().getByLabelText('Reason')).toHaveValue('Too short')
    const submit = dialog().getByRole('button', { name: 'Request revision' })
    expect(submit).toHaveAttribute('aria-disabled', 'true')
    await userEvent.type(dialog().getByLabelText('Reason'), '{Control>}{Enter}{/Control}')
    await userEvent.click(submit)
    expect(sent(calls)).toEqual([])
  })

  it('can be withdrawn', async () => {
    const withdrawn = (state: State): Answer => {
      state.revisions = [revision({ closedAt: '2099-11-21T08:00:00.000Z' })]
      state.order = { ...state.order, ...delivered } as Assignment
      return { body: state.order }
    }
    const { calls } = show(
      'student',
      { ...delivered, stage: 'revision', status: 'revision', actions: actions('withdraw-revision') },
      { 'POST /assignments/a1/revisions/1/withdraw': withdrawn },
      [revision()],
    )
    await userEvent.click(await button('Withdraw the request'))
    const confirm = within(screen.getByRole('alertdialog'))
    await userEvent.click(confirm.getByRole('button', { name: 'Withdraw the request' }))
    await waitFor(() => expect(toasts()).toEqual(['Request withdrawn']))
    expect(sent(calls)).toEqual([['/assignments/a1/revisions/1/withdraw', undefined]])
    expect(screen.queryByRole('article', { name: 'Revision 1' })).not.toBeInTheDocument()
    expect(screen.getByText('Revision 1')).toBeInTheDocument()
    expect(await button('Request revision')).toBeInTheDocument()
  })

  it('says why a request cannot be withdrawn', async () => {
    show(
      'student',
      { stage: 'revision', actions: actions('withdraw-revision') },
      { 'POST /assignments/a1/revisions/1/withdraw': failure(409, 'This revision is closed') },
      [revision()],
    )
    await userEvent.click(await button('Withdraw the request'))
    const confirm = within(screen.getByRole('alertdialog'))
    await userEvent.click(confirm.getByRole('button', { name: 'Withdraw the request' }))
    await waitFor(() => expect(toasts()).toEqual(['This revision is closed']))
  })
})

describe('the requested changes', () => {
  it.each(['tutor', 'admin'] as const)(
    'show a %s the reason, deadline and earlier requests',
    async (role) => {
      const first = revision({ number: 1, reason: 'Add sources.', closedAt: '2026-11-21T08:00:00.000Z' })
      show(role, { stage: 'revision' }, {}, [revision({ number: 2 }), first])
      const open = await screen.findByRole('article', { name: 'Revision 2' })
      expect(open).toHaveTextContent('The introduction is missing.')
      expect(open).toHaveTextContent(/Due .*24.*\(in .*\)/)
      const earlier = screen.getByRole('list', { name: 'Earlier requests' })
      expect(earlier).toHaveTextContent('Revision 1')
      expect(earlier).toHaveTextContent('Add sources.')
      expect(screen.queryByRole('button', { name: 'Withdraw the request' })).not.toBeInTheDocument()
    },
  )

  it('tell an admin that a reason is being reviewed', async () => {
    show('admin', { stage: 'revision' }, {}, [revision({ held: true })])
    expect(await screen.findByText(/^Held for review/)).toBeInTheDocument()
  })

  it('can be loaded again after a failure', async () => {
    let there = false
    show(
      'tutor',
      { stage: 'revision' },
      {
        'GET /assignments/a1/revisions': () => (there ? { body: [revision()] } : 'unreachable'),
      },
    )
    await screen.findByText('Failed to load the requested changes')
    there = true
    await userEvent.click(await button('Try again'))
    expect(await screen.findByRole('article', { name: 'Revision 1' })).toBeInTheDocument()
  })
})

describe('a held comment of a rating', () => {
  it('is shown to its writer with the notice', async () => {
    const comment = 'Write to me at robin@example.com'
    const notice = 'Contact details are not passed on. Our team will review this text.'
    const given = { rating: 5, comment, createdAt: '2026-11-21T10:00:00.000Z', held: true, notice }
    show('student', { ...delivered, actions: [] }, { 'GET /assignments/a1/rating': { body: given } })
    expect(await screen.findByText(notice)).toBeInTheDocument()
    expect(screen.getByText(comment)).toBeInTheDocument()
  })
})
