import { act, screen, waitFor, within } from '@testing-library/react'
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
  vi.useRealTimers()
  vi.restoreAllMocks()
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

/** The desk with emails; its other figures are not served and do not matter. */
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
/** A time by this machine's clock. */
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

const listed = (calls: ReturnType<typeof serve>) => calls.filter(({ path }) => path === '/mails').length
const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
const row = (name: RegExp) => screen.findByRole('row', { name })
const toasts = () => store.get(toastsAtom).map(({ title }) => title)

describe('the emails of the admin dashboard', () => {
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
    await waitFor(() => expect(toasts()).toContain('The email is waiting to be sent'))
    expect(within(await row(/Graded/)).getByText('Waiting')).toBeInTheDocument()
    expect(screen.getByRole('table', { name: 'Emails' })).toHaveFocus()
  })

  it('show that they were sent, and recount the failed ones', async () => {
    let sent = false
    serve({
      'GET /mails': () => ({
        body: [mail(sent ? { status: 'sent', error: '' } : { status: 'queued', nextAt: inMinutes(0) })],
      }),
      'GET /mails/state': () => ({ body: { enabled: true, queued: sent ? 0 : 1, failed: sent ? 0 : 2 } }),
    })
    showApp('/admin/dashboard/mails')
    expect(within(await row(/Graded/)).getByText('Waiting')).toBeInTheDocument()
    expect(await screen.findByText(/2 emails could not be sent/)).toBeInTheDocument()
    sent = true
    expect(await within(await row(/Graded/)).findByText('Sent', { selector: 'td *' })).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByText(/could not be sent/)).not.toBeInTheDocument())
  }, 60_000)

  it.each([
    ['of which none waits', 'sent', 0, true],
    ['that wait for a mail server to be set up', 'queued', 0, false],
    ['that are tried again in 2 hours', 'queued', 120, true],
  ])('%s are not fetched again', async (_, status, minutes, enabled) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const calls = serve({
      'GET /mails': { body: [mail({ status, nextAt: inMinutes(minutes) })] },
      ...state({ queued: 1, enabled }),
    })
    showApp('/admin/dashboard/mails')
    await row(/Graded/)
    await wait(60)
    expect(listed(calls)).toBe(1)
  })

  it('are fetched again when their next try is near', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const calls = serve({
      'GET /mails': { body: [mail({ status: 'queued', nextAt: inMinutes(3) })] },
      ...state({ queued: 1 }),
    })
    showApp('/admin/dashboard/mails')
    await row(/Graded/)
    await wait(90)
    expect(listed(calls)).toBe(1)
    await wait(60)
    expect(listed(calls)).toBeGreaterThan(1)
  })

  it('are fetched again only while the tab is visible', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const calls = serve({
      'GET /mails': { body: [mail({ status: 'queued', nextAt: inMinutes(0) })] },
      ...state({ queued: 1 }),
    })
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    showApp('/admin/dashboard/mails')
    await row(/Graded/)
    await wait(60)
    expect(listed(calls)).toBe(1)
    visibility.mockReturnValue('visible')
    await wait(10)
    expect(listed(calls)).toBeGreaterThan(1)
  })

  it('are all resent by a button that keeps the focus', async () => {
    let failed = 2
    const calls = serve({
      'GET /mails/state': () => ({ body: { enabled: true, queued: 0, failed } }),
      'POST /mails/send-failed': () => {
        const updated = failed
        failed = 0
        return { body: { updated } }
      },
    })
    showApp('/admin/dashboard/mails')
    await row(/Graded/)
    const button = screen.getByRole('button', { name: 'Resend all failed emails' })
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
    calls.length = 0
    await userEvent.click(button)
    await waitFor(() => expect(toasts()).toContain('2 emails are waiting to be sent'))
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'))
    expect(button).toHaveFocus()
    expect(calls.map(({ path }) => path)).toContain('/mails')
  })

  it('are dismissed after a question, and the focus stays nearby', async () => {
    const rows = [...list]
    const calls = serve({
      'GET /mails': () => ({ body: rows, headers: { 'X-Total-Count': String(rows.length) } }),
      'DELETE /mails/m1': () => {
        rows.shift()
        return { body: { message: 'Email dismissed' } }
      },
    })
    showApp('/admin/dashboard/mails')
    await row(/Graded/)
    const ask = async () => {
      await userEvent.click(
        screen.getByRole('button', { name: 'Dismiss: Graded: Essay on tides, to robin@example.com' }),
      )
      return within(await screen.findByRole('alertdialog', { name: 'Dismiss this email?' }))
    }
    await userEvent.click((await ask()).getByRole('button', { name: 'Keep it' }))
    expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([])
    await userEvent.click((await ask()).getByRole('button', { name: 'Dismiss email' }))
    await waitFor(() => expect(toasts()).toContain('Email dismissed'))
    expect(screen.queryByRole('row', { name: /Graded/ })).not.toBeInTheDocument()
    expect(screen.getByRole('table', { name: 'Emails' })).toHaveFocus()
  })

  it('leave the focus on the message after the last dismissal', async () => {
    let rows = [mail()]
    serve({
      'GET /mails': () => ({ body: rows }),
      'DELETE /mails/m1': () => {
        rows = []
        return { body: { message: 'Email dismissed' } }
      },
    })
    showApp('/admin/dashboard/mails?status=failed')
    await row(/Graded/)
    await userEvent.click(screen.getByRole('button', { name: /^Dismiss: / }))
    const question = within(await screen.findByRole('alertdialog'))
    await userEvent.click(question.getByRole('button', { name: 'Dismiss email' }))
    await waitFor(() => expect(screen.getByRole('status', { name: 'No matching emails' })).toHaveFocus())
  })

  it('stay as they are if they cannot be dismissed', async () => {
    serve({ 'DELETE /mails/m1': failure(409, 'This email is waiting to be sent') })
    showApp('/admin/dashboard/mails')
    await userEvent.click(within(await row(/Graded/)).getByRole('button', { name: /^Dismiss: / }))
    const question = within(await screen.findByRole('alertdialog'))
    await userEvent.click(question.getByRole('button', { name: 'Dismiss email' }))
    await waitFor(() => expect(toasts()).toContain('This email is waiting to be sent'))
    expect(await row(/Graded/)).toBeInTheDocument()
  })

  it('stay as they are if the server refuses', async () => {
    serve({ 'POST /mails/m1/send': failure(409, 'This email has been sent') })
    showApp('/admin/dashboard/mails')
    const button = within(await row(/Graded/)).getByRole('button', { name: /^Send again/ })
    await userEvent.click(button)
    await waitFor(() => expect(toasts()).toContain('This email has been sent'))
    expect(button).toHaveFocus()
  })

  it("are reloaded by a button, with the mail server's state", async () => {
    const calls = serve(state({ enabled: false }))
    showApp('/admin/dashboard/mails')
    await row(/Graded/)
    calls.length = 0
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(calls.map(({ path }) => path).toSorted()).toEqual(['/mails', '/mails/state']))
  })

  it.each([
    ['', 'No emails yet'],
    ['?status=failed', 'No matching emails'],
  ])('say what an empty list means: %s', async (query, sentence) => {
    serve({ 'GET /mails': { body: [] } })
    showApp(`/admin/dashboard/mails${query}`)
    expect(await screen.findByText(sentence)).toBeInTheDocument()
  })

  it('say that they could not load, whatever else failed', async () => {
    serve({ 'GET /mails': failure(503, 'Busy'), 'GET /mails/state': failure(503, 'Busy') })
    showApp('/admin/dashboard/mails')
    await screen.findByRole('button', { name: 'Refresh' })
    await waitFor(() => expect(screen.getAllByRole('alert').length).toBeGreaterThan(1))
  })
})

