import { isReportable, readMessage, toFailure } from '../../lib/api/failure'
import { showToast } from './toast-state'

/**
 * Shows for 5 s why a call failed: the server's sentence, else the fallback.
 * Shows nothing if the call was cancelled or the session has ended.
 */
export function showFailureToast(error: unknown, fallback: string, description?: string) {
  const failure = toFailure(error)
  if (!isReportable(failure)) return
  showToast({ tone: 'error', title: readMessage(failure, fallback), description, seconds: 5 })
}
