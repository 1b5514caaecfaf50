import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addressOf, loadAdminDashboard, showApp } from '../../../testing/app'
import { followedLinks } from '../../../testing/downloads'
import { type Answer, type Call, failure, fakeServer } from '../../../testing/fake-server'
import { tell } from '../../../testing/live'
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

/** The desk with quote requests; its other figures do not come and do not matter. */
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
const readAlone = (calls: Call[]) =>
  calls.filter(({ path }) => path.startsWith('/quotes/')).map(({ path }) => path)

async function open(reference: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Open ${reference}` }))
  return within(screen.getByRole('dialog', { name: `Quote ${reference}` }))
}

describe('the quotes of the admin dashboard', () => {
  it('are listed with request and answer', async () => {
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
    const asked = () => calls.filter(({ path }) => path === '/quotes').at(-1)?.query
    expect(asked()).toBe('?status=quoted&sort=deadline&page=1&perPage=20')
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'Accepted')
    await waitFor(() =>
      expect(addressOf(router)).toBe('/admin/dashboard/quotes?status=accepted&sort=deadline'),
    )
    await userEvent.type(screen.getByLabelText('Search'), 'tides{Enter}')
    await waitFor(() => expect(asked()).toContain('search=tides'))
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
    await userEvent.click(modal.getByRole('button', { name: 'Update Quote' }))
    await waitFor(() => expect(toasts()).toContainEqual(['Quote updated successfully', 3]))
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
      status: 'quoted',
      amount: 99.5,
      note: 'Two days.',
      validUntil: '2099-11-30T12:59:59.000Z',
    })
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Quote/ })).not.toBeInTheDocument())
  })

  it('keep the focus on a file whose link is renewed', async () => {
    const followed = followedLinks()
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
    await tell()
    await modal.findByText('GEOG202')
    expect(modal.getByRole('button', { name: /a\.pdf/ })).toBe(file)
    expect(file).toHaveFocus()
    await userEvent.click(file)
    await waitFor(() => expect(followed).toEqual([link('new').url]))
  })

  it('download a file through a fresh link, and keep the input', async () => {
    const followed = followedLinks()
    const file = { name: 'brief.pdf', size: 2048, url: '/api/quotes/q1/files/brief.pdf?sign=fresh' }
    serve({ 'GET /quotes/q1': { body: quote({ files: [file] }) } })
    showApp('/admin/dashboard/quotes')
    const modal = await open('Q-7F3K2M')
    await userEvent.type(modal.getByLabelText(/^Note/), 'Two days.')
    await userEvent.click(modal.getByRole('button', { name: /brief\.pdf/ }))
    await waitFor(() => expect(followed).toEqual([file.url]))
    expect(modal.getByLabelText(/^Note/)).toHaveValue('Two days.')
  })

  it.each([
    ['the request is gone', failure(404, 'Quote not found')],
    ['the file is gone', { body: quote({ files: [] }) }],
  ])('report a failed download where %s', async (_, answer) => {
    const followed = followedLinks()
    serve()
    showApp('/admin/dashboard/quotes')
    const modal = await open('Q-7F3K2M')
    serve({ 'GET /quotes/q1': answer })
    await userEvent.click(modal.getByRole('button', { name: /brief\.pdf/ }))
    await waitFor(() => expect(toasts()).toContainEqual(['Failed to download file', 5]))
    expect(followed).toEqual([])
  })

  it.each([
    [{ serviceName: '', service: 'thesis-proofs' }, 'thesis-proofs'],
    [{ serviceName: '', service: '' }, 'None (front page form)'],
  ])('that name no known service %j say "%s"', async (wanted, words) => {
    serve({ 'GET /quotes': { body: [quote(wanted)] } })
    showApp('/admin/dashboard/quotes')
    const modal = await open('Q-7F3K2M')
    expect(modal.getByText(words)).toBeInTheDocument()
  })

  it('show the earlier answer, and treat an empty amount as none', async () => {
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

  it('show the deadline in the time zone of the reader, and as it was entered', async () => {
    const given = { deadline: '2099-12-01', deadlineTime: '21:00', timeZone: 'America/New_York' }
    serve({ 'GET /quotes': { body: [quote({ ...given, dueAt: '2099-12-02T02:00:00.000Z' })] } })
    showApp('/admin/dashboard/quotes')
    const row = await screen.findByRole('row', { name: /Q-7F3K2M/ })
    expect(row).toHaveTextContent(/Dec 2, 2099, 1:00 PM (GMT\+11|AEDT)/)
    const modal = await open('Q-7F3K2M')
    expect(modal.getByText(/^Dec 2, 2099, 1:00\sPM (GMT\+11|AEDT)$/)).toBeInTheDocument()
    expect(modal.getByText('Dec 1, 2099, 21:00 (America/New York)')).toBeInTheDocument()
  })

  it('send only the changed fields: neither a day set in another time zone, nor the changes of another admin', async () => {
    const denver = '2099-11-30T06:59:59.000Z' // the end of 29 November there, the afternoon of the 30th here
    const calls = serve({
      'GET /quotes': { body: [quote({ status: 'quoted', amount: 5, validUntil: denver })] },
      'PATCH /quotes/q1': { body: quote() },
    })
    showApp('/admin/dashboard/quotes')
    const modal = await open('Q-7F3K2M')
    await userEvent.type(modal.getByLabelText(/^Note/), 'Two days.')
    await userEvent.click(modal.getByRole('button', { name: 'Update Quote' }))
    await waitFor(() => expect(toasts()).toContainEqual(['Quote updated successfully', 3]))
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ note: 'Two days.' })
  })

  it('follow the changes of another admin while open, except in edited fields', async () => {
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
    await tell()
    await waitFor(() => expect(modal.getByLabelText('Status')).toHaveValue('quoted'))
    expect(modal.getByLabelText(/^Amount/)).toHaveValue(99.5)
    expect(modal.getByLabelText(/^Valid until/)).toHaveValue('2099-10-31')
    expect(modal.getByLabelText(/^Note/)).toHaveValue('Mine')
    expect(modal.getByRole('alert')).toHaveTextContent('Note is too long')

    await userEvent.click(modal.getByRole('button', { name: 'Update Quote' }))
    const patches = () => calls.filter(({ method }) => method === 'PATCH')
    await waitFor(() => expect(patches()).toHaveLength(2))
    expect(patches()[1]?.body).toEqual({ note: 'Mine' })
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

describe('the address of an opened quote', () => {
  const hidden = '/admin/dashboard/quotes?status=closed&quote=q1'

  it('exists while it is open, keeps the filter, and Back leaves it', async () => {
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
    expect(readAlone(calls)).toEqual([])
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

  it('stays open on Back while it is being sent, and closes afterwards', async () => {
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

  it('opens a quote that the filter hides, follows its changes, and keeps a deleted one as last seen', async () => {
    let now: Answer = { body: quote({ note: 'Theirs' }) }
    const calls = serve({ 'GET /quotes': { body: [] }, 'GET /quotes/q1': () => now })
    showApp(hidden)
    const modal = within(await screen.findByRole('dialog', { name: 'Quote Q-7F3K2M' }))
    expect(modal.getByLabelText(/^Note/)).toHaveValue('Theirs')
    expect(readAlone(calls)).toEqual(['/quotes/q1'])
    now = { body: quote({ note: 'Theirs again' }) }
    await tell()
    await waitFor(() => expect(modal.getByLabelText(/^Note/)).toHaveValue('Theirs again'))
    now = failure(404, 'Quote not found')
    await tell()
    await waitFor(() => expect(readAlone(calls)).toHaveLength(3))
    expect(dialog('Q-7F3K2M')).toBeVisible()
    expect(toasts().map(([title]) => title)).not.toContain('Quote not found')
  })

  it('keeps following a quote that leaves the list', async () => {
    let rows = list
    const calls = serve({
      'GET /quotes': () => ({ body: rows }),
      'GET /quotes/q1': { body: quote({ status: 'closed', note: 'Too late' }) },
    })
    showApp('/admin/dashboard/quotes?status=new')
    const modal = await open('Q-7F3K2M')
    rows = []
    await tell()
    await waitFor(() => expect(modal.getByLabelText('Status')).toHaveValue('closed'))
    expect(modal.getByLabelText(/^Note/)).toHaveValue('Too late')
    expect(readAlone(calls)).toEqual(['/quotes/q1'])
  })

  it('is removed with a message if there is no such quote', async () => {
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
