import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadAdminDashboard, showApp } from '../../../testing/app'
import { actions, assignment, assignmentStats } from '../../../testing/assignments'
import { openedTabs } from '../../../testing/downloads'
import { failure, fakeServer } from '../../../testing/fake-server'
import { signedIn } from '../../../testing/people'
import { site } from '../../../testing/site'
import type { Assignment } from '../../features/assignments/model'
import { store } from '../../lib/state/store'
import { toastsAtom } from '../../ui/feedback/toast-state'

vi.mock('../../lib/live/live', async () => (await import('../../../testing/live')).fakeLive)

loadAdminDashboard()

beforeEach(() => signedIn('admin'))

afterEach(() => {
  store.set(toastsAtom, [])
  signedIn(null)
})

const tides = assignment({
  _id: 'a1',
  title: 'Tides',
  handBackReason: 'Not my field',
  actions: actions('assign', 'open-pool', 'cancel'),
})
const inPool: Assignment = { ...tides, stage: 'pool', actions: actions('assign', 'close-pool', 'cancel') }
const dunes = assignment({ _id: 'a2', title: 'Dunes' })

function serve(handlers: Parameters<typeof fakeServer>[0] = {}) {
  const state = { rows: [tides, dunes] }
  const calls = fakeServer({
    'GET /assignments/stats': { body: assignmentStats({}) },
    'GET /users/stats': { body: { totalUsers: 1, adminUsers: 1, studentUsers: 0, usersWithAssignments: 0 } },
    'GET /site': { body: site() },
    'GET /tutors': { body: [] },
    'GET /assignments/all': () => ({ body: state.rows, headers: { 'X-Total-Count': '2' } }),
    'GET /assignments/a1': () => ({ body: state.rows[0] }),
    'GET /assignments/a1/story': { body: [] },
    'GET /assignments/a1/rating': { body: null },
    'GET /assignments/a1/deliveries': { body: [] },
    'GET /assignments/a1/revisions': { body: [] },
    'PUT /assignments/a1/pool': ({ body }) => {
      const { open } = body as { open: boolean }
      state.rows = [open ? inPool : tides, dunes]
      return { body: state.rows[0] }
    },
    ...handlers,
  })
  return { calls, state }
}

const toasts = () => store.get(toastsAtom).map(({ title }) => title)
const select = async (title: string) =>
  userEvent.click(await screen.findByRole('checkbox', { name: `Select ${title}` }))
const bar = () => within(screen.getByRole('region', { name: 'Selected assignments' }))
const bodies = (calls: ReturnType<typeof fakeServer>) =>
  calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)

describe('the selected assignments', () => {
  it('are opened to tutors, and the rows say so', async () => {
    const { calls, state } = serve({
      'PUT /assignments/pool': () => {
        state.rows = [inPool, { ...dunes, stage: 'pool' }]
        return { body: { updated: 2 } }
      },
    })
    showApp('/admin/dashboard')
    await select('Tides')
    await select('Dunes')
    await userEvent.click(bar().getByRole('button', { name: 'Open to tutors' }))
    await waitFor(() => expect(toasts()).toEqual(['2 assignments are open to tutors now']))
    expect(bodies(calls)).toEqual([{ ids: ['a1', 'a2'], open: true }])
    expect(screen.getByRole('row', { name: /Tides/ })).toHaveTextContent('In the pool')
    expect(bar().getByRole('status')).toBeEmptyDOMElement()
  })

  it('are listed with their reasons if they cannot be opened', async () => {
    serve({
      'PUT /assignments/pool': failure(409, 'This assignment already has a tutor', {
        a2: { message: 'This assignment already has a tutor' },
      }),
    })
    showApp('/admin/dashboard')
    await select('Tides')
    await select('Dunes')
    await userEvent.click(bar().getByRole('button', { name: 'Open to tutors' }))
    const refusal = await bar().findByRole('alert')
    expect(refusal).toHaveTextContent('Dunes: This assignment already has a tutor')
    expect(bar().getByRole('status')).toHaveTextContent('1 selected')
    expect(screen.getByRole('row', { name: /Tides/ })).not.toHaveTextContent('In the pool')
  })
})

describe('the dialog of an assignment', () => {
  it('says why it was handed back, and opens it again', async () => {
    const { calls } = serve()
    showApp('/admin/dashboard?update=a1')
    const dialog = within(await screen.findByRole('dialog', { name: 'Update Assignment' }))
    expect(dialog.getByText('Handed back:').parentElement).toHaveTextContent('Handed back: Not my field')
    await userEvent.click(dialog.getByRole('button', { name: 'Open to tutors' }))
    const close = await dialog.findByRole('button', { name: 'Take out of the pool' })
    expect(close).toHaveFocus()
    expect(dialog.getByText('In the pool')).toBeInTheDocument()
    await userEvent.click(close)
    expect(await dialog.findByRole('button', { name: 'Open to tutors' })).toBeInTheDocument()
    expect(bodies(calls)).toEqual([{ open: true }, { open: false }])
    expect(toasts()).toEqual(['Tutors can take the assignment now', 'The assignment is out of the pool'])
  })

  it('says why it cannot be opened', async () => {
    serve({ 'PUT /assignments/a1/pool': failure(409, 'This assignment has not been paid for') })
    showApp('/admin/dashboard?update=a1')
    const dialog = within(await screen.findByRole('dialog', { name: 'Update Assignment' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Open to tutors' }))
    await waitFor(() => expect(toasts()).toEqual(['This assignment has not been paid for']))
    expect(dialog.getByRole('button', { name: 'Open to tutors' })).toBeEnabled()
  })
})

describe('the page of an assignment', () => {
  it('lets admins reopen it, and shows why it came back', async () => {
    serve()
    showApp('/assignments/a1')
    expect(await screen.findByText('Not my field')).toBeInTheDocument()
    await userEvent.click(await screen.findByRole('button', { name: 'Open to tutors' }))
    expect(await screen.findByRole('button', { name: 'Take out of the pool' })).toBeInTheDocument()
    expect(screen.getByText('Tutors can take it from the pool.')).toBeInTheDocument()
  })

  it('offers several files of the brief as one download', async () => {
    const file = (_id: string) => ({ _id, name: `${_id}.pdf`, size: 10, url: '' })
    const links = openedTabs()
    const { state } = serve({ 'POST /assignments/a1/materials-zip/link': { body: { url: '/zip' } } })
    state.rows = [{ ...tides, materials: [file('f1'), file('f2')] }]
    showApp('/assignments/a1')
    await userEvent.click(await screen.findByRole('button', { name: 'Download all (ZIP)' }))
    await waitFor(() => expect(links).toEqual([expect.stringMatching(/\/zip$/)]))
  })

  it('offers no such download for one file', async () => {
    const { state } = serve()
    state.rows = [{ ...tides, materials: [{ _id: 'f1', name: 'f1.pdf', size: 10, url: '' }] }]
    showApp('/assignments/a1')
    expect(await screen.findByText('f1.pdf', { selector: 'button span' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Download all (ZIP)' })).not.toBeInTheDocument()
  })
})
