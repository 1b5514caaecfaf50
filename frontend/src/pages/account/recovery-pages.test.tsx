import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addressOf, showApp } from '../../../testing/app'
import { type Answer, failure, fakeServer } from '../../../testing/fake-server'
import { person, signedIn } from '../../../testing/people'
import { UNREACHABLE } from '../../lib/api/failure'
import { store } from '../../lib/state/store'
import { toastsAtom } from '../../ui/feedback/toast-state'

beforeEach(() => window.history.replaceState(null, '', '/'))

afterEach(() => {
  store.set(toastsAtom, [])
  signedIn(null)
})

const accepted = { status: 204 }
const tooMany = failure(429, 'Too Many Requests.', {}, { 'Retry-After': '600' })

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const type = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text)
const main = () => within(screen.getByRole('main'))

/** Opens a page as a mail program does: the browser's own address carries the token too. */
function openLink(address: string) {
  window.history.replaceState({ idx: 0 }, '', address)
  return showApp(address)
}

describe('asking for a new password', () => {
  const ask = 'POST /collections/users/request-password-reset'

  it('carries the typed address over, but not in the URL', async () => {
    const router = showApp('/login')
    await type('Email', 'robin@example.com')
    await userEvent.click(screen.getByRole('link', { name: 'Forgot password?' }))
    expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeInTheDocument()
    expect(screen.getByLabelText('Email')).toHaveValue('robin@example.com')
    expect(addressOf(router)).toBe('/forgot-password')
  })

  it('says the same for every address, and can be repeated', async () => {
    const calls = fakeServer({ [ask]: accepted })
    showApp('/forgot-password')
    await type('Email', ' robin@example.com ')
    await press('Send the link')
    expect(await screen.findByText(/^If robin@example.com belongs to an account/)).toBeInTheDocument()
    expect(calls.map(({ body }) => body)).toEqual([{ email: 'robin@example.com' }])
    await press('Send again')
    await waitFor(() => expect(calls).toHaveLength(2))
  })

  it.each<[string, Answer, string]>([
    ['no network', 'unreachable', UNREACHABLE],
    ['too many attempts', tooMany, 'Too many attempts. Please try again in 10 minutes.'],
    ['a broken server', { status: 502 }, 'The link could not be sent'],
  ])('keeps the address and says why after %s', async (_, answer, sentence) => {
    fakeServer({ [ask]: answer })
    showApp('/forgot-password')
    await type('Email', 'robin@example.com')
    await press('Send the link')
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
    expect(screen.getByLabelText('Email')).toHaveValue('robin@example.com')
    expect(screen.getByRole('button', { name: 'Send the link' })).toBeInTheDocument()
  })

  it('refuses an invalid address before sending anything', async () => {
    const calls = fakeServer({})
    showApp('/forgot-password')
    await type('Email', 'robin')
    await press('Send the link')
    expect(await screen.findByText('Email is invalid')).toBeInTheDocument()
    expect(calls).toEqual([])
  })
})

describe('the token of an emailed link', () => {
  it.each(['/reset-password', '/verify-email', '/undo-email'])(
    'leaves the address bar of %s',
    async (path) => {
      const calls = fakeServer({})
      openLink(`${path}#token=secret`)
      await screen.findByRole('heading', { level: 1 })
      await waitFor(() => expect(window.location.href).toMatch(new RegExp(`${path}$`)))
      expect(window.history.state).toEqual({ idx: 0 })
      expect(calls).toEqual([])
    },
  )

  it.each(['/reset-password', '/verify-email', '/undo-email'])(
    'is missed by %s, which says so',
    async (path) => {
      showApp(path)
      expect(await screen.findByText('Open the link in the email again')).toBeInTheDocument()
      expect(main().queryByRole('button')).not.toBeInTheDocument()
    },
  )
})

