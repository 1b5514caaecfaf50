import { send } from '../../lib/api/client'
import { expertsSchema } from './model'

/** The tutors who are listed, by name (docs/product.md, section 3.8). Throws a Failure. */
export const listExperts = (signal?: AbortSignal) => send(expertsSchema, '/experts', { signal })
