import * as v from 'valibot'
import { browserStorage } from '../storage/storage'

/** The key of local storage that holds all metrics. */
const KEY = 'performance'

/** How many metrics are kept. The oldest is dropped first (docs/product.md, section 6). */
export const KEPT_METRICS = 100

const metricSchema = v.object({
  /** What was measured: a web vital, `page load`, `page change`, `request`, `slow image`. */
  name: v.string(),
  /** Milliseconds; for CLS, a share of the screen. */
  value: v.number(),
  /** The router's pattern of the page, or the address that was fetched, without anything personal. */
  of: v.string(),
  /** RFC 3339 in UTC. */
  at: v.string(),
})

type Metric = v.InferOutput<typeof metricSchema>

/** The metrics kept in this browser, oldest first. */
export function readMetrics(): Metric[] {
  try {
    return v.parse(v.array(metricSchema), JSON.parse(browserStorage.read(KEY) ?? '[]'))
  } catch {
    return []
  }
}

/** Keeps a metric in this browser. It is not sent anywhere. */
export function keepMetric(name: string, value: number, of: string) {
  const metric = { name, value, of, at: new Date().toISOString() }
  browserStorage.write(KEY, JSON.stringify([...readMetrics(), metric].slice(-KEPT_METRICS)))
}
