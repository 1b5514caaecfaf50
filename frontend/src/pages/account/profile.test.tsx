import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { showApp } from '../../../testing/app'
import { type Answer, failure, fakeServer } from '../../../testing/fake-server'
import { person, profile, signedIn } from '../../../testing/people'
import { site } from '../../../testing/site'
import { ANSWER_DEADLINE } from '../../lib/api/change'
import { UNREACHABLE } from '../../lib/api/failure'
import { renewalsDone } from '../../lib/session/renewal'
import type { Role } from '../../lib/session/session'
import { store } from '../../lib/state/store'
import { toastsAtom } from '../../ui/feedback/toast-state'

afterEach(() => {
  vi.useRealTimers()
  store.set(toastsAtom, [])
  signedIn(null)
})

const toasts = () =>
  store.get(toastsAtom).map(({ title, description, seconds, tone }) => [title, description, seconds, tone])

const stats = {
  totalAssignments: 7,
  completedAssignments: 4,
  averageRating: 4.25,
  totalEarnings: 1234.5,
  trends: { totalAssignments: 50, completedAssignments: -20, totalEarnings: null },
}

const tutorAnswers = {
  'GET /users/tutor-stats': { body: stats },
  'GET /users/recent-activity': {
    body: [{ title: 'Handed in: Essay on tides', timestamp: '2026-11-20T10:00:00.000Z' }],
  },
  'GET /site': { body: site() },
}

function show(
  role: Role,
  handlers: Parameters<typeof fakeServer>[0] = {},
  address = '/profile',
  verified = true,
) {
  signedIn(role, { verified })
  const calls = fakeServer({
    'GET /users/profile': { body: profile() },
    'GET /users/notice-settings': { body: { kinds: [] } },
    'GET /users/calendar': { body: { url: '' } },
    'GET /users/sessions': { body: [] },
    ...(role === 'tutor' && tutorAnswers),
    ...handlers,
  })
  return { calls, router: showApp(address) }
}

const edit = async () => userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
const type = async (label: RegExp | string, text: string) => {
  await userEvent.clear(screen.getByLabelText(label))
  if (text) await userEvent.type(screen.getByLabelText(label), text)
}

