import { afterEach, describe, expect, it, vi } from 'vitest'
import { fetchModule, lazyPage, MissingModuleError } from './lazy-page'

afterEach(() => {
  vi.useRealTimers()
})

describe('a module of the interface', () => {
  it('is what was loaded', async () => {
    expect(await fetchModule(() => Promise.resolve({ Component: 'page' }))).toEqual({ Component: 'page' })
  })

  it.each(['Failed to fetch dynamically imported module', 'Unable to preload CSS for /assets/page.css'])(
    'is missing after: %s',
    async (message) => {
      const cause = new Error(message)
      const failed = fetchModule(() => Promise.reject(cause))
      await expect(failed).rejects.toBeInstanceOf(MissingModuleError)
      await expect(failed).rejects.toMatchObject({ cause })
    },
  )

  it('is missing after 120 s and not before', async () => {
    vi.useFakeTimers()
    const onMissing = vi.fn()
    void fetchModule(() => new Promise(() => undefined)).catch(onMissing)
    await vi.advanceTimersByTimeAsync(119_999)
    expect(onMissing).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(onMissing.mock.lastCall?.[0]).toBeInstanceOf(MissingModuleError)
  })

  it('leaves no timer running', async () => {
    vi.useFakeTimers()
    await fetchModule(() => Promise.resolve('part'))
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a page', () => {
  it('is found by the name that the list of pages has for it', async () => {
    expect(await lazyPage('public/not-found')()).toHaveProperty('Component')
  })

  it('is refused if there is none of that name', () => {
    expect(() => lazyPage('public/no-such')).toThrow('There is no page public/no-such.')
  })
})
