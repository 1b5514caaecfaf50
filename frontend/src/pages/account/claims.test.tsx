import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { showApp } from '../../../testing/app'
import { assignment, tutorOf } from '../../../testing/assignments'
import { claim } from '../../../testing/claims'
import { revision } from '../../../testing/delivered-work'
import { type Answer, failure, fakeServer } from '../../../testing/fake-server'
import { sendChange } from '../../../testing/live'
import { signedIn } from '../../../testing/people'
import { site } from '../../../testing/site'
import type { Assignment } from '../../features/assignments/model'
import type { Claim } from '../../features/claims/model'
import type { Role } from '../../lib/session/session'
import { store } from '../../lib/state/store'
import { noteServerTime } from '../../lib/time/clock'
import { toastsAtom } from '../../ui/feedback/toast-state'

vi.mock('../../lib/live/live', async () => (await import('../../../testing/live')).fakeLive)

// Loading the code may take longer than a test is allowed to.
beforeAll(() => import('./assignment-page'), 60_000)

afterEach(() => {
  noteServerTime(new Date().toUTCString())
  store.set(toastsAtom, [])
  signedIn(null)
})

const toasts = () => store.get(toastsAtom).map(({ title }) => title)

const NOW = 'Sat, 21 Nov 2099 07:59:00 GMT'
const UNTIL = '2099-11-23T12:00:00.000Z'

const delivered: Partial<Assignment> = {
  status: 'completed',
  stage: 'delivered',
  price: 120.5,
  amountPaid: 120.5,
  amountDue: 0,
  tutor: tutorOf('tutor-1', 'Kim Marsh'),
  refundUntil: UNTIL,
  actions: [
    { action: 'request-refund', until: UNTIL },
    { action: 'open-dispute', until: UNTIL },
  ],
}
const { policy } = site()

type State = { order: Assignment; claims: Claim[] }

