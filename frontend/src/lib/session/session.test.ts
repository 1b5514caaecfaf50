import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answer, type Call, failure, fakeServer } from '../../../testing/fake-server'

const robin = {
  _id: 'u1',
  name: 'Robin Vale',
  email: 'robin@example.com',
  role: 'student',
  status: 'active',
  verified: false,
  createdAt: '2026-11-01T09:00:00.000Z',
}

/** Loads the modules again, as a page load does, with the current storage. */
async function loadPage() {
  vi.resetModules()
  const [session, { store }, client, renewal] = await Promise.all([
    import('./session'),
    import('../state/store'),
    import('../api/client'),
    import('./renewal'),
  ])
  return { ...session, ...client, ...renewal, read: () => store.get(session.sessionAtom) }
}

function storeSession(user: unknown = robin) {
  localStorage.setItem('token', 'stored-token')
  localStorage.setItem('user', JSON.stringify(user))
}

const stored = () => ({ token: localStorage.getItem('token'), user: localStorage.getItem('user') })

describe('the start of a session', () => {
  it('sends no request if nothing is stored', async () => {
    const calls = fakeServer({})
    const page = await loadPage()
    await page.startSession()
    expect(calls).toEqual([])
    expect(page.read()).toEqual({ user: null, loading: false })
  })

  it.each(['token', 'user'])('sends no request if only the %s is missing', async (missing) => {
    const calls = fakeServer({})
    storeSession()
    localStorage.removeItem(missing)
    const page = await loadPage()
    await page.startSession()
    expect(calls).toEqual([])
    expect(page.read().user).toBeNull()
  })

  it('shows the stored user while waiting for the answer', async () => {
    fakeServer({ 'GET /auth/me': { body: robin } })
    storeSession()
    const page = await loadPage()
    expect(page.read()).toEqual({ user: robin, loading: true })
    expect(await page.sessionReady()).toEqual(robin)
    expect(page.read().loading).toBe(false)
  })

  it('sends one request, with the bearer token', async () => {
    const calls = fakeServer({ 'GET /auth/me': { body: robin } })
    storeSession()
    const page = await loadPage()
    await Promise.all([page.startSession(), page.sessionReady(), page.sessionReady()])
    expect(calls.map(({ headers }) => headers.authorization)).toEqual(['Bearer stored-token'])
  })

  it('stores the user from the answer if it differs', async () => {
    const promoted = { ...robin, role: 'tutor' }
    fakeServer({ 'GET /auth/me': { body: promoted } })
    storeSession()
    const page = await loadPage()
    expect(await page.sessionReady()).toEqual(promoted)
    expect(JSON.parse(stored().user ?? '')).toEqual(promoted)
  })

  it('ends on a 401, without the unauthorized event', async () => {
    fakeServer({ 'GET /auth/me': failure(401, 'no') })
    storeSession()
    const page = await loadPage()
    const listener = vi.fn()
    window.addEventListener(page.UNAUTHORIZED, listener)
    expect(await page.sessionReady()).toBeNull()
    expect(stored()).toEqual({ token: null, user: null })
    expect(listener).not.toHaveBeenCalled()
  })

  it.each<[string, Answer]>([
    ['500', failure(500, 'no')],
    ['no answer', 'unreachable'],
    ['an answer of another shape', { body: { name: 1 } }],
  ])('only logs %s', async (_, answer) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    fakeServer({ 'GET /auth/me': answer })
    storeSession()
    const page = await loadPage()
    expect(await page.sessionReady()).toEqual(robin)
    expect(warn).toHaveBeenCalledOnce()
  })

  it('does not touch a session that began during the check', async () => {
    const page = { current: null as Awaited<ReturnType<typeof loadPage>> | null }
    fakeServer({
      'GET /auth/me': () => {
        page.current?.beginSession('newer-token', { ...robin, _id: 'u2', role: 'admin', status: 'active' })
        return failure(401, 'no')
      },
    })
    storeSession()
    page.current = await loadPage()
    await page.current.startSession()
    expect(stored().token).toBe('newer-token')
  })
})

describe('a 401 from any other call', () => {
  beforeEach(() => storeSession())

  async function meet401(path: string) {
    fakeServer({ 'GET /assignments': failure(401, 'no') })
    window.history.replaceState(null, '', path)
    const page = await loadPage()
    const { any } = await import('valibot')
    const listener = vi.fn()
    window.addEventListener(page.UNAUTHORIZED, listener)
    await expect(page.send(any(), '/assignments')).rejects.toMatchObject({ status: 401 })
    await waitFor(() => expect(stored()).toEqual({ token: null, user: null }))
    expect(page.read().user).toBeNull()
    return listener
  }

  it('ends the session and dispatches the event', async () => {
    expect(await meet401('/dashboard')).toHaveBeenCalledOnce()
  })

  it('dispatches nothing on the login page', async () => {
    expect(await meet401('/login')).not.toHaveBeenCalled()
  })
})

