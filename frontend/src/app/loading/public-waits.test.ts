import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { waitBriefly, waitOnReturn } from './public-waits'

beforeEach(() => vi.useFakeTimers())

afterEach(() => vi.useRealTimers())

const never = new Promise(() => undefined)

describe('waitBriefly', () => {
  it('waits for a quick answer', async () => {
    const answer = Promise.resolve('here')
    await expect(waitBriefly(answer)).resolves.toBe('here')
  })

  it('does not wait for a slow one', async () => {
    const waited = vi.fn()
    void waitBriefly(never).then(waited)
    await vi.advanceTimersByTimeAsync(149)
    expect(waited).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(waited).toHaveBeenCalled()
  })
})

describe('waitOnReturn', () => {
  it('waits at most three seconds, and only on return', async () => {
    const page = new Request('https://example.com/policy?a=1')
    await waitOnReturn(never, page)
    const waited = vi.fn()
    void waitOnReturn(never, page).then(waited)
    await vi.advanceTimersByTimeAsync(2999)
    expect(waited).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(waited).toHaveBeenCalled()
  })
})
