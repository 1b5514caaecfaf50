import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noteServerTime } from './clock'
import { formatDistance } from './distance'
import { useNow } from './use-now'

const HOUR = 3_600_000

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime('2026-11-21T00:00:00Z')
})

afterEach(() => {
  noteServerTime(new Date().toUTCString())
  vi.useRealTimers()
})

function Left() {
  return <p>{formatDistance('2026-11-28T00:00:00Z', useNow())}</p>
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

describe('the time', () => {
  it('ticks while it is shown', () => {
    render(<Left />)
    expect(screen.getByText('in 7 days')).toBeInTheDocument()
    pass(26 * HOUR)
    expect(screen.getByText('in 5 days')).toBeInTheDocument()
  })

  it('is that of the server where this machine is wrong', () => {
    noteServerTime('Fri, 27 Nov 2026 21:00:00 GMT')
    render(<Left />)
    expect(screen.getByText('in 3 hours')).toBeInTheDocument()
  })

  it('is not changed by an answer without a date', () => {
    noteServerTime(null)
    noteServerTime('soon')
    render(<Left />)
    expect(screen.getByText('in 7 days')).toBeInTheDocument()
  })

  it('is told at once when a hidden tab is shown', () => {
    render(<Left />)
    vi.setSystemTime('2026-11-27T00:00:00Z') // timers stand still while a machine sleeps
    act(() => document.dispatchEvent(new Event('visibilitychange')))
    expect(screen.getByText('in 1 day')).toBeInTheDocument()
  })

  it('leaves no timer behind', () => {
    const { unmount } = render(<Left />)
    expect(vi.getTimerCount()).toBe(1)
    unmount()
    expect(vi.getTimerCount()).toBe(0)
  })
})
