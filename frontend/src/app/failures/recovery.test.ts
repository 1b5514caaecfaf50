import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer } from '../../../testing/fake-server'
import { tabStorage } from '../../lib/storage/storage'
import { MissingModuleError } from '../loading/lazy-page'
import { isUntouched, noteArrival, useRecovery } from './recovery'

const reload = vi.fn()
const server = { 'GET /health': { body: { code: 200 } } }

beforeEach(() => {
  reload.mockClear()
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
  window.history.replaceState(null, '', '/profile')
})

afterEach(() => vi.restoreAllMocks())

const recover = (error: unknown, mayReload?: () => boolean) => renderHook(() => useRecovery(error, mayReload))

/** Holds that the loss is told, and not tried to mend. */
async function told(error: unknown, mayReload?: () => boolean) {
  const { result } = recover(error, mayReload)
  await waitFor(() => expect(result.current).toBe(false))
  expect(reload).not.toHaveBeenCalled()
}

const missing = () => new MissingModuleError('gone')

describe('a part that did not arrive', () => {
  it('has its page loaded anew, once, until another page arrived', async () => {
    fakeServer(server)
    const { result } = recover(missing())
    expect(result.current).toBe(true)
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(result.current).toBe(true)

    reload.mockClear()
    noteArrival('/profile')
    await told(missing())

    noteArrival('/services')
    recover(missing())
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  })

  it('is told where the server is not there', async () => {
    fakeServer({ 'GET /health': 'unreachable' })
    await told(missing())
  })

  it('is told where the try cannot be remembered', async () => {
    fakeServer(server)
    vi.spyOn(tabStorage, 'write').mockReturnValue(false)
    await told(missing())
  })

  it('is told where somebody is writing', async () => {
    fakeServer(server)
    expect(isUntouched()).toBe(true)
    document.dispatchEvent(new Event('input', { bubbles: true }))
    expect(isUntouched()).toBe(false)
    await told(missing(), isUntouched)
    window.history.replaceState(null, '', '/services')
    expect(isUntouched()).toBe(true)
  })

  it('is another thing than a page that broke', async () => {
    await told(new Error('broke'))
  })
})
