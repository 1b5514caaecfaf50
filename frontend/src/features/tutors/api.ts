import { send } from '../../lib/api/client'
import { tutorStatsSchema, tutorsSchema } from './types'

/** The caller's counts as a tutor (docs/product.md, section 3.8). Throws a Failure. */
export const getTutorStats = (signal?: AbortSignal) =>
  send(tutorStatsSchema, '/users/tutor-stats', { signal })

/** The active tutors by name, with rating and open work; for admins (docs/product.md, section 3.5). Throws a Failure. */
export const listTutors = (signal?: AbortSignal) => send(tutorsSchema, '/tutors', { signal })
