import { type Failure, readMessage, toFailure } from '../../lib/api/failure'
import { serverNow } from '../../lib/time/clock'
import { formatDistance } from '../../lib/time/distance'
import { wait } from './recovery-words'

/** Whether a call with the token of a mailed link failed because of the link, not because of what was entered. */
export const isVoidLink = ({ status, problems }: Failure) =>
  status === 400 && problems.every(({ field }) => field === 'token')

const MINUTE = 60_000

/** Why a call failed; after too many attempts, with the time to wait, in full minutes. */
export function readWait(error: unknown, fallback: string): string {
  const failure = toFailure(error)
  if (failure.status !== 429 || !failure.retryAfter) return readMessage(failure, fallback)
  const minutes = Math.ceil((failure.retryAfter * 1000) / MINUTE)
  const now = serverNow()
  return wait(formatDistance(new Date(now + minutes * MINUTE).toISOString(), now))
}
