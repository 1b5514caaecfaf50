import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addressOf, showApp } from '../../../testing/app'
import { assignment } from '../../../testing/assignments'
import { type Answer, failure, fakeServer } from '../../../testing/fake-server'
import { offer } from '../../../testing/offers'
import { person, signedIn } from '../../../testing/people'
import { site } from '../../../testing/site'
import { afterLogIn } from '../../app/guards'
import { ownQuotesQuery } from '../../features/quotes/api'
import { UNREACHABLE } from '../../lib/api/failure'
import { ask } from '../../lib/api/query'
import { addressWithoutNames } from '../../lib/measuring/analytics'
import { sessionAtom } from '../../lib/session/session'
import { store } from '../../lib/state/store'
import { readDraft, writeDraft } from '../../lib/storage/draft'
import { noteServerTime } from '../../lib/time/clock'
import { toastsAtom } from '../../ui/feedback/toast-state'

const token = 'abcdefghijklmno.Zz9-_x'
const path = `/offers/${token}`

/** The login page that leads back to the offer. Its address does not contain the token. */
const LOGIN = '/login?next=%2Foffers'

beforeEach(() => signedIn(null))

afterEach(() => {
  noteServerTime(new Date().toUTCString())
  store.set(toastsAtom, [])
  signedIn(null)
})

/** A server with this offer and, after an acceptance, its order. */
const serve = (handlers: Parameters<typeof fakeServer>[0] = {}, shown = offer()) =>
  fakeServer({
    [`GET ${path}`]: { body: shown },
    'GET /assignments/a1': { body: assignment() },
    'GET /assignments/a1/story': { body: [] },
    'GET /assignments/a1/rating': { body: null },
    'GET /site': { body: site() },
    ...handlers,
  })

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const agree = async () => userEvent.click(await screen.findByRole('checkbox', { name: /^I accept/ }))

