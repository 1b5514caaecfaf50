import { send } from '../../lib/api/client'
import { type Tutor, type TutorStats, tutorStatsSchema, tutorsSchema } from './types'

/** The caller's counts as a tutor (docs/product.md, section 3.8). Throws a Failure. */
export function getTutorStats(signal?: AbortSignal): Promise<TutorStats> {
  return send(tutorStatsSchema, '/users/tutor-stats', { signal })
}

/** The active tutors by name, with rating and open work; for admins (docs/product.md, section 3.5). Throws a Failure. */
export function listTutors(signal?: AbortSignal): Promise<Tutor[]> {
  return send(tutorsSchema, '/tutors', { signal })
}
