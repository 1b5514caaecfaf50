import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addressOf, loadAdminDashboard, showApp } from '../../../testing/app'
import { assignment } from '../../../testing/assignments'
import { failure, fakeServer } from '../../../testing/fake-server'
import { sendChange } from '../../../testing/live'
import { signedIn } from '../../../testing/people'
import { site } from '../../../testing/site'
import { store } from '../../lib/state/store'
import { toastsAtom } from '../../ui/feedback/toast-state'

vi.mock('../../lib/live/live', async () => (await import('../../../testing/live')).fakeLive)

loadAdminDashboard()

beforeEach(() => signedIn('admin'))

afterEach(() => {
  store.set(toastsAtom, [])
  signedIn(null)
})

const toasts = () => store.get(toastsAtom).map(({ title }) => title)

const owed = [
  { tutor: { _id: 'kim', name: 'Kim Marsh' }, payable: 107.5, held: 70 },
  { tutor: { _id: 'noor', name: 'Noor Lane' }, payable: -5, held: 0 },
  { tutor: { _id: 'sol', name: 'Sol Reed' }, payable: 12.25, held: 0 },
]
const payout = {
  _id: 'p1',
  number: 'PAY-2026-0001',
  total: 119.75,
  tutors: 2,
  method: 'Bank transfer',
  reference: 'PO 1',
  by: { _id: 'ada', name: 'Ada Quill' },
  createdAt: '2026-11-20T10:00:00Z',
}
const entry = {
  number: 7,
  at: '2026-11-20T10:00:00Z',
  kind: 'earned',
  assignment: 'a1',
  tutor: 'kim',
  payout: '',
  memo: 'A-7F3K2M',
  reference: 'A-7F3K2M',
  title: 'Essay on tides',
  tutorName: 'Kim Marsh',
  lines: [
    { account: 'customer', cents: 10000 },
    { account: 'desk', cents: -3000 },
    { account: 'tutors', cents: -7000 },
  ],
  hash: '0f',
}

const statement = {
  ...payout,
  lines: [
    {
      tutor: { _id: 'kim', name: 'Kim Marsh' },
      amount: 107.5,
      entries: [
        {
          _id: '7',
          amount: 100,
          assignment: { _id: 'a1', reference: 'A-7F3K2M', title: 'Essay on tides' },
        },
        { _id: '8', amount: 7.5, assignment: null },
      ],
    },
    {
      tutor: { _id: 'sol', name: '' },
      amount: 12.25,
      entries: [{ _id: '9', amount: 12.25, assignment: null }],
    },
  ],
  head: { number: 9, hash: 'abc123' },
}

/** The desk with money; its other figures are not served and do not matter. */
const serve = (handlers: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    'GET /site': { body: site() },
    'GET /assignments/stats': failure(500, 'no'),
    'GET /users/stats': failure(500, 'no'),
    'GET /tutors': { body: [] },
    'GET /payouts/preview': { body: owed },
    'GET /payouts': { body: [payout], headers: { 'X-Total-Count': '1' } },
    'GET /ledger': { body: [entry], headers: { 'X-Total-Count': '1' } },
    ...handlers,
  })

const table = async (name: string) => within(await screen.findByRole('table', { name }))

