import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addressOf, showApp } from '../../../testing/app'
import { assignment } from '../../../testing/assignments'
import { type Answer, failure, fakeServer } from '../../../testing/fake-server'
import { sendChange } from '../../../testing/live'
import { signedIn } from '../../../testing/people'
import { openAssignment } from '../../../testing/pool'
import { UNREACHABLE } from '../../lib/api/failure'
import { store } from '../../lib/state/store'
import { toastsAtom } from '../../ui/feedback/toast-state'

vi.mock('../../lib/live/live', async () => (await import('../../../testing/live')).fakeLive)

beforeEach(() => signedIn('tutor'))

afterEach(() => {
  store.set(toastsAtom, [])
  signedIn(null)
})

const toasts = () => store.get(toastsAtom).map(({ tone, title }) => [tone, title])

const tides = openAssignment()
const dunes = openAssignment({
  _id: 'p2',
  title: 'Essay on dunes',
  subject: 'Geography',
  words: null,
  earnings: 0,
})

const rowsOf = (rows: object[]): Answer => ({ body: rows, headers: { 'X-Total-Count': String(rows.length) } })

/** The pool as it is now; a test may change it. */
function serve(handlers: Parameters<typeof fakeServer>[0] = {}, summary = { open: 2, limit: 5 }) {
  return fakeServer({
    'GET /assignments/pool': rowsOf([tides, dunes]),
    'GET /assignments/pool/summary': { body: { ...summary, subjects: ['Geography', 'Physics'] } },
    ...handlers,
  })
}

const article = (name: string) => screen.findByRole('article', { name })
const openDialog = async (title = 'Essay on tides') => {
  await userEvent.click(await screen.findByRole('button', { name: `Take ${title}` }))
  return within(await screen.findByRole('dialog', { name: 'Take this assignment?' }))
}

describe('the assignments that a tutor can take', () => {
  it('are listed with what they ask and pay', async () => {
    serve()
    showApp('/tutor/dashboard/available')
    const row = await article('Essay on tides')
    expect(row).toHaveTextContent('A-7F3K2M · Physics · Essay · 1,250 words · due')
    expect(row).toHaveTextContent('You earn $120.50')
    expect(within(row).getByText('High')).toBeInTheDocument()
    expect(within(row).getByText('Two thousand words on the tides.')).toBeInTheDocument()
    expect(await article('Essay on dunes')).not.toHaveTextContent(/words ·|You earn/)
    expect(await screen.findByText('You have 2 of 5 assignments in progress.')).toBeInTheDocument()
    expect(document.title).toBe('Available assignments · Deskmate')
  })

  it('are filtered, searched and sorted by the address', async () => {
    const calls = serve()
    const router = showApp('/tutor/dashboard/available?due=7d&earnings=50&words=odd')
    await article('Essay on tides')
    const asked = () =>
      Object.fromEntries(
        new URLSearchParams(calls.filter(({ path }) => path === '/assignments/pool').at(-1)?.query),
      )
    expect(asked()).toEqual({ due: '7d', earnings: '50', sort: 'dueDate', page: '1', perPage: '20' })
    await userEvent.selectOptions(await screen.findByLabelText('Subject'), 'Physics')
    await userEvent.selectOptions(screen.getByLabelText('Length'), '1,001 to 6,000 words')
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Highest earnings')
    await userEvent.type(screen.getByLabelText('Search'), 'tides{Enter}')
    await waitFor(() =>
      expect(asked()).toEqual({
        subject: 'Physics',
        due: '7d',
        words: 'medium',
        earnings: '50',
        search: 'tides',
        sort: '-earnings',
        page: '1',
        perPage: '20',
      }),
    )
    expect(addressOf(router)).toBe(
      '/tutor/dashboard/available?subject=Physics&due=7d&words=medium&earnings=50&search=tides&sort=-earnings',
    )
  })

  it.each([
    ['', 'No assignments are available now'],
    ['?due=3d', 'No matching assignments'],
  ])('say what an empty list means: %s', async (query, sentence) => {
    serve({ 'GET /assignments/pool': rowsOf([]) })
    showApp(`/tutor/dashboard/available${query}`)
    expect(await screen.findByText(sentence)).toBeInTheDocument()
  })

  it('show placeholders while they load', async () => {
    serve({ 'GET /assignments/pool': () => new Promise(() => undefined) })
    showApp('/tutor/dashboard/available')
    expect(await screen.findByRole('status', { name: 'Loading available assignments' })).toBeInTheDocument()
  })

  it('say that they could not load', async () => {
    serve({ 'GET /assignments/pool': { status: 502 } })
    showApp('/tutor/dashboard/available')
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch available assignments')
  })

  it("follow others' changes, and keep the focus in the list", async () => {
    let rows = [tides, dunes]
    serve({ 'GET /assignments/pool': () => rowsOf(rows) })
    showApp('/tutor/dashboard/available')
    const button = await screen.findByRole('button', { name: 'Take Essay on tides' })
    button.focus()
    rows = [dunes]
    await sendChange({ noun: 'pool', id: 'p1', change: 'delete' })
    await waitFor(() => expect(button).not.toBeInTheDocument())
    await waitFor(() => expect(screen.getByRole('region', { name: 'Available assignments' })).toHaveFocus())
    screen.getByRole('button', { name: 'Take Essay on dunes' }).focus()
    rows = []
    await sendChange({ noun: 'pool', id: 'p2', change: 'delete' })
    await waitFor(() =>
      expect(screen.getByRole('status', { name: 'No assignments are available now' })).toHaveFocus(),
    )
  })
})

