import { send } from '../../lib/api/client'
import { type Service, serviceSchema, servicesSchema } from './types'

/** The services that the operator offers, in order (docs/product.md, section 3.11). Throws a Failure. */
export function listServices(signal?: AbortSignal): Promise<Service[]> {
  return send(servicesSchema, '/services', { signal })
}

/** One service: generic texts for an unknown slug. Throws a Failure, with 404 if the service is disabled. */
export function getService(slug: string, signal?: AbortSignal): Promise<Service> {
  return send(serviceSchema, `/services/${encodeURIComponent(slug)}`, { signal })
}
