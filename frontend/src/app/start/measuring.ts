import type { createBrowserRouter } from 'react-router'
import { onCLS, onFCP, onINP, onLCP, onTTFB, type Metric as Vital } from 'web-vitals'
import { addressWithoutNames, reportEvent, reportPageView } from '../../lib/measuring/analytics'
import { keepMetric } from '../../lib/measuring/metrics'
import { pageOf, type RouteHandle } from '../heads/page-head'

type Router = ReturnType<typeof createBrowserRouter>

/** What takes longer than so many milliseconds is told to the tag (docs/product.md, section 6). */
const SLOW = 1000

/** An image may take so many milliseconds. */
const SLOW_IMAGE = 2000

/** Live changes wait on purpose. */
const standing = '/api/realtime'

/** Measures what people wait for, and tells of the pages that they see (docs/product.md, section 4.15). */
export function measure(router: Router) {
  followPages(router)
  measureLoad(pageShown(router).path)
  measureFetched()
  measureVitals(pageShown(router).path)
}

const pageShown = (router: Router) =>
  (router.state.matches.at(-1)?.route.handle as RouteHandle | undefined) ?? pageOf('*')

/** A timing over a second, kept here and told to the tag. */
function tellTiming(name: string, milliseconds: number, of: string) {
  if (milliseconds <= SLOW) return
  const value = Math.round(milliseconds)
  keepMetric(name, value, of)
  reportEvent('timing_complete', { name, value, event_category: 'performance', event_label: of })
}

/** A change of the path is a new page; what is asked of the same page by its query is not. */
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
    if (began !== undefined) tellTiming('page change', performance.now() - began, page.path)
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
    tellTiming('page load', duration, path)
  }
}

function measureFetched() {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
      const address = addressWithoutNames(entry.name)
      if (!address || address === standing) continue
      if (entry.initiatorType !== 'img') tellTiming('request', entry.duration, address)
      else if (entry.duration > SLOW_IMAGE) tellTiming('slow image', entry.duration, address)
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
