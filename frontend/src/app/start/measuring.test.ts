import { createMemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readMetrics } from '../../lib/measuring/metrics'
import { pageOf } from '../heads/page-head'
import { measure } from './measuring'

const vitals = vi.hoisted(() => new Map<string, (metric: object) => void>())

vi.mock('web-vitals', () =>
  Object.fromEntries(
    ['CLS', 'FCP', 'INP', 'LCP', 'TTFB'].map((name) => [
      `on${name}`,
      (report: (metric: object) => void) => vitals.set(name, report),
    ]),
  ),
)

/** Reports resources as if the browser had just fetched them. */
let fetched: (entries: object[]) => void

/** The values of the events of a name that were sent to the analytics tag. */
const sentEvents = (name: string) =>
  vi
    .mocked(window.gtag as NonNullable<typeof window.gtag>)
    .mock.calls.filter(([command, event]) => command === 'event' && event === name)
    .map(([, , values]) => values as Record<string, unknown>)

beforeEach(() => {
  window.gtag = vi.fn()
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(report: (list: { getEntries: () => object[] }) => void) {
        fetched = (entries) => report({ getEntries: () => entries })
      }
      observe() {}
    },
  )
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([])
})

afterEach(() => {
  delete window.gtag
})

/** A router with three pages, the last of which has a loader. */
function openRouter(address: string, loader = () => Promise.resolve(null)) {
  const router = createMemoryRouter(
    [
      { path: '/', handle: pageOf('/') },
      { path: '/assignments/:id', handle: pageOf('/assignments/:id') },
      { path: '/services', handle: pageOf('/services'), loader },
    ],
    { initialEntries: [address] },
  )
  measure(router)
  return router
}

describe('page views', () => {
  it('are sent once per path, with route and title', async () => {
    const router = openRouter('/assignments/a1b2c3d4e5f6g7h?from=mail#top')
    await router.navigate('/')
    await router.navigate('/?success=true')
    await router.navigate('/#faq-section')
    await router.navigate('/services')
    const views = sentEvents('page_view')
    expect(views.map(({ page_path }) => page_path)).toEqual(['/assignments/:id', '/', '/services'])
    expect(views[0]).toMatchObject({ page_title: 'Assignment' })
    expect(JSON.stringify(vi.mocked(window.gtag as NonNullable<typeof window.gtag>).mock.calls)).not.toMatch(
      /a1b2c3|from=mail|success/,
    )
  })
})

describe('timings', () => {
  it('of navigations over a second are sent and stored', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(5000)
    const router = openRouter('/', async () => {
      now.mockReturnValue(6500)
      return null
    })
    await router.navigate('/services')
    expect(sentEvents('timing_complete')).toEqual([
      { name: 'page change', value: 1500, event_category: 'performance', event_label: '/services' },
    ])
    expect(readMetrics()).toMatchObject([{ name: 'page change', value: 1500, of: '/services' }])
    await router.navigate('/')
    expect(sentEvents('timing_complete')).toHaveLength(1)
  })

  it('of the first load are stored', () => {
    vi.mocked(performance.getEntriesByType).mockReturnValue([
      { duration: 2400.4 } as PerformanceNavigationTiming,
    ])
    openRouter('/')
    expect(readMetrics()).toMatchObject([{ name: 'page load', value: 2400, of: '/' }])
  })

  it('of slow requests and images are stored', () => {
    openRouter('/')
    const at = (path: string) => new URL(path, window.location.origin).href
    fetched([
      { name: at('/api/assignments/a1b2c3d4e5f6g7h?x=1'), initiatorType: 'fetch', duration: 1001 },
      { name: at('/api/site'), initiatorType: 'fetch', duration: 1000 },
      { name: at('/api/realtime'), initiatorType: 'other', duration: 90_000 },
      { name: at('/assets/a.png'), initiatorType: 'img', duration: 2000 },
      { name: at('/assets/b.png'), initiatorType: 'img', duration: 2001 },
      { name: 'blob:x', initiatorType: 'fetch', duration: 9000 },
    ])
    expect(readMetrics()).toMatchObject([
      { name: 'request', value: 1001, of: '/api/assignments/:id' },
      { name: 'slow image', value: 2001, of: '/assets/b.png' },
    ])
    expect(sentEvents('timing_complete').map(({ name }) => name)).toEqual(['request', 'slow image'])
  })
})

describe('web vitals', () => {
  it('are always sent and stored, with their page', () => {
    openRouter('/assignments/a1b2c3d4e5f6g7h')
    vitals.get('CLS')?.({ name: 'CLS', value: 0.012345, delta: 0.01, id: 'v1', rating: 'good' })
    vitals.get('LCP')?.({ name: 'LCP', value: 812.6, delta: 812.6, id: 'v2', rating: 'good' })
    expect(readMetrics()).toMatchObject([
      { name: 'CLS', value: 0.0123, of: '/assignments/:id' },
      { name: 'LCP', value: 813, of: '/assignments/:id' },
    ])
    expect(sentEvents('LCP')).toEqual([
      { value: 812.6, metric_id: 'v2', metric_value: 812.6, metric_rating: 'good' },
    ])
    expect([...vitals.keys()].toSorted()).toEqual(['CLS', 'FCP', 'INP', 'LCP', 'TTFB'])
  })
})