describe('the page of an offer', () => {
  it('shows what was asked, the price, and what is included', async () => {
    serve({}, offer({ note: 'Delivered in two parts.' }))
    showApp(path)
    expect(await screen.findByRole('heading', { level: 1, name: 'Your offer' })).toBeInTheDocument()
    const main = screen.getByRole('main')
    for (const text of [
      'Q-7F3K2M',
      '$120.50',
      'HIST101',
      'Essay writing',
      '8 pages, 2,000 words',
      'brief.pdf',
      '2 kB',
      'Delivered in two parts.',
      'request a revision within 2 days of delivery',
      'request a refund within 3 days of delivery',
      'in 7 to 10 business days',
    ])
      expect(main).toHaveTextContent(text)
    expect(main).toHaveTextContent(/Valid until\s*Nov 30, 2099, 11:59 PM/)
    expect(main).not.toHaveTextContent('left')
  })

  it('has the longer window for long work', async () => {
    serve({}, offer({ words: 6001, pages: 25 }))
    showApp(path)
    expect(await screen.findByText(/request a revision within 3 days of delivery/)).toBeInTheDocument()
  })

  it("counts down by the server's clock, then closes", async () => {
    const headers = { Date: 'Mon, 30 Nov 2099 07:47:00 GMT' }
    serve({ [`GET ${path}`]: { body: offer(), headers } })
    showApp(path)
    expect(await screen.findByText('5 hours 12 minutes left')).toBeInTheDocument()
    noteServerTime('Mon, 30 Nov 2099 13:00:10 GMT')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(await screen.findByText('This offer has expired')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Accept offer' })).not.toBeInTheDocument()
  })

  it('appears in reports without its token', () => {
    expect(addressWithoutNames(`/api/offers/${'a'.repeat(15)}/accept`)).toBe('/api/offers/:id/accept')
    expect(addressWithoutNames('/api/offers/letters/decline')).toBe('/api/offers/:id/decline')
  })

  it('says that no offer has this link', async () => {
    serve({ [`GET ${path}`]: failure(404, 'Offer not found') })
    showApp(path)
    expect(await screen.findByRole('heading', { level: 1, name: 'Offer not found' })).toBeInTheDocument()
  })

  it('reports a failure to load, and tries again', async () => {
    let well = false
    serve({ [`GET ${path}`]: () => (well ? { body: offer() } : failure(500, 'The desk is closed')) })
    showApp(path)
    expect(await screen.findByRole('alert')).toHaveTextContent('The desk is closed')
    well = true
    await press('Try again')
    expect(await screen.findByText('$120.50')).toBeInTheDocument()
  })
})

describe('accepting an offer', () => {
  const accept = `POST ${path}/accept`

  it('opens an account and session, and leads to the order', async () => {
    const calls = serve({
      [accept]: { status: 201, body: { assignment: 'a1', token: 'new-token', user: person('student') } },
    })
    const router = showApp(path)
    expect(await screen.findByText(/account for r•••n@example.com/)).toBeInTheDocument()
    await userEvent.type(screen.getByLabelText('Name'), 'Robin Vale')
    await userEvent.type(screen.getByLabelText('Password'), 'quill-1')
    await agree()
    await press('Accept offer')
    await waitFor(() => expect(addressOf(router)).toBe('/assignments/a1'))
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      version: 1,
      acceptTerms: true,
      name: 'Robin Vale',
      password: 'quill-1',
    })
    expect(localStorage.getItem('token')).toBe('new-token')
  })

  it('asks nothing more while the order loads', async () => {
    const isSignedIn = () => store.get(sessionAtom).user !== null
    serve({
      [accept]: { status: 201, body: { assignment: 'a1', token: 'new-token', user: person('student') } },
      [`GET ${path}`]: () => ({ body: offer({ status: isSignedIn() ? 'accepted' : 'open' }) }),
    })
    const router = showApp(path)
    await userEvent.type(await screen.findByLabelText('Name'), 'Robin Vale')
    await userEvent.type(screen.getByLabelText('Password'), 'quill-1')
    await agree()
    const seen: string[] = []
    const observer = new MutationObserver(() => seen.push(document.body.textContent ?? ''))
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    await press('Accept offer')
    await waitFor(() => expect(addressOf(router)).toBe('/assignments/a1'))
    observer.disconnect()
    expect(seen.some((text) => text.includes('Taking you to your order'))).toBe(true)
    expect(seen.filter((text) => /You are accepting as|has been accepted/.test(text))).toEqual([])
  })

  it('checks name, password and terms before sending', async () => {
    const calls = serve()
    showApp(path)
    await press('Accept offer')
    expect(await screen.findByText('Name is required')).toBeInTheDocument()
    expect(screen.getByText('Password is required')).toBeInTheDocument()
    expect(screen.getByText('Terms must be accepted')).toBeInTheDocument()
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus())
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('needs only the terms from somebody who is signed in', async () => {
    signedIn('student')
    const calls = serve({ [accept]: { status: 201, body: { assignment: 'a1' } } })
    const router = showApp(path)
    expect(
      await screen.findByText('You are accepting as Robin Vale (robin@example.com).'),
    ).toBeInTheDocument()
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument()
    await agree()
    await press('Accept offer')
    await waitFor(() => expect(addressOf(router)).toBe('/assignments/a1'))
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ version: 1, acceptTerms: true })
    expect(localStorage.getItem('token')).toBe('a-token')
  })

  it('sends people with an account to login and back', async () => {
    serve({}, offer({ accountExists: true }))
    showApp(path)
    const link = await screen.findByRole('link', { name: 'Log in to accept' })
    expect(link).toHaveAttribute('href', LOGIN)
    expect(screen.queryByRole('button', { name: 'Accept offer' })).not.toBeInTheDocument()
    await userEvent.click(link)
    expect(afterLogIn(person('student'), new URL(LOGIN, window.location.origin).search)).toBe(path)
  })

  it('says that it was sent to somebody else', async () => {
    signedIn('student')
    serve({ [accept]: failure(403, 'This offer was sent to another email address') })
    const router = showApp(path)
    await agree()
    await press('Accept offer')
    expect(await screen.findByRole('alert')).toHaveTextContent('This offer was sent to another email address')
    await press('Log in with another account')
    await waitFor(() => expect(addressOf(router)).toBe(LOGIN))
    expect(localStorage.getItem('token')).toBeNull()
  })

  it('shows the new price and asks again', async () => {
    signedIn('student')
    let shown = offer()
    const sent: unknown[] = []
    serve({
      [`GET ${path}`]: () => ({ body: shown }),
      [accept]: ({ body }) => {
        sent.push(body)
        shown = offer({ version: 2, amount: 99 })
        return sent.length === 1
          ? failure(409, 'This offer has changed. Please review it again')
          : { status: 201, body: { assignment: 'a1' } }
      },
    })
    const router = showApp(path)
    await agree()
    await press('Accept offer')
    expect(await screen.findByText('$99.00')).toBeInTheDocument()
    expect(screen.getByRole('alert')).toHaveTextContent('This offer has changed. Please review it again')
    expect(screen.getByRole('checkbox', { name: /^I accept/ })).not.toBeChecked()
    await agree()
    await press('Accept offer')
    await waitFor(() => expect(addressOf(router)).toBe('/assignments/a1'))
    expect(sent).toEqual([
      { version: 1, acceptTerms: true },
      { version: 2, acceptTerms: true },
    ])
  })

  it.each([
    ['expired', 'This offer has expired'],
    ['accepted', 'This offer has already been accepted'],
    ['declined', 'This offer was declined'],
    ['withdrawn', 'This offer is no longer available'],
  ])('shows the outcome if it is %s by then', async (status, refusal) => {
    signedIn('student')
    let shown = offer()
    serve({
      [`GET ${path}`]: () => ({ body: shown }),
      [accept]: () => {
        shown = offer({ status })
        return failure(409, refusal)
      },
    })
    showApp(path)
    await agree()
    await press('Accept offer')
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Accept offer' })).not.toBeInTheDocument(),
    )
    const title = status === 'accepted' ? 'This offer has been accepted' : refusal
    const outcome = screen.getByText(title).closest('[tabindex]')
    expect(outcome).toHaveFocus()
  })
})