describe('the admin dashboard', () => {
  it('says that email is not set up, and what waits', async () => {
    serve(state({ enabled: false, queued: 61, failed: 3 }))
    const router = showApp('/admin/dashboard')
    expect(await screen.findByText(/^No mail server: 61 emails waiting/)).toBeInTheDocument()
    await userEvent.click(screen.getByRole('link', { name: 'What to do' }))
    expect(await screen.findByText('Email is not set up')).toBeInTheDocument()
    expect(screen.getByText(/61 emails are waiting\. An email that/)).toBeInTheDocument()
    expect(screen.getByText(/in the console, under Settings, Mail settings/)).toBeInTheDocument()
    expect(addressOf(router)).toBe('/admin/dashboard/mails')
  })

  it('says that emails have failed, and leads to them', async () => {
    serve(state({ failed: 1 }))
    const router = showApp('/admin/dashboard')
    expect(await screen.findByText(/^1 email could not be sent/)).toBeInTheDocument()
    await userEvent.click(screen.getByRole('link', { name: 'Show them' }))
    await waitFor(() => expect(addressOf(router)).toBe('/admin/dashboard/mails?status=failed'))
  })

  it('says nothing about email while all is well', async () => {
    serve(state({ queued: 2 }))
    showApp('/admin/dashboard/mails')
    await row(/Graded/)
    expect(screen.queryByText(/could not be sent|not set up/)).not.toBeInTheDocument()
  })
})
