import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addressOf, loadAdminDashboard, showApp } from '../../../testing/app'
import { failure, fakeServer } from '../../../testing/fake-server'
import { sendChange } from '../../../testing/live'
import { signedIn } from '../../../testing/people'
import { site } from '../../../testing/site'
import type { BoardThing } from '../../features/desk-board/model'
import { store } from '../../lib/state/store'
import { toastsAtom } from '../../ui/feedback/toast-state'

vi.mock('../../lib/live/live', async () => (await import('../../../testing/live')).fakeLive)

loadAdminDashboard()

beforeEach(() => signedIn('admin'))

afterEach(() => {
  store.set(toastsAtom, [])
  signedIn(null)
})

const thing = (overrides: Partial<BoardThing> = {}): BoardThing => ({
  kind: 'late',
  noun: 'assignments',
  id: 'a1',
  reference: 'A-7F3K2M',
  title: 'Essay on tides',
  person: 'Kim Marsh',
  dueAt: '2026-01-02T10:00:00.000Z',
  overdue: true,
  ...overrides,
})

const things = [
  thing(),
  thing({ kind: 'unassigned', dueAt: '2099-12-01T10:00:00.000Z', overdue: false }),
  thing({ kind: 'claim_due', noun: 'claims', id: 'c1', dueAt: '2099-12-02T10:00:00.000Z', overdue: false }),
  thing({ kind: 'mail_failed', noun: 'mails', id: 'm1', title: 'Graded', dueAt: null, overdue: false }),
]

const counts = { late: 1, unassigned: 1, claim_due: 1, mail_failed: 1, text_held: 0, overdue: 1 }

/** The desk with a board; its other figures are not served and do not matter. */
const serve = (handlers: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    'GET /site': { body: site() },
    'GET /assignments/stats': failure(500, 'no'),
    'GET /users/stats': failure(500, 'no'),
    'GET /desk/board': { body: things, headers: { 'X-Total-Count': '4' } },
    'GET /desk/board/counts': { body: counts },
    'GET /claims': { body: [{ _id: 'c1', assignment: { _id: 'a7' } }] },
    ...handlers,
  })

const board = () => screen.findByRole('region', { name: 'What is waiting' })
const rowWith = async (words: string) => {
  const cell = within(await board()).getByText(words)
  const row = cell.closest('tr')
  if (!row) throw new Error(`No row has the text ${words}.`)
  return within(row)
}

describe('the board', () => {
  it('lists what waits, each with its action', async () => {
    const calls = serve()
    showApp('/admin/dashboard/board')
    const late = await rowWith('Late work')
    expect(late.getByText('Overdue')).toBeInTheDocument()
    expect(late.getByText('Kim Marsh')).toBeInTheDocument()
    expect(late.getByRole('link', { name: 'Open assignment Essay on tides, A-7F3K2M' })).toHaveAttribute(
      'href',
      '/assignments/a1',
    )
    const unassigned = await rowWith('No tutor')
    expect(unassigned.queryByText('Overdue')).not.toBeInTheDocument()
    expect(unassigned.getByRole('link', { name: /^Choose a tutor/ })).toHaveAttribute(
      'href',
      '/admin/dashboard?update=a1',
    )
    expect((await rowWith('Email failed')).getByText('No deadline')).toBeInTheDocument()
    const claim = await rowWith('Claim to decide')
    await waitFor(() =>
      expect(claim.getByRole('link', { name: /^Decide claim/ })).toHaveAttribute(
        'href',
        '/assignments/a7#claims',
      ),
    )
    expect(calls.find(({ path }) => path === '/desk/board')?.query).toBe('?page=1&perPage=20')
    expect(calls.filter(({ path }) => path === '/desk/board/counts')).toHaveLength(1)
  })

  it('asks nothing of an admin in their own case', async () => {
    serve({ 'GET /desk/board': { body: [thing({ kind: 'unassigned', ownCase: true })] } })
    showApp('/admin/dashboard/board')
    expect(
      (await rowWith('No tutor')).getByRole('link', { name: 'Open Essay on tides, A-7F3K2M' }),
    ).toBeInTheDocument()
  })

  it('is the first tab, and each tab shows its count', async () => {
    serve()
    showApp('/admin/dashboard/board')
    const tabs = within(await screen.findByRole('navigation', { name: 'Dashboard sections' }))
    await waitFor(() => expect(tabs.getAllByRole('link')[0]).toHaveAccessibleName('Board 4'))
    expect(tabs.getByRole('link', { name: 'Board 4' })).toHaveAttribute('aria-current', 'page')
    expect(tabs.getByRole('link', { name: 'Emails 1' })).toBeInTheDocument()
    expect(tabs.getByRole('link', { name: 'Held texts' })).toBeInTheDocument()
  })

  it('is filtered by kind and by time, in its address', async () => {
    const calls = serve()
    const router = showApp('/admin/dashboard/board')
    await board()
    await userEvent.selectOptions(await screen.findByLabelText('Waiting'), 'Late work (1)')
    await waitFor(() => expect(addressOf(router)).toBe('/admin/dashboard/board?kind=late'))
    await userEvent.selectOptions(screen.getByLabelText('Time'), 'Overdue only (1)')
    await waitFor(() => expect(addressOf(router)).toBe('/admin/dashboard/board?kind=late&overdue=true'))
    await waitFor(() =>
      expect(calls.filter(({ path }) => path === '/desk/board').at(-1)?.query).toBe(
        '?kind=late&overdue=true&page=1&perPage=20',
      ),
    )
  })

  it('says that nothing is waiting', async () => {
    serve({ 'GET /desk/board': { body: [] }, 'GET /desk/board/counts': { body: { overdue: 0 } } })
    showApp('/admin/dashboard/board')
    expect(await screen.findByRole('status', { name: 'Nothing is waiting.' })).toBeInTheDocument()
  })

  it('says that nothing of a kind waits', async () => {
    serve({ 'GET /desk/board': { body: [] } })
    showApp('/admin/dashboard/board?kind=late')
    expect(
      await screen.findByRole('status', { name: 'Nothing of this kind is waiting.' }),
    ).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Show everything' })).toHaveAttribute(
      'href',
      '/admin/dashboard/board',
    )
  })

  it.each(['assignments', 'quotes', 'claims', 'texts', 'users'])('follows changes of %s', async (noun) => {
    let left = things
    serve({ 'GET /desk/board': () => ({ body: left }) })
    showApp('/admin/dashboard/board')
    await rowWith('Late work')
    left = things.slice(1)
    await sendChange({ noun, id: 'other', change: 'update' })
    await waitFor(() => expect(screen.queryByRole('cell', { name: 'Late work' })).not.toBeInTheDocument())
  })

  it('keeps the focus when the row that had it disappears', async () => {
    let left = things
    serve({ 'GET /desk/board': () => ({ body: left }) })
    showApp('/admin/dashboard/board')
    const row = await rowWith('Late work')
    row.getByRole('link').focus()
    left = things.slice(1)
    await sendChange({ noun: 'assignments', id: 'a1', change: 'update' })
    await waitFor(async () => expect(await board()).toHaveFocus())
  })

  it('says when it fails to load, and can be retried', async () => {
    let broken = true
    serve({ 'GET /desk/board': () => (broken ? failure(503, 'Busy') : { body: things }) })
    showApp('/admin/dashboard/board')
    expect(await screen.findByText('Busy')).toBeInTheDocument()
    broken = false
    const alert = screen.getByText('Busy').closest('[role=alert]') ?? document.body
    await userEvent.click(within(alert as HTMLElement).getByRole('button', { name: 'Try again' }))
    await rowWith('Late work')
  })
})