describe('declining an offer', () => {
  const decline = `POST ${path}/decline`
  const form = async () => within(await screen.findByRole('form', { name: 'Decline this offer' }))

  it('takes a reason, and shows that it was declined', async () => {
    let shown = offer()
    const calls = serve({
      [`GET ${path}`]: () => ({ body: shown }),
      [decline]: () => {
        shown = offer({ status: 'declined' })
        return { body: { status: 'declined' } }
      },
    })
    showApp(path)
    await press('Decline')
    const reason = (await form()).getByLabelText(/^Reason/)
    expect(reason).toHaveFocus()
    await userEvent.type(reason, 'Too dear')
    await press('Decline offer')
    const outcome = (await screen.findByText('This offer was declined')).closest('[tabindex]')
    expect(outcome).toHaveFocus()
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'Too dear' })
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
  })

  it('shows at once that it was declined', async () => {
    signedIn('student')
    let loads = 0
    serve({
      [`GET ${path}`]: () => {
        loads += 1
        return loads === 1 ? { body: offer() } : new Promise<never>(() => {})
      },
      [decline]: { body: { status: 'declined' } },
    })
    showApp(path)
    await press('Decline')
    await press('Decline offer')
    expect((await screen.findByText('This offer was declined')).closest('[tabindex]')).toHaveFocus()
  })

  it("makes the reader's own quotes stale", async () => {
    signedIn('student')
    const calls = serve({ [decline]: { body: { status: 'declined' } }, 'GET /quotes/mine': { body: [] } })
    const asked = () => {
      ask(ownQuotesQuery(1))
      return calls.filter(({ path }) => path === '/quotes/mine')
    }
    asked()
    showApp(path)
    await press('Decline')
    await press('Decline offer')
    await waitFor(() => expect(asked()).toHaveLength(2))
  })

  it('keeps the reason and the focus when the offer expires', async () => {
    serve({ [`GET ${path}`]: { body: offer(), headers: { Date: 'Mon, 30 Nov 2099 12:59:00 GMT' } } })
    showApp(path)
    await press('Decline')
    const reason = (await form()).getByLabelText(/^Reason/)
    await userEvent.type(reason, 'Too dear')
    noteServerTime('Mon, 30 Nov 2099 13:00:10 GMT')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(await screen.findByText('This offer has expired')).toBeInTheDocument()
    expect(reason).toHaveFocus()
    expect(reason).toHaveValue('Too dear')
    expect((await form()).getByRole('button', { name: 'Decline offer' })).toBeDisabled()
    expect(screen.queryByRole('button', { name: 'Accept offer' })).not.toBeInTheDocument()
  })

  it('cannot happen while accepting is under way, or vice versa', async () => {
    signedIn('student')
    let answer = (_: Answer) => {}
    const wait = () =>
      new Promise<Answer>((resolve) => {
        answer = resolve
      })
    serve({ [`POST ${path}/accept`]: wait, [decline]: wait })
    showApp(path)
    await press('Decline')
    const button = (name: string) => screen.getByRole('button', { name })
    await agree()
    await press('Accept offer')
    await waitFor(() => expect(button('Decline offer')).toBeDisabled())
    await waitFor(() => expect(answer).toHaveLength(1))
    await act(async () => answer(failure(500, 'The desk is closed')))
    await waitFor(() => expect(button('Decline offer')).toBeEnabled())
    await press('Decline offer')
    await waitFor(() => expect(button('Accept offer')).toBeDisabled())
  })

  it('can be thought over: what was typed to accept stays', async () => {
    serve()
    showApp(path)
    await userEvent.type(await screen.findByLabelText('Name'), 'Robin Vale')
    await press('Decline')
    await userEvent.click((await form()).getByRole('button', { name: 'Cancel' }))
    expect(screen.getByRole('button', { name: 'Decline' })).toHaveFocus()
    expect(screen.getByLabelText('Name')).toHaveValue('Robin Vale')
  })

  it('says why it fails, and keeps the reason', async () => {
    serve({ [decline]: 'unreachable' })
    showApp(path)
    await press('Decline')
    await userEvent.type((await form()).getByLabelText(/^Reason/), 'Too dear')
    await press('Decline offer')
    expect(await screen.findByRole('alert')).toHaveTextContent(UNREACHABLE)
    expect((await form()).getByLabelText(/^Reason/)).toHaveValue('Too dear')
  })
})

