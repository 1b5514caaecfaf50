import { send } from '../../lib/api/client'
import { type Expert, expertsSchema } from './types'

/** The tutors who are listed, by name (docs/product.md, section 3.8). Throws a Failure. */
export function listExperts(signal?: AbortSignal): Promise<Expert[]> {
  return send(expertsSchema, '/experts', { signal })
}
