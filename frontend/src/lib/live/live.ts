import * as v from 'valibot'
import { authStore } from '../session/auth-store'
import { sessionAtom } from '../session/session'
import { store } from '../state/store'
import { openSdk } from './sdk'

/** One thing that somebody changed (docs/product.md, section 8). */
const changeSchema = v.object({ noun: v.string(), id: v.string(), change: v.string() })

export type Change = v.InferOutput<typeof changeSchema>

/** Told a change; null where anything may have changed, because nobody listened for a while. */
type Listener = (change: Change | null) => void

/** The name of the topic, of the lock and of the channel between tabs. */
const TOPIC = 'changes'

/** Pauses after a connection that failed, in milliseconds; the last one repeats. */
const PAUSES = [500, 1000, 2000, 5000, 10_000, 30_000]

/** How often the clock is looked at, and which gap in it means that the machine slept, in milliseconds. */
const CLOCK = { tick: 20_000, gap: 90_000 }

const listeners = new Set<Listener>()

/** What the live changes run for: a session, and the way to end them with it. */
let current: { token: string; abort: AbortController } | undefined

let channel: BroadcastChannel | undefined

/**
 * Tells a listener about every change to something the signed-in person may
 * read, until the returned function is called. All tabs of a browser share one
 * connection: the tab that holds the lock connects, and passes on what it hears.
 */
export function followChanges(listener: Listener): () => void {
  listeners.add(listener)
  if (!following) store.sub(sessionAtom, followSession)
  following = true
  followSession()
  return () => listeners.delete(listener)
}

/** From the first listener on, the session is followed for as long as the page is open. */
let following = false

/** A new session has a connection of its own; without a session there is none. */
function followSession() {
  const { token } = authStore
  if (token === (current?.token ?? '')) return
  current?.abort.abort()
  channel?.close()
  current = undefined
  if (!token || typeof EventSource === 'undefined') return
  current = { token, abort: new AbortController() }
  channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(TOPIC)
  if (channel) channel.onmessage = ({ data }) => hear(data)
  void connectOnce(current.abort.signal)
}

/** The connection of one session ends before that of the next begins. */
let ended: Promise<void> = Promise.resolve()

/** Where the browser has locks, one tab connects and the others wait for their turn; else each connects. */
async function connectOnce(signal: AbortSignal) {
  if (!navigator.locks) {
    ended = ended.then(() => connect(signal))
    return ended
  }
  await navigator.locks.request(TOPIC, { signal }, () => connect(signal)).catch(() => undefined)
}

/** Keeps a connection until the signal ends it; it comes back after failures, sleep and restarts of the server. */
async function connect(signal: AbortSignal) {
  for (let failures = 0; !signal.aborted; ) {
    try {
      const { realtime } = await openSdk()
      await realtime.unsubscribe()
      // The SDK connects again by itself, and says so each time, once it is subscribed. The
      // first time too anything may have changed: a page asks for what it shows at once, and
      // what changes between that answer and the subscription would be missed. So a page that
      // is loaded asks twice; waiting for the subscription first would be slower. Both topics
      // are asked for together: else the word would come before the subscription to changes.
      await Promise.all([realtime.subscribe('PB_CONNECT', () => tell(null)), realtime.subscribe(TOPIC, tell)])
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

/** Waits until the session ends, the network returns, or the machine wakes up. */
function interruption(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let seen = Date.now()
    const end = () => {
      clearInterval(clock)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const clock = setInterval(() => {
      if (Date.now() - seen > CLOCK.gap) end()
      seen = Date.now()
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

/** Hands a message to this tab and to the others. */
function tell(message: unknown) {
  channel?.postMessage(message)
  hear(message)
}

function hear(message: unknown) {
  const read = v.safeParse(changeSchema, message)
  const change = read.success ? read.output : null
  for (const listener of listeners) listener(change)
}
