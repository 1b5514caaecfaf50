import type { createBrowserRouter } from 'react-router'
import { onCLS, onFCP, onINP, onLCP, onTTFB, type Metric as Vital } from 'web-vitals'
import { addressWithoutNames, reportEvent, reportPageView } from '../../lib/measuring/analytics'
import { keepMetric } from '../../lib/measuring/metrics'
import { type Page, pageOf } from '../heads/page-head'

type Router = ReturnType<typeof createBrowserRouter>

/** Timings above this many milliseconds are reported to the tag (docs/product.md, section 6). */
const SLOW = 1000

/** An image is slow above this many milliseconds. */
const SLOW_IMAGE = 2000

/** The live connection, which stays open on purpose. */
const liveConnection = '/api/realtime'

/** Measures what people wait for, and reports the pages they see (docs/product.md, section 4.15). */
export function measure(router: Router) {
  followPages(router)
  measureLoad(pageShown(router).path)
  measureFetched()
  measureVitals(pageShown(router).path)
}

const pageShown = (router: Router) =>
  (router.state.matches.at(-1)?.route.handle as Page | undefined) ?? pageOf('*')

/** Keeps a timing over a second, and reports it to the tag. */
function reportTiming(name: string, milliseconds: number, of: string) {
  if (milliseconds <= SLOW) return
  const value = Math.round(milliseconds)
  keepMetric(name, value, of)
  reportEvent('timing_complete', { name, value, event_category: 'performance', event_label: of })
}

/** A new path is a new page; a new query on the same path is not. */
function followPages(router: Router) {
  let shown: string | undefined
  let began: number | undefined
  const look = () => {
    const { initialized, navigation, location } = router.state
    if (!initialized) return
    if (navigation.state !== 'idle') {
      began ??= performance.now()
      return
    }
    const page = pageShown(router)
    if (began !== undefined) reportTiming('page change', performance.now() - began, page.path)
    began = undefined
    if (location.pathname === shown) return
    shown = location.pathname
    reportPageView(page)
  }
  router.subscribe(look)
  look()
}

function measureLoad(path: string) {
  for (const { duration } of performance.getEntriesByType('navigation')) {
    reportTiming('page load', duration, path)
  }
}

function measureFetched() {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
      const address = addressWithoutNames(entry.name)
      if (!address || address === liveConnection) continue
      if (entry.initiatorType !== 'img') reportTiming('request', entry.duration, address)
      else if (entry.duration > SLOW_IMAGE) reportTiming('slow image', entry.duration, address)
    }
  })
  observer.observe({ type: 'resource', buffered: true })
}

function measureVitals(path: string) {
  const tell = ({ name, value, delta, id, rating }: Vital) => {
    const rounded = name === 'CLS' ? Number(value.toFixed(4)) : Math.round(value)
    keepMetric(name, rounded, path)
    reportEvent(name, { value: delta, metric_id: id, metric_value: value, metric_rating: rating })
  }
  for (const watch of [onCLS, onFCP, onINP, onLCP, onTTFB]) watch(tell)
}
