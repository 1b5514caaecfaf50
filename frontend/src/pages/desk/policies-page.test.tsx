import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadAdminDashboard, showApp } from '../../../testing/app'
import { failure, fakeServer } from '../../../testing/fake-server'
import { sendChange } from '../../../testing/live'
import { signedIn } from '../../../testing/people'
import { site } from '../../../testing/site'
import type { PolicyVersion } from '../../lib/api/policies'
import { store } from '../../lib/state/store'
import { toastsAtom } from '../../ui/feedback/toast-state'

vi.mock('../../lib/live/live', async () => (await import('../../../testing/live')).fakeLive)

loadAdminDashboard()

/** When these tests take place: what they suggest depends on the day. */
const NOW = new Date('2026-11-25T03:00:00Z')

beforeEach(() => {
  vi.setSystemTime(NOW)
  signedIn('admin')
})

afterEach(() => {
  vi.useRealTimers()
  store.set(toastsAtom, [])
  signedIn(null)
})

const version = (overrides: Partial<PolicyVersion> = {}): PolicyVersion => ({
  ...site().policy,
  openOrders: 2,
  ...overrides,
})

/** Some days from now, in the afternoon. */
const inDays = (days: number) =>
  new Date(Math.floor(NOW.getTime() / 86_400_000 + days) * 86_400_000 + 46_800_000)

const announced = version({
  version: '2099-01-01',
  effectiveFrom: inDays(40).toISOString(),
  revisionDays: 5,
  longRevisionDays: 5,
  openOrders: 0,
})

const serve = (handlers: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    'GET /site': { body: site() },
    'GET /assignments/stats': failure(500, 'no'),
    'GET /users/stats': failure(500, 'no'),
    'GET /policies': { body: [announced, version()] },
    ...handlers,
  })

const toasts = () => store.get(toastsAtom).map(({ title }) => title)
const open = async () => {
  const button = await screen.findByRole('button', { name: 'New version' })
  await screen.findByText('Version 2024-07-01')
  await userEvent.click(button)
  return within(await screen.findByRole('dialog', { name: 'New version of the policies' }))
}

describe('the versions of the policies', () => {
  it('are listed with standing, open orders and changes', async () => {
    serve()
    showApp('/admin/dashboard/policies')
    const list = within(await screen.findByRole('region', { name: 'Versions of the policies' }))
    const [later, current] = list.getAllByRole('article')
    expect(later).toHaveTextContent('Takes effect later')
    expect(later).toHaveTextContent('No open orders')
    expect(later).toHaveTextContent('Revision days:2 → to 5')
    expect(current).toHaveTextContent('In force')
    expect(current).toHaveTextContent('2 open orders')
    expect(current).toHaveTextContent('The first version.')
    expect(screen.getByRole('link', { name: 'Policies' })).toHaveAttribute('aria-current', 'page')
  })

  it('follow what others add', async () => {
    let versions = [version()]
    serve({ 'GET /policies': () => ({ body: versions }) })
    showApp('/admin/dashboard/policies')
    await screen.findByText('Version 2024-07-01')
    versions = [announced, version()]
    await sendChange({ noun: 'policies', id: 'p2', change: 'create' })
    expect(await screen.findByText('Version 2099-01-01')).toBeInTheDocument()
  })

  it('that do not load say so', async () => {
    serve({ 'GET /policies': failure(503, 'Busy') })
    showApp('/admin/dashboard/policies')
    expect(await screen.findByText('Busy')).toBeInTheDocument()
  })
})

describe('a new version', () => {
  it('shows what it changes and for whom, and is added', async () => {
    const calls = serve({
      'GET /policies': { body: [version()] },
      'POST /policies': { status: 201, body: announced },
    })
    showApp('/admin/dashboard/policies')
    const dialog = await open()
    expect(dialog.getByRole('region', { name: /^What changes/ })).toHaveTextContent('Nothing yet')
    expect(
      dialog.getByText('This applies to new orders and quote requests only. The 2 open orders keep theirs.'),
    ).toBeInTheDocument()
    const days = dialog.getByLabelText('Revision days')
    await userEvent.clear(days)
    await userEvent.type(days, '3')
    expect(dialog.getByRole('region', { name: /^What changes/ })).toHaveTextContent('Revision days:2 → to 3')
    await userEvent.click(dialog.getByRole('button', { name: 'Add version' }))
    await waitFor(() => expect(toasts()).toContain('Version 2099-01-01 was added'))
    const { version: _, ...expected } = site().policy
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      ...expected,
      revisionDays: 3,
      effectiveFrom: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/),
    })
    expect(screen.queryByRole('dialog', { name: 'New version of the policies' })).not.toBeInTheDocument()
  })

  it.each([
    ['tomorrow if nothing is announced', [version()], NOW],
    ['the day after the last announced version takes effect', [announced, version()], inDays(40)],
  ])('suggests %s', async (_, versions, last) => {
    serve({ 'GET /policies': { body: versions } })
    showApp('/admin/dashboard/policies')
    const dialog = await open()
    const start = new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1)
    expect(new Date(dialog.getByLabelText<HTMLInputElement>(/^Effective from/).value)).toEqual(start)
  })

  it('is compared with the version that it follows', async () => {
    serve()
    showApp('/admin/dashboard/policies')
    const dialog = await open()
    expect(dialog.getByText('What changes from version 2099-01-01')).toBeInTheDocument()
    expect(dialog.getByRole('region', { name: /^What changes/ })).toHaveTextContent('Nothing yet')
    // The form began with the numbers of the announced version, but may take effect before it.
    fireEvent.change(dialog.getByLabelText(/^Effective from/), {
      target: { value: `${inDays(20).toISOString().slice(0, 10)}T00:00` },
    })
    expect(dialog.getByText('What changes from version 2024-07-01')).toBeInTheDocument()
    expect(dialog.getByRole('region', { name: /^What changes/ })).toHaveTextContent('Revision days:2 → to 5')
  })

  it('with a wrong number is not sent', async () => {
    const calls = serve()
    showApp('/admin/dashboard/policies')
    const dialog = await open()
    await userEvent.clear(dialog.getByLabelText('Dispute hours'))
    await userEvent.click(dialog.getByRole('button', { name: 'Add version' }))
    expect(await dialog.findByText('Dispute hours must be a whole number of at least 1')).toBeInTheDocument()
    expect(dialog.getByLabelText('Dispute hours')).toHaveFocus()
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('that is refused keeps what was typed', async () => {
    serve({ 'POST /policies': failure(409, 'This version has already been added') })
    showApp('/admin/dashboard/policies')
    const dialog = await open()
    const age = dialog.getByLabelText('Minimum age')
    await userEvent.clear(age)
    await userEvent.type(age, '16')
    await userEvent.click(dialog.getByRole('button', { name: 'Add version' }))
    expect(await dialog.findByText('This version has already been added')).toBeInTheDocument()
    expect(age).toHaveValue(16)
  })
})
