import type PocketBase from 'pocketbase'
import * as v from 'valibot'
import { authStore } from '../session/auth-store'
import { sessionAtom } from '../session/session'
import { store } from '../state/store'

/** One change, as the server announces it (docs/product.md, section 8). */
const changeSchema = v.object({ noun: v.string(), id: v.string(), change: v.string() })

export type Change = v.InferOutput<typeof changeSchema>

/** Called with a change; with null if anything may have changed, because the connection was down. */
type Listener = (change: Change | null) => void

/** The name of the topic, of the lock, and of the channel between tabs. */
const TOPIC = 'changes'

/** Pauses after failed connections, in milliseconds. The last one repeats. */
const PAUSES = [500, 1000, 2000, 5000, 10_000, 30_000]

/** How often to check the clock, and the gap that means that the machine slept, in milliseconds. */
const CLOCK = { tick: 20_000, gap: 90_000 }

const listeners = new Set<Listener>()

/** The session whose changes are followed, and the controller that ends its connection. */
let current: { token: string; abort: AbortController } | undefined

let channel: BroadcastChannel | undefined

/**
 * Calls a listener with every change to something that the signed-in person may
 * read, until the returned function is called. All tabs of a browser share one
 * connection: the tab that holds the lock connects and passes the changes on.
 */
export function followChanges(listener: Listener): () => void {
  listeners.add(listener)
  if (!isFollowing) store.sub(sessionAtom, followSession)
  isFollowing = true
  followSession()
  return () => listeners.delete(listener)
}

/** Whether the session is followed; it is from the first listener on. */
let isFollowing = false

/** Gives each session a connection of its own. Without a session there is none. */
function followSession() {
  const { token } = authStore
  if (token === (current?.token ?? '')) return
  current?.abort.abort()
  channel?.close()
  current = undefined
  if (!token || typeof EventSource === 'undefined') return
  current = { token, abort: new AbortController() }
  channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(TOPIC)
  if (channel) channel.onmessage = ({ data }) => receive(data)
  void connectOnce(current.abort.signal)
}

/** Resolves when the last connection has ended: only then does the next one begin. */
let lastEnded: Promise<void> = Promise.resolve()

/** Connects one tab, while the others wait for the lock. In a browser without locks every tab connects. */
async function connectOnce(signal: AbortSignal) {
  if (!navigator.locks) {
    lastEnded = lastEnded.then(() => connect(signal))
    return lastEnded
  }
  await navigator.locks.request(TOPIC, { signal }, () => connect(signal)).catch(() => undefined)
}

/** Keeps a connection until the signal ends it. It reconnects after failures, sleep and restarts of the server. */
async function connect(signal: AbortSignal) {
  for (let failures = 0; !signal.aborted; ) {
    try {
      const { realtime } = await openSdk()
      await realtime.unsubscribe()
      // The SDK reconnects by itself, and announces each connection once it is subscribed.
      // Anything may have changed then, even the first time: a page requests its data at once,
      // and would miss what changes between that answer and the subscription. So a page loads
      // its data twice; waiting for the subscription first would be slower. Both topics are
      // subscribed to together, or the announcement would precede the subscription to changes.
      await Promise.all([
        realtime.subscribe('PB_CONNECT', () => broadcast(null)),
        realtime.subscribe(TOPIC, broadcast),
      ])
      failures = 0
      await interruption(signal)
    } catch {
      await pause(PAUSES[Math.min(failures, PAUSES.length - 1)] ?? 0, signal)
      failures += 1
    }
  }
  await openSdk()
    .then(({ realtime }) => realtime.unsubscribe())
    .catch(() => undefined)
}

let opened: Promise<PocketBase> | undefined

/**
 * PocketBase's own client with the stored session, for the live connection. Its
 * code is loaded on the first call, so visitors never wait for it.
 */
function openSdk(): Promise<PocketBase> {
  opened ??= import('pocketbase')
    .then(({ default: PocketBase, BaseAuthStore }) => {
      class StoredSession extends BaseAuthStore {
        override get token() {
          return authStore.token
        }
      }
      return new PocketBase('/', new StoredSession())
    })
    .catch((error: unknown) => {
      opened = undefined
      throw error
    })
  return opened
}

/** Waits until the session ends, the network returns, or the machine wakes up. */
function interruption(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let lastTick = Date.now()
    const end = () => {
      clearInterval(clock)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const clock = setInterval(() => {
      if (Date.now() - lastTick > CLOCK.gap) end()
      lastTick = Date.now()
    }, CLOCK.tick)
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}

/** Hands a message to this tab and to all others. */
function broadcast(message: unknown) {
  channel?.postMessage(message)
  receive(message)
}

/** Hands a message to the listeners of this tab. */
function receive(message: unknown) {
  const read = v.safeParse(changeSchema, message)
  const change = read.success ? read.output : null
  for (const listener of listeners) listener(change)
}
