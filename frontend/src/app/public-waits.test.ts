import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nearly, onReturn } from './public-waits'

beforeEach(() => vi.useFakeTimers())

afterEach(() => vi.useRealTimers())

const never = new Promise(() => undefined)

describe('nearly', () => {
  it('waits for an answer that comes within a moment', async () => {
    const answer = Promise.resolve('here')
    await expect(nearly(answer)).resolves.toBe('here')
  })

  it('does not wait for one that takes longer', async () => {
    const waited = vi.fn()
    void nearly(never).then(waited)
    await vi.advanceTimersByTimeAsync(149)
    expect(waited).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(waited).toHaveBeenCalled()
  })
})

describe('onReturn', () => {
  it('waits for a page that was visited before, at most three seconds, and not on the first visit', async () => {
    const page = new Request('https://example.com/policy?a=1')
    await onReturn(never, page)
    const waited = vi.fn()
    void onReturn(never, page).then(waited)
    await vi.advanceTimersByTimeAsync(2999)
    expect(waited).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(waited).toHaveBeenCalled()
  })
})
