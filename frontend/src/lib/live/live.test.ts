import { waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeServer } from '../../../testing/fake-server'
import { person, signedIn } from '../../../testing/people'
import { beginSession, endSession } from '../session/session'
import { followChanges } from './live'

const change = { noun: 'assignments', id: 'a1', change: 'update' }

/** Stands for the browser's end of a live connection. */
class FakeSource extends EventTarget {
  static all: FakeSource[] = []
  onerror: (() => void) | null = null
  close = vi.fn()

  constructor() {
    super()
    FakeSource.all.push(this)
  }

  say(type: string, data: unknown, lastEventId = '') {
    this.dispatchEvent(Object.assign(new Event(type), { data: JSON.stringify(data), lastEventId }))
  }
}

const newest = () => FakeSource.all.at(-1) as FakeSource

/** Waits for a connection beyond those there were, and lets the server greet it. */
async function connected(before: number) {
  await waitFor(() => expect(FakeSource.all.length).toBeGreaterThan(before))
  newest().say('PB_CONNECT', {}, `client-${FakeSource.all.length}`)
}

function serve() {
  vi.stubGlobal('EventSource', FakeSource)
  return fakeServer({ 'POST /realtime': { body: {} } })
}

afterEach(() => signedIn(null))

describe('live changes', () => {
  it('are told to listeners, with a first word that anything may have changed', async () => {
    const calls = serve()
    const heard = vi.fn()
    const before = FakeSource.all.length
    signedIn('student')
    const unfollow = followChanges(heard)
    await connected(before)
    await waitFor(() => expect(heard).toHaveBeenCalledWith(null))
    newest().say('changes', change)
    expect(heard).toHaveBeenLastCalledWith(change)
    expect(calls.find(({ path }) => path === '/realtime')?.headers.authorization).toContain('a-token')
    unfollow()
    newest().say('changes', change)
    expect(heard).toHaveBeenCalledTimes(2)
  })

  it('have been subscribed to when that first word comes', async () => {
    const calls = serve()
    const asked = () =>
      calls.filter(({ path }) => path === '/realtime').flatMap(({ body }) => Object(body).subscriptions)
    let before: string[] = []
    const count = FakeSource.all.length
    signedIn('student')
    const unfollow = followChanges(() => {
      before = asked()
    })
    await connected(count)
    await waitFor(() => expect(before).toContain('changes'))
    expect(asked()).toEqual(before)
    unfollow()
  })

  it('try again where the first connection fails', async () => {
    serve()
    const heard = vi.fn()
    const before = FakeSource.all.length
    signedIn('student')
    const unfollow = followChanges(heard)
    await waitFor(() => expect(FakeSource.all.length).toBe(before + 1))
    newest().onerror?.()
    await connected(before + 1)
    await waitFor(() => expect(heard).toHaveBeenCalledWith(null))
    unfollow()
  })

  it('begin anew with another account, and end with the session', async () => {
    serve()
    const heard = vi.fn()
    const before = FakeSource.all.length
    signedIn('student')
    const unfollow = followChanges(heard)
    await connected(before)
    await waitFor(() => expect(heard).toHaveBeenCalledTimes(1))
    const first = newest()
    const many = FakeSource.all.length

    beginSession('another-token', { ...person('tutor'), _id: 'tutor-2' })
    await connected(many)
    expect(first.close).toHaveBeenCalled()
    await waitFor(() => expect(heard).toHaveBeenCalledTimes(2))

    const last = newest()
    endSession()
    await waitFor(() => expect(last.close).toHaveBeenCalled())
    unfollow()
  })
})
