import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addressOf, showApp } from '../../../testing/app'
import { failure, fakeServer } from '../../../testing/fake-server'
import { signedIn } from '../../../testing/people'

beforeEach(() => signedIn('tutor'))

afterEach(() => signedIn(null))

const work = { _id: 'a1', reference: 'A-7F3K2M', title: 'Essay on tides' }
const sums = { earned: 177.5, payable: 0, held: 70, claimed: 40, paid: 107.5 }
const entries = [
  {
    _id: '3',
    kind: 'paid',
    amount: -107.5,
    memo: 'A-7F3K2M',
    assignment: work,
    createdAt: '2026-11-20T10:00:00Z',
  },
  {
    _id: '2',
    kind: 'adjusted',
    amount: 7.5,
    memo: 'Travel',
    assignment: null,
    createdAt: '2026-11-19T10:00:00Z',
  },
]
const head = { number: 9, hash: 'abc123' }
const payout = {
  _id: 'p1',
  number: 'PAY-2026-0001',
  amount: 107.5,
  method: 'Bank transfer',
  reference: 'PO 1',
  createdAt: '2026-11-20T10:00:00Z',
  entries: [
    { _id: '3', amount: 100, assignment: work },
    { _id: '4', amount: 7.5, assignment: null },
  ],
}

const serve = (handlers: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    'GET /users/earnings': { body: { ...sums, entries }, headers: { 'X-Total-Count': '45' } },
    'GET /users/payouts': { body: { payouts: [payout], head }, headers: { 'X-Total-Count': '1' } },
    ...handlers,
  })

describe("a tutor's earnings", () => {
  it('show the sums, held money, payouts and every entry', async () => {
    serve()
    showApp('/tutor/dashboard/earnings')
    const totals = within(await screen.findByRole('region', { name: 'Earnings' }))
    expect(totals.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Earned$177.50',
      'Payable$0.00comes with the next payout',
      'Held$70.00not payable yet',
      'Paid$107.50',
    ])
    expect(screen.getByText(/^\$30\.00 is for work that is not accepted yet/)).toBeInTheDocument()
    expect(screen.getByText(/^\$40\.00 is for work with an open claim/)).toBeInTheDocument()
    const rows = within(screen.getByRole('table', { name: 'Entries, newest first' })).getAllByRole('row')
    expect(rows[1]).toHaveTextContent(/Paid outEssay on tides-\$107\.50$/)
    expect(rows[2]).toHaveTextContent(/AdjustedTravel\$7\.50$/)
    expect(await screen.findByRole('link', { name: 'Statement of PAY-2026-0001' })).toHaveAttribute(
      'href',
      '/tutor/dashboard/earnings/p1',
    )
  })

  it('have pages, which the address names', async () => {
    const calls = serve()
    const router = showApp('/tutor/dashboard/earnings?page=2')
    await userEvent.click(await screen.findByRole('button', { name: /Next/ }))
    expect(addressOf(router)).toBe('/tutor/dashboard/earnings?page=3')
    expect(calls.find(({ path }) => path === '/users/earnings')?.query).toBe('?page=2&perPage=20')
  })

  it('say that nothing was earned or paid yet', async () => {
    serve({
      'GET /users/earnings': { body: { earned: 0, payable: 0, held: 0, claimed: 0, paid: 0, entries: [] } },
      'GET /users/payouts': { body: { payouts: [], head } },
    })
    showApp('/tutor/dashboard/earnings')
    expect(await screen.findByText('Nothing earned yet')).toBeInTheDocument()
    expect(await screen.findByText('No payouts yet')).toBeInTheDocument()
    expect(screen.queryByText('Why money is held')).not.toBeInTheDocument()
  })

  it('say that they could not be loaded', async () => {
    serve({ 'GET /users/earnings': failure(503, 'Busy') })
    showApp('/tutor/dashboard/earnings')
    expect(await screen.findByRole('alert')).toHaveTextContent('Busy')
  })
})

describe('the statement of a payout', () => {
  it("says who was paid what, and the ledger's head", async () => {
    const calls = serve()
    showApp('/tutor/dashboard/earnings/p1')
    const sheet = await screen.findByRole('article')
    expect(sheet).toHaveTextContent('PAY-2026-0001')
    expect(sheet).toHaveTextContent('A-7F3K2M Essay on tides$100.00')
    expect(sheet).toHaveTextContent('Adjustments$7.50')
    expect(sheet).toHaveTextContent('Total$107.50')
    expect(sheet).toHaveTextContent('9:abc123')
    expect(calls.find(({ path }) => path === '/users/payouts')?.query).toBe('?payout=p1')
  })

  it('of somebody else is not found', async () => {
    serve({ 'GET /users/payouts': failure(404, 'Payout not found') })
    showApp('/tutor/dashboard/earnings/p2')
    expect(await screen.findByRole('heading', { level: 1, name: 'Statement' })).toBeInTheDocument()
    expect(screen.getByText('Statement not found')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Back to your earnings' })).toHaveAttribute(
      'href',
      '/tutor/dashboard/earnings',
    )
  })
})
