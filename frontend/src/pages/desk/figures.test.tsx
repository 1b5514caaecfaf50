import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addressOf, loadAdminDashboard, showApp } from '../../../testing/app'
import { followedLinks } from '../../../testing/downloads'
import { failure, fakeServer } from '../../../testing/fake-server'
import { signedIn } from '../../../testing/people'
import { site } from '../../../testing/site'

vi.mock('../../lib/live/live', async () => (await import('../../../testing/live')).fakeLive)

loadAdminDashboard()

beforeEach(() => {
  signedIn('admin')
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T13:30:00Z') })
  // Nothing has a size here, which the charts complain about.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  // The charts are always near.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe: () => void
      disconnect = () => {}
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        this.observe = () => seen([{ isIntersecting: true }])
      }
    },
  )
})

afterEach(() => {
  signedIn(null)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const months = [
  {
    month: '2026-11',
    received: 1200,
    earned: 900.5,
    paid: 300,
    returned: 20,
    desk: -11,
    deadlinesKept: 3,
    deadlinesMissed: 1,
  },
  {
    month: '2026-12',
    received: 0,
    earned: 0,
    paid: 0,
    returned: 0,
    desk: 0,
    deadlinesKept: 0,
    deadlinesMissed: 0,
  },
]

const serve = (handlers: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    'GET /site': { body: { ...site(), timeZone: 'Australia/Sydney' } },
    'GET /assignments/stats': failure(500, 'no'),
    'GET /users/stats': failure(500, 'no'),
    'GET /tutors': { body: [] },
    'GET /payouts/preview': { body: [] },
    'GET /payouts': { body: [], headers: { 'X-Total-Count': '0' } },
    'GET /ledger': { body: [], headers: { 'X-Total-Count': '0' } },
    'GET /desk/figures': { body: months },
    ...handlers,
  })

const cells = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => row.textContent)

describe('the figures of the Money tab', () => {
  it('have a table each, with months in the site’s zone', async () => {
    const calls = serve()
    showApp('/admin/dashboard/money')
    expect(await cells('Money received')).toEqual([
      'MonthReceivedReturned',
      'November 2026$1,200.00$20.00',
      'December 2026$0.00$0.00',
    ])
    expect((await cells('Money earned'))[1]).toBe('November 2026$900.50')
    expect((await cells('Paid to tutors'))[1]).toBe('November 2026$300.00')
    expect((await cells('The desk’s share'))[1]).toBe('November 2026-$11.00')
    expect(await cells('Deadlines')).toEqual([
      'MonthKeptMissedShare kept',
      'November 20263175%',
      'December 202600none',
    ])
    expect(screen.getByText(/^3 of 4 deadlines were kept \(75%\)\. A deadline is kept if/)).toBeVisible()
    // It is already December in Sydney.
    expect(calls.find(({ path }) => path === '/desk/figures')?.query).toBe('?from=2026-01-01')
    await userEvent.click(screen.getByRole('button', { name: 'Show as table: Deadlines' }))
    expect(screen.getByRole('button', { name: 'Show as chart: Deadlines' })).toBeInTheDocument()
  })

  it("keep their period in the address, beside the ledger's filter", async () => {
    const calls = serve()
    const router = showApp('/admin/dashboard/money?kind=paid&figures=24')
    await screen.findByRole('table', { name: 'Deadlines' })
    expect(calls.filter(({ path }) => path === '/desk/figures').at(-1)?.query).toBe('?from=2025-01-01')
    const asked = calls.filter(({ path }) => path === '/ledger').length
    await userEvent.selectOptions(screen.getByLabelText('Period'), 'Last year')
    await waitFor(() => expect(addressOf(router)).toBe('/admin/dashboard/money?kind=paid&figures=last-year'))
    await waitFor(() =>
      expect(calls.filter(({ path }) => path === '/desk/figures').at(-1)?.query).toBe(
        '?from=2025-01-01&before=2026-01-01',
      ),
    )
    expect(calls.filter(({ path }) => path === '/ledger')).toHaveLength(asked)
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'All')
    await waitFor(() => expect(addressOf(router)).toBe('/admin/dashboard/money?figures=last-year'))
    expect(await screen.findByText('No entries yet')).toBeInTheDocument()
  })

  it('are downloaded for the period that is shown', async () => {
    const calls = serve({ 'POST /desk/figures.csv/link': { body: { url: '/api/desk/figures.csv?sign=x' } } })
    const downloads = followedLinks()
    showApp('/admin/dashboard/money?figures=this-year')
    const section = within(await screen.findByRole('region', { name: 'Figures' }))
    await userEvent.click(await section.findByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(downloads).toEqual(['/api/desk/figures.csv?sign=x']))
    expect(calls.find(({ path }) => path === '/desk/figures.csv/link')?.query).toBe('?from=2026-01-01')
  })

  it('say that nothing happened', async () => {
    serve({ 'GET /desk/figures': { body: months.slice(1) } })
    showApp('/admin/dashboard/money')
    expect(await screen.findByText('Nothing happened in this period')).toBeInTheDocument()
  })

  it('can be loaded again after a failure', async () => {
    let busy = true
    serve({ 'GET /desk/figures': () => (busy ? failure(503, 'Too busy') : { body: months }) })
    showApp('/admin/dashboard/money')
    const section = within(await screen.findByRole('region', { name: 'Figures' }))
    expect(await section.findByText('Too busy')).toBeInTheDocument()
    busy = false
    await userEvent.click(section.getByRole('button', { name: /again/i }))
    expect(await screen.findByRole('table', { name: 'Deadlines' })).toBeInTheDocument()
  })
})