describe('the profile', () => {
  it.each([
    ['admin', 'Admin', 'red', ['Profile', 'Settings']],
    ['tutor', 'Tutor', 'blue', ['Profile', 'Dashboard', 'Settings']],
    ['student', 'Student', 'green', ['Profile', 'Settings']],
  ] as const)('of a %s shows the coloured role and its tabs', async (role, word, colour, tabs) => {
    show(role)
    const main = within(await screen.findByRole('main'))
    expect(await main.findByRole('heading', { level: 1, name: 'Profile' })).toBeInTheDocument()
    expect(main.getByText(word).firstElementChild).toHaveAttribute('data-tone', colour)
    expect(
      within(main.getByRole('navigation', { name: 'Profile' }))
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(tabs)
  })

  it('is read-only until Edit is pressed, and again after Cancel', async () => {
    show('student')
    expect(await screen.findByLabelText('First Name')).toHaveAttribute('readonly')
    expect(screen.queryByLabelText(/Specialization/)).not.toBeInTheDocument()
    await edit()
    expect(screen.getByLabelText('First Name')).not.toHaveAttribute('readonly')
    await type('First Name', 'Nia')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByLabelText('First Name')).toHaveValue('Robin')
    expect(screen.getByLabelText('First Name')).toHaveAttribute('readonly')
    expect(screen.getByRole('button', { name: 'Edit' })).toHaveFocus()
  })

  it('toggles editing with one button, which keeps the focus', async () => {
    show('student')
    const toggle = await screen.findByRole('button', { name: 'Edit', pressed: false })
    await userEvent.click(toggle)
    expect(toggle).toHaveAttribute('aria-pressed', 'true')
    expect(toggle).toHaveFocus()
    await type('First Name', 'Nia')
    await userEvent.click(toggle)
    expect(toggle).toHaveAttribute('aria-pressed', 'false')
    expect(screen.getByLabelText('First Name')).toHaveValue('Robin')
  })

  it('is read-only again once saved, and updates the header', async () => {
    const { calls } = show('student', {
      'PUT /users/profile': ({ body }) => ({ body }),
    })
    await edit()
    await type('First Name', 'Nia')
    await save()
    await waitFor(() => expect(toasts()).toEqual([['Profile updated successfully', undefined, 3, 'success']]))
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual(profile({ firstName: 'Nia' }))
    expect(screen.getByLabelText('First Name')).toHaveAttribute('readonly')
    expect(screen.getByRole('button', { name: 'Edit' })).toHaveFocus()
    expect(await screen.findByRole('button', { name: 'Profile menu for Nia Vale' })).toBeInTheDocument()
  })

  it('names missing fields, and clears messages on editing', async () => {
    const { calls } = show('tutor')
    await edit()
    await type('First Name', ' ')
    await type('Last Name', '')
    await type('Email', 'robin')
    await save()
    for (const sentence of [
      'First name is required',
      'Last name is required',
      'Email is invalid',
      'Specialization is required',
      'Experience is required',
    ]) {
      expect(await screen.findByText(sentence)).toBeInTheDocument()
    }
    await userEvent.type(screen.getByLabelText('First Name'), 'N')
    expect(screen.queryByText('First name is required')).not.toBeInTheDocument()
    expect(screen.getByText('Last name is required')).toBeInTheDocument()
    expect(calls.filter(({ method }) => method === 'PUT')).toEqual([])
  })

  it.each([
    [true, /link in our email\. The email to the old address has a link that undoes the change\.$/],
    [false, /link in our email\. We also tell the old address about the change\.$/],
  ])('continues after a change of address that was confirmed: %s', async (verified, told) => {
    const { calls } = show(
      'student',
      { 'PUT /users/profile': { body: { ...profile({ email: 'nia@example.com' }), token: 'fresh' } } },
      '/profile',
      verified,
    )
    await edit()
    expect(screen.queryByLabelText('Current Password')).not.toBeInTheDocument()
    await type('Email', 'nia@example.com')
    await type('Current Password', 'old secret')
    await save()
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
        ...profile({ email: 'nia@example.com' }),
        currentPassword: 'old secret',
      }),
    )
    await waitFor(() => expect(localStorage.getItem('token')).toBe('fresh'))
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ email: 'nia@example.com' })
    await waitFor(() =>
      expect(toasts()).toEqual([['Profile updated successfully', expect.stringMatching(told), 5, 'success']]),
    )
  })

  it.each<[Answer, string]>([
    [
      failure(409, 'Email is already registered', { email: { message: 'Email is already registered' } }),
      'Email is already registered',
    ],
    [
      failure(400, 'Current password is incorrect', {
        currentPassword: { message: 'Current password is incorrect' },
      }),
      'Current password is incorrect',
    ],
    [{ status: 502 }, 'Failed to update profile'],
  ])('keeps the input when the server refuses it', async (answer, sentence) => {
    show('student', { 'PUT /users/profile': answer })
    await edit()
    await type('Email', 'nia@example.com')
    await save()
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
    expect(screen.getByLabelText('Email')).toHaveValue('nia@example.com')
    expect(toasts()).toEqual([])
  })

  it("forgets the password's error when the address is restored", async () => {
    const refusal = failure(400, 'Current password is incorrect', {
      currentPassword: { message: 'Current password is incorrect' },
    })
    show('student', { 'PUT /users/profile': refusal })
    await edit()
    const old = (screen.getByLabelText('Email') as HTMLInputElement).value
    await type('Email', 'nia@example.com')
    await save()
    expect(await screen.findByRole('alert')).toHaveTextContent('Current password is incorrect')
    await type('Email', old)
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
  })

  it('shows a placeholder while it loads', async () => {
    show('student', { 'GET /users/profile': () => new Promise(() => undefined) })
    expect(await screen.findByRole('status', { name: 'Loading profile' })).toBeInTheDocument()
  })

  it('reports a failure to load inline and as a toast', async () => {
    show('student', { 'GET /users/profile': failure(500, 'The desk is closed') })
    expect(await screen.findByRole('alert')).toHaveTextContent('The desk is closed')
    await waitFor(() => expect(toasts()).toEqual([['Error', 'Failed to load profile data', 3, 'error']]))
  })
})

