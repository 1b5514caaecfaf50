import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { showPart } from '../../../testing/app'
import { Failure } from '../../lib/api/failure'
import { GiveUpUpload } from './give-up-upload'
import { PATIENCE, useUpload } from './use-upload'

/** An upload that lasts until it is cancelled; `tell` says how much of it has been sent. */
function show() {
  let tell = (_share: number) => {}
  const states: string[] = []
  function Form() {
    const upload = useUpload('It may have arrived.')
    const send = () =>
      upload
        .run(({ signal, onProgress }) => {
          tell = onProgress
          return new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(new Failure(0, null, 'cancelled', true)))
          })
        })
        .catch(({ message }: Error) => states.push(message))
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
  return { states, router, leave: unmount, tell: (share: number) => act(() => tell(share)) }
}

const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

beforeEach(() => vi.useFakeTimers())

afterEach(() => vi.useRealTimers())

describe('an upload', () => {
  it('can be cancelled while something is left to send, and leaves the focus in its form', async () => {
    const { states, tell } = show()
    await press('Send')
    tell(0.99)
    await press('Cancel upload')
    expect(states).toEqual(['cancelled'])
    expect(screen.queryByRole('button', { name: 'Cancel upload' })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Send' })).toHaveFocus()
  })

  it('that has been sent waits for the answer, and cannot be taken back', async () => {
    const { states, tell } = show()
    await press('Send')
    tell(1)
    await press('Sent, waiting for confirmation')
    await act(() => vi.advanceTimersByTimeAsync(PATIENCE - 1))
    const button = screen.getByRole('button', { name: 'Sent, waiting for confirmation' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    expect(states).toEqual([])
  })

  it('whose answer is overdue need not be waited for, and may have arrived', async () => {
    const { states, tell } = show()
    await press('Send')
    tell(1)
    await act(() => vi.advanceTimersByTimeAsync(PATIENCE))
    expect(screen.getByRole('status')).toHaveTextContent('No confirmation yet. You can stop waiting.')
    await press('Stop waiting')
    expect(states).toEqual(['It may have arrived.'])
    expect(screen.getByRole('button', { name: 'Send' })).toHaveFocus()

    await press('Send')
    expect(screen.getByRole('button', { name: 'Cancel upload' })).toBeInTheDocument()
  })

  it('that is left while it waits may have arrived', async () => {
    const { states, tell, leave } = show()
    await press('Send')
    tell(1)
    await act(async () => leave())
    expect(states).toEqual(['It may have arrived.'])
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
  ])(
    'of which %d has been sent asks before the page is left, and goes on if it is not',
    async (share, question) => {
      const { states, tell, router } = show()
      await press('Send')
      tell(share)
      await act(() => router.navigate('/elsewhere'))
      expect(screen.getByRole('alertdialog', { name: 'Leave this page?' })).toHaveAccessibleDescription(
        question,
      )
      await press('Stay')
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
      expect([router.state.location.pathname, states]).toEqual(['/', []])

      await act(() => router.navigate('/elsewhere'))
      await press('Leave')
      expect(screen.getByRole('heading', { name: 'Another page' })).toBeInTheDocument()
      expect(states).toHaveLength(1)
    },
  )

  it('does not ask where the page stays: another search or hash', async () => {
    const { router } = show()
    await press('Send')
    await act(() => router.navigate('/?show=all#faq-section'))
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(router.state.location.search).toBe('?show=all')
  })

  it('asks before the tab is closed, until it is over', async () => {
    const closing = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    const { tell } = show()
    expect(closing()).toBe(false)
    await press('Send')
    expect(closing()).toBe(true)
    tell(0.5)
    await press('Cancel upload')
    expect(closing()).toBe(false)
  })

  it('whose answer is overdue may be left without a question', async () => {
    const { tell, router } = show()
    await press('Send')
    tell(1)
    await act(() => vi.advanceTimersByTimeAsync(PATIENCE))
    await act(() => router.navigate('/elsewhere'))
    expect(screen.getByRole('heading', { name: 'Another page' })).toBeInTheDocument()
  })
})
