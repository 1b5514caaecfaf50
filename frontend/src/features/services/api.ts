import { send } from '../../lib/api/client'
import { type Service, serviceSchema, servicesSchema } from './types'

/** What the operator offers, in its order (docs/product.md, section 3.11). Throws a Failure. */
export function listServices(signal?: AbortSignal): Promise<Service[]> {
  return send(servicesSchema, '/services', { signal })
}

/** One service; generic texts for a slug without its own, a Failure of 404 where it is not offered. */
export function getService(slug: string, signal?: AbortSignal): Promise<Service> {
  return send(serviceSchema, `/services/${encodeURIComponent(slug)}`, { signal })
}