/** Shows the page of an order whose state the calls may change. */
function show(
  role: Role,
  start: Partial<Assignment>,
  claims: Claim[] = [],
  handlers: Record<string, Answer | ((state: State) => Answer)> = {},
) {
  signedIn(role)
  const student = { _id: role === 'student' ? 'student-1' : 's9', name: 'Robin Vale', email: '' }
  const state: State = {
    order: assignment({ student, policyVersion: policy.version, ...start }),
    claims,
  }
  const calls = fakeServer({
    'GET /assignments/a1': () => ({ body: state.order, headers: { Date: NOW } }),
    'GET /assignments/a1/story': { body: [] },
    'GET /assignments/a1/rating': { body: null },
    'GET /assignments/a1/payments': { body: [] },
    'GET /assignments/a1/invoice': failure(404, 'Invoice not found'),
    'GET /site': { body: site({ timeZone: 'UTC' }) },
    'GET /policies': { body: [{ ...policy, version: 'newer', disputeHours: 1 }, policy] },
    'GET /assignments/a1/claims': () => ({ body: state.claims }),
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

const withdrawable = [{ action: 'withdraw', until: null }]
const decidable = [{ action: 'decide', until: null }]
const payable = [{ action: 'pay-refund', until: null }]
const approved = claim({
  status: 'approved',
  amount: 40.25,
  outcome: 'Half of it is off topic.',
  decidedAt: '2099-11-22T10:00:00.000Z',
  payFrom: '2099-12-01T00:00:00.000Z',
  payBy: '2099-12-04T23:59:59.999Z',
})

const button = (name: string) => screen.findByRole('button', { name })
const dialogElement = () => {
  const found = screen.getAllByRole('dialog').find(({ tagName }) => tagName === 'DIALOG')
  if (!found) throw new Error('No dialog is open.')
  return found
}
const dialog = () => within(dialogElement())
const sent = (calls: { method: string; path: string; body: unknown }[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body])

const pass = (date: string) => {
  noteServerTime(date)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

describe('the clocks while a claim is open', () => {
  const said = async () => (await screen.findByRole('region', { name: 'Refunds and disputes' })).textContent
  const stillness = /is paused until it is settled/

  it("tells the student that a tutor's dispute stops them", async () => {
    const openedBy = { _id: 'tutor-1', name: 'Kim Marsh', role: 'tutor' }
    show('student', { ...delivered, revisionUntil: null, refundUntil: null, actions: [] }, [
      claim({ kind: 'dispute', openedBy }),
    ])
    expect(await said()).toMatch(stillness)
    expect(screen.queryByText(/window has closed|time to .* is over/)).toBeNull()
  })

  it('tells the student that their own request does not', async () => {
    show('student', { ...delivered, actions: [] }, [claim()])
    expect(await said()).toMatch(/The time to request a revision or a refund keeps running/)
  })

  it('stop the deadline of a revision', async () => {
    const { state } = show('tutor', { ...delivered, stage: 'revision', actions: [] }, [claim()], {
      'GET /assignments/a1/revisions': { body: [revision()] },
    })
    const waits = 'The deadline waits until the claim is settled.'
    await screen.findByText(waits)
    expect(screen.getByRole('article', { name: 'Revision 1' })).not.toHaveTextContent('Due')
    state.claims = [claim({ status: 'withdrawn' })]
    await sendChange({ noun: 'claims', id: 'c1', change: 'update' })
    await waitFor(() => expect(screen.getByRole('article', { name: 'Revision 1' })).toHaveTextContent('Due'))
    expect(screen.queryByText(waits)).not.toBeInTheDocument()
  })
})

describe('requesting a refund', () => {
  const opened = (state: State): Answer => {
    const created = claim({ amount: 120.5, actions: withdrawable })
    state.claims = [created]
    state.order = { ...state.order, actions: [] }
    return { status: 201, body: created }
  }

  it('explains what follows, and shows the request at once', async () => {
    const { calls } = show('student', delivered, [], { 'POST /assignments/a1/claims': opened })
    await userEvent.click(await button('Request a refund'))
    expect(await dialog().findByText('Our team decides within 72 hours.')).toBeInTheDocument()
    expect(dialog().getByText('What we approve is paid in 7 to 10 business days.')).toBeInTheDocument()
    expect(dialog().getByText('Open for 2 days 4 hours')).toBeInTheDocument()
    expect(dialog().getByLabelText(/^Amount in AUD/)).toHaveAccessibleDescription(/\$120\.50/)
    await userEvent.click(dialog().getByRole('button', { name: 'Request a refund' }))
    expect(await dialog().findByText('Reason is required')).toBeInTheDocument()
    await userEvent.type(dialog().getByLabelText('Reason'), 'It is off topic.')
    await userEvent.click(dialog().getByRole('button', { name: 'Request a refund' }))
    const open = await screen.findByRole('article', { name: 'Refund request' })
    expect(open).toHaveTextContent('Our team is looking into it.')
    expect(open).toHaveTextContent('It is off topic.')
    expect(open).toHaveTextContent('$120.50')
    expect(sent(calls)).toEqual([
      ['POST', '/assignments/a1/claims', { kind: 'refund', reason: 'It is off topic.' }],
    ])
    expect(toasts()).toEqual(['Refund requested'])
    expect(screen.queryByRole('button', { name: 'Open a dispute' })).not.toBeInTheDocument()
    expect(screen.getByText(/looking into your refund request and decides by/)).toBeInTheDocument()
  })

  it('follows a policy that was added after loading', async () => {
    const newer = { ...policy, version: 'newer', disputeHours: 36 }
    let versions = [policy]
    show('student', { ...delivered, policyVersion: newer.version }, [], {
      'GET /policies': () => ({ body: versions }),
    })
    await userEvent.click(await button('Request a refund'))
    expect(await dialog().findByText('Our team reads your reason and decides.')).toBeInTheDocument()
    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }))
    versions = [newer, policy]
    await sendChange({ noun: 'policies', id: 'p2', change: 'create' })
    await userEvent.click(await button('Request a refund'))
    expect(await dialog().findByText('Our team decides within 36 hours.')).toBeInTheDocument()
  })

  it('takes an amount up to what is still refundable', async () => {
    const { calls } = show('student', delivered, [approved], { 'POST /assignments/a1/claims': opened })
    await userEvent.click(await button('Request a refund'))
    await userEvent.type(dialog().getByLabelText('Reason'), 'Off topic')
    const amount = dialog().getByLabelText(/^Amount in AUD/)
    await userEvent.type(amount, '80.26')
    await userEvent.click(dialog().getByRole('button', { name: 'Request a refund' }))
    expect(await dialog().findByText('Amount is more than was paid')).toBeInTheDocument()
    await userEvent.clear(amount)
    await userEvent.type(amount, '80.25')
    await userEvent.click(dialog().getByRole('button', { name: 'Request a refund' }))
    await waitFor(() => expect(toasts()).toEqual(['Refund requested']))
    expect(sent(calls)[0]?.[2]).toEqual({ kind: 'refund', reason: 'Off topic', amount: 80.25 })
  })

  it('says why it is refused, and keeps what was typed', async () => {
    show('student', delivered, [], {
      'POST /assignments/a1/claims': failure(409, 'A claim is already open'),
    })
    await userEvent.click(await button('Request a refund'))
    await userEvent.type(dialog().getByLabelText('Reason'), 'Off topic')
    await userEvent.click(dialog().getByRole('button', { name: 'Request a refund' }))
    expect(await dialog().findByRole('alert')).toHaveTextContent('A claim is already open')
    expect(dialog().getByLabelText('Reason')).toHaveValue('Off topic')
  })

  it('takes the other answers to the work away at once', async () => {
    const accept = { action: 'accept', until: UNTIL }
    show('student', { ...delivered, actions: [...(delivered.actions ?? []), accept] }, [claim()])
    await screen.findByRole('article', { name: 'Refund request' })
    expect(screen.queryByRole('button', { name: 'Accept the work' })).not.toBeInTheDocument()
  })

  it('ends with the window, and keeps what was typed', async () => {
    const { calls } = show('student', delivered)
    await userEvent.click(await button('Request a refund'))
    await userEvent.type(dialog().getByLabelText('Reason'), 'Off topic')
    pass('Mon, 23 Nov 2099 12:00:01 GMT')
    expect(dialog().getByText('The time to request a refund is over.')).toBeInTheDocument()
    expect(dialog().getByLabelText('Reason')).toHaveValue('Off topic')
    const submit = dialog().getByRole('button', { name: 'Request a refund' })
    expect(submit).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(submit)
    expect(sent(calls)).toEqual([])
  })

  it('is offered only if the answer lists it', async () => {
    show('student', { ...delivered, actions: [] })
    await screen.findByRole('heading', { name: 'Next steps' })
    expect(screen.queryByRole('button', { name: 'Request a refund' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Open a dispute' })).not.toBeInTheDocument()
  })
})

describe('the refund of a cancelled order', () => {
  const refund = { ...approved, dueAt: null, reason: 'Asked for twice' }

  it('does not repeat the reason that the order tells', async () => {
    show('student', { status: 'Cancelled', stage: 'cancelled', cancelReason: 'Asked for twice' }, [refund])
    expect(await screen.findByRole('article', { name: 'Refund for cancelled work' })).toBeInTheDocument()
    expect(screen.getAllByText('Asked for twice')).toHaveLength(1)
  })

  it('tells the reason once the order is no longer cancelled', async () => {
    show('student', { ...delivered, cancelReason: null }, [refund])
    const article = await screen.findByRole('article', { name: 'Refund for cancelled work' })
    expect(article).toHaveTextContent('Asked for twice')
  })
})

describe('a dispute', () => {
  it('of a tutor takes no amount', async () => {
    const { calls } = show(
      'tutor',
      {
        ...delivered,
        amountPaid: undefined,
        amountDue: undefined,
        actions: [{ action: 'open-dispute', until: UNTIL }],
      },
      [],
      { 'POST /assignments/a1/claims': { status: 201, body: claim({ kind: 'dispute', amount: null }) } },
    )
    await userEvent.click(await button('Open a dispute'))
    expect(dialog().queryByLabelText(/^Amount/)).not.toBeInTheDocument()
    await userEvent.type(dialog().getByLabelText('Reason'), 'The brief said so')
    await userEvent.click(dialog().getByRole('button', { name: 'Open a dispute' }))
    await waitFor(() => expect(toasts()).toEqual(['Dispute opened']))
    expect(sent(calls)).toEqual([
      ['POST', '/assignments/a1/claims', { kind: 'dispute', reason: 'The brief said so' }],
    ])
  })

  it('from the other side appears at once, without its reason', async () => {
    const { state } = show('student', { ...delivered, actions: [] })
    await screen.findByRole('heading', { name: 'Next steps' })
    state.claims = [
      claim({
        kind: 'dispute',
        reason: undefined,
        amount: undefined,
        openedBy: { _id: 'tutor-1', name: 'Kim Marsh', role: 'tutor' },
      }),
    ]
    await sendChange({ noun: 'claims', id: 'c1', change: 'create' })
    const open = await screen.findByRole('article', { name: 'Dispute' })
    expect(open).toHaveTextContent('Kim Marsh (tutor)')
    expect(open).not.toHaveTextContent('Reason')
    expect(within(open).queryByRole('button')).not.toBeInTheDocument()
    expect(screen.getByText(/There is a dispute about this order\./)).toBeInTheDocument()
  })
})

describe('withdrawing', () => {
  it('asks first, and shows the claim as withdrawn', async () => {
    const withdrawn = claim({ status: 'withdrawn' })
    const { calls } = show('student', delivered, [claim({ actions: withdrawable })], {
      'POST /claims/c1/withdraw': (state) => {
        state.claims = [withdrawn]
        return { body: withdrawn }
      },
    })
    await userEvent.click(await button('Withdraw'))
    const asked = within(screen.getByRole('alertdialog', { name: 'Withdraw the refund request?' }))
    await userEvent.click(asked.getByRole('button', { name: 'Withdraw' }))
    await waitFor(() => expect(toasts()).toEqual(['Refund request withdrawn']))
    expect(sent(calls)).toEqual([['POST', '/claims/c1/withdraw', undefined]])
    expect(screen.getByRole('list', { name: 'Earlier requests' })).toHaveTextContent('Withdrawn')
    expect(screen.getByRole('heading', { name: 'Refunds and disputes' })).toHaveFocus()
    expect(await button('Request a refund')).toBeInTheDocument()
  })
})

describe('deciding', () => {
  async function open(handlers: Parameters<typeof show>[3] = {}, given: Partial<Claim> = {}) {
    const shown = show(
      'admin',
      { ...delivered, actions: [] },
      [claim({ actions: decidable, ...given })],
      handlers,
    )
    await userEvent.click(await button('Decide'))
    return shown
  }

  it('is not for an admin whose own order it is', async () => {
    show('admin', { ...delivered, actions: [], ownCase: true }, [
      claim({ reason: undefined, amount: undefined, actions: [] }),
    ])
    expect(await screen.findByText(/Our team is looking into it and will tell you both/)).toBeInTheDocument()
    expect(screen.getByText(/^There is a refund request about this order/)).toBeInTheDocument()
    expect(screen.queryByText(/^Until you decide/)).not.toBeInTheDocument()
    expect(screen.queryByText(/to decide by/)).not.toBeInTheDocument()
  })

  it('comes before an update', async () => {
    await open()
    const buttons = { hidden: true }
    expect(screen.getByRole('button', { name: 'Decide', ...buttons })).toHaveClass('btn-primary')
    expect(screen.getByRole('button', { name: 'Update', ...buttons })).not.toHaveClass('btn-primary')
  })

  it('approves the amount requested, or another one', async () => {
    const { calls } = await open({
      'PATCH /claims/c1': (state) => {
        state.claims = [{ ...approved, actions: payable }]
        return { body: state.claims[0] }
      },
    })
    await userEvent.click(dialog().getByRole('button', { name: 'Save the decision' }))
    for (const problem of ['Invalid decision', 'Outcome is required'])
      expect(await dialog().findByText(problem)).toBeInTheDocument()
    await userEvent.selectOptions(dialog().getByLabelText('Decision'), 'Approve')
    const amount = dialog().getByLabelText('Amount to return in AUD')
    expect(amount).toHaveValue(60)
    expect(amount).toHaveAccessibleDescription('$60.00 was asked for. At most $120.50.')
    await userEvent.clear(amount)
    await userEvent.type(dialog().getByLabelText('Outcome'), 'Half of it is off topic.')
    await userEvent.click(dialog().getByRole('button', { name: 'Save the decision' }))
    expect(await dialog().findByText('Amount is required')).toBeInTheDocument()
    await userEvent.type(amount, '40.25')
    await userEvent.click(dialog().getByRole('button', { name: 'Save the decision' }))
    await waitFor(() => expect(toasts()).toEqual(['Claim approved']))
    expect(sent(calls)).toEqual([
      ['PATCH', '/claims/c1', { decision: 'approve', outcome: 'Half of it is off topic.', amount: 40.25 }],
    ])
    const decided = await screen.findByRole('article', { name: 'Refund request' })
    expect(decided).toHaveTextContent('To be paidDec 1, 2099 to Dec 4, 2099')
    expect(await button('Record the refund')).toBeInTheDocument()
  })

  it('declines without an amount', async () => {
    const { calls } = await open({ 'PATCH /claims/c1': { body: claim({ status: 'declined' }) } })
    await userEvent.selectOptions(dialog().getByLabelText('Decision'), 'Decline')
    expect(dialog().queryByLabelText(/^Amount/)).not.toBeInTheDocument()
    expect(
      await dialog().findByText('The student and the tutor can open a dispute for another 72 hours.'),
    ).toBeInTheDocument()
    await userEvent.type(dialog().getByLabelText('Outcome'), 'It is on topic.')
    await userEvent.click(dialog().getByRole('button', { name: 'Save the decision' }))
    await waitFor(() => expect(toasts()).toEqual(['Claim declined']))
    expect(sent(calls)[0]?.[2]).toEqual({ decision: 'decline', outcome: 'It is on topic.' })
  })

  it('keeps what was typed when the claim is withdrawn meanwhile', async () => {
    const { state, calls } = await open()
    await userEvent.type(dialog().getByLabelText('Outcome'), 'It is on topic.')
    state.claims = [claim({ status: 'withdrawn' })]
    await sendChange({ noun: 'claims', id: 'c1', change: 'update' })
    expect(await dialog().findByText('This is no longer open.')).toBeInTheDocument()
    expect(dialog().getByLabelText('Outcome')).toHaveValue('It is on topic.')
    await userEvent.click(dialog().getByRole('button', { name: 'Save the decision' }))
    expect(sent(calls)).toEqual([])
  })

  it('says when it is overdue', async () => {
    show('admin', delivered, [claim({ actions: decidable, dueAt: '2099-11-20T10:00:00.000Z' })])
    expect(await screen.findByText('There is a refund request to decide. It is overdue.')).toBeInTheDocument()
    expect(screen.getByRole('article', { name: 'Refund request' })).toHaveTextContent('OpenOverdue')
  })
})

describe('paying a refund', () => {
  it('records method and reference, also for cancelled work', async () => {
    const refund = { ...approved, dueAt: null, outcome: 'Cancelled', actions: payable }
    const { calls } = show(
      'admin',
      { stage: 'cancelled', status: 'cancelled', amountPaid: 40.25 },
      [refund],
      {
        'POST /claims/c1/pay': (state) => {
          const paid = { ...refund, status: 'paid', paidAt: '2099-12-01T10:00:00.000Z', actions: [] }
          state.claims = [paid]
          return { body: paid }
        },
      },
    )
    await screen.findByRole('article', { name: 'Refund for cancelled work' })
    await userEvent.click(await button('Record the refund'))
    expect(dialog().getByText(/^Return \$40\.25 to the student/)).toBeInTheDocument()
    await userEvent.type(dialog().getByLabelText('Method'), 'Bank transfer')
    await userEvent.click(dialog().getByRole('button', { name: 'Record the refund' }))
    expect(await dialog().findByText('Reference is required')).toBeInTheDocument()
    await userEvent.type(dialog().getByLabelText('Reference'), 'RT 1')
    await userEvent.click(dialog().getByRole('button', { name: 'Record the refund' }))
    await waitFor(() => expect(toasts()).toEqual(['Refund recorded']))
    expect(sent(calls)).toEqual([['POST', '/claims/c1/pay', { method: 'Bank transfer', reference: 'RT 1' }]])
    expect(screen.getByRole('list', { name: 'Earlier requests' })).toHaveTextContent('Paid')
  })

  it('is awaited by the student, who sees when', async () => {
    show('student', { ...delivered, actions: [] }, [approved])
    const awaited = await screen.findByRole('article', { name: 'Refund request' })
    await waitFor(() => expect(awaited).toHaveTextContent('To be paidDec 1, 2099 to Dec 4, 2099'))
    expect(awaited).toHaveTextContent('Half of it is off topic.')
    expect(screen.getByText(/^A refund was approved\./)).toBeInTheDocument()
  })
})

describe('the claims of an order', () => {
  it('can be loaded again after a failure', async () => {
    let there = false
    show('student', delivered, [], {
      'GET /assignments/a1/claims': () => (there ? { body: [claim()] } : 'unreachable'),
    })
    await screen.findByText('Failed to fetch claims')
    there = true
    await userEvent.click(await button('Try again'))
    expect(await screen.findByRole('article', { name: 'Refund request' })).toBeInTheDocument()
  })
})
