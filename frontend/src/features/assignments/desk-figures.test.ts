import { describe, expect, it } from 'vitest'
import { assignmentStats } from '../../../testing/assignments'
import { priorityBars, subjectBars, weekBars } from './desk-figures'

describe('the statistics of the admin dashboard', () => {
  it('include every priority, High first, each in its colour', () => {
    const stats = assignmentStats({
      priorityStats: [
        { _id: 'Low', priority: 'Low', count: 3 },
        { _id: 'High', priority: 'High', count: 1 },
      ],
    })
    expect(priorityBars(stats)).toEqual([
      { label: 'High', count: 1, fill: 'var(--color-error)' },
      { label: 'Medium', count: 0, fill: 'var(--color-warning)' },
      { label: 'Low', count: 3, fill: 'var(--color-success)' },
    ])
  })

  it('include the eight most common subjects, and count the others', () => {
    const subjectStats = Array.from({ length: 10 }, (_, rank) => {
      const subject = `Subject ${rank}`
      return { _id: subject, subject, count: 20 - rank }
    })
    const { bars, others } = subjectBars(assignmentStats({ subjectStats }))
    expect(bars.map(({ count }) => count)).toEqual([20, 19, 18, 17, 16, 15, 14, 13])
    expect(others).toEqual({ subjects: 2, count: 23 })
    expect(subjectBars(assignmentStats({})).others).toEqual({ subjects: 0, count: 0 })
  })

  it('name a week by its Monday, wherever the reader is', () => {
    const weeklyIntake = [{ week: '2026-11-16', count: 2 }]
    expect(weekBars(assignmentStats({ weeklyIntake }))).toEqual([{ label: 'Nov 16', count: 2 }])
  })
})
