import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { showPart } from '../../../testing/app'
import { failure, fakeServer } from '../../../testing/fake-server'
import { person, signedIn } from '../../../testing/people'
import { ANSWER_DEADLINE } from '../../lib/api/change'
import { UNREACHABLE } from '../../lib/api/failure'
import { store } from '../../lib/state/store'
import { toastsAtom } from '../../ui/feedback/toast-state'
import { LogInForm } from './log-in-form'
import { AdminSignUpForm, SignUpForm } from './sign-up-form'

afterEach(() => {
  vi.useRealTimers()
  store.set(toastsAtom, [])
  signedIn(null)
})

const toasts = () =>
  store
    .get(toastsAtom)
    .map(({ title, description, seconds }) => [title, description, seconds].filter(Boolean))

const field = (label: string) => screen.getByLabelText(label, { selector: 'input' })

async function fill(fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) await userEvent.type(field(label), text)
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('the login form', () => {
  it('says once that both fields are required', async () => {
    showPart(<LogInForm onLoggedIn={vi.fn()} />)
    await press('Log In')
    expect(field('Email')).toHaveAccessibleDescription('Email and password are required')
    expect(field('Email')).toHaveFocus()
  })

  it('signs in, and confirms it for 2 s', async () => {
    const calls = fakeServer({
      'POST /auth/login': { body: { token: 'new-token', user: person('student') } },
    })
    const onLoggedIn = vi.fn()
    showPart(<LogInForm onLoggedIn={onLoggedIn} />)
    await fill({ Email: 'robin@example.com', Password: 'quill-1' })
    await press('Log In')
    expect(calls.map(({ body }) => body)).toEqual([{ email: 'robin@example.com', password: 'quill-1' }])
    expect(onLoggedIn).toHaveBeenCalledWith(person('student'))
    expect(localStorage.getItem('token')).toBe('new-token')
    expect(toasts()).toEqual([['Login successful', 2]])
  })

  it('keeps refused input, and says why in a toast too', async () => {
    fakeServer({ 'POST /auth/login': failure(401, 'Invalid credentials') })
    showPart(<LogInForm onLoggedIn={vi.fn()} />)
    await fill({ Email: 'robin@example.com', Password: 'wrong' })
    await press('Log In')
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid credentials')
    expect(field('Email')).toHaveValue('robin@example.com')
    expect(field('Password')).toHaveValue('wrong')
    expect(toasts()).toEqual([['Login failed', 'Invalid credentials', 5]])
  })

  it('shows its own message for a failure without one', async () => {
    fakeServer({ 'POST /auth/login': { status: 502 } })
    showPart(<LogInForm onLoggedIn={vi.fn()} />)
    await fill({ Email: 'robin@example.com', Password: 'quill-1' })
    await press('Log In')
    expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred during login')
    expect(toasts()).toEqual([['Login failed', 'Invalid credentials', 5]])
  })

  it('shows and hides the password', async () => {
    showPart(<LogInForm onLoggedIn={vi.fn()} />)
    expect(field('Password')).toHaveAttribute('type', 'password')
    await press('Show password')
    expect(field('Password')).toHaveAttribute('type', 'text')
    await press('Hide password')
    expect(field('Password')).toHaveAttribute('type', 'password')
  })
})

describe('the sign-up form', () => {
  const typed = { Name: 'Robin Vale', Email: 'robin@example.com', Password: 'quill-1' }

  it('says that signing up accepts the terms, and links them', () => {
    showPart(<SignUpForm onSignedUp={vi.fn()} />)
    expect(screen.getByText(/^By signing up, you accept the/)).toHaveTextContent(
      'By signing up, you accept the Terms of Use and the Fair Use Policy. Our Privacy Policy explains what we store about you.',
    )
    const links = screen.getAllByRole('link')
    expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual([
      ['/terms-of-use', '_blank'],
      ['/fair-use-policy', '_blank'],
      ['/privacy-policy', '_blank'],
    ])
  })

  it('says inline and as a toast that the passwords differ', async () => {
    showPart(<SignUpForm onSignedUp={vi.fn()} />)
    await fill({ ...typed, 'Confirm Password': 'quill-2' })
    await press('Sign Up')
    expect(field('Confirm Password')).toHaveAccessibleDescription('Passwords do not match')
    expect(toasts()).toEqual([['Signup failed', 'Passwords do not match', 5]])
  })

  it('sends the password once, and confirms it for 2 s', async () => {
    const calls = fakeServer({
      'POST /auth/signup': { status: 201, body: { token: 't', user: person('student') } },
    })
    const onSignedUp = vi.fn()
    showPart(<SignUpForm onSignedUp={onSignedUp} />)
    await fill({ ...typed, 'Confirm Password': 'quill-1' })
    await press('Sign Up')
    expect(calls[0]?.body).toEqual({ name: 'Robin Vale', email: 'robin@example.com', password: 'quill-1' })
    expect(onSignedUp).toHaveBeenCalledOnce()
    expect(toasts()).toEqual([['Signup successful', 2]])
  })

  it('shows a refusal beside its field, and focuses the field', async () => {
    const taken = 'Email is already registered'
    fakeServer({ 'POST /auth/signup': failure(409, taken, { email: { message: taken } }) })
    showPart(<SignUpForm onSignedUp={vi.fn()} />)
    await fill({ ...typed, 'Confirm Password': 'quill-1' })
    await press('Sign Up')
    expect(await screen.findByRole('alert')).toHaveTextContent(taken)
    expect(field('Email')).toHaveAccessibleDescription(taken)
    expect(field('Email')).toHaveFocus()
    expect(field('Email')).toHaveValue('robin@example.com')
    expect(toasts()).toEqual([['Signup failed', taken, 5]])
  })
})