describe('an offer that is closed', () => {
  it.each([
    ['essay-writing', 'Essay writing', '/services/essay-writing', 'quote:service'],
    ['thesis-proofs', '', '/', 'quote:hero'],
  ])('fills the quote form on Ask again (service: %s)', async (service, serviceName, address, draft) => {
    serve(
      { 'GET /services/essay-writing': failure(500, 'no'), 'GET /experts': { body: [] } },
      offer({ status: 'expired', service, serviceName }),
    )
    const router = showApp(path)
    await press('Ask again')
    await waitFor(() => expect(addressOf(router)).toBe(address))
    expect(readDraft(draft, serviceName && service)).toMatchObject({
      subject: 'HIST101',
      description: 'Two thousand words on the tides.',
      pages: '8',
      deadline: '2099-12-01',
      deadlineTime: '21:00',
    })
  })

  it("fills in the deadline in the reader's time zone", async () => {
    const there = { deadline: '2099-12-01', deadlineTime: '21:00', timeZone: 'America/New_York' }
    serve(
      { 'GET /experts': { body: [] } },
      offer({ status: 'expired', serviceName: '', ...there, dueAt: '2099-12-02T02:00:00.000Z' }),
    )
    const router = showApp(path)
    await press('Ask again')
    await waitFor(() => expect(addressOf(router)).toBe('/'))
    expect(readDraft('quote:hero')).toMatchObject({ deadline: '2099-12-02', deadlineTime: '13:00' })
  })

  it('keeps a request that was begun before', async () => {
    writeDraft('quote:hero', { subject: 'PHYS1' })
    serve({ 'GET /experts': { body: [] } }, offer({ status: 'expired', serviceName: '' }))
    const router = showApp(path)
    await press('Ask again')
    await waitFor(() => expect(addressOf(router)).toBe('/'))
    expect(readDraft('quote:hero')?.subject).toBe('PHYS1')
    expect(store.get(toastsAtom).map(({ title }) => title)).toContainEqual(
      expect.stringMatching(/^We kept the request that you had started/),
    )
  })

  it('leaves out a deadline that has passed', async () => {
    serve(
      { 'GET /experts': { body: [] } },
      offer({ status: 'withdrawn', serviceName: '', dueAt: '2020-01-01T00:00:00.000Z' }),
    )
    const router = showApp(path)
    await press('Ask again')
    await waitFor(() => expect(addressOf(router)).toBe('/'))
    expect(readDraft('quote:hero')?.subject).toBe('HIST101')
    expect(readDraft('quote:hero')?.deadline ?? '').toBe('')
  })

  it.each<['student' | null, string, string]>([
    ['student', 'Go to your dashboard', '/dashboard'],
    [null, 'Log in', '/login?next=%2Fdashboard'],
  ])('leads to the order once it is accepted (role: %s)', async (role, name, address) => {
    signedIn(role)
    serve({}, offer({ status: 'accepted' }))
    showApp(path)
    expect(await screen.findByText('This offer has been accepted')).toBeInTheDocument()
    expect(within(screen.getByRole('main')).getByRole('link', { name })).toHaveAttribute('href', address)
  })
})