describe('choosing a new password', () => {
  const save = 'POST /collections/users/confirm-password-reset'

  async function choose() {
    await type('New Password', 'quill-2')
    await type('Confirm New Password', 'quill-2')
    await press('Save new password')
  }

  it('leads to the login page, which says so', async () => {
    const calls = fakeServer({ [save]: accepted })
    const router = openLink('/reset-password#token=secret')
    await choose()
    expect(await screen.findByText('Your new password is saved. Log in with it now.')).toBeInTheDocument()
    expect(addressOf(router)).toBe('/login')
    expect(calls.map(({ headers, body }) => [headers.authorization, body])).toEqual([
      [undefined, { token: 'secret', password: 'quill-2', passwordConfirm: 'quill-2' }],
    ])
  })

  it('ends the session of that account in this browser too', async () => {
    signedIn('student')
    let ended = false
    fakeServer({
      [save]: () => {
        ended = true
        return accepted
      },
      'GET /auth/me': () => (ended ? failure(401, 'Please log in to continue') : { body: person('student') }),
    })
    const router = openLink('/reset-password#token=secret')
    await choose()
    await waitFor(() => expect(addressOf(router)).toBe('/login'))
    expect(localStorage.getItem('token')).toBeNull()
  })

  it('leaves another account signed in, and says so', async () => {
    signedIn('student')
    fakeServer({ [save]: accepted })
    openLink('/reset-password#token=secret')
    await choose()
    expect(await screen.findByText('Your new password is saved')).toBeInTheDocument()
    expect(main().getByText(/^In this browser, Robin Vale is logged in/)).toBeInTheDocument()
    expect(localStorage.getItem('token')).toBe('a-token')
  })

  it.each([
    ['12345', '12345', 'Password must be at least 6 characters'],
    ['quill-1', 'quill-2', 'Passwords do not match'],
  ])('refuses %s with %s before it is sent', async (fresh, again, sentence) => {
    const calls = fakeServer({})
    openLink('/reset-password#token=secret')
    await type('New Password', fresh)
    await type('Confirm New Password', again)
    await press('Save new password')
    expect(await screen.findByText(sentence)).toBeInTheDocument()
    expect(calls).toEqual([])
  })

  it.each<[string, Answer]>([
    [
      'names the token',
      {
        status: 400,
        body: {
          data: { token: { code: 'validation_invalid_token', message: 'Invalid or expired token.' } },
          message: 'An error occurred while processing your request.',
          status: 400,
        },
      },
    ],
    [
      'says no more than that',
      { status: 400, body: { data: {}, message: 'Invalid or expired token.', status: 400 } },
    ],
  ])('with a void link leads to another one where the server %s', async (_, answer) => {
    fakeServer({ [save]: answer })
    openLink('/reset-password#token=secret')
    await choose()
    expect(await screen.findByRole('alert')).toHaveTextContent('This link is no longer valid')
    expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute(
      'href',
      '/forgot-password',
    )
  })

  it('keeps what was typed where it fails', async () => {
    fakeServer({ [save]: tooMany })
    openLink('/reset-password#token=secret')
    await choose()
    expect(await screen.findByRole('alert')).toHaveTextContent('try again in 10 minutes')
    expect(screen.getByLabelText('New Password')).toHaveValue('quill-2')
  })
})

