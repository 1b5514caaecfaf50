import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addressOf, loadAdminDashboard, showApp } from '../../../testing/app'
import { failure, fakeServer } from '../../../testing/fake-server'
import { sendChange } from '../../../testing/live'
import { signedIn } from '../../../testing/people'
import { site } from '../../../testing/site'
import type { HeldText } from '../../features/texts/model'
import { store } from '../../lib/state/store'
import { toastsAtom } from '../../ui/feedback/toast-state'

vi.mock('../../lib/live/live', async () => (await import('../../../testing/live')).fakeLive)

loadAdminDashboard()

beforeEach(() => signedIn('admin'))

afterEach(() => {
  store.set(toastsAtom, [])
  signedIn(null)
})

const text = (overrides: Partial<HeldText> = {}): HeldText => ({
  _id: 't1',
  noun: 'deliveries',
  id: 'd1',
  text: 'Write to otto (at) example dot com',
  writer: { _id: 'u1', name: 'Otto Brandt' },
  status: 'held',
  createdAt: '2026-11-20T10:00:00.000Z',
  assignment: { _id: 'a1', reference: 'A-7F3K2M', title: 'Essay on tides' },
  ...overrides,
})

const texts = [
  text(),
  text({ _id: 't2', noun: 'revisions', text: 'Call 555 0100', writer: null, assignment: null }),
]

/** The desk with held texts; its other figures are not served and do not matter. */
const serve = (handlers: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    'GET /site': { body: site() },
    'GET /assignments/stats': failure(500, 'no'),
    'GET /users/stats': failure(500, 'no'),
    'GET /assignments/all': { body: [] },
    'GET /texts': { body: texts, headers: { 'X-Total-Count': '2' } },
    ...handlers,
  })

const toasts = () => store.get(toastsAtom).map(({ title }) => title)
const release = () => screen.findByRole('button', { name: /^Release: Otto Brandt/ })
const row = async (words: string) => {
  const found = (await screen.findByText(words)).closest('article')
  if (!found) throw new Error(`No row has the text ${words}.`)
  return found
}

describe('the held texts', () => {
  it('are listed with their writers and what they belong to', async () => {
    const calls = serve()
    showApp('/admin/dashboard/texts')
    const first = await row('Write to otto (at) example dot com')
    expect(first).toHaveTextContent('Otto Brandt · Note of a delivery')
    expect(within(first).getByText('Held')).toBeInTheDocument()
    expect(within(first).getByRole('link', { name: 'Essay on tides' })).toHaveAttribute(
      'href',
      '/assignments/a1',
    )
    expect(await row('Call 555 0100')).toHaveTextContent('Deleted account · Request for changes')
    expect(calls.find(({ path }) => path === '/texts')?.query).toBe('?status=held&page=1&perPage=20')
    expect(screen.getByRole('link', { name: 'Held texts' })).toHaveAttribute('aria-current', 'page')
  })

  it('of the reader have a sentence instead of buttons', async () => {
    serve({ 'GET /texts': { body: [text({ ownCase: true })] } })
    showApp('/admin/dashboard/texts')
    const own = await row('Write to otto (at) example dot com')
    expect(own).toHaveTextContent('another admin has to decide')
    expect(within(own).queryByRole('button')).not.toBeInTheDocument()
  })

  it('are filtered by what was decided', async () => {
    const calls = serve()
    const router = showApp('/admin/dashboard/texts')
    await userEvent.selectOptions(await screen.findByLabelText('Status'), 'All')
    await waitFor(() => expect(addressOf(router)).toBe('/admin/dashboard/texts?status=all'))
    await waitFor(() =>
      expect(calls.filter(({ path }) => path === '/texts').at(-1)?.query).toBe('?page=1&perPage=20'),
    )
  })

  it('are released at once, and the focus stays nearby', async () => {
    let left = texts
    const calls = serve({
      'GET /texts': () => ({ body: left }),
      'PATCH /texts/t1': () => {
        left = texts.slice(1)
        return { body: text({ status: 'released' }) }
      },
    })
    showApp('/admin/dashboard/texts')
    await userEvent.click(await release())
    await waitFor(() => expect(toasts()).toContain('The text was released'))
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ decision: 'release' })
    await waitFor(() =>
      expect(screen.queryByText('Write to otto (at) example dot com')).not.toBeInTheDocument(),
    )
    expect(screen.getByRole('region', { name: 'Held texts' })).toHaveFocus()
  })

  it('are removed after a question', async () => {
    let left = [text()]
    const calls = serve({
      'GET /texts': () => ({ body: left }),
      'PATCH /texts/t1': () => {
        left = []
        return { body: text({ status: 'removed' }) }
      },
    })
    showApp('/admin/dashboard/texts')
    const ask = async () => {
      await userEvent.click(await screen.findByRole('button', { name: /^Remove: Otto Brandt/ }))
      return within(await screen.findByRole('alertdialog', { name: 'Remove this text?' }))
    }
    await userEvent.click((await ask()).getByRole('button', { name: 'Keep it held' }))
    expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([])
    await userEvent.click((await ask()).getByRole('button', { name: 'Remove text' }))
    await waitFor(() => expect(toasts()).toContain('The text was removed'))
    await waitFor(() => expect(screen.getByRole('status', { name: 'No texts are held' })).toHaveFocus())
  })

  it('that somebody else has decided are fetched again', async () => {
    let left = texts
    serve({
      'GET /texts': () => ({ body: left }),
      'PATCH /texts/t1': () => {
        left = texts.slice(1)
        return failure(409, 'This text has been decided')
      },
    })
    showApp('/admin/dashboard/texts')
    await userEvent.click(await release())
    await waitFor(() => expect(toasts()).toContain('This text has been decided'))
    await waitFor(() =>
      expect(screen.queryByText('Write to otto (at) example dot com')).not.toBeInTheDocument(),
    )
  })

  it('appear as soon as they are held', async () => {
    let left: HeldText[] = []
    serve({ 'GET /texts': () => ({ body: left }) })
    showApp('/admin/dashboard/texts')
    expect(await screen.findByText('No texts are held')).toBeInTheDocument()
    left = [text()]
    await sendChange({ noun: 'texts', id: 't1', change: 'create' })
    expect(await row('Write to otto (at) example dot com')).toBeInTheDocument()
  })

  it('without a match lead back to those still held', async () => {
    serve({ 'GET /texts': { body: [] } })
    showApp('/admin/dashboard/texts?status=removed')
    expect(await screen.findByText('No matching texts')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Show held texts' })).toHaveAttribute(
      'href',
      '/admin/dashboard/texts',
    )
  })

  it('that were decided have no buttons', async () => {
    serve({ 'GET /texts': { body: [text({ status: 'released' })] } })
    showApp('/admin/dashboard/texts?status=released')
    const released = await row('Write to otto (at) example dot com')
    expect(within(released).queryByRole('button')).not.toBeInTheDocument()
  })
})
