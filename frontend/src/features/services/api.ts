import { send } from '../../lib/api/client'
import { serviceSchema, servicesSchema } from './model'

/** The services that the operator offers, in order (docs/product.md, section 3.11). Throws a Failure. */
export const listServices = (signal?: AbortSignal) => send(servicesSchema, '/services', { signal })

/** One service: generic texts for an unknown slug. Throws a Failure, with 404 if the service is disabled. */
export const getService = (slug: string, signal?: AbortSignal) =>
  send(serviceSchema, `/services/${encodeURIComponent(slug)}`, { signal })
