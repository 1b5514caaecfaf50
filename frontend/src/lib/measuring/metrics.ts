import * as v from 'valibot'
import { browserStorage } from '../storage/storage'

/** The one key of local storage that holds them. */
const KEY = 'performance'

/** No more than so many are kept: the oldest goes first (docs/product.md, section 6). */
export const KEPT_METRICS = 100

const metricSchema = v.object({
  /** What was measured: a web vital, `page load`, `page change`, `request`, `slow image`. */
  name: v.string(),
  /** Milliseconds; for CLS a share of the screen. */
  value: v.number(),
  /** The page, as the router writes it, or the address that was fetched, without names. */
  of: v.string(),
  /** RFC 3339 in UTC. */
  at: v.string(),
})

export type Metric = v.InferOutput<typeof metricSchema>

/** The measurements kept in this browser, oldest first. */
export function readMetrics(): Metric[] {
  try {
    return v.parse(v.array(metricSchema), JSON.parse(browserStorage.read(KEY) ?? '[]'))
  } catch {
    return []
  }
}

/** Keeps a measurement in this browser; it is sent nowhere from here. */
export function keepMetric(name: string, value: number, of: string) {
  const metric = { name, value, of, at: new Date().toISOString() }
  browserStorage.write(KEY, JSON.stringify([...readMetrics(), metric].slice(-KEPT_METRICS)))
}