describe('a renewal of the session', () => {
  /** Renews the session while calls with the old token are being refused. */
  async function renew(meanwhile: (page: Awaited<ReturnType<typeof loadPage>>) => void) {
    const { any } = await import('valibot')
    const answerFor = ({ headers }: Call) =>
      headers.authorization === 'Bearer new-token' ? { body: ['an essay'] } : failure(401, 'no')
    fakeServer({
      'GET /auth/me': failure(401, 'no'),
      'GET /assignments': answerFor,
      'POST /assignments': answerFor,
    })
    storeSession()
    window.history.replaceState(null, '', '/profile')
    const page = await loadPage()
    const listener = vi.fn()
    window.addEventListener(page.UNAUTHORIZED, listener)
    let checked: Promise<void> | undefined
    let list: Promise<unknown> | undefined
    await page.renewSession(async () => {
      checked = page.checkSession()
      list = page.send(any(), '/assignments').catch(({ status }) => status)
      // A change does not wait for the renewal: it fails at once.
      await expect(page.send(any(), '/assignments', { method: 'POST' })).rejects.toMatchObject({
        status: 401,
      })
      meanwhile(page)
      page.updateSession({ name: 'Robin Frost' }, 'new-token')
    })
    await checked
    return { page, listener, list: await list }
  }

  it('survives a refusal of the old token', async () => {
    const { page, listener, list } = await renew(() => undefined)
    expect(list).toEqual(['an essay'])
    expect(stored().token).toBe('new-token')
    expect(page.read().user).toEqual({ ...robin, name: 'Robin Frost' })
    expect(listener).not.toHaveBeenCalled()
  })

  it('does not sign in somebody who has logged out meanwhile', async () => {
    const { list } = await renew((page) => page.endSession())
    expect(list).toBe(401)
    expect(stored()).toEqual({ token: null, user: null })
  })

  it('that fails does not hide the end of the session', async () => {
    fakeServer({ 'GET /auth/me': failure(401, 'no') })
    storeSession()
    const page = await loadPage()
    const checked = page.renewSession(async () => {
      void page.checkSession()
      throw new Error('refused')
    })
    await expect(checked).rejects.toThrow('refused')
    await waitFor(() => expect(stored()).toEqual({ token: null, user: null }))
  })
})

describe('a renewal in another tab', () => {
  /** Gets the stored token refused while another tab, which has ended the session of token `ended`, holds the lock. */
  async function refuse(ended: string) {
    const held = [{ name: `session-ended ${ended}`, mode: 'exclusive' }]
    const query = vi.fn(async () => ({ held, pending: [] }))
    const request = async (_name: string, _options: LockOptions, granted: () => unknown) => granted()
    vi.stubGlobal('navigator', { ...navigator, locks: { request, query } })
    fakeServer({ 'GET /auth/me': failure(401, 'no') })
    storeSession()
    const page = await loadPage()
    const checked = page.checkSession()
    await waitFor(() => expect(query).toHaveBeenCalled())
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
    return checked
  }

  it('is awaited if its lock arrives before its token', async () => {
    const checked = refuse('stored-token')
    await waitFor(() => expect(stored().token).toBe('stored-token'))
    await new Promise((resolve) => window.addEventListener('storage', resolve, { once: true }))
    expect(stored().token).toBe('stored-token')
    localStorage.setItem('token', 'new-token')
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    await checked
    expect(stored()).toEqual({ token: 'new-token', user: JSON.stringify(robin) })
  })

  it('is not awaited forever if no token is ever stored', async () => {
    const later = vi.spyOn(window, 'setTimeout')
    const { STORED_BY } = await import('./renewal')
    const checked = refuse('stored-token')
    const giveUp = await waitFor(() => {
      const [run] = later.mock.calls.find(([, delay]) => delay === STORED_BY) ?? []
      if (typeof run !== 'function') throw new Error('There is no timer yet')
      return run
    })
    expect(stored().token).toBe('stored-token')
    giveUp()
    await checked
    expect(stored()).toEqual({ token: null, user: null })
  })

  it('that ended an older token does not matter', async () => {
    await refuse('older-token')
    expect(stored()).toEqual({ token: null, user: null })
  })
})

describe('a session', () => {
  it('is stored, and takes all drafts along when it ends', async () => {
    const page = await loadPage()
    const { readDraft, writeDraft } = await import('../storage/draft')
    page.beginSession('a-token', { ...robin, role: 'student', status: 'active' })
    writeDraft('essay', { title: 'Tides' })
    expect(stored()).toEqual({ token: 'a-token', user: JSON.stringify(robin) })
    expect(page.hasToken()).toBe(true)
    page.endSession()
    expect(stored()).toEqual({ token: null, user: null })
    expect(readDraft('essay')).toBeNull()
  })

  it('that began meanwhile is not ended by mistake', async () => {
    storeSession()
    const page = await loadPage()
    const token = page.sessionToken()
    page.beginSession('another-token', { ...robin, role: 'student', status: 'active' })
    page.endSession(token)
    expect(stored().token).toBe('another-token')
  })

  it('follows changes made in another tab', async () => {
    storeSession()
    const page = await loadPage()
    localStorage.clear()
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    expect(page.read().user).toBeNull()
  })
})
