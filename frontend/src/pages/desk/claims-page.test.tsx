import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addressOf, loadAdminDashboard, showApp } from '../../../testing/app'
import { claim } from '../../../testing/claims'
import { failure, fakeServer } from '../../../testing/fake-server'
import { sendChange } from '../../../testing/live'
import { signedIn } from '../../../testing/people'
import { site } from '../../../testing/site'
import type { Claim } from '../../features/claims/model'

vi.mock('../../lib/live/live', async () => (await import('../../../testing/live')).fakeLive)

loadAdminDashboard()

beforeEach(() => signedIn('admin'))

afterEach(() => signedIn(null))

const decidable = [{ action: 'decide', until: null }]
const claims = [
  claim({ actions: decidable, dueAt: '2026-11-20T10:00:00.000Z' }),
  claim({
    _id: 'c2',
    kind: 'dispute',
    amount: null,
    reason: 'The brief said so.',
    openedBy: { _id: null, name: 'Deleted account', role: 'tutor' },
    assignment: { _id: 'a2', reference: 'A-2', title: 'Essay on winds' },
    actions: decidable,
  }),
]

/** The desk with claims; its other figures are not served and do not matter. */
const serve = (handlers: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    'GET /site': { body: site({ timeZone: 'UTC' }) },
    'GET /assignments/stats': failure(500, 'no'),
    'GET /users/stats': failure(500, 'no'),
    'GET /assignments/all': { body: [] },
    'GET /claims': { body: claims, headers: { 'X-Total-Count': '2' } },
    ...handlers,
  })

const row = async (words: string) => {
  const found = (await screen.findByText(words)).closest('article')
  if (!found) throw new Error(`No row has the text ${words}.`)
  return found
}
const asked = (calls: { path: string; query: string }[]) =>
  calls.filter(({ path }) => path === '/claims').at(-1)?.query

describe('the claims on the desk', () => {
  it('are listed oldest first, and lead to their assignments', async () => {
    const calls = serve()
    showApp('/admin/dashboard/claims')
    const first = await row('It is off topic.')
    expect(first).toHaveTextContent('Refund request · Robin Vale (student)')
    expect(first).toHaveTextContent('$60.00')
    expect(first).toHaveTextContent(/Decide by Nov 20/)
    expect(within(first).getByText('Overdue')).toBeInTheDocument()
    expect(within(first).getByRole('link', { name: 'Decide: Essay on tides' })).toHaveAttribute(
      'href',
      '/assignments/a1#claims',
    )
    const second = await row('The brief said so.')
    expect(second).toHaveTextContent('Dispute · Deleted account (tutor)')
    expect(within(second).queryByText('Overdue')).not.toBeInTheDocument()
    expect(asked(calls)).toBe('?status=open&sort=createdAt&page=1&perPage=20')
    expect(screen.getByRole('link', { name: 'Claims' })).toHaveAttribute('aria-current', 'page')
  })

  it('are filtered by status and kind', async () => {
    const calls = serve()
    const router = showApp('/admin/dashboard/claims')
    await userEvent.selectOptions(await screen.findByLabelText('Status'), 'All')
    await waitFor(() => expect(addressOf(router)).toBe('/admin/dashboard/claims?status=all'))
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Disputes')
    await waitFor(() => expect(addressOf(router)).toBe('/admin/dashboard/claims?status=all&kind=dispute'))
    await waitFor(() => expect(asked(calls)).toBe('?kind=dispute&sort=-createdAt&page=1&perPage=20'))
  })

  it('say by which day to pay once approved', async () => {
    const approved = claim({
      status: 'approved',
      payFrom: '2099-12-01T00:00:00.000Z',
      payBy: '2099-12-04T23:59:59.999Z',
      actions: [{ action: 'pay-refund', until: null }],
    })
    const calls = serve({ 'GET /claims': { body: [approved] } })
    showApp('/admin/dashboard/claims?status=approved')
    await waitFor(async () => expect(await row('It is off topic.')).toHaveTextContent(/Pay by Dec 4, 2099/))
    expect(screen.getByRole('link', { name: 'Record the refund: Essay on tides' })).toBeInTheDocument()
    expect(asked(calls)).toMatch('sort=createdAt')
  })

  it('appear as soon as they are opened', async () => {
    let left: Claim[] = []
    serve({ 'GET /claims': () => ({ body: left }) })
    showApp('/admin/dashboard/claims')
    expect(await screen.findByText('No claims are open')).toBeInTheDocument()
    left = claims
    await sendChange({ noun: 'claims', id: 'c1', change: 'create' })
    expect(await row('It is off topic.')).toBeInTheDocument()
  })

  it('without a match lead back to the open ones', async () => {
    serve({ 'GET /claims': { body: [] } })
    showApp('/admin/dashboard/claims?status=declined')
    expect(await screen.findByText('No matching claims')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Show open claims' })).toHaveAttribute(
      'href',
      '/admin/dashboard/claims',
    )
  })

  it('can be loaded again after a failure', async () => {
    let there = false
    serve({ 'GET /claims': () => (there ? { body: claims } : failure(500, 'Something went wrong')) })
    showApp('/admin/dashboard/claims')
    expect(await screen.findByText('Something went wrong')).toBeInTheDocument()
    there = true
    const again = screen.getAllByRole('button', { name: 'Try again' }).at(-1)
    if (again) await userEvent.click(again)
    expect(await row('It is off topic.')).toBeInTheDocument()
  })

  it('of deleted work lead nowhere', async () => {
    const gone = claim({
      status: 'withdrawn',
      reason: '',
      assignment: { _id: 'a9', reference: 'A-9', title: '' },
    })
    serve({ 'GET /claims': { body: [gone] } })
    showApp('/admin/dashboard/claims?status=withdrawn')
    const shown = await row('Deleted assignment')
    expect(within(shown).queryByRole('link')).not.toBeInTheDocument()
  })
})
