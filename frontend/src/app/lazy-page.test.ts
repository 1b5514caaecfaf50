import { afterEach, describe, expect, it, vi } from 'vitest'
import { arrive, lazyPage, MissingPart } from './lazy-page'

afterEach(() => {
  vi.useRealTimers()
})

describe('a part of the interface', () => {
  it('is what was loaded', async () => {
    expect(await lazyPage(() => Promise.resolve({ Component: 'page' }))()).toEqual({ Component: 'page' })
  })

  it.each(['Failed to fetch dynamically imported module', 'Unable to preload CSS for /assets/page.css'])(
    'is missing after: %s',
    async (message) => {
      const cause = new Error(message)
      const failed = arrive(() => Promise.reject(cause))
      await expect(failed).rejects.toBeInstanceOf(MissingPart)
      await expect(failed).rejects.toMatchObject({ cause })
    },
  )

  it('is missing after 120 s and not before', async () => {
    vi.useFakeTimers()
    const told = vi.fn()
    void arrive(() => new Promise(() => undefined)).catch(told)
    await vi.advanceTimersByTimeAsync(119_999)
    expect(told).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(told.mock.lastCall?.[0]).toBeInstanceOf(MissingPart)
  })

  it('leaves no clock running', async () => {
    vi.useFakeTimers()
    await arrive(() => Promise.resolve('part'))
    expect(vi.getTimerCount()).toBe(0)
  })
})