describe('confirming an address', () => {
  const confirm = 'POST /auth/verify-email'
  const confirmed = { body: { message: 'm', workComesLater: false } }
  const own = 'Any work that you sent us under this address before is in your account now.'
  const others =
    'Any work that you sent us under this address before is in the account of this address now. Log in to that account to see it.'
  const later =
    /can no longer be undone, in at most 7 days\. Until then, the account's former address can undo/
  const takesPassword = failure(400, 'Enter the password of your account, or choose a new one', {
    password: { message: 'Enter the password of your account, or choose a new one' },
  })

  /** The server's answers in a browser that is not signed in to the account of the link. */
  const elsewhere = (answers: Answer[]) =>
    fakeServer({
      [confirm]: ({ body }) =>
        'password' in Object(body) || 'newPassword' in Object(body)
          ? (answers.shift() ?? confirmed)
          : takesPassword,
    })

  it('happens when the button is pressed, and takes the focus', async () => {
    signedIn('student', { verified: false })
    let verified = false
    const calls = fakeServer({
      [confirm]: () => {
        verified = true
        return confirmed
      },
      'GET /auth/me': () => ({ body: { ...person('student'), verified } }),
    })
    openLink('/verify-email#token=secret')
    expect(await screen.findByText(/If you sent us work under it without an account/)).toBeInTheDocument()
    await press('Confirm address')
    expect(await screen.findByText('Your email address is confirmed')).toBeInTheDocument()
    expect(screen.getByText(own)).toBeInTheDocument()
    expect(document.activeElement).toHaveTextContent('Your email address is confirmed')
    const sent = calls.filter(({ method }) => method === 'POST')
    expect(sent.map(({ headers, body }) => [headers.authorization, body])).toEqual([
      ['Bearer a-token', { token: 'secret' }],
    ])
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ verified: true })
  })

  it('says that guest work waits while an undo is possible', async () => {
    signedIn('student', { verified: false })
    fakeServer({ [confirm]: { body: { message: 'm', workComesLater: true } } })
    openLink('/verify-email#token=secret')
    await press('Confirm address')
    expect(await screen.findByText(/can no longer be undone, in at most 7 days/)).toBeInTheDocument()
    expect(screen.queryByText(own)).not.toBeInTheDocument()
  })

  it('asks a visitor for the password until it is right', async () => {
    const wrong = failure(400, 'Password is incorrect', { password: { message: 'Password is incorrect' } })
    const calls = elsewhere([wrong, tooMany])
    openLink('/verify-email#token=secret')
    await press('Confirm address')
    await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus())
    await press('Confirm address')
    expect(await screen.findByText('Password is required')).toBeInTheDocument()
    expect(calls).toHaveLength(1)

    await type('Password', 'wrong')
    await press('Confirm address')
    expect(await screen.findByRole('alert')).toHaveTextContent('Password is incorrect')
    expect(screen.getByLabelText('Password')).toHaveFocus()
    expect(screen.getByLabelText('Password')).toHaveValue('wrong')
    await press('Confirm address')
    expect(await screen.findByText(/try again in 10 minutes/)).toBeInTheDocument()
    await press('Confirm address')
    expect(await screen.findByText(others)).toBeInTheDocument()
    expect(document.activeElement).toHaveTextContent('Your email address is confirmed')
    expect(calls.at(-1)?.body).toEqual({ token: 'secret', password: 'wrong' })
    expect(main().getByRole('link', { name: 'Log in' })).toBeInTheDocument()
  })

  it('can set a new password instead', async () => {
    const calls = elsewhere([])
    const router = openLink('/verify-email#token=secret')
    await press('Confirm address')
    await press('Choose a new password instead')
    await waitFor(() => expect(screen.getByLabelText('New Password')).toHaveFocus())
    await type('New Password', 'quill-2')
    await type('Confirm New Password', 'quill-3')
    await press('Save password and confirm address')
    expect(await screen.findByText('Passwords do not match')).toBeInTheDocument()
    expect(calls).toHaveLength(1)
    await userEvent.clear(screen.getByLabelText('Confirm New Password'))
    await type('Confirm New Password', 'quill-2')
    await press('Save password and confirm address')
    expect(
      await screen.findByText('Your email address is confirmed. Log in with your new password.'),
    ).toBeInTheDocument()
    expect(addressOf(router)).toBe('/login')
    expect(calls.at(-1)?.body).toEqual({ token: 'secret', newPassword: 'quill-2' })
  })

  it('leaves another account signed in, and says so', async () => {
    signedIn('student')
    elsewhere([])
    openLink('/verify-email#token=secret')
    await press('Confirm address')
    await press('Choose a new password instead')
    await type('New Password', 'quill-2')
    await type('Confirm New Password', 'quill-2')
    await press('Save password and confirm address')
    expect(await screen.findByText('Your email address is confirmed')).toBeInTheDocument()
    expect(main().getByText(/^In this browser, Robin Vale is logged in/)).toBeInTheDocument()
    expect(localStorage.getItem('token')).toBe('a-token')
  })

  it.each([
    [null, 'Your email address is confirmed. Log in with your new password.'],
    ['student', 'In this browser, Robin Vale is logged in to another account.'],
  ] as const)('with a new password also explains the delay to %s', async (role, sentence) => {
    signedIn(role)
    elsewhere([{ body: { message: 'm', workComesLater: true } }])
    openLink('/verify-email#token=secret')
    await press('Confirm address')
    await press('Choose a new password instead')
    await type('New Password', 'quill-2')
    await type('Confirm New Password', 'quill-2')
    await press('Save password and confirm address')
    const said = await screen.findByText(later)
    expect(said.closest('[role=status]')).toHaveTextContent(sentence)
  })

  it.each([
    ['the password', 'Enter the current password instead', ['Password']],
    ['a new password', 'Choose a new password instead', ['New Password', 'Confirm New Password']],
  ])('says that the link became void while %s was typed', async (_, way, labels) => {
    elsewhere([failure(400, 'This link is no longer valid')])
    openLink('/verify-email#token=secret')
    await press('Confirm address')
    await press('Choose a new password instead')
    if (labels.length === 1) await press(way)
    for (const label of labels) await type(label, 'quill-2')
    const buttons = main().getAllByRole('button', { name: /[Cc]onfirm address$/ })
    expect(buttons).toHaveLength(1)
    await userEvent.click(buttons[0] as HTMLElement)
    expect(await screen.findByRole('alert')).toHaveTextContent('This link is no longer valid')
  })

  it.each([
    ['student', false, 'You can ask for a new one'],
    ['student', true, 'there is nothing left to do'],
    [null, false, 'Log in. If your address is still unconfirmed'],
  ] as const)('with a void link guides %s, confirmed: %s', async (role, verified, sentence) => {
    signedIn(role, { verified })
    fakeServer({ [confirm]: failure(400, 'This link is no longer valid') })
    openLink('/verify-email#token=secret')
    await press('Confirm address')
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
  })

  it('with a void link sends another one', async () => {
    signedIn('student', { verified: false })
    const calls = fakeServer({
      [confirm]: failure(400, 'This link is no longer valid'),
      'POST /collections/users/request-verification': accepted,
    })
    openLink('/verify-email#token=secret')
    await press('Confirm address')
    await press('Send a link')
    expect(await screen.findByText(/^You asked for a link to robin@example.com/)).toBeInTheDocument()
    expect(calls.at(-1)?.body).toEqual({ email: 'robin@example.com' })
    expect(screen.getByRole('button', { name: 'Send again' })).toBeInTheDocument()
  })

  it.each<[string, Answer, string]>([
    ['the network failed', 'unreachable', UNREACHABLE],
    ['the server refused for another reason', failure(400, 'Something else'), 'Something else'],
  ])('can be tried again where %s', async (_, first, sentence) => {
    let answer = first
    fakeServer({ [confirm]: () => answer })
    openLink('/verify-email#token=secret')
    await press('Confirm address')
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
    answer = confirmed
    await press('Confirm address')
    expect(await screen.findByText('Your email address is confirmed')).toBeInTheDocument()
  })
})