describe('the admin registration form', () => {
  const typed = {
    Name: 'Robin Vale',
    Email: 'robin@example.com',
    Password: 'quill-1',
    'Confirm Password': 'quill-1',
    'Admin Key': 'the-key',
  }

  it('names all missing fields, and focuses the first', async () => {
    render(<AdminSignUpForm onSignedUp={vi.fn()} />)
    await press('Register as Admin')
    for (const label of ['Name', 'Email', 'Password']) {
      expect(field(label)).toHaveAccessibleDescription(expect.stringContaining(`${label} is required`))
    }
    expect(field('Admin Key')).toHaveAccessibleDescription(expect.stringContaining('Admin key is required'))
    expect(field('Name')).toHaveFocus()
  })

  it('registers without a token, then signs in', async () => {
    signedIn('student')
    const calls = fakeServer({
      'POST /auth/signup': { status: 201, body: { token: 't1', user: person('admin') } },
      'POST /auth/login': { body: { token: 't2', user: person('admin') } },
    })
    const onSignedUp = vi.fn()
    render(<AdminSignUpForm onSignedUp={onSignedUp} />)
    await fill(typed)
    await press('Register as Admin')
    expect(calls[0]?.headers).not.toHaveProperty('authorization')
    expect(calls[0]?.body).toEqual({
      name: 'Robin Vale',
      email: 'robin@example.com',
      password: 'quill-1',
      role: 'admin',
      adminKey: 'the-key',
    })
    expect(calls[1]?.body).toEqual({ email: 'robin@example.com', password: 'quill-1' })
    expect(localStorage.getItem('token')).toBe('t2')
    expect(onSignedUp).toHaveBeenCalledOnce()
    expect(toasts()).toEqual([['Registration successful', 'Welcome to the admin dashboard!', 5]])
  })

  it('shows that it is registering', async () => {
    let answer = (_: object) => {}
    const waiting = new Promise<object>((resolve) => {
      answer = resolve
    })
    fakeServer({ 'POST /auth/signup': () => waiting })
    render(<AdminSignUpForm onSignedUp={vi.fn()} />)
    await fill(typed)
    await press('Register as Admin')
    expect(screen.getByRole('button', { name: 'Registering...' })).toBeInTheDocument()
    answer(failure(403, 'Invalid admin key') as object)
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid admin key')
    expect(toasts()).toEqual([['Registration failed', 'Invalid admin key', 5]])
  })
})

describe('every form that starts a session', () => {
  const fields = {
    Name: 'Robin Vale',
    Email: 'robin@example.com',
    Password: 'quill-1',
    'Confirm Password': 'quill-1',
    'Admin Key': 'the key',
  }

  it.each([
    ['Log In', 'POST /auth/login', <LogInForm key="form" onLoggedIn={vi.fn()} />],
    ['Sign Up', 'POST /auth/signup', <SignUpForm key="form" onSignedUp={vi.fn()} />],
    ['Register as Admin', 'POST /auth/signup', <AdminSignUpForm key="form" onSignedUp={vi.fn()} />],
  ])('gives up after 20 seconds without an answer to "%s"', async (name, route, form) => {
    fakeServer({ [route]: 'silent' })
    showPart(form)
    for (const [label, text] of Object.entries(fields)) {
      const input = screen.queryByLabelText(label, { selector: 'input' })
      if (input) await userEvent.type(input, text)
    }
    const button = screen.getByRole('button', { name })
    vi.useFakeTimers()
    await act(async () => fireEvent.click(button))
    await act(() => vi.advanceTimersByTimeAsync(ANSWER_DEADLINE - 1))
    expect(button).toHaveAttribute('aria-disabled', 'true')
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(screen.getByRole('alert')).toHaveTextContent(UNREACHABLE)
    expect(button).not.toHaveAttribute('aria-disabled')
  })
})
