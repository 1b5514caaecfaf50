import { isReportable, readMessage, toFailure } from '../../lib/api/failure'
import { showToast } from './toast-state'

/** Says in a toast that something worked. */
export function showSuccess(title: string, seconds: 2 | 3 | 5 = 3, description?: string) {
  showToast({ tone: 'success', title, description, seconds })
}

/**
 * Shows why a call failed in a toast of 5 s: the server's sentence or, without
 * one, the fallback. Shows nothing if the call was cancelled or the session has ended.
 */
export function showFailureToast(error: unknown, fallback: string, description?: string) {
  const failure = toFailure(error)
  if (!isReportable(failure)) return
  showToast({ tone: 'error', title: readMessage(failure, fallback), description, seconds: 5 })
}
