import { useSyncExternalStore } from 'react'
import { serverNow } from './clock'

/** How often components that show the time are rendered again, in milliseconds. */
const TICK = 10_000

const listeners = new Set<() => void>()

const tick = () => {
  for (const listener of listeners) listener()
}

let timer: ReturnType<typeof setInterval> | undefined

/** All listeners share one timer, which runs while there are any. A hidden tab catches up when it becomes visible. */
function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    timer = setInterval(tick, TICK)
    document.addEventListener('visibilitychange', tick)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}

const read = () => Math.floor(serverNow() / TICK) * TICK

/** The time by the server's clock, in milliseconds since 1970, rounded down to ten seconds. It keeps itself up to date. */
export const useNow = () => useSyncExternalStore(subscribe, read)
