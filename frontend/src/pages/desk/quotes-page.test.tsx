import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addressOf, loadAdminDashboard, showApp } from '../../../testing/app'
import { openedTabs } from '../../../testing/downloads'
import { type Answer, type Call, failure, fakeServer } from '../../../testing/fake-server'
import { sendChange } from '../../../testing/live'
import { signedIn } from '../../../testing/people'
import { quote } from '../../../testing/quotes'
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

const list = [
  quote(),
  quote({ _id: 'q2', reference: 'Q-222222', subject: 'PHYS1', status: 'quoted', amount: 120.5, files: [] }),
]

/** A server with two quote requests. The statistics fail, which does not matter here. */
const serve = (handlers: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    'GET /site': { body: site() },
    'GET /assignments/stats': failure(500, 'no'),
    'GET /users/stats': failure(500, 'no'),
    'GET /quotes': { body: list, headers: { 'X-Total-Count': '2' } },
    ...handlers,
  })

const toasts = () => store.get(toastsAtom).map(({ title, seconds }) => [title, seconds])
const dialog = (reference: string) => screen.queryByRole('dialog', { name: `Quote ${reference}` })
const singleReads = (calls: Call[]) =>
  calls.filter(({ path }) => path.startsWith('/quotes/')).map(({ path }) => path)

