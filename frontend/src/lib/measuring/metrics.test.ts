import { describe, expect, it } from 'vitest'
import { KEPT_METRICS, keepMetric, readMetrics } from './metrics'

describe('metrics', () => {
  it('are kept in the browser, up to the last hundred', () => {
    for (let value = 1; value <= KEPT_METRICS + 20; value++) keepMetric('LCP', value, '/services')
    const kept = readMetrics()
    expect(KEPT_METRICS).toBe(100)
    expect(kept.map(({ value }) => value)).toEqual(Array.from({ length: 100 }, (_, i) => i + 21))
    expect(kept[0]).toMatchObject({ name: 'LCP', of: '/services', at: expect.stringMatching(/^20.*Z$/) })
    expect(Object.keys(localStorage)).toEqual(['performance'])
  })

  it.each(['', '{', '{}', '"text"', '[{"name":1}]', 'null'])(
    'replace a stored value that is not metrics: %s',
    (stored) => {
      localStorage.setItem('performance', stored)
      expect(readMetrics()).toEqual([])
      keepMetric('CLS', 0.01, '/')
      expect(readMetrics()).toMatchObject([{ name: 'CLS', value: 0.01, of: '/' }])
    },
  )
})