describe("a tutor's dashboard tab", () => {
  const totals = async () =>
    within(await screen.findByRole('region', { name: 'Totals' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)

  it('shows the real trends', async () => {
    show('tutor', {}, '/profile/dashboard')
    expect(await totals()).toEqual([
      'Total Assignments750% vs previous 30 days',
      'Completed4minus 20% vs previous 30 days',
      'Average Rating4.3out of 5',
      'Total Earnings$1,234.50nothing to compare yet',
    ])
    expect(await screen.findByText('Handed in: Essay on tides')).toBeInTheDocument()
  })

  it('shows sample trends in demo mode', async () => {
    show('tutor', { 'GET /site': { body: site({ demoMode: true }) } }, '/profile/dashboard')
    expect(await totals()).toEqual([
      expect.stringContaining('23.36%'),
      expect.stringContaining('9.05%'),
      'Average Rating4.3out of 5',
      expect.stringContaining('12.5%'),
    ])
  })

  it('shows no activity, and only logs failures to load', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    show(
      'tutor',
      { 'GET /users/recent-activity': { body: [] }, 'GET /users/tutor-stats': { status: 502 } },
      '/profile/dashboard',
    )
    expect(await screen.findByText('No recent activity')).toBeInTheDocument()
    expect(warn).toHaveBeenCalled()
    expect(toasts()).toEqual([])
  })
})

describe('the settings', () => {
  const passwordDialog = () => screen.getByRole('dialog', { name: 'Change Password' })
  const open = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
  const fill = async (current: string, fresh: string, repeated: string) => {
    await type('Current Password', current)
    await type('New Password', fresh)
    await type('Confirm New Password', repeated)
    await userEvent.click(within(passwordDialog()).getByRole('button', { name: 'Change Password' }))
  }

  it.each([
    ['quill-1', 'quill-2', 'New passwords do not match'],
    ['12345', '12345', 'Password must be at least 6 characters long'],
  ])('do not send the new password %s repeated as %s', async (fresh, repeated, sentence) => {
    const { calls } = show('student', {}, '/profile/settings')
    await open('Change Password')
    await fill('old secret', fresh, repeated)
    expect(await screen.findByText(sentence)).toBeInTheDocument()
    expect(calls.filter(({ method }) => method === 'PUT')).toEqual([])
  })

  it('change the password and store the new token', async () => {
    const { calls } = show(
      'student',
      { 'PUT /users/change-password': { body: { message: 'm', token: 'fresh', user: person('student') } } },
      '/profile/settings',
    )
    await open('Change Password')
    await fill('old secret', 'quill-1', 'quill-1')
    await waitFor(() =>
      expect(toasts()).toEqual([['Password changed successfully', undefined, 3, 'success']]),
    )
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      currentPassword: 'old secret',
      newPassword: 'quill-1',
    })
    expect(localStorage.getItem('token')).toBe('fresh')
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Change Password' })).not.toBeInTheDocument(),
    )
    await open('Change Password')
    expect(screen.getByLabelText('Current Password')).toHaveValue('')
  })

  it.each<[Answer, string]>([
    [failure(400, 'Current password is incorrect'), 'Current password is incorrect'],
    [{ status: 502 }, 'Failed to change password'],
  ])('keep the dialog open when the server refuses the change', async (answer, sentence) => {
    show('student', { 'PUT /users/change-password': answer }, '/profile/settings')
    await open('Change Password')
    await fill('old secret', 'quill-1', 'quill-1')
    expect(await within(passwordDialog()).findByRole('alert')).toHaveTextContent(sentence)
    expect(toasts()).toEqual([])
  })

  it('keep the dialog open while the password is sent', async () => {
    show('student', { 'PUT /users/change-password': 'silent' }, '/profile/settings')
    await open('Change Password')
    await fill('old secret', 'quill-1', 'quill-1')
    const dialog = within(passwordDialog())
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled())
    expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    await userEvent.keyboard('{Escape}')
    expect(passwordDialog()).toBeInTheDocument()
  })

  it('stop waiting when the answer is overdue', async () => {
    show('student', { 'PUT /users/change-password': 'silent' }, '/profile/settings')
    await open('Change Password')
    await type('Current Password', 'old secret')
    await type('New Password', 'quill-1')
    await type('Confirm New Password', 'quill-1')
    vi.useFakeTimers()
    const dialog = within(passwordDialog())
    await act(async () => fireEvent.click(dialog.getByRole('button', { name: 'Change Password' })))
    await act(() => vi.advanceTimersByTimeAsync(ANSWER_DEADLINE))
    expect(dialog.getByRole('alert')).toHaveTextContent(UNREACHABLE)
    expect(screen.getByLabelText('Current Password')).toHaveValue('old secret')
    await renewalsDone('')
  })

  const confirm = async () => {
    await open('Delete Account')
    const question = await screen.findByRole('alertdialog')
    await type('Current Password', 'old secret')
    await userEvent.click(within(question).getByRole('button', { name: 'Delete Account' }))
  }

  it('delete the account after asking, then open the front page', async () => {
    const { router, calls } = show(
      'student',
      { 'DELETE /users/delete-account': { body: { message: 'gone' } } },
      '/profile/settings',
    )
    await confirm()
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    await waitFor(() => expect(toasts()).toHaveLength(1))
    expect(calls.find(({ method }) => method === 'DELETE')?.body).toEqual({ currentPassword: 'old secret' })
    expect(toasts()).toEqual([['Account Deleted', 'Your account has been permanently deleted', 5, 'info']])
    expect(localStorage.getItem('token')).toBeNull()
  })

  it.each<[Answer, string]>([
    [failure(409, 'At least one active admin must remain'), 'At least one active admin must remain'],
    [
      failure(400, 'Current password is incorrect', {
        currentPassword: { message: 'Current password is incorrect' },
      }),
      'Current password is incorrect',
    ],
    [{ status: 502 }, 'Failed to delete account'],
  ])('keep the account if the deletion is refused', async (answer, sentence) => {
    show('admin', { 'DELETE /users/delete-account': answer }, '/profile/settings')
    await confirm()
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
    expect(toasts()).toEqual([])
    expect(localStorage.getItem('token')).toBe('a-token')
  })
})
