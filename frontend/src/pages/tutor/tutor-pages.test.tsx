import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addressOf, showApp } from '../../../testing/app'
import { assignment } from '../../../testing/assignments'
import { failure, fakeServer } from '../../../testing/fake-server'
import { signedIn } from '../../../testing/people'
import { statuses } from '../../features/assignments/model'
import { store } from '../../lib/state/store'
import { toastsAtom } from '../../ui/feedback/toast-state'

beforeEach(() => signedIn('tutor'))

afterEach(() => {
  store.set(toastsAtom, [])
  signedIn(null)
})

const toasts = () => store.get(toastsAtom).map(({ title, seconds }) => [title, seconds])

const dashboard = {
  totalAssignments: 7,
  completedAssignments: 4,
  pendingAssignments: 3,
  totalEarnings: 1234.5,
  averageRating: 4.25,
  recentAssignments: statuses.map((status) => assignment({ _id: status, title: `Essay ${status}`, status })),
}

describe('the tutor dashboard', () => {
  it('shows earnings with two decimals, the rating with one', async () => {
    fakeServer({ 'GET /assignments/tutor-assignments': { body: dashboard } })
    showApp('/tutor/dashboard')
    const totals = await screen.findByRole('region', { name: 'Totals' })
    expect(
      within(totals)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Total Assignments7',
      'Completed4',
      'Pending3',
      'Total Earnings$1,234.50',
      'Average Rating4.3out of 5',
    ])
  })

  it('shows type and price of recent work, if set', async () => {
    const recentAssignments = [
      assignment({ _id: 'a1', title: 'Priced', type: 'Lab report', price: 310 }),
      assignment({ _id: 'a2', title: 'Not priced' }),
    ]
    fakeServer({ 'GET /assignments/tutor-assignments': { body: { ...dashboard, recentAssignments } } })
    showApp('/tutor/dashboard')
    expect(await screen.findByRole('article', { name: 'Priced' })).toHaveTextContent(
      'Physics · Lab report · $310.00 · due',
    )
    expect(screen.getByRole('article', { name: 'Not priced' })).toHaveTextContent('Physics · due')
  })

  it.each([
    ['completed', 'COMPLETED', 'green'],
    ['in_progress', 'IN PROGRESS', 'blue'],
    ['pending', 'PENDING', 'yellow'],
    ['revision', 'REVISION', 'orange'],
    ['submitted', 'SUBMITTED', 'gray'],
    ['graded', 'GRADED', 'gray'],
  ])('shows %s as %s in %s', async (status, word, colour) => {
    fakeServer({ 'GET /assignments/tutor-assignments': { body: dashboard } })
    showApp('/tutor/dashboard')
    const item = await screen.findByRole('article', { name: `Essay ${status}` })
    expect(within(item).getByText(word).firstElementChild).toHaveAttribute('data-tone', colour)
    expect(screen.queryByRole('button', { name: /Actions/ })).not.toBeInTheDocument()
  })

  it('links to assignments to take and work to deliver', async () => {
    fakeServer({ 'GET /assignments/tutor-assignments': { body: dashboard } })
    showApp('/tutor/dashboard')
    expect(await screen.findByRole('link', { name: /View Available Assignments/ })).toHaveAttribute(
      'href',
      '/tutor/dashboard/available',
    )
    expect(screen.getByRole('link', { name: /Submit Completed Work/ })).toHaveAttribute(
      'href',
      '/tutor/dashboard/submit',
    )
  })

  it('says that there are no assignments yet', async () => {
    fakeServer({ 'GET /assignments/tutor-assignments': { body: { ...dashboard, recentAssignments: [] } } })
    showApp('/tutor/dashboard')
    expect(await screen.findByText('No assignments yet')).toBeInTheDocument()
  })

  it('shows placeholders while it loads', async () => {
    fakeServer({ 'GET /assignments/tutor-assignments': () => new Promise(() => undefined) })
    showApp('/tutor/dashboard')
    expect(await screen.findByRole('status', { name: 'Loading totals' })).toBeInTheDocument()
  })

  it('reports a failure to load', async () => {
    fakeServer({ 'GET /assignments/tutor-assignments': failure(500, 'The desk is closed') })
    showApp('/tutor/dashboard')
    expect(await screen.findByRole('alert')).toHaveTextContent('The desk is closed')
    await waitFor(() => expect(toasts()).toEqual([['Failed to load dashboard data', 5]]))
  })

  it('ends with the session', async () => {
    fakeServer({ 'GET /assignments/tutor-assignments': failure(401, 'Please log in to continue') })
    showApp('/tutor/dashboard')
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
    expect(toasts()).toEqual([])
  })
})

