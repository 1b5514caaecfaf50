import { learn } from '../../lib/api/query'
import { question } from '../../lib/api/question'
import { endOtherSessions, endSession, listSessions } from './api'
import type { OpenSession } from './types'

/** Where the reader is logged in. The server does not report its changes: the list is requested again every minute. */
export const sessionsQuery = question(['sessions'], listSessions, [])

const keep = (stays: (session: OpenSession) => boolean) =>
  learn<OpenSession[]>(sessionsQuery.queryKey, (known) => known.filter(stays))

/** As `endSession`; the device is gone from the list at once. */
export const dropSession = (id: string) => endSession(id).then(() => keep(({ _id }) => _id !== id))

/** As `endOtherSessions`; the other devices are gone from the list at once. */
export const dropOtherSessions = () => endOtherSessions().then(() => keep(({ isCurrent }) => isCurrent))
