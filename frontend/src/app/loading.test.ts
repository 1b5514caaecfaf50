import { describe, expect, it, vi } from 'vitest'
import { nearly } from './loading'

describe('nearly', () => {
  it('waits for what comes within a moment', async () => {
    const answer = Promise.resolve('here')
    await expect(nearly(answer)).resolves.toBe('here')
  })

  it('does not wait for what takes longer', async () => {
    vi.useFakeTimers()
    try {
      const waited = vi.fn()
      void nearly(new Promise(() => undefined)).then(waited)
      await vi.advanceTimersByTimeAsync(149)
      expect(waited).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      expect(waited).toHaveBeenCalled()
    } finally {
      vi.useRealTimers()
    }
  })
})
