import { learn, makeChange } from '../../lib/api/query'
import { question } from '../../lib/api/question'
import type { Change } from '../../lib/live/live'
import { serverNow } from '../../lib/time/clock'
import { listRevisions, requestRevision, withdrawRevision } from './api'
import type { Revision } from './types'

/** All revisions of an assignment. They change together with the assignment. */
export const revisionsQuery = (assignment: string) =>
  question(['revisions', 'of', assignment], (signal) => listRevisions(assignment, signal), [
    { noun: 'assignments', id: assignment },
  ])

const changeOf = (assignment: string): Change[] => [{ noun: 'assignments', id: assignment, change: 'update' }]

/** As `requestRevision`; the revision shows at once. */
export const saveRevision = (assignment: string, reason: string) =>
  makeChange(
    changeOf(assignment),
    () => requestRevision(assignment, reason),
    (saved) =>
      learn<Revision[]>(revisionsQuery(assignment).queryKey, (known) => [
        saved,
        ...known.filter(({ _id }) => _id !== saved._id),
      ]),
  )

/** As `withdrawRevision`; the revision shows as closed at once. */
export const saveWithdrawal = (assignment: string, number: number) =>
  makeChange(
    changeOf(assignment),
    () => withdrawRevision(assignment, number),
    () => {
      const closedAt = new Date(serverNow()).toISOString()
      learn<Revision[]>(revisionsQuery(assignment).queryKey, (known) =>
        known.map((revision) => (revision.number === number ? { ...revision, closedAt } : revision)),
      )
    },
  )
