import { question } from '../../lib/api/question'
import { getTutorStats, listTutors } from './api'

const noun = 'tutors'

/** The reader's counts as a tutor. */
export const tutorStatsQuery = question([noun, 'stats'], getTutorStats, ['assignments'])

/** The active tutors with rating and open work, for admins. */
export const tutorsQuery = question([noun, 'active'], listTutors, ['assignments', 'users'])
