import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { store } from '../../lib/state/store'
import { Modal } from '../dialogs/modal'
import { showToast, toastsAtom } from './toast-state'
import { Toasts } from './toasts'

beforeEach(() => vi.useFakeTimers())

afterEach(() => {
  vi.useRealTimers()
  store.set(toastsAtom, [])
})

const show = (title: string, seconds: 2 | 3 | 5) => act(() => showToast({ tone: 'success', title, seconds }))

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

describe('toasts', () => {
  it.each([2, 3, 5] as const)('disappear after %d s', (seconds) => {
    render(<Toasts />)
    show('Assignment created', seconds)
    pass(seconds * 1000 - 1)
    expect(screen.getByText('Assignment created')).toBeInTheDocument()
    pass(1)
    expect(screen.queryByText('Assignment created')).not.toBeInTheDocument()
  })

  it('appear in a live region that was there before them', () => {
    render(<Toasts />)
    const region = screen.getByRole('status')
    show('Assignment created', 3)
    expect(region).toHaveTextContent('Assignment created')
  })

  it('are not repeated', () => {
    render(<Toasts />)
    show('Failed to load assignments', 5)
    show('Failed to load assignments', 5)
    expect(screen.getAllByText('Failed to load assignments')).toHaveLength(1)
  })

  it('stay while they are hovered, and can be dismissed', () => {
    render(<Toasts />)
    show('Assignment created', 2)
    fireEvent.pointerEnter(screen.getByText('Assignment created'))
    pass(10_000)
    expect(screen.getByText('Assignment created')).toBeInTheDocument()
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText('Assignment created')).not.toBeInTheDocument()
  })

  it('stay while focused, and then for their full time', () => {
    render(<Toasts />)
    show('Assignment created', 2)
    const button = screen.getByRole('button', { name: 'Dismiss' })
    act(() => button.focus())
    pass(10_000)
    expect(button).toHaveFocus()
    act(() => button.blur())
    pass(1999)
    expect(screen.getByText('Assignment created')).toBeInTheDocument()
    pass(1)
    expect(screen.queryByText('Assignment created')).not.toBeInTheDocument()
  })

  it('pass the focus to the next, and finally back', () => {
    render(
      <>
        <button type="button">Save</button>
        <Toasts />
      </>,
    )
    show('Assignment created', 5)
    show('Quote updated', 5)
    act(() => screen.getByRole('button', { name: 'Save' }).focus())
    const [first, second] = screen.getAllByRole('button', { name: 'Dismiss' })
    act(() => first?.focus())
    act(() => first?.click())
    expect(second).toHaveFocus()
    act(() => second?.click())
    expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus()
  })

  it('appear in the topmost dialog, then on the page', () => {
    const page = (depth: number) => (
      <>
        {['Below', 'Above'].slice(0, depth).map((title) => (
          <Modal key={title} title={title} onClose={() => undefined}>
            <p>Words</p>
          </Modal>
        ))}
        <Toasts />
      </>
    )
    const { rerender } = render(page(0))
    rerender(page(1))
    rerender(page(2))
    show('Failed to update quote', 5)
    const within = () => screen.getByText('Failed to update quote').closest('dialog')
    expect(within()).toBe(screen.getByRole('dialog', { name: 'Above' }))
    pass(3000)
    rerender(page(1))
    expect(within()).toBe(screen.getByRole('dialog', { name: 'Below' }))
    rerender(page(0))
    expect(within()).toBeNull()
    pass(1999)
    expect(screen.getByText('Failed to update quote')).toBeInTheDocument()
    pass(1)
    expect(screen.queryByText('Failed to update quote')).not.toBeInTheDocument()
  })
})
