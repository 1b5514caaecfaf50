import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { showApp } from '../../../testing/app'
import { type Answer, failure, fakeServer } from '../../../testing/fake-server'
import { profile, signedIn } from '../../../testing/people'
import { store } from '../../lib/state/store'
import { toastsAtom } from '../../ui/feedback/toast-state'

afterEach(() => {
  store.set(toastsAtom, [])
  signedIn(null)
})

const toasts = () => store.get(toastsAtom).map(({ title, tone }) => [title, tone])

const grades = { kind: 'assignment.graded', title: 'Grades', app: true, mail: true, required: false }
const passwords = {
  kind: 'account.password',
  title: 'Changes of your password',
  app: false,
  mail: true,
  required: true,
}
const none = failure(404, 'Calendar not found')

const usual: Parameters<typeof fakeServer>[0] = {
  'GET /users/profile': { body: profile() },
  'GET /users/notice-settings': { body: { kinds: [grades, passwords] } },
  'GET /users/calendar': { body: { url: '' } },
  'GET /users/sessions': { body: [] },
}

function show(handlers: Parameters<typeof fakeServer>[0] = {}) {
  signedIn('student')
  const calls = fakeServer({ ...usual, ...handlers })
  showApp('/profile/settings')
  return calls
}

describe('the messages', () => {
  const save = 'PUT /users/notice-settings'
  const mail = () => screen.findByRole('switch', { name: 'Email: Grades' })

  it('are switched one by one, shown at once and saved', async () => {
    let answer = (_: Answer) => {}
    const calls = show({
      [save]: () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    })
    await userEvent.click(await mail())
    expect(await mail()).not.toBeChecked()
    expect(screen.getByRole('switch', { name: 'Notice: Grades' })).toBeChecked()
    await userEvent.click(await mail())
    answer({ body: { kinds: [{ ...grades, mail: false }, passwords] } })
    await waitFor(() => expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1))
    expect(calls.at(-1)?.body).toEqual({ kinds: [{ kind: 'assignment.graded', mail: false }] })
    expect(await mail()).not.toBeChecked()
  })

  it('switch back, and say so, when a change is refused', async () => {
    show({ [save]: failure(400, 'Unknown kind of notice') })
    await userEvent.click(await mail())
    await waitFor(() => expect(toasts()).toEqual([['Unknown kind of notice', 'error']]))
    expect(await mail()).toBeChecked()
  })

  it("of one account stay despite another account's late refusal", async () => {
    let answer = (_: Answer) => {}
    const pending = new Promise<Answer>((resolve) => {
      answer = resolve
    })
    const calls = show({ [save]: () => pending })
    await userEvent.click(await mail())
    await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true))
    const off = { ...grades, mail: false }
    fakeServer({ ...usual, 'GET /users/notice-settings': { body: { kinds: [off] } } })
    act(() => signedIn('student', { _id: 'student-2' }))
    cleanup()
    showApp('/profile/settings')
    expect(await mail()).not.toBeChecked()
    await act(async () => answer(failure(400, 'Unknown kind of notice')))
    await waitFor(() => expect(toasts()).toEqual([['Unknown kind of notice', 'error']]))
    expect(await mail()).not.toBeChecked()
  })

  it('that an account needs cannot be switched off', async () => {
    show()
    const row = within(await screen.findByRole('row', { name: /^Changes of your password/ }))
    expect(row.getByText('Always sent.')).toBeInTheDocument()
    expect(row.queryByRole('switch')).not.toBeInTheDocument()
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      expect.anything(),
      'None',
      'Always',
    ])
  })

  it('say that they could not load, and load again', async () => {
    let answer: Answer = { status: 502 }
    show({ 'GET /users/notice-settings': () => answer })
    expect(await screen.findByRole('alert')).toHaveTextContent('Your choices could not be loaded')
    answer = { body: { kinds: [grades] } }
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await mail()).toBeChecked()
  })
})

