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

function TimeLeft() {
  return <p>{formatDistance('2026-11-28T00:00:00Z', useNow())}</p>
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

describe('the time', () => {
  it('is kept up to date while it is shown', () => {
    render(<TimeLeft />)
    expect(screen.getByText('in 7 days')).toBeInTheDocument()
    pass(26 * HOUR)
    expect(screen.getByText('in 5 days')).toBeInTheDocument()
  })

  it("is the server's if this machine's clock is wrong", () => {
    noteServerTime('Fri, 27 Nov 2026 21:00:00 GMT')
    render(<TimeLeft />)
    expect(screen.getByText('in 3 hours')).toBeInTheDocument()
  })

  it('is not changed by an answer without a date', () => {
    noteServerTime(null)
    noteServerTime('soon')
    render(<TimeLeft />)
    expect(screen.getByText('in 7 days')).toBeInTheDocument()
  })

  it('is updated as soon as a hidden tab is shown', () => {
    render(<TimeLeft />)
    vi.setSystemTime('2026-11-27T00:00:00Z') // timers stop while a machine sleeps
    act(() => document.dispatchEvent(new Event('visibilitychange')))
    expect(screen.getByText('in 1 day')).toBeInTheDocument()
  })

  it('leaves no timer behind', () => {
    const { unmount } = render(<TimeLeft />)
    expect(vi.getTimerCount()).toBe(1)
    unmount()
    expect(vi.getTimerCount()).toBe(0)
  })
})
