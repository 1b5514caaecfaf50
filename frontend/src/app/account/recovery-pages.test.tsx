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
const voidToken = failure(400, 'Invalid or expired token.', {
  token: { message: 'Invalid or expired token.' },
})

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

  it('takes along the address that was typed at login, in no address of a page', async () => {
    const router = showApp('/login')
    await type('Email', 'robin@example.com')
    await userEvent.click(screen.getByRole('link', { name: 'Forgot password?' }))
    expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeInTheDocument()
    expect(screen.getByLabelText('Email')).toHaveValue('robin@example.com')
    expect(addressOf(router)).toBe('/forgot-password')
  })

  it('says the same whether or not the address has an account, and can be repeated', async () => {
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

  it('refuses what is no address before anything is sent', async () => {
    const calls = fakeServer({})
    showApp('/forgot-password')
    await type('Email', 'robin')
    await press('Send the link')
    expect(await screen.findByText('Email is invalid')).toBeInTheDocument()
    expect(calls).toEqual([])
  })
})

describe('the token of a mailed link', () => {
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
      expect(await screen.findByText('Open the link in the mail again')).toBeInTheDocument()
      expect(main().queryByRole('button')).not.toBeInTheDocument()
    },
  )
})

describe('choosing a new password', () => {
  const save = 'POST /collections/users/confirm-password-reset'

  async function choose() {
    await type('New Password', 'secret2')
    await type('Confirm New Password', 'secret2')
    await press('Save new password')
  }

  it('leads to the login page, which says so', async () => {
    const calls = fakeServer({ [save]: accepted })
    const router = openLink('/reset-password#token=secret')
    await choose()
    expect(await screen.findByText('Your new password is saved. Log in with it now.')).toBeInTheDocument()
    expect(addressOf(router)).toBe('/login')
    expect(calls.map(({ headers, body }) => [headers.authorization, body])).toEqual([
      [undefined, { token: 'secret', password: 'secret2', passwordConfirm: 'secret2' }],
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
      'GET /auth/me': () =>
        ended ? failure(401, 'Please log in to continue') : { body: person('student') },
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
    ['secret1', 'secret2', 'Passwords do not match'],
  ])('refuses %s with %s before it is sent', async (fresh, again, sentence) => {
    const calls = fakeServer({})
    openLink('/reset-password#token=secret')
    await type('New Password', fresh)
    await type('Confirm New Password', again)
    await press('Save new password')
    expect(await screen.findByText(sentence)).toBeInTheDocument()
    expect(calls).toEqual([])
  })

  it('with a void link leads to another one', async () => {
    fakeServer({ [save]: voidToken })
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
    expect(screen.getByLabelText('New Password')).toHaveValue('secret2')
  })
})

describe('confirming an address', () => {
  const confirm = 'POST /collections/users/confirm-verification'
  const own = 'Work that you handed in under this address before is in your account now.'

  it('happens when the button is pressed, and takes over the focus', async () => {
    const calls = fakeServer({ [confirm]: accepted })
    openLink('/verify-email#token=secret')
    await press('Confirm address')
    expect(await screen.findByText('Your email address is confirmed')).toBeInTheDocument()
    expect(screen.queryByText(own)).not.toBeInTheDocument()
    expect(document.activeElement).toHaveTextContent('Your email address is confirmed')
    expect(calls.map(({ body }) => body)).toEqual([{ token: 'secret' }])
  })

  it('says what it means for the account that is signed in, whose data is fetched again', async () => {
    signedIn('student', { verified: false })
    let verified = false
    fakeServer({
      [confirm]: () => {
        verified = true
        return accepted
      },
      'GET /auth/me': () => ({ body: { ...person('student'), verified } }),
    })
    openLink('/verify-email#token=secret')
    await press('Confirm address')
    expect(await screen.findByText(own)).toBeInTheDocument()
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ verified: true })
  })

  it('claims nothing of another account that is signed in', async () => {
    signedIn('student', { verified: false })
    fakeServer({ [confirm]: accepted })
    openLink('/verify-email#token=secret')
    await press('Confirm address')
    expect(await screen.findByText('Your email address is confirmed')).toBeInTheDocument()
    expect(screen.queryByText(own)).not.toBeInTheDocument()
  })

  it('with a void link offers another one to whoever needs it', async () => {
    signedIn('student', { verified: false })
    const calls = fakeServer({
      [confirm]: voidToken,
      'POST /collections/users/request-verification': accepted,
    })
    openLink('/verify-email#token=secret')
    await press('Confirm address')
    expect(await screen.findByRole('alert')).toHaveTextContent('This link is no longer valid')
    await press('Send again')
    expect(await screen.findByText(/^A link is on its way to robin@example.com/)).toBeInTheDocument()
    expect(calls.at(-1)?.body).toEqual({ email: 'robin@example.com' })
  })

  it.each([
    ['student', 'there is nothing left to do'],
    [null, 'Log in. If your address is still unconfirmed'],
  ] as const)('with a void link tells %s what to do', async (role, sentence) => {
    signedIn(role)
    fakeServer({ [confirm]: voidToken })
    openLink('/verify-email#token=secret')
    await press('Confirm address')
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
  })

  it('can be tried again where the network failed', async () => {
    let answer: Answer = 'unreachable'
    fakeServer({ [confirm]: () => answer })
    openLink('/verify-email#token=secret')
    await press('Confirm address')
    expect(await screen.findByRole('alert')).toHaveTextContent(UNREACHABLE)
    answer = accepted
    await press('Confirm address')
    expect(await screen.findByText('Your email address is confirmed')).toBeInTheDocument()
  })
})

describe('undoing a change of address', () => {
  const undo = 'POST /auth/undo-email'

  it('says beforehand what it does, and ends the session of that account', async () => {
    signedIn('student')
    let undone = false
    fakeServer({
      [undo]: () => {
        undone = true
        return { body: { message: 'm' } }
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
      'We mail you a link to choose a new password, to your old address.',
    ])
    await press('Undo the change')
    expect(await screen.findByText('Your old address is back')).toBeInTheDocument()
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

  it('stands on top of the pages of an account, and sends another link', async () => {
    const calls = show(false)
    expect(await screen.findByText(waiting)).toBeInTheDocument()
    await press('Send again')
    expect(await screen.findByText(/^A link is on its way to robin@example.com/)).toBeInTheDocument()
    expect(calls.at(-1)?.body).toEqual({ email: 'robin@example.com' })
  })

  it.each<[Answer, string]>([
    [tooMany, 'The link could not be sent: Too many attempts. Please try again in 10 minutes.'],
    ['unreachable', `The link could not be sent: ${UNREACHABLE}`],
  ])('says why no link was sent', async (answer, sentence) => {
    show(false, answer)
    await press('Send again')
    expect(await screen.findByText(sentence)).toBeInTheDocument()
  })

  it('is not there for people who have confirmed theirs, and goes as soon as they have', async () => {
    show(false)
    expect(await screen.findByText(waiting)).toBeInTheDocument()
    // Another tab has stored what the server said of the account.
    localStorage.setItem('user', JSON.stringify(person('student')))
    window.dispatchEvent(new StorageEvent('storage', { key: 'user' }))
    await waitFor(() => expect(screen.queryByText(waiting)).not.toBeInTheDocument())
  })
})