async function open(reference: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Open ${reference}` }))
  return within(screen.getByRole('dialog', { name: `Quote ${reference}` }))
}

describe('the quotes of the admin dashboard', () => {
  it('are listed with the request and the quoted amount', async () => {
    serve()
    showApp('/admin/dashboard/quotes')
    const row = await screen.findByRole('row', { name: /Q-7F3K2M/ })
    expect(row).toHaveTextContent('HIST101')
    expect(row).toHaveTextContent('visitor@example.com')
    expect(row).toHaveTextContent(/2099, 9:00 PM (GMT\+11|AEDT)/)
    expect(within(row).getByText('New')).toBeInTheDocument()
    expect(screen.getByRole('row', { name: /Q-222222/ })).toHaveTextContent('$120.50')
    expect(screen.getByText('1 to 2 of 2')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Quotes' })).toHaveAttribute('aria-current', 'page')
  })

  it('keep filter, order and search in the address', async () => {
    const calls = serve()
    const router = showApp('/admin/dashboard/quotes?status=quoted&sort=deadline')
    await screen.findByRole('row', { name: /Q-222222/ })
    const lastQuery = () => calls.filter(({ path }) => path === '/quotes').at(-1)?.query
    expect(lastQuery()).toBe('?status=quoted&sort=deadline&page=1&perPage=20')
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'Accepted')
    await waitFor(() =>
      expect(addressOf(router)).toBe('/admin/dashboard/quotes?status=accepted&sort=deadline'),
    )
    await userEvent.type(screen.getByLabelText('Search'), 'tides{Enter}')
    await waitFor(() => expect(lastQuery()).toContain('search=tides'))
  })

  it('are listed even if one has an unknown status', async () => {
    serve({ 'GET /quotes': { body: [quote({ status: 'on ice' })] } })
    showApp('/admin/dashboard/quotes')
    const row = await screen.findByRole('row', { name: /Q-7F3K2M/ })
    expect(within(row).getByText('on ice').firstElementChild).toHaveAttribute('data-tone', 'gray')
  })

  it('open with their files, and can be answered', async () => {
    const calls = serve({ 'PATCH /quotes/q1': { body: quote({ status: 'quoted' }) } })
    showApp('/admin/dashboard/quotes')
    const modal = await open('Q-7F3K2M')
    expect(modal.getByText('Two thousand words on the tides.')).toBeInTheDocument()
    expect(modal.getByText(/2099, 21:00 \(Australia\/Sydney\)/)).toBeInTheDocument()
    expect(modal.getByText('Australia')).toBeInTheDocument()
    expect(modal.getByText('Essay writing')).toBeInTheDocument()
    expect(modal.getByRole('button', { name: 'Download brief.pdf 2 kB' })).toBeInTheDocument()

    await userEvent.selectOptions(modal.getByLabelText('Status'), 'Quoted')
    fireEvent.change(modal.getByLabelText(/^Amount in AUD/), { target: { value: '99.5' } })
    fireEvent.change(modal.getByLabelText(/^Valid until/), { target: { value: '2099-11-30' } })
    await userEvent.type(modal.getByLabelText(/^Note/), 'Two days.')
    await userEvent.click(modal.getByRole('button', { name: 'Send offer' }))
    await waitFor(() =>
      expect(toasts()).toContainEqual(['Offer saved. We are emailing it to visitor@example.com.', 5]),
    )
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
      status: 'quoted',
      amount: 99.5,
      note: 'Two days.',
      validUntil: '2099-11-30T12:59:59.000Z',
    })
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Quote/ })).not.toBeInTheDocument())
  })

  it('say when their files go, and what keeps them', async () => {
    serve({ 'GET /quotes': { body: [quote({ purgeAt: '2099-12-04T10:00:00.000Z' })] } })
    showApp('/admin/dashboard/quotes')
    const modal = await open('Q-7F3K2M')
    expect(modal.getByText(/^The files are deleted on Dec 4.*unless you send an offer/)).toBeInTheDocument()
  })

  it('are not answered by the admin who asked for them', async () => {
    serve({ 'GET /quotes': { body: [quote({ ownCase: true })] } })
    showApp('/admin/dashboard/quotes')
    const modal = await open('Q-7F3K2M')
    expect(modal.getByText(/^You asked for this quote yourself/)).toBeInTheDocument()
    expect(modal.queryByRole('button', { name: /Save|Send/ })).not.toBeInTheDocument()
  })

  it('keep the focus on a file whose link is renewed', async () => {
    const downloads = openedTabs()
    const link = (sign: string) => ({
      name: 'a.pdf',
      size: 9,
      url: `/api/quotes/q1/files/a.pdf?sign=${sign}`,
    })
    let now = quote({ files: [link('old')] })
    serve({ 'GET /quotes': () => ({ body: [now] }), 'GET /quotes/q1': () => ({ body: now }) })
    showApp('/admin/dashboard/quotes')
    const modal = await open('Q-7F3K2M')
    const file = modal.getByRole('button', { name: /a\.pdf/ })
    act(() => file.focus())
    now = quote({ files: [link('new')], subject: 'GEOG202' })
    await sendChange()
    await modal.findByText('GEOG202')
    expect(modal.getByRole('button', { name: /a\.pdf/ })).toBe(file)
    expect(file).toHaveFocus()
    await userEvent.click(file)
    await waitFor(() => expect(downloads).toEqual([link('new').url]))
  })

  it('never show what was typed for another request', async () => {
    const other = quote({ _id: 'q2', reference: 'Q-222222', subject: 'HIST9' })
    serve({ 'GET /quotes': { body: [quote(), other], headers: { 'X-Total-Count': '2' } } })
    const router = showApp('/admin/dashboard/quotes')
    const modal = await open('Q-7F3K2M')
    await userEvent.type(modal.getByLabelText(/^Note/), 'For the first.')
    await act(() => router.navigate('/admin/dashboard/quotes?quote=q2'))
    await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
    const next = within(await screen.findByRole('dialog', { name: 'Quote Q-222222' }))
    expect(next.getByLabelText(/^Note/)).toHaveValue('')
  })

  it('download files through fresh links, and keep the input', async () => {
    const downloads = openedTabs()
    const file = { name: 'brief.pdf', size: 2048, url: '/api/quotes/q1/files/brief.pdf?sign=fresh' }
    serve({ 'GET /quotes/q1': { body: quote({ files: [file] }) } })
    showApp('/admin/dashboard/quotes')
    const modal = await open('Q-7F3K2M')
    await userEvent.type(modal.getByLabelText(/^Note/), 'Two days.')
    await userEvent.click(modal.getByRole('button', { name: /brief\.pdf/ }))
    await waitFor(() => expect(downloads).toEqual([file.url]))
    expect(modal.getByLabelText(/^Note/)).toHaveValue('Two days.')
  })

  it.each([
    ['the request is gone', failure(404, 'Quote not found')],
    ['the file is gone', { body: quote({ files: [] }) }],
  ])('report a failed download if %s', async (_, answer) => {
    const downloads = openedTabs()
    serve()
    showApp('/admin/dashboard/quotes')
    const modal = await open('Q-7F3K2M')
    serve({ 'GET /quotes/q1': answer })
    await userEvent.click(modal.getByRole('button', { name: /brief\.pdf/ }))
    await waitFor(() => expect(toasts()).toContainEqual(['Failed to download file', 5]))
    expect(downloads).toEqual([])
  })

  it.each([
    [{ serviceName: '', service: 'thesis-proofs' }, 'thesis-proofs'],
    [{ serviceName: '', service: '' }, 'None (front page form)'],
  ])('without a known service %j show "%s"', async (overrides, words) => {
    serve({ 'GET /quotes': { body: [quote(overrides)] } })
    showApp('/admin/dashboard/quotes')
    const modal = await open('Q-7F3K2M')
    expect(modal.getByText(words)).toBeInTheDocument()
  })

  it('show the current quote, and send no amount as zero', async () => {
    const calls = serve({
      'GET /quotes': { body: [quote({ amount: 5, validUntil: '2099-11-30T12:59:59.999Z', note: 'Mine' })] },
      'PATCH /quotes/q1': { body: quote() },
    })
    showApp('/admin/dashboard/quotes')
    const modal = await open('Q-7F3K2M')
    expect(modal.getByLabelText(/^Valid until/)).toHaveValue('2099-11-30')
    expect(modal.getByLabelText(/^Note/)).toHaveValue('Mine')
    fireEvent.change(modal.getByLabelText(/^Amount/), { target: { value: '' } })
    fireEvent.change(modal.getByLabelText(/^Valid until/), { target: { value: '' } })
    await userEvent.click(modal.getByRole('button', { name: 'Update Quote' }))
    await waitFor(() => expect(calls.some(({ method }) => method === 'PATCH')).toBe(true))
    const sent = calls.find(({ method }) => method === 'PATCH')?.body
    expect(sent).toEqual({ amount: 0, validUntil: '' })
  })

  it("show the deadline in the reader's zone and as entered", async () => {
    const deadline = { deadline: '2099-12-01', deadlineTime: '21:00', timeZone: 'America/New_York' }
    serve({ 'GET /quotes': { body: [quote({ ...deadline, dueAt: '2099-12-02T02:00:00.000Z' })] } })
    showApp('/admin/dashboard/quotes')
    const row = await screen.findByRole('row', { name: /Q-7F3K2M/ })
    expect(row).toHaveTextContent(/Dec 2, 2099, 1:00 PM (GMT\+11|AEDT)/)
    const modal = await open('Q-7F3K2M')
    expect(modal.getByText(/^Dec 2, 2099, 1:00\sPM (GMT\+11|AEDT)$/)).toBeInTheDocument()
    expect(modal.getByText('Dec 1, 2099, 21:00 (America/New York)')).toBeInTheDocument()
  })

  it('send only the changed fields', async () => {
    const denver = '2099-11-30T06:59:59.000Z' // the end of 29 November there, the afternoon of the 30th here
    const calls = serve({
      'GET /quotes': { body: [quote({ status: 'quoted', amount: 5, validUntil: denver })] },
      'PATCH /quotes/q1': { body: quote() },
    })
    showApp('/admin/dashboard/quotes')
    const modal = await open('Q-7F3K2M')
    await userEvent.type(modal.getByLabelText(/^Note/), 'Two days.')
    await userEvent.click(modal.getByRole('button', { name: 'Send offer' }))
    await waitFor(() =>
      expect(toasts()).toContainEqual(['Offer saved. We are emailing it to visitor@example.com.', 5]),
    )
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
      status: 'quoted',
      note: 'Two days.',
    })
  })

  it("follow another admin's changes, except in edited fields", async () => {
    let now = quote({ note: 'Theirs' })
    const calls = serve({
      'GET /quotes': () => ({ body: [now] }),
      'PATCH /quotes/q1': failure(400, 'Note is too long'),
    })
    showApp('/admin/dashboard/quotes')
    const modal = await open('Q-7F3K2M')
    fireEvent.change(modal.getByLabelText(/^Note/), { target: { value: 'Mine' } })
    fireEvent.change(modal.getByLabelText(/^Valid until/), { target: { value: '2099-11-30' } })
    fireEvent.change(modal.getByLabelText(/^Valid until/), { target: { value: '' } })
    await userEvent.click(modal.getByRole('button', { name: 'Update Quote' }))
    expect(await modal.findByRole('alert')).toHaveTextContent('Note is too long')

    now = quote({
      status: 'quoted',
      amount: 99.5,
      note: 'Theirs again',
      validUntil: '2099-10-31T12:59:59.999Z',
    })
    await sendChange()
    await waitFor(() => expect(modal.getByLabelText('Status')).toHaveValue('quoted'))
    expect(modal.getByLabelText(/^Amount/)).toHaveValue(99.5)
    expect(modal.getByLabelText(/^Valid until/)).toHaveValue('2099-10-31')
    expect(modal.getByLabelText(/^Note/)).toHaveValue('Mine')
    expect(modal.getByRole('alert')).toHaveTextContent('Note is too long')

    await userEvent.click(modal.getByRole('button', { name: 'Send offer' }))
    const patches = () => calls.filter(({ method }) => method === 'PATCH')
    await waitFor(() => expect(patches()).toHaveLength(2))
    expect(patches()[1]?.body).toEqual({ status: 'quoted', note: 'Mine' })
  })

  it('keep the input when the server refuses it', async () => {
    serve({
      'PATCH /quotes/q1': failure(400, 'Invalid status value', {
        status: { message: 'Invalid status value' },
      }),
    })
    showApp('/admin/dashboard/quotes')
    const modal = await open('Q-7F3K2M')
    await userEvent.type(modal.getByLabelText(/^Note/), 'Two days.')
    await userEvent.click(modal.getByRole('button', { name: 'Update Quote' }))
    expect(await modal.findByRole('alert')).toHaveTextContent('Invalid status value')
    expect(modal.getByLabelText(/^Note/)).toHaveValue('Two days.')
    expect(toasts()).toContainEqual(['Invalid status value', 5])
  })

  it.each([
    ['/quotes', 'No quote requests yet'],
    ['/quotes?status=closed', 'No matching quote requests'],
  ])('say that there are none at %s', async (query, sentence) => {
    serve({ 'GET /quotes': { body: [] } })
    showApp(`/admin/dashboard${query}`)
    expect(await screen.findByText(sentence)).toBeInTheDocument()
  })
})

describe('an offer', () => {
  const versions = [
    {
      version: 1,
      amount: 99,
      validUntil: '2099-11-29T12:59:59.000Z',
      note: '',
      createdAt: '2026-11-20T10:00:00.000Z',
    },
    {
      version: 2,
      amount: 120,
      validUntil: '2099-11-30T12:59:59.000Z',
      note: 'In two parts.',
      createdAt: '2026-11-21T10:00:00.000Z',
    },
  ]
  const offered = quote({
    status: 'quoted',
    amount: 120,
    validUntil: '2099-11-30T12:59:59.000Z',
    version: 2,
    versions,
  })
  const show = async (row: ReturnType<typeof quote>, handlers: Parameters<typeof fakeServer>[0] = {}) => {
    const calls = serve({ 'GET /quotes': { body: [row] }, ...handlers })
    showApp('/admin/dashboard/quotes')
    return { calls, modal: await open('Q-7F3K2M') }
  }

  it.each([
    ['', '2099-11-30', 'Amount is required'],
    ['120', '', 'Valid until is required'],
    ['120', '2020-01-01', 'Valid until must be in the future'],
  ])('with the amount "%s" until "%s" is not sent', async (amount, day, problem) => {
    const { calls, modal } = await show(quote())
    fireEvent.change(modal.getByLabelText(/^Amount/), { target: { value: amount } })
    fireEvent.change(modal.getByLabelText(/^Valid until/), { target: { value: day } })
    await userEvent.click(modal.getByRole('button', { name: 'Send offer' }))
    expect(await modal.findByRole('alert')).toHaveTextContent(problem)
    const mended = amount ? (['Valid until', '2099-11-30'] as const) : (['Amount', '120'] as const)
    fireEvent.change(modal.getByLabelText(new RegExp(`^${mended[0]}`)), { target: { value: mended[1] } })
    await waitFor(() => expect(modal.queryByText(problem)).not.toBeInTheDocument())
    expect(modal.queryByRole('alert')).not.toBeInTheDocument()
    expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([])
  })

  it('is previewed as the customer will see it', async () => {
    const { modal } = await show(quote({ note: 'Theirs' }))
    expect(modal.getByText('Enter an amount to see the offer.')).toBeInTheDocument()
    fireEvent.change(modal.getByLabelText(/^Amount/), { target: { value: '120.5' } })
    fireEvent.change(modal.getByLabelText(/^Valid until/), { target: { value: '2099-11-30' } })
    expect(await modal.findByText('$120.50')).toBeInTheDocument()
    expect(modal.getByText('8 pages, 2,000 words')).toBeInTheDocument()
    expect(modal.getByText(/request a revision within 2 days/)).toBeInTheDocument()
    expect(modal.getByRole('heading', { name: 'Our note' }).parentElement).toHaveTextContent('Theirs')
  })

  it('that stands is sent again only with a change', async () => {
    const { modal } = await show(offered)
    expect(modal.queryByRole('button', { name: 'Send offer' })).not.toBeInTheDocument()
    expect(modal.getByRole('button', { name: 'Copy link' })).toBeInTheDocument()
    await userEvent.type(modal.getByLabelText(/^Note/), 'Two days.')
    expect(modal.getByRole('button', { name: 'Send offer' })).toBeInTheDocument()
  })

  it('is passed on by hand without a mail server', async () => {
    const { modal } = await show(offered, {
      'GET /mails/state': { body: { enabled: false, queued: 0, failed: 0 } },
      'PATCH /quotes/q1': { body: offered },
    })
    await userEvent.type(modal.getByLabelText(/^Note/), 'Two days.')
    await userEvent.click(modal.getByRole('button', { name: 'Send offer' }))
    await waitFor(() =>
      expect(toasts()).toContainEqual([
        'Offer saved. Copy its link to pass it on: no mail server is set up.',
        5,
      ]),
    )
  })

  it('has expired as soon as its time is over', async () => {
    const { modal } = await show({ ...offered, validUntil: '2020-01-01T12:59:59.000Z' })
    expect(screen.getByRole('row', { name: /Q-7F3K2M/, hidden: true })).toHaveTextContent('Expired')
    expect(modal.getByText(/^It expired on/)).toBeInTheDocument()
    expect(modal.queryByRole('button', { name: 'Copy link' })).not.toBeInTheDocument()
    expect(modal.getByRole('button', { name: 'Send offer' })).toBeInTheDocument()
  })

  it('cannot be accepted or declined by hand', async () => {
    const { modal } = await show(offered)
    const choices = within(modal.getByLabelText('Status')).getAllByRole('option')
    expect(choices.map(({ textContent }) => textContent)).toEqual(['New', 'Quoted', 'Closed'])
  })

  it('is withdrawn with a warning', async () => {
    const { calls, modal } = await show(offered, {
      'PATCH /quotes/q1': { body: quote({ status: 'closed' }) },
    })
    expect(modal.queryByRole('button', { name: 'Update Quote' })).not.toBeInTheDocument()
    await userEvent.selectOptions(modal.getByLabelText('Status'), 'Closed')
    expect(modal.getByLabelText('Status')).toHaveAccessibleDescription(/^This withdraws the offer/)
    expect(modal.queryByRole('button', { name: 'Send offer' })).not.toBeInTheDocument()
    await userEvent.click(modal.getByRole('button', { name: 'Update Quote' }))
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ status: 'closed' }),
    )
  })

  it('has a link to pass on by hand', async () => {
    const user = userEvent.setup()
    const url = 'https://deskmate.example/offers/abc.def'
    const { modal } = await show(offered, {
      'POST /quotes/q1/offer-link': { status: 201, body: { url, validUntil: offered.validUntil } },
    })
    await user.click(modal.getByRole('button', { name: 'Copy link' }))
    await waitFor(() => expect(toasts()).toContainEqual(['Link copied', 3]))
    expect(await navigator.clipboard.readText()).toBe(url)
    expect(modal.getByLabelText('Link for the customer')).toHaveValue(url)
  })

  it('has a history, newest first', async () => {
    const { modal } = await show(offered)
    const rows = modal.getAllByRole('listitem').map(({ textContent }) => textContent ?? '')
    const history = rows.filter((row) => row.startsWith('Version'))
    expect(history[0]).toMatch(/^Version 2: \$120\.00, valid until .*In two parts\.$/)
    expect(history[1]).toMatch(/^Version 1: \$99\.00, valid until/)
  })

  it.each([
    [{}, /has not opened it yet/],
    [{ openedAt: '2026-11-21T10:00:00.000Z' }, /^First opened on/],
    [{ status: 'expired' }, /^It expired on/],
    [{ status: 'new' }, /^This offer was withdrawn/],
    [{ status: 'closed' }, /^This offer was withdrawn/],
    [{ status: 'declined', declineReason: 'Too dear' }, /declined: “Too dear”/],
    [{ status: 'declined' }, /^The customer declined\.$/],
  ])('says how it ended: %j', async (overrides, sentence) => {
    const { modal } = await show({ ...offered, ...overrides })
    expect(modal.getByText(sentence)).toBeInTheDocument()
  })

  it('is fixed once accepted, and leads to its assignment', async () => {
    const { modal } = await show({ ...offered, status: 'accepted', assignment: 'a1' })
    expect(modal.getByText(/can no longer be changed/)).toBeInTheDocument()
    expect(modal.getByRole('link', { name: 'Open the assignment' })).toHaveAttribute(
      'href',
      '/assignments/a1',
    )
    for (const name of ['Send offer', 'Update Quote', 'Copy link'])
      expect(modal.queryByRole('button', { name })).not.toBeInTheDocument()
  })

  it('accepted before offers existed still shows its price', async () => {
    const { modal } = await show({ ...offered, status: 'accepted', amount: 240, versions: [] })
    expect(modal.getByText(/^The customer accepted \$240\.00\./)).toBeInTheDocument()
    expect(modal.queryByText('Versions')).not.toBeInTheDocument()
  })

  it('that has expired is found by its filter', async () => {
    const { calls } = await show({ ...offered, status: 'expired' })
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'Expired')
    await waitFor(() =>
      expect(calls.filter(({ path }) => path === '/quotes').at(-1)?.query).toContain('status=expired'),
    )
  })
})

describe('the address of an open quote', () => {
  const hidden = '/admin/dashboard/quotes?status=closed&quote=q1'

  it('appears while the dialog is open, and keeps the filter', async () => {
    const calls = serve()
    const router = showApp('/admin/dashboard/quotes?sort=deadline')
    await open('Q-7F3K2M')
    await waitFor(() => expect(addressOf(router)).toBe('/admin/dashboard/quotes?quote=q1&sort=deadline'))
    await act(() => router.navigate(-1))
    await waitFor(() => expect(dialog('Q-7F3K2M')).not.toBeInTheDocument())
    expect(addressOf(router)).toBe('/admin/dashboard/quotes?sort=deadline')
    await act(() => router.navigate(1))
    await waitFor(() => expect(dialog('Q-7F3K2M')).toBeVisible())
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(addressOf(router)).toBe('/admin/dashboard/quotes?sort=deadline'))
    expect(dialog('Q-7F3K2M')).not.toBeInTheDocument()
    expect(singleReads(calls)).toEqual([])
  })

  it('asks first if Back would discard input', async () => {
    serve()
    const router = showApp('/admin/dashboard/quotes')
    const modal = await open('Q-7F3K2M')
    await userEvent.type(modal.getByLabelText(/^Note/), 'Two days.')
    await act(() => router.navigate(-1))
    const question = await screen.findByRole('alertdialog', { name: 'Unsaved changes' })
    await userEvent.click(within(question).getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(addressOf(router)).toBe('/admin/dashboard/quotes?quote=q1'))
    expect(modal.getByLabelText(/^Note/)).toHaveValue('Two days.')
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    await act(() => router.navigate(-1))
    await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
    expect(dialog('Q-7F3K2M')).not.toBeInTheDocument()
    expect(addressOf(router)).toBe('/admin/dashboard/quotes')
  })

  it('asks first if Back would lead to another tab', async () => {
    serve({ 'GET /activities': { body: [] } })
    const router = showApp('/admin/dashboard/activity')
    await screen.findByRole('link', { name: 'Activity', current: 'page' })
    await act(() => router.navigate('/admin/dashboard/quotes?quote=q1'))
    const modal = within(await screen.findByRole('dialog', { name: 'Quote Q-7F3K2M' }))
    await userEvent.type(modal.getByLabelText(/^Note/), 'Two days.')
    await act(() => router.navigate(-1))
    const question = await screen.findByRole('alertdialog', { name: 'Unsaved changes' })
    await userEvent.click(within(question).getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(modal.getByLabelText(/^Note/)).toHaveValue('Two days.')
    expect(addressOf(router)).toBe('/admin/dashboard/quotes?quote=q1')
    await act(() => router.navigate(-1))
    await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
    await waitFor(() => expect(addressOf(router)).toBe('/admin/dashboard/activity'))
    await waitFor(() => expect(dialog('Q-7F3K2M')).not.toBeInTheDocument())
  })

  it('stays on Back until the answer arrives, then closes', async () => {
    let answer = (_: Answer) => {}
    serve({
      'PATCH /quotes/q1': () =>
        new Promise<Answer>((resolve) => {
          answer = resolve
        }),
    })
    const router = showApp('/admin/dashboard/quotes')
    const modal = await open('Q-7F3K2M')
    await userEvent.type(modal.getByLabelText(/^Note/), 'Two days.')
    await userEvent.click(modal.getByRole('button', { name: 'Update Quote' }))
    await act(() => router.navigate(-1))
    expect(dialog('Q-7F3K2M')).toBeVisible()
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    await act(async () => answer({ body: quote() }))
    await waitFor(() => expect(dialog('Q-7F3K2M')).not.toBeInTheDocument())
    expect(toasts()).toContainEqual(['Quote updated successfully', 3])
  })

  it('opens a quote that the filter hides, even once deleted', async () => {
    let answer: Answer = { body: quote({ note: 'Theirs' }) }
    const calls = serve({ 'GET /quotes': { body: [] }, 'GET /quotes/q1': () => answer })
    showApp(hidden)
    const modal = within(await screen.findByRole('dialog', { name: 'Quote Q-7F3K2M' }))
    expect(modal.getByLabelText(/^Note/)).toHaveValue('Theirs')
    expect(singleReads(calls)).toEqual(['/quotes/q1'])
    answer = { body: quote({ note: 'Theirs again' }) }
    await sendChange()
    await waitFor(() => expect(modal.getByLabelText(/^Note/)).toHaveValue('Theirs again'))
    answer = failure(404, 'Quote not found')
    await sendChange()
    await waitFor(() => expect(singleReads(calls)).toHaveLength(3))
    expect(dialog('Q-7F3K2M')).toBeVisible()
    expect(toasts().map(([title]) => title)).not.toContain('Quote not found')
  })

  it('shows changes of a quote that leaves the list', async () => {
    let rows = list
    const calls = serve({
      'GET /quotes': () => ({ body: rows }),
      'GET /quotes/q1': { body: quote({ status: 'closed', note: 'Too late' }) },
    })
    showApp('/admin/dashboard/quotes?status=new')
    const modal = await open('Q-7F3K2M')
    rows = []
    await sendChange()
    await waitFor(() => expect(modal.getByLabelText('Status')).toHaveValue('closed'))
    expect(modal.getByLabelText(/^Note/)).toHaveValue('Too late')
    expect(singleReads(calls)).toEqual(['/quotes/q1'])
  })

  it('is removed, with a message, if no quote has it', async () => {
    serve({ 'GET /quotes': { body: [] }, 'GET /quotes/q1': failure(404, 'Quote not found') })
    const router = showApp(hidden)
    await waitFor(() => expect(addressOf(router)).toBe('/admin/dashboard/quotes?status=closed'))
    expect(store.get(toastsAtom).find(({ title }) => title === 'Quote not found')).toMatchObject({
      tone: 'error',
      description: 'It may have been deleted.',
      seconds: 5,
    })
    expect(screen.queryByRole('dialog', { name: /^Quote/ })).not.toBeInTheDocument()
  })

  it('stays if the quote fails to load for another reason', async () => {
    serve({ 'GET /quotes': { body: [] }, 'GET /quotes/q1': { status: 502 } })
    const router = showApp(hidden)
    await waitFor(() => expect(toasts()).toContainEqual(['Failed to fetch quotes', 5]))
    expect(router.state.location.search).toContain('quote=q1')
  })
})
