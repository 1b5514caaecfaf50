import { learn, type Question } from '../../lib/api/query'
import { endOtherSessions, endSession, listSessions } from './api'
import type { OpenSession } from './types'

/** Where the reader is logged in. The server does not report its changes: the list is requested again every minute. */
export const sessionsQuery: Question<OpenSession[]> = {
  queryKey: ['sessions'],
  queryFn: ({ signal }) => listSessions(signal),
  meta: { sources: [] },
}

const keep = (stays: (session: OpenSession) => boolean) =>
  learn<OpenSession[]>(sessionsQuery.queryKey, (known) => known.filter(stays))

/** As `endSession`; the device is gone from the list at once. */
export const dropSession = (id: string) => endSession(id).then(() => keep(({ _id }) => _id !== id))

/** As `endOtherSessions`; the other devices are gone from the list at once. */
export const dropOtherSessions = () => endOtherSessions().then(() => keep(({ isCurrent }) => isCurrent))
