import { act } from '@testing-library/react'
import type { Change } from '../src/lib/live/live'

const listeners = new Set<(change: Change | null) => void>()

/** Stands for `lib/live`: what a test tells is heard as if the server had told it. */
export const fakeLive = {
  followChanges: (listener: (change: Change | null) => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Tells about a change; about anything that may have changed if none is given. */
export const tell = (change: Change | null = null) =>
  act(async () => {
    for (const listener of listeners) listener(change)
  })
