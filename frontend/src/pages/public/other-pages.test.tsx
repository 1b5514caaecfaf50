import { readFileSync } from 'node:fs'
import path from 'node:path'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { showApp } from '../../../testing/app'
import { failure, fakeServer } from '../../../testing/fake-server'
import { person, profile, signedIn } from '../../../testing/people'
import { store } from '../../lib/state/store'
import { toastsAtom } from '../../ui/feedback/toast-state'

afterEach(() => {
  store.set(toastsAtom, [])
  signedIn(null)
})

const toasts = () => store.get(toastsAtom).map(({ title, seconds }) => [title, seconds])

describe('an unknown address', () => {
  it('shows the "not found" page', async () => {
    showApp('/nowhere')
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeInTheDocument()
    await waitFor(() => expect(document.title).toBe('Page not found · Deskmate'))
  })
})

describe('the session in the header', () => {
  it('ends with Logout, which opens the login page', async () => {
    signedIn('student')
    const calls = fakeServer({
      'GET /users/profile': { body: profile() },
      'POST /auth/logout': failure(500, 'Out of order'),
    })
    const router = showApp('/profile')
    await screen.findByRole('heading', { name: 'Profile' })
    await userEvent.click(screen.getByRole('menuitem', { name: 'Logout', hidden: true }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(localStorage.getItem('token')).toBeNull()
    expect(calls.filter(({ path }) => path === '/auth/logout')).toHaveLength(1)
    expect(toasts()).toEqual([['Logged out successfully', 2]])
  })

  it('starts at login, which returns to the requested page', async () => {
    fakeServer({
      'POST /auth/login': { body: { token: 't', user: person('student') } },
      'GET /users/profile': { body: profile() },
    })
    const router = showApp('/profile')
    await userEvent.type(await screen.findByLabelText('Email'), 'robin@example.com')
    await userEvent.type(screen.getByLabelText('Password'), 'quill-1')
    await userEvent.click(within(screen.getByRole('main')).getByRole('button', { name: 'Log In' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/profile'))
  })
})

describe('the colour mode', () => {
  it('is light at first, and a change is stored', async () => {
    showApp('/')
    const [toggle] = await screen.findAllByRole('button', { name: 'Use dark mode' })
    if (toggle) await userEvent.click(toggle)
    expect(document.documentElement.dataset.theme).toBe('dark')
    expect(localStorage.getItem('theme')).toBe('dark')
    const [back] = screen.getAllByRole('button', { name: 'Use light mode' })
    if (back) await userEvent.click(back)
    expect(localStorage.getItem('theme')).toBe('light')
  })

  it('follows another tab, and colours the browser to match', async () => {
    const index = readFileSync(path.join(import.meta.dirname, '../../../index.html'), 'utf8')
    document.head.innerHTML = /<meta name="theme-color"[^>]*>/.exec(index)?.[0] ?? ''
    const color = document.querySelector('meta[name="theme-color"]')
    showApp('/')
    await screen.findAllByRole('button', { name: 'Use dark mode' })
    for (const [theme, other, expected] of [
      ['dark', 'light', '#131922'],
      ['light', 'dark', '#fcfaf6'],
    ] as const) {
      localStorage.setItem('theme', theme)
      act(() => {
        window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: theme }))
      })
      expect(document.documentElement.dataset.theme).toBe(theme)
      expect(screen.getAllByRole('button', { name: `Use ${other} mode` })).not.toHaveLength(0)
      expect(color).toHaveAttribute('content', expected)
    }
    document.head.replaceChildren()
  })
})