describe('undoing a change of address', () => {
  const undo = 'POST /auth/undo-email'

  it("says what it does, and ends the account's session", async () => {
    signedIn('student')
    let undone = false
    fakeServer({
      [undo]: () => {
        undone = true
        return { body: { message: 'Your old address is back. Your account is inactive.' } }
      },
      'GET /auth/me': () =>
        undone ? failure(401, 'Please log in to continue') : { body: person('student') },
    })
    const router = openLink('/undo-email#token=secret')
    expect(await screen.findAllByRole('listitem')).not.toEqual([])
    expect(
      main()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Your old address comes back.',
      'All sessions of your account end, on every device.',
      'The password of your account stops working. To log in, you choose a new one with a link that we email to your old address.',
    ])
    await press('Undo the change')
    expect(await screen.findByText('Your old address is back. Your account is inactive.')).toBeInTheDocument()
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
    expect(addressOf(router)).toBe('/undo-email')
    expect(main().getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
  })

  it('says that a link is too old', async () => {
    fakeServer({ [undo]: failure(400, 'This link is no longer valid') })
    openLink('/undo-email#token=secret')
    await press('Undo the change')
    expect(await screen.findByRole('alert')).toHaveTextContent('within 7 days')
  })
})

describe('the line about an unconfirmed address', () => {
  const ask = 'POST /collections/users/request-verification'
  const waiting = /^Your email address robin@example.com is not confirmed yet/

  const show = (verified: boolean, answer: Answer = accepted) => {
    signedIn('student', { verified })
    const calls = fakeServer({ [ask]: answer })
    showApp('/upload')
    return calls
  }

  it("stands above an account's pages, and sends new links", async () => {
    const calls = show(false)
    expect(await screen.findByText(waiting)).toBeInTheDocument()
    await press('Send a link')
    expect(await screen.findByText(/^You asked for a link to robin@example.com/)).toBeInTheDocument()
    expect(calls.at(-1)?.body).toEqual({ email: 'robin@example.com' })
    await press('Send again')
    await waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(2))
  })

  it.each<[Answer, string]>([
    [tooMany, 'The link could not be sent: Too many attempts. Please try again in 10 minutes.'],
    ['unreachable', `The link could not be sent: ${UNREACHABLE}`],
  ])('says why no link was sent', async (answer, sentence) => {
    show(false, answer)
    await press('Send a link')
    expect(await screen.findByText(sentence)).toBeInTheDocument()
  })

  it('goes away once the address is confirmed', async () => {
    show(false)
    expect(await screen.findByText(waiting)).toBeInTheDocument()
    // Another tab has stored what the server said about the account.
    localStorage.setItem('user', JSON.stringify(person('student')))
    window.dispatchEvent(new StorageEvent('storage', { key: 'user' }))
    await waitFor(() => expect(screen.queryByText(waiting)).not.toBeInTheDocument())
  })
})