describe('the Money tab', () => {
  it('shows what tutors are owed, the payouts and the ledger', async () => {
    serve()
    showApp('/admin/dashboard/money')
    const rows = (await table('What tutors are owed')).getAllByRole('row').map((row) => row.textContent)
    expect(rows.slice(1)).toEqual(['Kim Marsh$107.50$70.00', 'Noor Lane-$5.00$0.00', 'Sol Reed$12.25$0.00'])
    expect(
      (await table('Payouts, newest first')).getByRole('row', { name: /PAY-2026-0001/ }),
    ).toHaveTextContent('$119.752Bank transferPO 1Ada Quill')
    const line = (await table('Ledger')).getByRole('row', { name: /A-7F3K2M/ })
    expect(line).toHaveTextContent(/^7.*Earned.*\$100\.00-\$30\.00-\$70\.00$/)
  })

  it('records a payout to every tutor who is owed', async () => {
    let paid = false
    const calls = serve({
      'GET /payouts/preview': () => ({ body: paid ? [] : owed }),
      'POST /payouts': () => {
        paid = true
        return { status: 201, body: { ...payout, lines: [] } }
      },
    })
    showApp('/admin/dashboard/money')
    expect(await screen.findByText('2 tutors chosen, $119.75 together')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Pay 2 tutors' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Pay tutors' }))
    expect(dialog.getByText(/^Pay \$119\.75 to 2 tutors first/)).toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: 'Record payout of $119.75' }))
    expect(await dialog.findByText('Method is required', { selector: '[id$=error]' })).toBeInTheDocument()
    expect(calls.some(({ method }) => method === 'POST')).toBe(false)
    await userEvent.type(dialog.getByLabelText(/^Method/), 'Bank transfer')
    await userEvent.type(dialog.getByLabelText(/^Reference/), 'PO 1')
    await userEvent.click(dialog.getByRole('button', { name: 'Record payout of $119.75' }))
    await waitFor(() => expect(toasts()).toContain('PAY-2026-0001 recorded: $119.75'))
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      tutors: ['kim', 'sol'],
      expected: 119.75,
      method: 'Bank transfer',
      reference: 'PO 1',
    })
    expect(await screen.findByText('No tutor is owed anything')).toBeInTheDocument()
  })

  it('leaves out the admin who pays, and says why', async () => {
    const own = { tutor: { _id: 'admin-1', name: 'Ada Quill' }, payable: 0, payableByOthers: 40, held: 0 }
    serve({ 'GET /payouts/preview': { body: [own, ...owed] } })
    showApp('/admin/dashboard/money')
    expect(await screen.findByText(/tutors chosen/)).toHaveTextContent('2 tutors chosen, $119.75 together')
    expect(screen.getByText('Another admin has to pay you.')).toBeInTheDocument()
    expect(screen.getByText('$40.00')).toBeInTheDocument()
    expect(screen.queryByRole('checkbox', { name: 'Pay Ada Quill' })).toBeNull()
    const adjust = screen.getByRole('button', { name: 'Adjust' })
    await waitFor(() => expect(adjust).not.toHaveAttribute('aria-disabled'))
    await userEvent.click(adjust)
    const tutor = within(
      await screen.findByRole('dialog', { name: 'Adjust what a tutor is owed' }),
    ).getByLabelText(/^Tutor/)
    expect(
      within(tutor)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).not.toContain('Ada Quill')
  })

  it('pays only those chosen, and keeps the input when refused', async () => {
    const calls = serve({ 'POST /payouts': failure(409, 'This payout has already been recorded') })
    showApp('/admin/dashboard/money')
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Pay Kim Marsh' }))
    expect(screen.queryByRole('checkbox', { name: 'Pay Noor Lane' })).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Pay 1 tutor' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Pay tutors' }))
    await userEvent.type(dialog.getByLabelText(/^Method/), 'Cash')
    await userEvent.type(dialog.getByLabelText(/^Reference/), 'PO 1')
    await userEvent.click(dialog.getByRole('button', { name: 'Record payout of $12.25' }))
    expect(await dialog.findByText('This payout has already been recorded')).toBeInTheDocument()
    expect(dialog.getByLabelText(/^Reference/)).toHaveValue('PO 1')
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ tutors: ['sol'] })
  })

  it('shows the new total when amounts change during sending', async () => {
    let rows = owed
    const calls = serve({
      'GET /payouts/preview': () => ({ body: rows }),
      'POST /payouts': () => {
        if (rows !== owed) return { status: 201, body: { ...payout, lines: [] } }
        rows = owed.map((one) => (one.tutor._id === 'sol' ? { ...one, payable: 20 } : one))
        return failure(409, 'What is payable has changed. Please review it again')
      },
    })
    showApp('/admin/dashboard/money')
    await userEvent.click(await screen.findByRole('button', { name: 'Pay 2 tutors' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Pay tutors' }))
    await userEvent.type(dialog.getByLabelText(/^Method/), 'Cash')
    await userEvent.type(dialog.getByLabelText(/^Reference/), 'PO 1')
    await userEvent.click(dialog.getByRole('button', { name: 'Record payout of $119.75' }))
    expect(await dialog.findByText(/^What is payable has changed/)).toBeInTheDocument()
    await userEvent.click(await dialog.findByRole('button', { name: 'Record payout of $127.50' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Pay tutors' })).not.toBeInTheDocument())
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toMatchObject([
      { expected: 119.75 },
      { expected: 127.5 },
    ])
  })

  it('pays nobody else if those chosen were just paid', async () => {
    let rows = owed
    const calls = serve({ 'GET /payouts/preview': () => ({ body: rows }) })
    showApp('/admin/dashboard/money')
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Pay Kim Marsh' }))
    await userEvent.click(screen.getByRole('button', { name: 'Pay 1 tutor' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Pay tutors' }))
    await userEvent.type(dialog.getByLabelText(/^Method/), 'Cash')
    await userEvent.type(dialog.getByLabelText(/^Reference/), 'PO 1')
    rows = owed.filter(({ tutor }) => tutor._id !== 'sol')
    await sendChange({ noun: 'payouts', id: 'p2', change: 'create' })
    expect(await dialog.findByText(/^There is nothing left to pay out/)).toBeInTheDocument()
    const submit = dialog.getByRole('button', { name: /^Record payout/ })
    expect(submit).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(submit)
    await userEvent.type(dialog.getByLabelText(/^Reference/), '{Enter}')
    expect(calls.some(({ method }) => method === 'POST')).toBe(false)
    expect(dialog.getByLabelText(/^Reference/)).toHaveValue('PO 1')
  })

  it('filters the ledger, with the view in the address', async () => {
    const calls = serve()
    const router = showApp('/admin/dashboard/money')
    await table('Ledger')
    await userEvent.click(screen.getByRole('link', { name: 'Entries of Kim Marsh' }))
    await waitFor(() => expect(addressOf(router)).toBe('/admin/dashboard/money?tutor=kim'))
    expect(await screen.findByText('Tutor:')).toHaveProperty('parentElement.textContent', 'Tutor: Kim Marsh')
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Paid out')
    await waitFor(() =>
      expect(calls.filter(({ path }) => path === '/ledger').at(-1)?.query).toBe(
        '?kind=paid&tutor=kim&page=1&perPage=20',
      ),
    )
    await userEvent.click(screen.getByRole('button', { name: /Tutor/ }))
    await waitFor(() => expect(addressOf(router)).toBe('/admin/dashboard/money?kind=paid'))
  })

  it('filters the ledger by the days of the site', async () => {
    const calls = serve()
    showApp('/admin/dashboard/money?from=2026-11-01&to=2026-11-30')
    await table('Ledger')
    expect(calls.filter(({ path }) => path === '/ledger').at(-1)?.query).toBe(
      '?from=2026-11-01&before=2026-12-01&page=1&perPage=20',
    )
  })

  it('records an adjustment', async () => {
    const calls = serve({ 'POST /ledger/adjustments': { status: 201, body: entry } })
    showApp('/admin/dashboard/money')
    const open = await screen.findByRole('button', { name: 'Adjust' })
    await waitFor(() => expect(open).not.toHaveAttribute('aria-disabled'))
    await userEvent.click(open)
    const dialog = within(await screen.findByRole('dialog', { name: 'Adjust what a tutor is owed' }))
    await userEvent.selectOptions(dialog.getByLabelText(/^Tutor/), 'Sol Reed')
    await userEvent.type(dialog.getByLabelText(/^Amount/), '-12.5')
    await userEvent.type(dialog.getByLabelText(/^Memo/), 'Paid twice')
    await userEvent.click(dialog.getByRole('button', { name: 'Record adjustment' }))
    await waitFor(() => expect(toasts()).toContain('Adjustment recorded'))
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      tutor: 'sol',
      amount: -12.5,
      memo: 'Paid twice',
    })
  })

  it('adjusts nothing without an amount, and Cancel asks first', async () => {
    serve()
    showApp('/admin/dashboard/money')
    const open = await screen.findByRole('button', { name: 'Adjust' })
    await waitFor(() => expect(open).not.toHaveAttribute('aria-disabled'))
    await userEvent.click(open)
    const dialog = within(await screen.findByRole('dialog', { name: 'Adjust what a tutor is owed' }))
    await userEvent.type(dialog.getByLabelText(/^Memo/), 'Paid twice')
    await userEvent.click(dialog.getByRole('button', { name: 'Record adjustment' }))
    await waitFor(() =>
      expect(dialog.getByLabelText(/^Amount/)).toHaveAccessibleDescription(
        expect.stringMatching(/^Amount is required/),
      ),
    )
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(dialog.getByLabelText(/^Memo/)).toHaveValue('Paid twice')
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
    expect(screen.queryByRole('dialog', { name: 'Adjust what a tutor is owed' })).not.toBeInTheDocument()
  })

  it('lists the last page once a later page is empty', async () => {
    let count = 21
    const rows = () =>
      Array.from({ length: count }, (_, at) => ({ ...payout, _id: `p${at}`, number: `PAY-${at}` }))
    serve({
      'GET /payouts': ({ query }) => ({
        body: new URLSearchParams(query).get('page') === '2' ? rows().slice(20) : rows().slice(0, 20),
        headers: { 'X-Total-Count': String(count) },
      }),
    })
    showApp('/admin/dashboard/money')
    await screen.findByText('PAY-0')
    await userEvent.click(screen.getByRole('button', { name: /^Next/ }))
    await screen.findByText('PAY-20')
    count = 20
    await sendChange({ noun: 'payouts', id: 'p20', change: 'delete' })
    expect(await screen.findByText('PAY-0')).toBeInTheDocument()
  })

  it('names the assignment even when no entries match', async () => {
    const calls = serve({
      'GET /ledger': ({ query }) =>
        query.includes('kind=paid')
          ? { body: [], headers: { 'X-Total-Count': '0' } }
          : { body: [entry], headers: { 'X-Total-Count': '1' } },
      'GET /assignments/a1': { body: assignment({ reference: 'A-7F3K2M', title: 'Essay on tides' }) },
    })
    const named = 'Assignment: A-7F3K2M Essay on tides'
    const router = showApp('/admin/dashboard/money')
    await userEvent.click(await screen.findByRole('link', { name: 'Entries of A-7F3K2M' }))
    await waitFor(() => expect(addressOf(router)).toBe('/admin/dashboard/money?assignment=a1'))
    expect(await screen.findByText('Assignment:')).toHaveProperty('parentElement.textContent', named)
    expect(calls.some(({ path }) => path === '/assignments/a1')).toBe(false)
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Paid out')
    expect(await screen.findByText('No matching entries')).toBeInTheDocument()
    await waitFor(() =>
      expect(screen.getByText('Assignment:')).toHaveProperty('parentElement.textContent', named),
    )
  })

  it('leads from entries to payouts, and on to statements', async () => {
    serve({
      'GET /ledger': {
        body: [{ ...entry, kind: 'paid', payout: 'p1', memo: 'PAY-2026-0001' }],
        headers: { 'X-Total-Count': '1' },
      },
      'GET /payouts/p1': { body: statement },
    })
    const router = showApp('/admin/dashboard/money')
    const entries = await table('Ledger')
    expect(entries.getByRole('link', { name: 'Open the payout' })).toHaveAttribute(
      'href',
      '/admin/dashboard/money/p1',
    )
    expect(entries.getByRole('link', { name: 'Essay on tides' })).toHaveAttribute('href', '/assignments/a1')
    const payouts = await table('Payouts, newest first')
    await userEvent.click(payouts.getByRole('link', { name: 'PAY-2026-0001' }))
    const paid = within(await screen.findByRole('table', { name: 'What each tutor got' }))
    expect(
      paid
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual(['Kim Marsh$107.50Statement', 'Deleted account$12.25Statement'])
    expect(screen.getByRole('heading', { level: 1, name: 'Payout PAY-2026-0001' })).toBeInTheDocument()
    await userEvent.click(paid.getByRole('link', { name: 'Statement for Kim Marsh' }))
    const sheet = await screen.findByRole('article')
    expect(addressOf(router)).toBe('/admin/dashboard/money/p1/kim')
    expect(sheet).toHaveTextContent('Paid toKim Marsh')
    expect(sheet).toHaveTextContent(/A-7F3K2M Essay on tides[^$]*\$100\.00.*Adjustments[^$]*\$7\.50/)
    expect(sheet).toHaveTextContent('9:abc123')
    expect(sheet).not.toHaveTextContent('12.25')
  })

  it('says that a payout or statement does not exist', async () => {
    serve({ 'GET /payouts/p1': { body: statement }, 'GET /payouts/p2': failure(404, 'Payout not found') })
    const router = showApp('/admin/dashboard/money/p1/nobody')
    expect(await screen.findByText('Statement not found')).toBeInTheDocument()
    await act(() => router.navigate('/admin/dashboard/money/p2'))
    expect(await screen.findByText('Payout not found')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Back to Money' })).toHaveAttribute(
      'href',
      '/admin/dashboard/money',
    )
  })

  it('says what is empty and what fails', async () => {
    serve({
      'GET /payouts/preview': { body: [] },
      'GET /payouts': failure(503, 'Busy'),
      'GET /ledger': { body: [], headers: { 'X-Total-Count': '0' } },
    })
    showApp('/admin/dashboard/money')
    expect(await screen.findByText('No tutor is owed anything')).toBeInTheDocument()
    expect(await screen.findByText('Busy')).toBeInTheDocument()
    expect(await screen.findByText('No entries yet')).toBeInTheDocument()
  })
})