describe('taking an assignment', () => {
  it('says what it means, and leads to the assignment', async () => {
    const calls = serve({
      'POST /assignments/p1/claim': { body: assignment({ _id: 'p1' }) },
      'GET /assignments/p1': { body: assignment({ _id: 'p1' }) },
      'GET /assignments/p1/story': { body: [] },
      'GET /assignments/p1/rating': { body: null },
      'GET /assignments/p1/deliveries': { body: [] },
      'GET /assignments/p1/revisions': { body: [] },
      'GET /assignments/p1/claims': { body: [] },
    })
    const router = showApp('/tutor/dashboard/available')
    const dialog = await openDialog()
    expect(dialog.getByText('$120.50')).toBeInTheDocument()
    expect(dialog.getByText('You have 2 of 5 assignments in progress.')).toBeInTheDocument()
    expect(dialog.getByText(/you can hand it back/)).toBeInTheDocument()
    expect(dialog.getByRole('button', { name: 'Take assignment' })).toHaveFocus()
    await userEvent.click(dialog.getByRole('button', { name: 'Take assignment' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Essay on tides' })).toBeInTheDocument()
    expect(addressOf(router)).toBe('/assignments/p1')
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
    expect(toasts()).toEqual([['success', 'Assignment taken']])
  })

  it('can be left', async () => {
    serve()
    showApp('/tutor/dashboard/available')
    await userEvent.click((await openDialog()).getByRole('button', { name: 'Not now' }))
    expect(screen.queryByRole('dialog', { name: 'Take this assignment?' })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Take Essay on tides' })).toBeInTheDocument()
  })

  it('says when the limit is reached, and keeps the list', async () => {
    serve(
      { 'POST /assignments/p1/claim': failure(409, 'You already have 5 assignments in progress') },
      { open: 5, limit: 5 },
    )
    showApp('/tutor/dashboard/available')
    expect(
      await screen.findByText(
        'You have 5 of 5 assignments in progress. Deliver one before you take another.',
      ),
    ).toBeInTheDocument()
    await userEvent.click((await openDialog()).getByRole('button', { name: 'Take assignment' }))
    await waitFor(() => expect(toasts()).toEqual([['error', 'You already have 5 assignments in progress']]))
    expect(screen.getByRole('button', { name: 'Take Essay on tides' })).toBeInTheDocument()
  })

  it.each([
    [409, 'Somebody else has taken this assignment'],
    [409, 'A tutor cannot work on their own assignment'],
    [409, 'This assignment is no longer available'],
    [404, 'Assignment not found'],
  ])('says why it fails, and the row goes: %d %s', async (status, sentence) => {
    let rows = [tides, dunes]
    serve({
      'GET /assignments/pool': () => rowsOf(rows),
      'POST /assignments/p1/claim': () => {
        rows = [dunes]
        return failure(status, sentence)
      },
    })
    showApp('/tutor/dashboard/available')
    await userEvent.click((await openDialog()).getByRole('button', { name: 'Take assignment' }))
    await waitFor(() => expect(toasts()).toEqual([['error', sentence]]))
    expect(screen.queryByRole('dialog', { name: 'Take this assignment?' })).not.toBeInTheDocument()
    await waitFor(() =>
      expect(screen.queryByRole('article', { name: 'Essay on tides' })).not.toBeInTheDocument(),
    )
    await waitFor(() => expect(screen.getByRole('region', { name: 'Available assignments' })).toHaveFocus())
  })

  it('can be tried again if the server did not answer', async () => {
    serve({ 'POST /assignments/p1/claim': 'unreachable' })
    showApp('/tutor/dashboard/available')
    const dialog = await openDialog()
    await userEvent.click(dialog.getByRole('button', { name: 'Take assignment' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(UNREACHABLE)
    expect(dialog.getByRole('button', { name: 'Take assignment' })).toBeEnabled()
  })
})
