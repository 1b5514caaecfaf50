import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Failure } from '../lib/failure'
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
  const { unmount } = render(<Form />)
  return { states, leave: unmount, tell: (share: number) => act(() => tell(share)) }
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
    await press('Sent, waiting for the answer')
    await act(() => vi.advanceTimersByTimeAsync(PATIENCE - 1))
    const button = screen.getByRole('button', { name: 'Sent, waiting for the answer' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    expect(states).toEqual([])
  })

  it('whose answer is overdue need not be waited for, and may have arrived', async () => {
    const { states, tell } = show()
    await press('Send')
    tell(1)
    await act(() => vi.advanceTimersByTimeAsync(PATIENCE))
    expect(screen.getByRole('status')).toHaveTextContent('No answer yet. You can stop waiting.')
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
})
