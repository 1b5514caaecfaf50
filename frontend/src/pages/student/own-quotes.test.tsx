import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { showApp } from '../../../testing/app'
import { failure, fakeServer } from '../../../testing/fake-server'
import { sendChange } from '../../../testing/live'
import { signedIn } from '../../../testing/people'
import { ownQuote } from '../../../testing/quotes'
import { store } from '../../lib/state/store'
import { noteServerTime } from '../../lib/time/clock'
import { toastsAtom } from '../../ui/feedback/toast-state'

vi.mock('../../lib/live/live', async () => (await import('../../../testing/live')).fakeLive)

beforeEach(() => signedIn('student'))

afterEach(() => {
  noteServerTime(new Date().toUTCString())
  store.set(toastsAtom, [])
  signedIn(null)
})

const offered = ownQuote({
  _id: 'q2',
  reference: 'Q-222222',
  subject: 'PHYS1',
  status: 'quoted',
  amount: 120.5,
  validUntil: '2031-11-30T12:59:59.000Z',
  offerUrl: 'https://deskmate.example/offers/abc.def',
})

const serve = (handlers: Parameters<typeof fakeServer>[0]) =>
  fakeServer({
    'GET /assignments/stats': { status: 502 },
    'GET /assignments': { body: [] },
    ...handlers,
  })

const rows = async (name = 'Your quotes') => {
  const list = await screen.findByRole('list', { name })
  return within(list).getAllByRole('listitem')
}

describe("the student's quotes", () => {
  const accepted = ownQuote({ _id: 'q3', subject: 'HIST9', status: 'accepted', assignment: 'a1' })

  it('begin with those that wait for an answer', async () => {
    serve({
      'GET /quotes/mine': {
        body: [ownQuote(), accepted, offered],
        headers: { 'X-Total-Count': '3', Date: 'Fri, 21 Nov 2031 10:00:00 GMT' },
      },
    })
    showApp('/dashboard')
    const [first, second] = await rows()
    const earlier = screen.getByText('Earlier quotes')
    expect(earlier.closest('details')).not.toHaveAttribute('open')
    await userEvent.click(earlier)
    const [third] = await rows('Earlier quotes')
    expect(first).toHaveTextContent('PHYS1')
    expect(first).toHaveTextContent('$120.50, valid until')
    expect(first).toHaveTextContent('(in 9 days)')
    expect(first).toHaveTextContent('Waiting for your answer')
    expect(
      within(first as HTMLElement).getByRole('link', { name: 'Review offer of Q-222222' }),
    ).toHaveAttribute('href', '/offers/abc.def')
    expect(second).toHaveTextContent(/^HIST101.*Received$/)
    expect(third).toHaveTextContent(/^HIST9.*AcceptedOpen assignment of Q-7F3K2M$/)
    expect(within(third as HTMLElement).getByRole('link')).toHaveAttribute('href', '/assignments/a1')
  })

  it("count an offer as expired by the server's clock", async () => {
    serve({ 'GET /quotes/mine': { body: [offered], headers: { Date: 'Sun, 30 Nov 2031 13:00:10 GMT' } } })
    showApp('/dashboard')
    await userEvent.click(await screen.findByText('Earlier quotes'))
    const [row] = await rows('Earlier quotes')
    await waitFor(() => expect(row).toHaveTextContent('Expired'))
    expect(within(row as HTMLElement).queryByRole('link')).not.toBeInTheDocument()
  })

  it('show an offer as soon as its notice arrives', async () => {
    let now = ownQuote({ _id: 'q2', subject: 'PHYS1' })
    serve({ 'GET /quotes/mine': () => ({ body: [now] }) })
    showApp('/dashboard')
    expect((await rows())[0]).toHaveTextContent('Received')
    now = { ...offered, validUntil: '2099-11-30T12:59:59.000Z' }
    await sendChange({ noun: 'notices', id: 'n1', change: 'create' })
    expect(await screen.findByRole('link', { name: 'Review offer of Q-222222' })).toBeInTheDocument()
  })

  it('show the last page once a later one is empty', async () => {
    let count = 21
    serve({
      'GET /quotes/mine': ({ query }) => {
        const all = Array.from({ length: count }, (_, at) =>
          ownQuote({ _id: `q${at}`, subject: `Subject ${at}` }),
        )
        const body = new URLSearchParams(query).get('page') === '2' ? all.slice(20) : all.slice(0, 20)
        return { body, headers: { 'X-Total-Count': String(count) } }
      },
    })
    showApp('/dashboard')
    expect(await rows()).toHaveLength(20)
    await userEvent.click(screen.getByRole('button', { name: /^Next/ }))
    await screen.findByText('Subject 20')
    count = 20
    await sendChange({ noun: 'quotes', id: 'q20', change: 'delete' })
    expect(await screen.findByText('Subject 19')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Next/ })).not.toBeInTheDocument()
    expect(screen.getByText('Subject 19').closest('[tabindex]')).toHaveFocus()
  })

  it('say how to get there while there are none', async () => {
    serve({})
    showApp('/dashboard')
    expect(await screen.findByText(/^No quotes yet/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Ask for a quote' })).toHaveAttribute('href', '/#quote')
  })

  it('that fail to load can be asked for again', async () => {
    let well = false
    serve({ 'GET /quotes/mine': () => (well ? { body: [offered] } : failure(500, 'no')) })
    showApp('/dashboard')
    const sentence = await screen.findByText(/We could not load your quotes/)
    well = true
    await userEvent.click(within(sentence).getByRole('button', { name: 'Try again' }))
    expect((await rows())[0]).toHaveTextContent('PHYS1')
  })
})
