import { waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeServer } from '../../../testing/fake-server'
import { person, signedIn } from '../../../testing/people'
import { beginSession, endSession } from '../session/session'
import { followChanges } from './live'

const change = { noun: 'assignments', id: 'a1', change: 'update' }

/** A fake EventSource. Tests send its messages. */
class FakeSource extends EventTarget {
  static all: FakeSource[] = []
  onerror: (() => void) | null = null
  close = vi.fn()

  constructor() {
    super()
    FakeSource.all.push(this)
  }

  emit(type: string, data: unknown, lastEventId = '') {
    this.dispatchEvent(Object.assign(new Event(type), { data: JSON.stringify(data), lastEventId }))
  }
}

const newest = () => FakeSource.all.at(-1) as FakeSource

/** Waits until there are more than `before` connections, and confirms the newest as the server would. */
async function connected(before: number) {
  await waitFor(() => expect(FakeSource.all.length).toBeGreaterThan(before))
  newest().emit('PB_CONNECT', {}, `client-${FakeSource.all.length}`)
}

function serve() {
  vi.stubGlobal('EventSource', FakeSource)
  return fakeServer({ 'POST /realtime': { body: {} } })
}

afterEach(() => signedIn(null))

describe('live changes', () => {
  it('reach listeners after a first, general call', async () => {
    const calls = serve()
    const listener = vi.fn()
    const before = FakeSource.all.length
    signedIn('student')
    const unfollow = followChanges(listener)
    await connected(before)
    await waitFor(() => expect(listener).toHaveBeenCalledWith(null))
    newest().emit('changes', change)
    expect(listener).toHaveBeenLastCalledWith(change)
    expect(calls.find(({ path }) => path === '/realtime')?.headers.authorization).toContain('a-token')
    unfollow()
    newest().emit('changes', change)
    expect(listener).toHaveBeenCalledTimes(2)
  })

  it('are subscribed to before that first call', async () => {
    const calls = serve()
    const subscriptions = () =>
      calls.filter(({ path }) => path === '/realtime').flatMap(({ body }) => Object(body).subscriptions)
    let atFirstCall: string[] = []
    const count = FakeSource.all.length
    signedIn('student')
    const unfollow = followChanges(() => {
      atFirstCall = subscriptions()
    })
    await connected(count)
    await waitFor(() => expect(atFirstCall).toContain('changes'))
    expect(subscriptions()).toEqual(atFirstCall)
    unfollow()
  })

  it('reconnect if the first connection fails', async () => {
    serve()
    const listener = vi.fn()
    const before = FakeSource.all.length
    signedIn('student')
    const unfollow = followChanges(listener)
    await waitFor(() => expect(FakeSource.all.length).toBe(before + 1))
    newest().onerror?.()
    await connected(before + 1)
    await waitFor(() => expect(listener).toHaveBeenCalledWith(null))
    unfollow()
  })

  it('reconnect for another account, and end with the session', async () => {
    serve()
    const listener = vi.fn()
    const before = FakeSource.all.length
    signedIn('student')
    const unfollow = followChanges(listener)
    await connected(before)
    await waitFor(() => expect(listener).toHaveBeenCalledTimes(1))
    const first = newest()
    const count = FakeSource.all.length

    beginSession('another-token', { ...person('tutor'), _id: 'tutor-2' })
    await connected(count)
    expect(first.close).toHaveBeenCalled()
    await waitFor(() => expect(listener).toHaveBeenCalledTimes(2))

    const last = newest()
    endSession()
    await waitFor(() => expect(last.close).toHaveBeenCalled())
    unfollow()
  })
})
