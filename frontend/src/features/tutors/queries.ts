import type { Question } from '../../lib/api/query'
import { getTutorStats, listTutors } from './api'
import type { Tutor, TutorStats } from './types'

const noun = 'tutors'

/** The reader's counts as a tutor. */
export const tutorStatsQuery: Question<TutorStats> = {
  queryKey: [noun, 'stats'],
  queryFn: ({ signal }) => getTutorStats(signal),
  meta: { sources: [{ noun: 'assignments' }] },
}

/** The active tutors with rating and open work, for admins. */
export const tutorsQuery: Question<Tutor[]> = {
  queryKey: [noun, 'active'],
  queryFn: ({ signal }) => listTutors(signal),
  meta: { sources: [{ noun: 'assignments' }, { noun: 'users' }] },
}
