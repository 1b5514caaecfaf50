import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadAdminDashboard, showApp } from '../../../testing/app'
import { failure, fakeServer } from '../../../testing/fake-server'
import { signedIn } from '../../../testing/people'
import { site } from '../../../testing/site'
import type { Status } from '../../features/status/model'
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

const job = {
  id: 'acceptWork',
  title: 'Accept finished work by itself',
  schedule: 'every minute',
  state: 'ok',
  runs: 3,
  failures: 0,
  lastRunAt: '2026-11-20T10:00:00Z',
  took: 3,
  failedAt: null,
  error: '',
  running: false,
}

const healthy: Status = {
  version: '1.4.0',
  commit: 'abc123',
  startedAt: '2026-11-20T09:00:00Z',
  checkedAt: '2026-11-20T10:00:00Z',
  state: 'ok',
  findings: [
    { level: 'ok', subject: 'disk', text: '20 GiB free', do: '' },
    { level: 'ok', subject: 'mail server', text: 'takes connections', do: '' },
  ],
  jobs: [
    job,
    {
      ...job,
      id: 'sendWeeklySummary',
      title: 'Send admins the weekly summary',
      state: 'waiting',
      lastRunAt: null,
      took: null,
    },
  ],
  errors: [],
}

const serve = (status: unknown) =>
  fakeServer({
    'GET /site': { body: site() },
    'GET /assignments/stats': failure(500, 'no'),
    'GET /users/stats': failure(500, 'no'),
    'GET /assignments/all': { body: [] },
    'GET /mails/state': { body: { enabled: true, queued: 0, failed: 0 } },
    'GET /desk/status': status as never,
  })

const show = (status: Partial<Status>) => {
  const calls = serve({ body: { ...healthy, ...status } })
  showApp('/admin/dashboard/status')
  return () => calls.filter(({ path }) => path === '/desk/status').length
}

describe('the status of the admin dashboard', () => {
  it('says that all is well, and when each job ran', async () => {
    show({})
    expect(await screen.findByText('Everything is in order.')).toBeInTheDocument()
    expect(screen.queryByText('What needs attention')).not.toBeInTheDocument()
    expect(screen.getByText(/Version 1.4.0, commit abc123/)).toBeInTheDocument()
    const row = screen.getByRole('row', { name: /Accept finished work by itself/ })
    expect(row).toHaveTextContent('every minute')
    expect(row).toHaveTextContent('3 ms')
    expect(
      within(row)
        .getByText(/ago|now/)
        .closest('time'),
    ).toHaveAttribute('title', expect.stringMatching(/Nov 20/))
    expect(screen.getByRole('row', { name: /weekly summary/ })).toHaveTextContent('Not yet')
    expect(screen.getByText('No errors in the last 7 days.')).toBeInTheDocument()
  })

  it('puts what needs attention first, with what to do', async () => {
    show({
      state: 'problem',
      findings: [
        {
          level: 'problem',
          subject: 'mail server',
          text: 'connection refused',
          do: 'Ask whoever runs the server: check the port',
        },
      ],
      jobs: [{ ...job, state: 'failing', error: 'no answer' }],
      errors: [{ at: '2026-11-20T10:00:00Z', message: 'email not sent', count: 3 }],
    })
    expect(await screen.findByText('2 things need attention.')).toBeInTheDocument()
    const troubles = within(
      screen.getByText('What needs attention').parentElement as HTMLElement,
    ).getAllByRole('listitem')
    expect(troubles.map(({ textContent }) => textContent)).toEqual([
      'Mail server: connection refusedAsk whoever runs the server: check the port',
      expect.stringMatching(/^The job “Accept finished work by itself” fails: no answer/),
    ])
    expect(screen.getByText('Email not sent')).toBeInTheDocument()
    expect(screen.getByText(/^3 times, last/)).toBeInTheDocument()
  })

  it("tells when something was found in the reader's time", async () => {
    const at = new Date(Date.now() - 2.5 * 3600_000).toISOString()
    show({ findings: [{ level: 'ok', subject: 'database', text: 'it was intact', do: '', at }] })
    const found = (await screen.findByText(/^It was intact/)).closest('dd') as HTMLElement
    expect(found).toHaveTextContent('2 hours ago')
    expect(found.querySelector('time')).toHaveAttribute('datetime', at)
  })

  it.each([
    [{ state: 'note' }, 'Everything works. See the notes below.'],
    [{ checkedAt: null, findings: [] }, 'The checks are running.'],
    [{ state: 'problem', jobs: [{ ...job, state: 'late' }] }, 'One thing needs attention.'],
  ])('sums up %o', async (status, sentence) => {
    show(status)
    expect(await screen.findByText(sentence)).toBeInTheDocument()
  })

  it('is read again by a button, and every 30 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const count = show({})
    await userEvent
      .setup({ advanceTimers: vi.advanceTimersByTime })
      .click(await screen.findByRole('button', { name: 'Check again' }))
    await vi.waitFor(() => expect(count()).toBe(2))
    await act(() => vi.advanceTimersByTimeAsync(31_000))
    expect(count()).toBe(3)
  })

  it('says that it could not be loaded', async () => {
    serve(failure(500, 'Something broke'))
    showApp('/admin/dashboard/status')
    expect(await screen.findByText('Something broke')).toBeInTheDocument()
  })
})
