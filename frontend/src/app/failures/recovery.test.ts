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

/** Asserts that the failure is shown, without a reload. */
async function expectShown(error: unknown, mayReload?: () => boolean) {
  const { result } = recover(error, mayReload)
  await waitFor(() => expect(result.current).toBe(false))
  expect(reload).not.toHaveBeenCalled()
}

const missing = () => new MissingModuleError('gone')

describe('a missing module', () => {
  it('reloads the page only once until another one loads', async () => {
    fakeServer(server)
    const { result } = recover(missing())
    expect(result.current).toBe(true)
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(result.current).toBe(true)

    reload.mockClear()
    noteArrival('/profile')
    await expectShown(missing())

    noteArrival('/services')
    recover(missing())
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  })

  it('is reported if the server is unreachable', async () => {
    fakeServer({ 'GET /health': 'unreachable' })
    await expectShown(missing())
  })

  it('is reported if the reload cannot be recorded', async () => {
    fakeServer(server)
    vi.spyOn(tabStorage, 'write').mockReturnValue(false)
    await expectShown(missing())
  })

  it('is reported if there is input to lose', async () => {
    fakeServer(server)
    expect(isUntouched()).toBe(true)
    document.dispatchEvent(new Event('input', { bubbles: true }))
    expect(isUntouched()).toBe(false)
    await expectShown(missing(), isUntouched)
    window.history.replaceState(null, '', '/services')
    expect(isUntouched()).toBe(true)
  })

  it('is not confused with other errors', async () => {
    await expectShown(new Error('broke'))
  })
})
