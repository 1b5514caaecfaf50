import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { showPart } from '../../../testing/app'
import { Failure } from '../../lib/api/failure'
import { GiveUpUpload } from './give-up-upload'
import { PATIENCE, useUpload } from './use-upload'

/** Renders an upload that runs until it is cancelled; `progress` sets how much of it has been sent. */
function show() {
  let progress = (_share: number) => {}
  const failures: string[] = []
  function Form() {
    const upload = useUpload('It may have arrived.')
    const send = () =>
      upload
        .run(({ signal, onProgress }) => {
          progress = onProgress
          return new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(new Failure(0, null, 'cancelled', true)))
          })
        })
        .catch(({ message }: Error) => failures.push(message))
    return (
      <form>
        {upload.running && <GiveUpUpload upload={upload} />}
        <button
          type="submit"
          onClick={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          Send
        </button>
      </form>
    )
  }
  const { unmount, router } = showPart(<Form />)
  return { failures, router, leave: unmount, progress: (share: number) => act(() => progress(share)) }
}

const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

beforeEach(() => vi.useFakeTimers())

afterEach(() => vi.useRealTimers())

describe('an upload', () => {
  it('can be cancelled until fully sent, and keeps the focus', async () => {
    const { failures, progress } = show()
    await press('Send')
    progress(0.99)
    await press('Cancel upload')
    expect(failures).toEqual(['cancelled'])
    expect(screen.queryByRole('button', { name: 'Cancel upload' })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Send' })).toHaveFocus()
  })

  it('cannot be cancelled once it is fully sent', async () => {
    const { failures, progress } = show()
    await press('Send')
    progress(1)
    await press('Sent, waiting for confirmation')
    await act(() => vi.advanceTimersByTimeAsync(PATIENCE - 1))
    const button = screen.getByRole('button', { name: 'Sent, waiting for confirmation' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    expect(failures).toEqual([])
  })

  it('can be abandoned when overdue, and may have arrived', async () => {
    const { failures, progress } = show()
    await press('Send')
    progress(1)
    await act(() => vi.advanceTimersByTimeAsync(PATIENCE))
    expect(screen.getByRole('status')).toHaveTextContent(
      'No confirmation yet. You can keep waiting, or stop and check later whether it arrived.',
    )
    await press('Stop waiting')
    expect(failures).toEqual(['It may have arrived.'])
    expect(screen.getByRole('button', { name: 'Send' })).toHaveFocus()

    await press('Send')
    expect(screen.getByRole('button', { name: 'Cancel upload' })).toBeInTheDocument()
  })

  it('may have arrived if left while it waits', async () => {
    const { failures, progress, leave } = show()
    await press('Send')
    progress(1)
    await act(async () => leave())
    expect(failures).toEqual(['It may have arrived.'])
  })

  it.each([
    [
      0.5,
      'Your upload is not finished. If you leave now, it will be cancelled. We keep what you typed, but not the files.',
    ],
    [
      1,
      'Everything has been sent, but we have not confirmed it yet. If you leave now, you will not see whether it arrived.',
    ],
  ])('of which %d is sent asks before it is left', async (share, question) => {
    const { failures, progress, router } = show()
    await press('Send')
    progress(share)
    await act(() => router.navigate('/elsewhere'))
    expect(screen.getByRole('alertdialog', { name: 'Leave this page?' })).toHaveAccessibleDescription(
      question,
    )
    await press('Stay')
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect([router.state.location.pathname, failures]).toEqual(['/', []])

    await act(() => router.navigate('/elsewhere'))
    await press('Leave')
    expect(screen.getByRole('heading', { name: 'Another page' })).toBeInTheDocument()
    expect(failures).toHaveLength(1)
  })

  it('asks nothing for a new query or hash', async () => {
    const { router } = show()
    await press('Send')
    await act(() => router.navigate('/?show=all#faq-section'))
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(router.state.location.search).toBe('?show=all')
  })

  it('asks before the tab closes, but only while running', async () => {
    const closing = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    const { progress } = show()
    expect(closing()).toBe(false)
    await press('Send')
    expect(closing()).toBe(true)
    progress(0.5)
    await press('Cancel upload')
    expect(closing()).toBe(false)
  })

  it('does not ask once the answer is overdue', async () => {
    const { progress, router } = show()
    await press('Send')
    progress(1)
    await act(() => vi.advanceTimersByTimeAsync(PATIENCE))
    await act(() => router.navigate('/elsewhere'))
    expect(screen.getByRole('heading', { name: 'Another page' })).toBeInTheDocument()
  })
})
