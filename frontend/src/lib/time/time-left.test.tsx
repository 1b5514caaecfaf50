import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noteServerTime } from './clock'
import { formatUtc } from './time'
import { formatTimeLeft } from './time-left'
import { useNowUntil } from './use-now-until'

const CLOSES = '2026-11-21T12:00:00Z'
const at = (iso: string) => new Date(iso).getTime()

describe('formatTimeLeft', () => {
  it.each([
    ['2026-11-20T08:00:00Z', '1 day 4 hours'],
    ['2026-11-20T07:59:59Z', '1 day 4 hours'],
    ['2026-11-19T12:00:00Z', '2 days'],
    ['2026-11-19T11:30:00Z', '2 days'],
    ['2026-11-21T06:47:30Z', '5 hours 12 minutes'],
    ['2026-11-21T11:00:00Z', '1 hour'],
    ['2026-11-21T11:58:30Z', '1 minute'],
    ['2026-11-21T11:59:15Z', '45 seconds'],
    ['2026-11-21T11:59:59Z', '1 second'],
    ['2026-11-21T12:00:00Z', '0 seconds'],
    ['2026-11-21T12:00:00.001Z', ''],
  ])('at %s it is "%s"', (now, words) => {
    expect(formatTimeLeft(CLOSES, at(now))).toBe(words)
  })

  it('is empty for anything but a time', () => {
    expect(formatTimeLeft('soon', 0)).toBe('')
  })
})

describe('formatUtc', () => {
  it('names the second, the year and the zone', () => {
    expect(formatUtc('2026-11-22T10:43:05.120Z')).toMatch(/22.*2026.*10:43:05.*UTC/)
    expect(formatUtc('soon')).toBe('')
  })
})

describe('the time until a moment', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.setSystemTime('2026-11-21T11:56:30Z')
  })

  afterEach(() => {
    noteServerTime(new Date().toUTCString())
    vi.useRealTimers()
  })

  let renders = 0
  function Left({ until }: { until: string | null }) {
    renders += 1
    const now = useNowUntil(until)
    return <p>{until === null ? 'no clock' : formatTimeLeft(until, now) || 'closed'}</p>
  }
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

  it('ticks each minute, then each second, then stops', () => {
    render(<Left until={CLOSES} />)
    expect(screen.getByText('3 minutes')).toBeInTheDocument()
    renders = 0
    pass(31_000)
    expect(screen.getByText('2 minutes')).toBeInTheDocument()
    expect(renders).toBe(1)
    pass(120_000)
    expect(screen.getByText('59 seconds')).toBeInTheDocument()
    pass(1000)
    expect(screen.getByText('58 seconds')).toBeInTheDocument()
    pass(60_000)
    expect(screen.getByText('closed')).toBeInTheDocument()
    expect(vi.getTimerCount()).toBe(0)
  })

  it("runs on the server's clock, and catches up when shown", () => {
    noteServerTime('Sat, 21 Nov 2026 11:59:30 GMT')
    render(<Left until={CLOSES} />)
    expect(screen.getByText('30 seconds')).toBeInTheDocument()
    vi.setSystemTime('2026-11-21T13:00:00Z')
    act(() => document.dispatchEvent(new Event('visibilitychange')))
    expect(screen.getByText('closed')).toBeInTheDocument()
  })

  it('runs no timer without a moment, and leaves none behind', () => {
    const { rerender, unmount } = render(<Left until={null} />)
    expect(vi.getTimerCount()).toBe(0)
    rerender(<Left until={CLOSES} />)
    expect(vi.getTimerCount()).toBe(1)
    unmount()
    expect(vi.getTimerCount()).toBe(0)
  })
})
