import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addressOf, loadAdminDashboard, showApp } from '../../../testing/app'
import { failure, fakeServer } from '../../../testing/fake-server'
import { mail } from '../../../testing/mails'
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

const list = [
  mail(),
  mail({
    _id: 'm2',
    subject: 'Weekly summary',
    status: 'sent',
    attempts: 1,
    sentAt: '2026-11-20T10:01:00Z',
    error: '',
  }),
  mail({
    _id: 'm3',
    subject: 'New feedback',
    status: 'queued',
    attempts: 2,
    nextAt: '2026-11-20T10:30:00Z',
    error: '',
  }),
  mail({
    _id: 'm4',
    subject: 'New sign-in',
    status: 'skipped',
    attempts: 0,
    error: 'The account is inactive',
  }),
]

/** The desk with mails; its other figures do not come and do not matter. */
const serve = (handlers: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    'GET /site': { body: site() },
    'GET /assignments/stats': failure(500, 'no'),
    'GET /users/stats': failure(500, 'no'),
    'GET /assignments/all': { body: [] },
    'GET /mails': { body: list, headers: { 'X-Total-Count': '4' } },
    ...handlers,
  })

const state = (wanted: object) => ({
  'GET /mails/state': { body: { enabled: true, queued: 0, failed: 0, ...wanted } },
})
const row = (name: RegExp) => screen.findByRole('row', { name })
const toasts = () => store.get(toastsAtom).map(({ title }) => title)

describe('the mails of the admin dashboard', () => {
  it('are listed with their status, times and the whole error', async () => {
    serve()
    showApp('/admin/dashboard/mails')
    const failed = await row(/Graded: Essay on tides/)
    expect(failed).toHaveTextContent('robin@example.com')
    expect(failed).toHaveTextContent('550 5.1.1 No such mailbox')
    expect(within(failed).getByText('Failed')).toBeInTheDocument()
    expect(within(await row(/Weekly summary/)).getByText('Sent')).toBeInTheDocument()
    expect(await row(/Weekly summary/)).toHaveTextContent(/Nov 20, 9:01\sPM/)
    expect(within(await row(/New feedback/)).getByText('Waiting')).toBeInTheDocument()
    expect(await row(/New feedback/)).toHaveTextContent(/Nov 20, 9:30\sPM/)
    expect(within(await row(/New sign-in/)).getByText('Skipped')).toBeInTheDocument()
    expect(screen.getAllByRole('button', { name: /^Send again/ })).toHaveLength(2)
    expect(screen.queryByLabelText('Search')).not.toBeInTheDocument()
  })

  it('keep filter and page in the address', async () => {
    const calls = serve()
    const router = showApp('/admin/dashboard/mails?status=failed&sort=createdAt')
    await row(/Graded/)
    const asked = () => calls.filter(({ path }) => path === '/mails').at(-1)?.query
    expect(asked()).toBe('?status=failed&sort=createdAt&page=1&perPage=20')
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'Skipped')
    await waitFor(() =>
      expect(addressOf(router)).toBe('/admin/dashboard/mails?status=skipped&sort=createdAt'),
    )
  })

  it('are sent again, and the focus stays in the list', async () => {
    let now = list
    serve({
      'GET /mails': () => ({ body: now }),
      'POST /mails/m1/send': () => {
        now = [
          mail({ status: 'queued', attempts: 0, error: '', nextAt: '2026-11-20T11:00:00Z' }),
          ...list.slice(1),
        ]
        return { body: now[0] }
      },
    })
    showApp('/admin/dashboard/mails')
    await row(/Graded/)
    await userEvent.click(
      screen.getByRole('button', { name: 'Send again: Graded: Essay on tides, to robin@example.com' }),
    )
    await waitFor(() => expect(toasts()).toContain('The mail will be sent again'))
    expect(within(await row(/Graded/)).getByText('Waiting')).toBeInTheDocument()
    expect(screen.getByRole('table', { name: 'Mails' })).toHaveFocus()
  })

  it('stay as they are if the server refuses', async () => {
    serve({ 'POST /mails/m1/send': failure(409, 'This mail has been sent') })
    showApp('/admin/dashboard/mails')
    const button = within(await row(/Graded/)).getByRole('button')
    await userEvent.click(button)
    await waitFor(() => expect(toasts()).toContain('This mail has been sent'))
    expect(button).toHaveFocus()
  })

  it('are loaded again by a button, with the state of the mail server', async () => {
    const calls = serve(state({ enabled: false }))
    showApp('/admin/dashboard/mails')
    await row(/Graded/)
    calls.length = 0
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(calls.map(({ path }) => path).toSorted()).toEqual(['/mails', '/mails/state']))
  })

  it.each([
    ['', 'No mails yet'],
    ['?status=failed', 'No matching mails'],
  ])('say what an empty list means: %s', async (query, sentence) => {
    serve({ 'GET /mails': { body: [] } })
    showApp(`/admin/dashboard/mails${query}`)
    expect(await screen.findByText(sentence)).toBeInTheDocument()
  })

  it('say that they could not load, even if the state of the mail server cannot be told', async () => {
    serve({ 'GET /mails': failure(503, 'Busy'), 'GET /mails/state': failure(503, 'Busy') })
    showApp('/admin/dashboard/mails')
    await screen.findByRole('button', { name: 'Refresh' })
    await waitFor(() => expect(screen.getAllByRole('alert').length).toBeGreaterThan(1))
  })
})

describe('the admin dashboard', () => {
  it('says that mail is not set up, what waits, and leads to what to do', async () => {
    serve(state({ enabled: false, queued: 61, failed: 3 }))
    const router = showApp('/admin/dashboard')
    expect(await screen.findByText(/^No mail server: 61 mails waiting/)).toBeInTheDocument()
    await userEvent.click(screen.getByRole('link', { name: 'What to do' }))
    expect(await screen.findByText('Mail is not set up')).toBeInTheDocument()
    expect(screen.getByText(/61 mails are waiting/)).toBeInTheDocument()
    expect(screen.getByText(/in the console, under Settings, Mail settings/)).toBeInTheDocument()
    expect(addressOf(router)).toBe('/admin/dashboard/mails')
  })

  it('says that mails have failed, and leads to them', async () => {
    serve(state({ failed: 1 }))
    const router = showApp('/admin/dashboard')
    expect(await screen.findByText(/^1 mail could not be sent/)).toBeInTheDocument()
    await userEvent.click(screen.getByRole('link', { name: 'Show them' }))
    await waitFor(() => expect(addressOf(router)).toBe('/admin/dashboard/mails?status=failed'))
  })

  it('says nothing about mail while all is well', async () => {
    serve(state({ queued: 2 }))
    showApp('/admin/dashboard/mails')
    await row(/Graded/)
    expect(screen.queryByText(/No mail server|could not be sent|not set up/)).not.toBeInTheDocument()
  })
})