describe('the calendar', () => {
  const url = 'https://desk.example/api/calendar/one.ics'
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
  const confirm = async (name: string) => {
    const question = await screen.findByRole('alertdialog')
    await userEvent.click(within(question).getByRole('button', { name }))
  }

  it('gets an address on request, with the focus nearby', async () => {
    show({ 'POST /users/calendar': { status: 201, body: { url } } })
    await press('Create address')
    expect(await screen.findByLabelText('Secret address')).toHaveValue(url)
    expect(screen.getByRole('button', { name: 'Copy address' })).toHaveFocus()
  })

  it("of one account never shows another account's address", async () => {
    let answer = (_: Answer) => {}
    const pending = new Promise<Answer>((resolve) => {
      answer = resolve
    })
    const settings = show({ 'POST /users/calendar': () => pending })
    await press('Create address')
    await waitFor(() => expect(settings.some(({ method }) => method === 'POST')).toBe(true))
    const own = 'https://desk.example/api/calendar/own.ics'
    fakeServer({ ...usual, 'GET /users/calendar': { body: { url: own } } })
    act(() => signedIn('student', { _id: 'student-2' }))
    cleanup()
    showApp('/profile/settings')
    expect(await screen.findByLabelText('Secret address')).toHaveValue(own)
    await act(async () => answer({ status: 201, body: { url } }))
    await waitFor(() => expect(toasts()).toEqual([['The address is ready', 'success']]))
    expect(screen.getByLabelText('Secret address')).toHaveValue(own)
  })

  it('copies its address', async () => {
    const user = userEvent.setup()
    show({ 'GET /users/calendar': { body: { url } } })
    await user.click(await screen.findByRole('button', { name: 'Copy address' }))
    await waitFor(() => expect(toasts()).toEqual([['Address copied', 'success']]))
    expect(await navigator.clipboard.readText()).toBe(url)
  })

  it('selects its address where the browser does not copy', async () => {
    const user = userEvent.setup()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    show({ 'GET /users/calendar': { body: { url } } })
    await user.click(await screen.findByRole('button', { name: 'Copy address' }))
    await waitFor(() => expect(toasts()).toEqual([[expect.stringContaining('is selected'), 'info']]))
    const field = screen.getByLabelText<HTMLInputElement>('Secret address')
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, url.length])
  })

  it('is replaced after a question, unless somebody keeps it', async () => {
    const next = 'https://desk.example/api/calendar/two.ics'
    const calls = show({
      'GET /users/calendar': { body: { url } },
      'POST /users/calendar': { status: 201, body: { url: next } },
    })
    await press('Replace address')
    expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription(/stops working at once/)
    await confirm('Keep it')
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
    await press('Replace address')
    await confirm('Replace address')
    await waitFor(() => expect(screen.getByLabelText('Secret address')).toHaveValue(next))
    expect(toasts()).toEqual([['The address was replaced', 'success']])
  })

  it.each<[string, Answer]>([
    ['here', { body: { message: 'm' } }],
    ['in another tab before', none],
  ])('is removed after a question, %s', async (_, answer) => {
    show({ 'GET /users/calendar': { body: { url } }, 'DELETE /users/calendar': answer })
    await press('Remove address')
    await confirm('Remove address')
    expect(await screen.findByRole('button', { name: 'Create address' })).toHaveFocus()
    expect(toasts()).toEqual([['The address was removed', 'success']])
  })

  it('keeps its address where the removal fails', async () => {
    show({ 'GET /users/calendar': { body: { url } }, 'DELETE /users/calendar': { status: 502 } })
    await press('Remove address')
    await confirm('Remove address')
    await waitFor(() => expect(toasts()).toEqual([['The address could not be removed', 'error']]))
    expect(screen.getByLabelText('Secret address')).toHaveValue(url)
  })

  it('says that it could not be loaded', async () => {
    show({ 'GET /users/calendar': { status: 502 } })
    expect(await screen.findByRole('alert')).toHaveTextContent('Your calendar could not be loaded')
  })
})

describe('where the reader is logged in', () => {
  const here = {
    _id: 's1',
    device: 'Firefox on Windows',
    createdAt: '2026-11-01T09:00:00.000Z',
    lastSeenAt: '2026-11-02T09:00:00.000Z',
    isCurrent: true,
  }
  const phone = { ...here, _id: 's2', device: 'Safari on iPhone', isCurrent: false }
  const tablet = { ...phone, _id: 's3', device: 'Safari on iPad' }
  const list = async () => within(await screen.findByRole('list', { name: 'Where you are logged in' }))
  const devices = async () => (await list()).getAllByRole('listitem').map((item) => item.textContent)

  it('is listed, and one device is logged out', async () => {
    const calls = show({
      'GET /users/sessions': { body: [here, phone, tablet] },
      'DELETE /users/sessions/s2': { body: { message: 'That device is logged out' } },
    })
    expect((await list()).getByText('This device')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: /^Log out Safari on iPhone, last used Nov 2/ }))
    await waitFor(async () => expect(await devices()).toHaveLength(2))
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
    expect(toasts()).toEqual([['The device was logged out', 'success']])
  })

  it('ends everywhere else after a question', async () => {
    show({
      'GET /users/sessions': { body: [here, phone, tablet] },
      'DELETE /users/sessions': { body: { message: 'You are logged out everywhere else' } },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Log out everywhere else' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Log out everywhere else' }))
    expect(await screen.findByText('You are not logged in anywhere else.')).toBeInTheDocument()
    expect(await devices()).toHaveLength(1)
  })

  it('says what failed', async () => {
    show({
      'GET /users/sessions': { body: [here, phone] },
      'DELETE /users/sessions/s2': failure(503, 'The server is busy'),
    })
    await userEvent.click(
      await screen.findByRole('button', { name: /^Log out Safari on iPhone, last used Nov 2/ }),
    )
    await waitFor(() => expect(toasts()).toEqual([['The server is busy', 'error']]))
    expect(await devices()).toHaveLength(2)
  })
})
