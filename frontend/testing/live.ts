import { act } from '@testing-library/react'
import type { Change } from '../src/lib/live/live'

const listeners = new Set<(change: Change | null) => void>()

/** Replaces `lib/live` in tests: listeners receive the changes that a test passes to `sendChange`. */
export const fakeLive = {
  followChanges: (listener: (change: Change | null) => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Delivers a change to the page, as the server would. Without one, anything may have changed. */
export const sendChange = (change: Change | null = null) =>
  act(async () => {
    for (const listener of listeners) listener(change)
  })