describe("a tutor's work", () => {
  it('lists the work to do first', async () => {
    const calls = fakeServer({ 'GET /assignments': { body: [assignment()] } })
    showApp('/tutor/assignments')
    await screen.findByRole('article', { name: 'Essay on tides' })
    const query = calls.find(({ path }) => path === '/assignments')?.query
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
      status: 'pending,submitted,in_progress,revision',
      page: '1',
      perPage: '20',
    })
    expect(screen.getByRole('link', { name: 'To do' })).toHaveAttribute('aria-current', 'page')
  })

  it('lists what the tutor handed in separately', async () => {
    const calls = fakeServer({
      'GET /assignments/tutor-assignments': { body: dashboard },
      'GET /assignments': { body: [assignment()] },
    })
    showApp('/tutor/dashboard')
    await userEvent.click(await screen.findByRole('link', { name: 'Assignments you handed in' }))
    await screen.findByRole('article', { name: 'Essay on tides' })
    const query = calls.find(({ path }) => path === '/assignments')?.query
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({ by: 'me', page: '1', perPage: '20' })
    expect(screen.getByRole('link', { name: 'Handed in by you' })).toHaveAttribute('aria-current', 'page')
  })

  it('links to the upload if nothing was handed in', async () => {
    fakeServer({ 'GET /assignments': { body: [] } })
    showApp('/tutor/assignments?show=handed_in')
    expect(await screen.findByText('Nothing handed in yet')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Upload Assignment' })).toHaveAttribute('href', '/upload')
  })

  it('says that a list is empty', async () => {
    fakeServer({ 'GET /assignments': { body: [] } })
    showApp('/tutor/assignments?show=in_progress')
    expect(await screen.findByText('No assignments in this list')).toBeInTheDocument()
  })

  it('reports a failure to load', async () => {
    fakeServer({ 'GET /assignments': { status: 502 } })
    showApp('/tutor/assignments')
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch assignments')
    await waitFor(() => expect(toasts()).toEqual([['Failed to load dashboard data', 5]]))
  })
})

describe('the work that a tutor can deliver', () => {
  it('is listed soonest first, with links to the forms', async () => {
    const calls = fakeServer({ 'GET /assignments': { body: [assignment({ status: 'in_progress' })] } })
    showApp('/tutor/dashboard/submit')
    expect(await screen.findByRole('link', { name: 'Deliver Essay on tides' })).toHaveAttribute(
      'href',
      '/assignments/a1#deliver',
    )
    const query = calls.find(({ path }) => path === '/assignments')?.query
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
      status: 'in_progress,revision',
      sort: 'dueDate',
      page: '1',
      perPage: '20',
    })
  })

  it('has pages, which the address names', async () => {
    const calls = fakeServer({
      'GET /assignments': { body: [assignment()], headers: { 'X-Total-Count': '41' } },
    })
    const router = showApp('/tutor/dashboard/submit?page=2')
    await screen.findByRole('article', { name: 'Essay on tides' })
    expect(calls[0]?.query).toContain('page=2')
    await userEvent.click(screen.getByRole('button', { name: /Next/ }))
    await waitFor(() => expect(addressOf(router)).toBe('/tutor/dashboard/submit?page=3'))
  })

  it('says where to find work if there is none', async () => {
    fakeServer({ 'GET /assignments': { body: [] } })
    showApp('/tutor/dashboard/submit')
    expect(await screen.findByText('You have no work in progress')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'View available assignments' })).toHaveAttribute(
      'href',
      '/tutor/dashboard/available',
    )
    expect(screen.getByRole('link', { name: 'Your work to do' })).toHaveAttribute(
      'href',
      '/tutor/assignments?show=open',
    )
  })
})
