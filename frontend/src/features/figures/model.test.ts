import { describe, expect, it } from 'vitest'
import {
  amountBars,
  amountRows,
  axisMonth,
  countDeadlines,
  deadlineRows,
  isQuiet,
  type Month,
  shareKept,
  spanOf,
  sumOf,
  tableMonth,
} from './model'

const month = (change: Partial<Month>): Month => ({
  month: '2026-11',
  received: 0,
  earned: 0,
  paid: 0,
  returned: 0,
  desk: 0,
  deadlinesKept: 0,
  deadlinesMissed: 0,
  ...change,
})

describe('the figures by month', () => {
  it.each([
    ['12', '2026-11-23', { from: '2025-12-01' }],
    ['12', '2026-01-31', { from: '2025-02-01' }],
    ['24', '2026-12-01', { from: '2025-01-01' }],
    ['60', '2026-02-28', { from: '2021-03-01' }],
    ['this-year', '2026-01-01', { from: '2026-01-01' }],
    ['last-year', '2026-01-01', { from: '2025-01-01', before: '2026-01-01' }],
  ] as const)('of %s on %s are those of %o', (period, today, span) => {
    expect(spanOf(period, today)).toEqual(span)
  })

  it('name their months wherever the reader is', () => {
    expect(axisMonth('2026-01')).toBe('Jan 26')
    expect(tableMonth('2026-12')).toBe('December 2026')
  })

  it('add up amounts without errors of rounding', () => {
    const months = [
      month({ earned: 0.1, desk: -5 }),
      month({ month: '2026-12', earned: 0.2, received: 1234.5 }),
    ]
    expect(sumOf(months, 'earned')).toBe(0.3)
    expect(amountBars(months, 'desk')).toEqual([
      { label: 'Nov 26', amount: -5 },
      { label: 'Dec 26', amount: 0 },
    ])
    expect(amountRows(months, 'received', 'desk')).toEqual([
      { label: 'November 2026', values: ['$0.00', '-$5.00'] },
      { label: 'December 2026', values: ['$1,234.50', '$0.00'] },
    ])
  })

  it.each([
    [0, 0, ''],
    [0, 3, '0%'],
    [3, 0, '100%'],
    [2, 1, '67%'],
    [999, 1, '99%'],
    [1, 999, '1%'],
  ])('put %i kept and %i missed deadlines at %s', (kept, missed, share) => {
    expect(shareKept(kept, missed)).toBe(share)
  })

  it('count deadlines', () => {
    const months = [month({ deadlinesKept: 1200, deadlinesMissed: 300 }), month({ month: '2026-12' })]
    expect(countDeadlines(months)).toEqual({ kept: 1200, missed: 300 })
    expect(deadlineRows(months, 'none').map(({ values }) => values)).toEqual([
      ['1,200', '300', '80%'],
      ['0', '0', 'none'],
    ])
  })

  it('are quiet only if nothing happened', () => {
    expect(isQuiet([month({}), month({ month: '2026-12' })])).toBe(true)
    expect(isQuiet([month({}), month({ returned: 0.01 })])).toBe(false)
    expect(isQuiet([month({ deadlinesMissed: 1 })])).toBe(false)
  })
})
