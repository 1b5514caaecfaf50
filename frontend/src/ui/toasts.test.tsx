import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { store } from '../lib/store'
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
  it.each([2, 3, 5] as const)('leave after %d s', (seconds) => {
    render(<Toasts />)
    show('Assignment created', seconds)
    pass(seconds * 1000 - 1)
    expect(screen.getByText('Assignment created')).toBeInTheDocument()
    pass(1)
    expect(screen.queryByText('Assignment created')).not.toBeInTheDocument()
  })

  it('stand in a live region that is there before them', () => {
    render(<Toasts />)
    const region = screen.getByRole('status')
    show('Assignment created', 3)
    expect(region).toHaveTextContent('Assignment created')
  })

  it('are not said twice', () => {
    render(<Toasts />)
    show('Failed to load assignments', 5)
    show('Failed to load assignments', 5)
    expect(screen.getAllByText('Failed to load assignments')).toHaveLength(1)
  })

  it('stay while the pointer rests on them, and leave when told to', () => {
    render(<Toasts />)
    show('Assignment created', 2)
    fireEvent.pointerEnter(screen.getByText('Assignment created'))
    pass(10_000)
    expect(screen.getByText('Assignment created')).toBeInTheDocument()
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText('Assignment created')).not.toBeInTheDocument()
  })
})
